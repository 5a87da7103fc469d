/** Event bus of the node: ordered events for subscribers, and a history of the newest ones. */

import {
  createEventRing,
  frozenJson,
  functionOption,
  integerOption,
  portOption,
  resolveOptions,
  systemClock,
  systemIds,
  textOption,
  type Clock,
  type EventRing,
  type EventRingOptions,
  type EventSource,
  type Ids,
  type OptionRules,
  type Store,
} from "@bourse/kernel";
import { EventEmitter } from "eventemitter3";

import { EventLogWriter, readEventLog, type EmittedEvent } from "./event-log.ts";
import type { NodeEvent, NodeEventPayloads, NodeEvents, NodeEventType } from "./node-event.ts";

/** Options of {@link createEventBus}. */
export interface EventBusOptions {
  /** Number of events in the history. 1–100,000, default 100; events that strangers can cause are counted apart. */
  readonly historySize?: number;
  /**
   * Callback for an event that could not be sent (its data is not JSON) and for errors that a listener throws; other
   * listeners are not affected. Must not throw. Default: no-op.
   */
  readonly onError?: (error: unknown, type: NodeEventType) => void;
  /** Clock for timestamps. Default: the system clock. */
  readonly clock?: Clock;
  /** Generator of the epoch. Default: random ids. */
  readonly ids?: Ids;
}

/** Event bus of the node: it records the newest events and sends each one to its subscribers in order. */
export interface EventBus extends NodeEvents, EventSource<NodeEvent> {
  /** Number of events in the history now. */
  readonly size: number;
  /** Sends an event to the current subscribers without recording it, for periodic events without news. */
  tell<Type extends NodeEventType>(type: Type, data: NodeEventPayloads[Type]): void;
  /** Calls `listener` at every event of `type`; returns the function that removes it. */
  on<Type extends NodeEventType>(
    type: Type,
    listener: (event: Extract<NodeEvent, { readonly type: Type }>) => void,
  ): () => void;
}

/** Options of {@link openEventBus}. */
export interface StoredEventBusOptions extends EventBusOptions {
  /** Store of the events, opened with `nodeCollections`; this process is its one writer. */
  readonly store: Store;
  /**
   * Name of the place where the store lies, 1–200 characters: at another one than before the epoch is a new one,
   * because a store that was set back has forgotten ids that it gave out.
   */
  readonly place: string;
}

/** Event bus whose events and ids are in a store, so that another process goes on with them. */
export interface StoredEventBus extends EventBus {
  /** Resolves when each event that was emitted is stored and delivered, or was lost with the store. */
  settled(): Promise<void>;
  /** The same, without further attempts while the store cannot be written; later events are lost. */
  close(): Promise<void>;
}

/** Creates an empty bus with its own epoch. @throws KernelError OPTION_INVALID */
export function createEventBus(options: EventBusOptions = {}): EventBus {
  const settings = resolveOptions("createEventBus", options, RULES);
  return new Bus(settings, createEventRing(ringOptions(settings, settings.ids.token("", 64))));
}

/**
 * Opens a bus that continues the events of the store: its newest 1000 are kept there. An event is delivered once it is
 * stored, so that no id is ever given to two events, whichever process ends when.
 *
 * @throws KernelError OPTION_INVALID; StoreError
 */
export async function openEventBus(options: StoredEventBusOptions): Promise<StoredEventBus> {
  const { store, place, ...settings } = resolveOptions("openEventBus", options, STORED_RULES);
  const { epoch, last, events } = await readEventLog(store, place, settings.ids.token("", 64));
  const ring = createEventRing<NodeEvent>({
    ...ringOptions(settings, epoch),
    startAfter: (events[0]?.sequence ?? last + 1) - 1,
  });
  for (const event of events) {
    ring.skipTo(event.sequence - 1, { isLoss: false });
    ring.record(() => event);
  }
  return new StoredBus(settings, ring, store);
}

const RULES: OptionRules<Required<EventBusOptions>> = {
  historySize: integerOption({ min: 1, max: 100_000, default: 100 }),
  onError: functionOption<Required<EventBusOptions>["onError"]>({ default: () => {} }),
  clock: portOption<Clock>(["now"], { default: systemClock }),
  ids: portOption<Ids>(["token"], { default: systemIds }),
};

const STORED_RULES: OptionRules<Required<StoredEventBusOptions>> = {
  ...RULES,
  store: portOption<Store>(["transaction", "find"]),
  place: textOption({ maxLength: 200 }),
};

function ringOptions(
  { historySize: capacity }: Required<EventBusOptions>,
  epoch: string,
): EventRingOptions {
  return { epoch, capacity, apart: BY_STRANGERS };
}

/** Events that anybody can cause; each group has a ring of its own, so that nobody evicts the other events. */
const BY_STRANGERS: readonly (readonly NodeEventType[])[] = [
  ["data.verified"],
  ["compliance.event"],
  ["network.peer_connected", "network.peer_disconnected", "network.peer_health"],
];

class Bus implements EventBus {
  readonly epoch: string;
  readonly #clock: Clock;
  readonly #onError: Required<EventBusOptions>["onError"];
  readonly #ring: EventRing<NodeEvent>;
  readonly #emitter = new EventEmitter<Record<NodeEventType, [NodeEvent]>>();

  constructor({ onError, clock }: Required<EventBusOptions>, ring: EventRing<NodeEvent>) {
    this.epoch = ring.epoch;
    this.#clock = clock;
    this.#onError = onError;
    this.#ring = ring;
    this.#ring.subscribe((event) => this.#emitter.emit(event.type, event));
  }

  get newest(): number {
    return this.#ring.newest;
  }

  get size(): number {
    return this.#ring.size;
  }

  last(count: number): readonly NodeEvent[] {
    return this.#ring.last(count);
  }

  since(sequence: number): readonly NodeEvent[] | "gap" {
    return this.#ring.since(sequence);
  }

  subscribe(listener: (event: NodeEvent, isRecorded: boolean) => void): () => void {
    return this.#ring.subscribe((event, isRecorded) =>
      this.#guarded(event.type, () => listener(event, isRecorded)),
    );
  }

  on<Type extends NodeEventType>(
    type: Type,
    listener: (event: Extract<NodeEvent, { readonly type: Type }>) => void,
  ): () => void {
    const guarded = (event: NodeEvent): void =>
      this.#guarded(type, () => listener(event as Extract<NodeEvent, { readonly type: Type }>));
    this.#emitter.on(type, guarded);
    return () => void this.#emitter.off(type, guarded);
  }

  emit<Type extends NodeEventType>(type: Type, data: NodeEventPayloads[Type]): void {
    this.#guarded(type, () => {
      // The compiler does not see that type and data belong together; the signatures do.
      this.take({ type, data: frozenJson(data), timestamp: this.#clock.now() } as EmittedEvent);
    });
  }

  tell<Type extends NodeEventType>(type: Type, data: NodeEventPayloads[Type]): void {
    this.#guarded(type, () => {
      const told = { type, data: frozenJson(data), timestamp: this.#clock.now() } as EmittedEvent;
      this.#ring.tell((sequence) => this.#placed(told, sequence));
    });
  }

  /** Takes an event that was emitted: here it is recorded and delivered at once. */
  protected take(event: EmittedEvent): void {
    this.record(event);
  }

  protected record(event: EmittedEvent): void {
    this.#ring.record((sequence) => this.#placed(event, sequence));
  }

  protected fail(error: unknown, type: NodeEventType): void {
    this.#onError(error, type);
  }

  #placed(event: EmittedEvent, sequence: number): NodeEvent {
    return { ...event, epoch: this.epoch, sequence };
  }

  #guarded(type: NodeEventType, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#onError(error, type);
    }
  }
}

class StoredBus extends Bus implements StoredEventBus {
  readonly #log: EventLogWriter;

  constructor(settings: Required<EventBusOptions>, ring: EventRing<NodeEvent>, store: Store) {
    super(settings, ring);
    this.#log = new EventLogWriter({
      store,
      clock: settings.clock,
      epoch: ring.epoch,
      last: ring.newest,
      onStored: (event) => this.record(event),
      onLost: (error, { type }) => this.fail(error, type),
    });
  }

  protected override take(event: EmittedEvent): void {
    this.#log.append(event);
  }

  settled(): Promise<void> {
    return this.#log.settled();
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}

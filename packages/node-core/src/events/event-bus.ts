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
  type Clock,
  type EventRing,
  type EventSource,
  type Ids,
} from "@bourse/kernel";
import { EventEmitter } from "eventemitter3";

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

/** Creates an empty bus with its own epoch. @throws KernelError OPTION_INVALID */
export function createEventBus(options: EventBusOptions = {}): EventBus {
  return new Bus(
    resolveOptions<Required<EventBusOptions>>("createEventBus", options, {
      historySize: integerOption({ min: 1, max: 100_000, default: 100 }),
      onError: functionOption<Required<EventBusOptions>["onError"]>({ default: () => {} }),
      clock: portOption<Clock>(["now"], { default: systemClock }),
      ids: portOption<Ids>(["token"], { default: systemIds }),
    }),
  );
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

  constructor({ historySize, onError, clock, ids }: Required<EventBusOptions>) {
    this.epoch = ids.token("", 64);
    this.#clock = clock;
    this.#onError = onError;
    this.#ring = createEventRing({ epoch: this.epoch, capacity: historySize, apart: BY_STRANGERS });
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
      const frozen = frozenJson(data);
      this.#ring.record((sequence) => this.#place(type, frozen, sequence));
    });
  }

  tell<Type extends NodeEventType>(type: Type, data: NodeEventPayloads[Type]): void {
    this.#guarded(type, () => {
      const frozen = frozenJson(data);
      this.#ring.tell((sequence) => this.#place(type, frozen, sequence));
    });
  }

  #place<Type extends NodeEventType>(
    type: Type,
    data: NodeEventPayloads[Type],
    sequence: number,
  ): NodeEvent {
    const timestamp = this.#clock.now();
    // The compiler does not see that type and data belong together; the signatures above do.
    return { type, data, timestamp, epoch: this.epoch, sequence } as NodeEvent;
  }

  #guarded(type: NodeEventType, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#onError(error, type);
    }
  }
}

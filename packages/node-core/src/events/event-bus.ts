/** The node's events: told in one order to whoever listens, the newest kept for whoever comes later. */

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

export interface EventBusOptions {
  /** Events kept, 1–100,000. Default 100. */
  readonly historySize?: number;
  /**
   * Hears of an event that could not be told (its data is no JSON) and of what a listener threw; nobody else is
   * disturbed. Must not throw. Default: nothing.
   */
  readonly onError?: (error: unknown, type: NodeEventType) => void;
  readonly clock?: Clock;
  /** Makes the epoch. */
  readonly ids?: Ids;
}

export interface EventBus extends NodeEvents, EventSource<NodeEvent> {
  /** Events kept now. */
  readonly size: number;
  /** Tells whoever listens now, and keeps nothing: for what comes every few seconds and says nothing new. */
  tell<Type extends NodeEventType>(type: Type, data: NodeEventPayloads[Type]): void;
  /** Calls `listener` at every event of `type`, told or kept. Returns the way to stop. */
  on<Type extends NodeEventType>(
    type: Type,
    listener: (event: Extract<NodeEvent, { readonly type: Type }>) => void,
  ): () => void;
}

/** An empty bus with an epoch of its own. @throws KernelError OPTION_INVALID */
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
    this.#ring = createEventRing({ epoch: this.epoch, capacity: historySize });
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

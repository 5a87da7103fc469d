/** A bounded buffer of recent events in memory with live subscribers. */

import { functionOption, integerOption, textOption } from "../option-rules.ts";
import { resolveOptions } from "../options.ts";
import type { EventSource, SequencedEvent } from "./event-source.ts";

/** Options of {@link createEventRing}. */
export interface EventRingOptions {
  /** Random id of this run of the source, different at each start. 1–64 characters without a colon. */
  readonly epoch: string;
  /** Maximum number of events kept. 1–1,000,000; default 100. */
  readonly capacity?: number;
  /** Called with an error that a listener threw; the other listeners still get the event. Default: no-op. */
  readonly onListenerError?: (error: unknown) => void;
}

/** An event source that keeps the newest events in memory. */
export interface EventRing<Event extends SequencedEvent> extends EventSource<Event> {
  /** Number of events kept now. */
  readonly size: number;
  /** Creates an event with the next sequence number, freezes it, keeps it and passes it to the listeners. */
  record(make: (sequence: number) => Event): Event;
  /** Passes an event to the listeners without keeping it; `make` gets the sequence of the newest kept event. */
  tell(make: (sequence: number) => Event): Event;
}

/**
 * Creates an empty ring. An event that a listener records is delivered after all listeners got the current one.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createEventRing<Event extends SequencedEvent>(
  options: EventRingOptions,
): EventRing<Event> {
  const settings = resolveOptions<Required<EventRingOptions>>("createEventRing", options, {
    epoch: textOption({ maxLength: 64 }),
    capacity: integerOption({ min: 1, max: 1_000_000, default: 100 }),
    onListenerError: functionOption({ default: () => {} }),
  });
  return new Ring<Event>(settings);
}

type Listener<Event> = (event: Event, isRecorded: boolean) => void;

class Ring<Event extends SequencedEvent> implements EventRing<Event> {
  readonly epoch: string;
  readonly #capacity: number;
  readonly #onListenerError: (error: unknown) => void;
  /** The event of sequence s stands at (s − 1) mod capacity. */
  readonly #kept: Event[] = [];
  readonly #listeners = new Set<Listener<Event>>();
  /** What is to be told, in order; the first one is under way. */
  readonly #telling: { readonly event: Event; readonly isRecorded: boolean }[] = [];
  #newest = 0;

  constructor({ epoch, capacity, onListenerError }: Required<EventRingOptions>) {
    this.epoch = epoch;
    this.#capacity = capacity;
    this.#onListenerError = onListenerError;
  }

  get newest(): number {
    return this.#newest;
  }

  get size(): number {
    return this.#kept.length;
  }

  last(count: number): readonly Event[] {
    return this.#range(this.#newest - Math.min(Math.max(count, 0), this.size));
  }

  since(sequence: number): readonly Event[] | "gap" {
    const oldest = this.#newest - this.size;
    return sequence >= oldest && sequence <= this.#newest ? this.#range(sequence) : "gap";
  }

  subscribe(listener: Listener<Event>): () => void {
    // One function may listen twice; each stops for itself.
    const own: Listener<Event> = (event, isRecorded) => listener(event, isRecorded);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  record(make: (sequence: number) => Event): Event {
    const sequence = this.#newest + 1;
    const event = Object.freeze(make(sequence));
    this.#kept[(sequence - 1) % this.#capacity] = event;
    this.#newest = sequence;
    this.#tell(event, true);
    return event;
  }

  tell(make: (sequence: number) => Event): Event {
    const event = Object.freeze(make(this.#newest));
    this.#tell(event, false);
    return event;
  }

  #range(after: number): readonly Event[] {
    return Array.from(
      { length: this.#newest - after },
      (_, at) => this.#kept[(after + at) % this.#capacity]!,
    );
  }

  #tell(event: Event, isRecorded: boolean): void {
    this.#telling.push({ event, isRecorded });
    if (this.#telling.length > 1) return;
    for (let next = this.#telling[0]; next !== undefined; next = this.#telling[0]) {
      for (const listener of this.#listeners) {
        try {
          listener(next.event, next.isRecorded);
        } catch (error) {
          this.#onListenerError(error);
        }
      }
      this.#telling.shift();
    }
  }
}

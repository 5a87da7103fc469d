/** Events in memory: the newest few are kept, all are told. */

import { functionOption, integerOption, textOption } from "../option-rules.ts";
import { resolveOptions } from "../options.ts";
import type { EventSource, SequencedEvent } from "./event-source.ts";

export interface EventRingOptions {
  /** Different at each start: random. 1–64 characters without a colon. */
  readonly epoch: string;
  /** How many events are kept, 1–1,000,000. Default 100. */
  readonly capacity?: number;
  /** Hears what a listener threw; the other listeners hear the event all the same. Default: nothing. */
  readonly onListenerError?: (error: unknown) => void;
}

export interface EventRing<Event extends SequencedEvent> extends EventSource<Event> {
  /** How many events are kept now. */
  readonly size: number;
  /** Records what `make` makes of its sequence, frozen, and tells it. */
  record(make: (sequence: number) => Event): Event;
  /** Tells without recording; `make` gets the sequence of the newest recorded event. */
  tell(make: (sequence: number) => Event): Event;
}

/**
 * An empty ring. An event that a listener causes is told after the one under way has been told to all.
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

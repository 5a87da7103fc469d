/** A bounded buffer of recent events in memory with live subscribers. */

import { anyFunction, objectOf } from "../checked-calls.ts";
import { checkInteger, refuseArgument } from "../checks.ts";
import { functionOption, booleanOption, integerOption, textOption } from "../option-rules.ts";
import { resolveOptions, type OptionRule } from "../options.ts";
import type { EventSource, SequencedEvent } from "./event-source.ts";

/** Options of {@link createEventRing}. */
export interface EventRingOptions {
  /** Random id of this run of the source, different at each start. 1–64 characters without a colon. */
  readonly epoch: string;
  /** Maximum number of events kept. 1–1,000,000; default 100. */
  readonly capacity?: number;
  /** Sequence number after which this run goes on, of events that are kept elsewhere. At least 0; default 0. */
  readonly startAfter?: number;
  /**
   * Groups of event types that are kept apart: each group has a ring of `capacity` events of its own, so its events
   * never evict those of another group. Default none.
   */
  readonly apart?: readonly (readonly string[])[];
  /** Called with an error that a listener threw; the other listeners still get the event. Default: no-op. */
  readonly onListenerError?: (error: unknown) => void;
}

/**
 * An event source that keeps the newest events in memory. Its calls refuse arguments of a wrong shape with KernelError
 * ARGUMENT_INVALID or OPTION_INVALID.
 */
export interface EventRing<Event extends SequencedEvent> extends EventSource<Event> {
  /** Number of events kept now. */
  readonly size: number;
  /** Creates an event with the next sequence number, freezes it, keeps it and passes it to the listeners. */
  record(make: (sequence: number) => Event): Event;
  /**
   * Goes on after `sequence`, unless that is below the newest. `isLoss`: true when there were events in between, which
   * those who resume must learn of.
   */
  skipTo(sequence: number, options: { readonly isLoss: boolean }): void;
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
    startAfter: integerOption({ min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 }),
    apart: TYPE_GROUPS,
    onListenerError: functionOption({ default: () => {} }),
  });
  return new Ring<Event>(settings);
}

const TYPE_GROUPS: OptionRule<readonly (readonly string[])[]> = {
  expected: "an array of arrays of event types, none of them twice",
  accepts: (value) => {
    if (!Array.isArray(value) || !value.every((group) => Array.isArray(group))) return false;
    const types: readonly unknown[] = value.flat();
    return types.every((type) => typeof type === "string") && new Set(types).size === types.length;
  },
  absent: () => [],
};

function eventOf<Event extends SequencedEvent>(
  make: (sequence: number) => Event,
  sequence: number,
): Event {
  anyFunction("make", make);
  const event = make(sequence);
  objectOf({})("event", event);
  return Object.freeze(event);
}

type Listener<Event> = (event: Event, isRecorded: boolean) => void;

/** The newest events of one group. */
class Track<Event extends SequencedEvent> {
  /** Sequence of the newest event that was evicted, or that never was here. */
  lost: number;
  readonly #capacity: number;
  readonly #kept: Event[] = [];
  /** Number of events ever added; event n (from 0) stands at n mod capacity. */
  #added = 0;

  constructor(capacity: number, startAfter: number) {
    this.#capacity = capacity;
    this.lost = startAfter;
  }

  get size(): number {
    return this.#kept.length;
  }

  add(event: Event): void {
    const at = this.#added % this.#capacity;
    this.lost = Math.max(this.lost, this.#kept[at]?.sequence ?? 0);
    this.#kept[at] = event;
    this.#added++;
  }

  /** The event that `back` others came after: 0 is the newest. */
  at(back: number): Event | undefined {
    return back < this.size ? this.#kept[(this.#added - 1 - back) % this.#capacity] : undefined;
  }
}

class Ring<Event extends SequencedEvent> implements EventRing<Event> {
  readonly epoch: string;
  readonly #onListenerError: (error: unknown) => void;
  readonly #others: Track<Event>;
  readonly #apart = new Map<string, Track<Event>>();
  readonly #tracks: readonly Track<Event>[];
  readonly #listeners = new Set<Listener<Event>>();
  /** Events to deliver, in order; the first one is being delivered. */
  readonly #telling: { readonly event: Event; readonly isRecorded: boolean }[] = [];
  #newest: number;

  constructor(options: Required<EventRingOptions>) {
    const { epoch, capacity, startAfter, apart, onListenerError } = options;
    this.epoch = epoch;
    this.#newest = startAfter;
    this.#onListenerError = onListenerError;
    this.#others = new Track(capacity, startAfter);
    const groups = apart.map((types) => {
      const track = new Track<Event>(capacity, startAfter);
      for (const type of types) this.#apart.set(type, track);
      return track;
    });
    this.#tracks = [this.#others, ...groups];
  }

  get newest(): number {
    return this.#newest;
  }

  get size(): number {
    return this.#tracks.reduce((sum, track) => sum + track.size, 0);
  }

  last(count: number): readonly Event[] {
    if (typeof count !== "number") refuseArgument("count", "a number", count);
    return this.#newestFirst(count, 0).toReversed();
  }

  since(sequence: number): readonly Event[] | "gap" {
    if (typeof sequence !== "number") refuseArgument("sequence", "a number", sequence);
    const isKept = this.#tracks.every(({ lost }) => lost <= sequence);
    if (!isKept || sequence > this.#newest) return "gap";
    return this.#newestFirst(Number.POSITIVE_INFINITY, sequence).toReversed();
  }

  subscribe(listener: Listener<Event>): () => void {
    anyFunction("listener", listener);
    // One function may listen twice; each stops for itself.
    const own: Listener<Event> = (event, isRecorded) => listener(event, isRecorded);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  record(make: (sequence: number) => Event): Event {
    const sequence = this.#newest + 1;
    const event = eventOf(make, sequence);
    (this.#apart.get(event.type) ?? this.#others).add(event);
    this.#newest = sequence;
    this.#tell(event, true);
    return event;
  }

  skipTo(sequence: number, options: { readonly isLoss: boolean }): void {
    checkInteger("sequence", sequence, { min: 0 });
    const { isLoss } = resolveOptions("skipTo", options, { isLoss: booleanOption() });
    this.#newest = Math.max(this.#newest, sequence);
    if (!isLoss) return;
    for (const track of this.#tracks) track.lost = Math.max(track.lost, sequence);
  }

  tell(make: (sequence: number) => Event): Event {
    const event = eventOf(make, this.#newest);
    this.#tell(event, false);
    return event;
  }

  /** Returns at most `count` events of all tracks after a sequence number. */
  #newestFirst(count: number, after: number): Event[] {
    const heads = this.#tracks.map((track) => ({ track, back: 0 }));
    const found: Event[] = [];
    while (found.length < count) {
      let newest: Event | undefined;
      let from: (typeof heads)[number] | undefined;
      for (const head of heads) {
        const event = head.track.at(head.back);
        if (event === undefined || event.sequence <= (newest?.sequence ?? after)) continue;
        newest = event;
        from = head;
      }
      if (newest === undefined || from === undefined) break;
      found.push(newest);
      from.back++;
    }
    return found;
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

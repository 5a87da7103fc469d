/** The venue's clock, as far as its answers bound it. */

import type { Clock } from "@bourse/kernel";

/** A time that the venue told. */
export interface VenueTime {
  /** Time by the venue's clock, milliseconds UTC. */
  readonly venueTime: number;
  /** Steps in which the venue tells the time, in milliseconds: 1,000 for whole seconds. */
  readonly stepMilliseconds: number;
  /** Local time at which it was asked, milliseconds UTC; -Infinity where it told the time by itself. */
  readonly sentAt: number;
}

/**
 * Lead of a venue's clock over the local one. An answer bounds it by the way there and back, and a lead within the
 * bounds is kept: so a slow answer changes nothing, and clocks that agree have no lead.
 */
export class VenueClock {
  readonly #clock: Pick<Clock, "now">;
  #offset = 0;
  #isMeasured = false;
  readonly #listeners = new Set<(offset: number) => void>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Lead of the venue's clock in milliseconds; undefined before it was measured. */
  get offset(): number | undefined {
    return this.#isMeasured ? this.#offset : undefined;
  }

  /** Time by the venue's clock, milliseconds UTC. */
  now(): number {
    return this.#clock.now() + this.#offset;
  }

  /** Takes a time that the venue told; listeners hear the first measured lead, and each that differs. */
  note({ venueTime, stepMilliseconds, sentAt }: VenueTime): void {
    const earliest = venueTime - this.#clock.now();
    const latest = venueTime + stepMilliseconds - sentAt;
    const offset = Math.round(Math.min(Math.max(this.#offset, earliest), latest));
    const isNews = offset !== this.#offset || (!this.#isMeasured && sentAt !== -Infinity);
    this.#offset = offset;
    this.#isMeasured ||= isNews;
    if (isNews) for (const listener of this.#listeners) listener(offset);
  }

  /** Calls the listener with each new lead until the returned function is called. */
  onChange(listener: (offset: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

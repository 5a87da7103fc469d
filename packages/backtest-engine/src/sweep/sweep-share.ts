/** The combinations of a sweep, divided among threads while they run: whoever is free takes the next stretch. */

import { PACKED_METRICS } from "../metrics/packed-metrics.ts";

/** What all threads of a sweep have in common. Structured-cloneable; its memory is shared. */
export interface SweepShare {
  /** One number: the first combination that nobody has taken. */
  readonly next: Int32Array;
  /** Combinations that are taken at a time. */
  readonly stretch: number;
  /** The figures of each combination, packed; written by whoever ran it. */
  readonly figures: Float64Array;
}

/** The most combinations in a stretch: progress is told after one, never within. */
const LONGEST = 16;

/** Stretches a thread: the last one to end is late by one of them at most. */
const STRETCHES = 32;

/** For `count` combinations on `threads` threads. */
export function createShare(count: number, threads: number): SweepShare {
  return {
    next: new Int32Array(new SharedArrayBuffer(4)),
    stretch: Math.min(LONGEST, Math.ceil(count / (threads * STRETCHES))),
    figures: new Float64Array(new SharedArrayBuffer(8 * PACKED_METRICS * count)),
  };
}

/** Takes one stretch of `count` combinations after another for as long as there are any: `[from, to)`. */
export function* takeStretches(
  { next, stretch }: SweepShare,
  count: number,
): Generator<readonly [from: number, to: number]> {
  for (;;) {
    const from = Atomics.add(next, 0, stretch);
    if (from >= count) return;
    yield [from, Math.min(count, from + stretch)];
  }
}

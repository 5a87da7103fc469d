/** Division of a sweep among threads at run time: a free thread takes the next stretch of combinations. */

import { PACKED_METRICS } from "../metrics/packed-metrics.ts";

/** State that all threads of a sweep share. Structured-cloneable; its memory is shared. */
export interface SweepShare {
  /** One number: the index of the first combination that no thread has taken. */
  readonly next: Int32Array;
  /** Number of combinations that a thread takes at a time. */
  readonly stretch: number;
  /** Packed metrics of each combination, written by the thread that ran it. */
  readonly figures: Float64Array;
}

/** Largest number of combinations taken at a time: progress is reported between stretches only. */
const LONGEST = 16;

/** Stretches for each thread: the last thread to end is late by one of them at most. */
const STRETCHES = 32;

/** Pages that are not isolated from other origins have no shared memory; their sweeps run on one thread. */
const Memory = typeof SharedArrayBuffer === "undefined" ? ArrayBuffer : SharedArrayBuffer;

/** Creates the shared state for `count` combinations on `threads` threads. */
export function createShare(count: number, threads: number): SweepShare {
  return {
    next: new Int32Array(new Memory(4)),
    stretch: Math.min(LONGEST, Math.ceil(count / (threads * STRETCHES))),
    figures: new Float64Array(new Memory(8 * PACKED_METRICS * count)),
  };
}

/** Takes one stretch `[from, to)` of `count` combinations after another until none is left. */
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

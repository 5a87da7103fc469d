/** Division of a sweep among threads at run time: a free thread takes the next stretch of combinations. */

import { wholeNumber } from "@bourse/kernel";

import { PACKED_METRICS } from "../metrics/packed-metrics.ts";
import { STRETCH_NUMBERS } from "../overfitting/stretch-moments.ts";
import { requireArguments } from "../require-arguments.ts";

/** State that all threads of a sweep share. Structured-cloneable; its memory is shared. */
export interface SweepShare {
  /** One number: the index of the first combination that no thread has taken. */
  readonly next: Int32Array;
  /** Number of combinations that a thread takes at a time. */
  readonly stretch: number;
  /** Packed metrics of each combination, written by the thread that ran it. */
  readonly figures: Float64Array;
  /** Mean return of each combination; empty when no stretch is asked for. */
  readonly means: Float64Array;
  /** Sums of each combination over the stretches; empty when no stretch is asked for. */
  readonly sums: Float64Array;
  /** Moments of each combination's returns as `sharpeSample` has them, four numbers each; NaN without a sample. */
  readonly samples: Float64Array;
}

/** Numbers of one combination's sample. */
export const SAMPLE_NUMBERS = 4;

/** Largest number of combinations taken at a time: progress is reported between stretches only. */
const LONGEST = 16;

/** Stretches for each thread: the last thread to end is late by one of them at most. */
const STRETCHES = 32;

/** Pages that are not isolated from other origins have no shared memory; their sweeps run on one thread. */
const Memory = typeof SharedArrayBuffer === "undefined" ? ArrayBuffer : SharedArrayBuffer;

const COUNTS = {
  count: wholeNumber({ min: 0, max: 1_000_000 }),
  threads: wholeNumber({ min: 1 }),
  stretches: wholeNumber({ min: 0 }),
};

/** Creates the shared state for `count` combinations on `threads` threads, with sums over as many stretches. */
export function createShare(count: number, threads: number, stretches = 0): SweepShare {
  requireArguments("createShare", { count, threads, stretches }, COUNTS);
  const summed = stretches === 0 ? 0 : count;
  return {
    next: new Int32Array(new Memory(4)),
    stretch: Math.min(LONGEST, Math.ceil(count / (threads * STRETCHES))),
    figures: new Float64Array(new Memory(8 * PACKED_METRICS * count)),
    means: new Float64Array(new Memory(8 * summed)),
    samples: new Float64Array(new Memory(8 * summed * SAMPLE_NUMBERS)),
    sums: new Float64Array(new Memory(8 * summed * stretches * STRETCH_NUMBERS)),
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

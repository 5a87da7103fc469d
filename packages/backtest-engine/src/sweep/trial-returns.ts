// Places stay within the numbers, so `!` only satisfies the type checker.

/** Moments of returns that trials keep for the assessments of their sweep, so that none has to run again for them. */

import { fromBase64, toBase64 } from "@bourse/kernel/platform";

import { STRETCH_NUMBERS, type Stretch } from "../overfitting/stretch-moments.ts";
import { resultHash } from "../result-hash/result-hash.ts";
import type { StudyEntry } from "./study-journal.ts";
import { SAMPLE_NUMBERS, type SweepShare } from "./sweep-share.ts";

/** The part of a share that assessments read. */
export type SharedReturns = Pick<SweepShare, "means" | "sums" | "samples">;

/** Packs and unpacks the moments on some stretches of candles. */
export interface TrialReturns {
  readonly stretches: readonly Stretch[];
  /** The moments of one run of a batch, for its entry in the journal. */
  pack(share: SharedReturns, place: number): string;
  /** The moments of all trials; undefined when one has none, or those of other stretches. */
  unpack(trials: readonly Pick<TrialEntry, "returns">[]): SharedReturns | undefined;
}

type TrialEntry = StudyEntry & { readonly kind: "trial" };

/** Prepares for `stretches`; undefined without any, for then there is nothing to keep. */
export function createTrialReturns(stretches: readonly Stretch[]): TrialReturns | undefined {
  if (stretches.length === 0) return undefined;
  const name = `${resultHash(stretches).slice(0, 16)}:`;
  const sums = stretches.length * STRETCH_NUMBERS;
  return {
    stretches,
    pack(share, place) {
      const numbers = new Float64Array(1 + SAMPLE_NUMBERS + sums);
      numbers[0] = share.means[place]!;
      numbers.set(share.samples.subarray(place * SAMPLE_NUMBERS, (place + 1) * SAMPLE_NUMBERS), 1);
      numbers.set(share.sums.subarray(place * sums, (place + 1) * sums), 1 + SAMPLE_NUMBERS);
      return name + toBase64(new Uint8Array(numbers.buffer));
    },
    unpack(trials) {
      const all: SharedReturns = {
        means: new Float64Array(trials.length),
        samples: new Float64Array(trials.length * SAMPLE_NUMBERS),
        sums: new Float64Array(trials.length * sums),
      };
      for (const [place, { returns }] of trials.entries()) {
        if (returns?.startsWith(name) !== true) return undefined;
        // A copy, into memory that begins at a multiple of 8.
        const { buffer } = Uint8Array.from(fromBase64(returns.slice(name.length)));
        const numbers = new Float64Array(buffer);
        all.means[place] = numbers[0]!;
        all.samples.set(numbers.subarray(1, 1 + SAMPLE_NUMBERS), place * SAMPLE_NUMBERS);
        all.sums.set(numbers.subarray(1 + SAMPLE_NUMBERS), place * sums);
      }
      return all;
    },
  };
}

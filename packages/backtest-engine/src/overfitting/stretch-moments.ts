// Indices stay within the arrays, so `!` on array reads only satisfies the type checker.

/** Sums over stretches of returns that add up: the score of any union of stretches follows without the returns. */

import { listOf } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { isSpread } from "../metrics/spread.ts";
import { anyColumn, requireArguments } from "../require-arguments.ts";

/** Figure by which combinations are compared on a part of the candles. */
export type SplitScore = "sharpe" | "totalReturn";

/** Names of all {@link SplitScore}s. */
export const splitScores: readonly SplitScore[] = Object.freeze(["sharpe", "totalReturn"] as const);

/** A stretch of candles `[from, to)`, by index. */
export interface Stretch {
  /** Index of the first candle. */
  readonly from: number;
  /** Index after the last candle; equal to `from` for an empty stretch. */
  readonly to: number;
}

/** Numbers of one stretch: sum of the deviations, sum of their squares, sum of the logarithms of growth. */
export const STRETCH_NUMBERS = 3;

/**
 * Sums of several configurations over several stretches. Deviations are measured from each configuration's own mean
 * over all returns, so that squares keep their digits.
 */
export interface StretchMoments {
  /** Stretches that the sums belong to. */
  readonly stretches: readonly Stretch[];
  /** Number of configurations. */
  readonly configurations: number;
  /** Mean return of each configuration over all candles. */
  readonly means: Float64Array;
  /** {@link STRETCH_NUMBERS} numbers of each stretch, configuration after configuration. */
  readonly sums: Float64Array;
}

/** Writes the sums of one configuration from index `at` on and returns its mean return. */
export function sumStretches(
  returns: Float64Array,
  stretches: readonly Stretch[],
  into: Float64Array,
  at: number,
): number {
  let sum = 0;
  for (let i = 0; i < returns.length; i++) sum += returns[i]!;
  const mean = sum / returns.length;
  for (let k = 0; k < stretches.length; k++) {
    const { from, to } = stretches[k]!;
    let deviations = 0;
    let squares = 0;
    let growth = 0;
    for (let i = from; i < to; i++) {
      const deviation = returns[i]! - mean;
      deviations += deviation;
      squares += deviation * deviation;
      growth += Math.log1p(Math.max(-1, returns[i]!));
    }
    const place = at + k * STRETCH_NUMBERS;
    into[place] = deviations;
    into[place + 1] = squares;
    into[place + 2] = growth;
  }
  return mean;
}

/** Sums the returns of several configurations, one array of equal length for each. */
export function momentsOfReturns(
  returns: readonly Float64Array[],
  stretches: readonly Stretch[],
): StretchMoments {
  const size = stretches.length * STRETCH_NUMBERS;
  const sums = new Float64Array(size * returns.length);
  const means = Float64Array.from(returns, (own, k) =>
    sumStretches(own, stretches, sums, k * size),
  );
  return { stretches, configurations: returns.length, means, sums };
}

/**
 * Scores of every configuration over the union of some stretches, written to `into`.
 *
 * `sharpe` is mean / sample deviation per candle, 0 where the returns do not vary; `totalReturn` compounds them. Both
 * are 0 over no candle.
 */
export function scoreUnion(
  { stretches, configurations, means, sums }: StretchMoments,
  chosen: readonly number[],
  score: SplitScore,
  into: Float64Array,
): void {
  const size = stretches.length * STRETCH_NUMBERS;
  let count = 0;
  for (const k of chosen) count += stretches[k]!.to - stretches[k]!.from;
  for (let own = 0; own < configurations; own++) {
    let deviations = 0;
    let squares = 0;
    let growth = 0;
    for (let c = 0; c < chosen.length; c++) {
      const place = own * size + chosen[c]! * STRETCH_NUMBERS;
      deviations += sums[place]!;
      squares += sums[place + 1]!;
      growth += sums[place + 2]!;
    }
    into[own] =
      score === "sharpe" ? sharpeOf(means[own]!, deviations, squares, count) : Math.expm1(growth);
  }
}

function sharpeOf(mean: number, deviations: number, squares: number, count: number): number {
  if (count < 2) return 0;
  const variance = (squares - (deviations * deviations) / count) / (count - 1);
  const deviation = variance > 0 ? Math.sqrt(variance) : 0;
  const own = mean + deviations / count;
  return isSpread(deviation, own) ? own / deviation : 0;
}

const RETURNS = { returns: listOf(anyColumn) };

/** @throws EngineError OPTIONS_INVALID: fewer than two configurations, other lengths, a return that is no number */
export function checkReturns(caller: string, returns: readonly Float64Array[]): number {
  requireArguments(caller, { returns }, RETURNS);
  const length = returns[0]?.length ?? 0;
  if (returns.length < 2) {
    throw refused(
      caller,
      `expected the returns of at least 2 configurations, found ${returns.length}`,
    );
  }
  for (const [k, own] of returns.entries()) {
    if (own.length !== length) {
      throw refused(
        caller,
        `expected as many returns of every configuration, found ${length} and ${own.length}`,
      );
    }
    const bad = own.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0) {
      throw refused(
        caller,
        `return ${bad} of configuration ${k} must be a finite number, found ${String(own[bad])}`,
      );
    }
  }
  return length;
}

function refused(caller: string, fault: string): EngineError {
  return new EngineError("OPTIONS_INVALID", `${caller}: ${fault}.`, {
    details: { option: "returns" },
  });
}

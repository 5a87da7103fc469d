// Places stay within the rows, so `!` only satisfies the type checker.

/** Assessment of a sweep's choice: overfitting and cross-validation over its runs. */

import { nextTurn } from "@bourse/kernel/platform";

import { EngineError } from "../errors.ts";
import { deflatedSharpe } from "../metrics/deflated-sharpe.ts";
import { momentsOf } from "../metrics/returns.ts";
import {
  compareTrainings,
  scoreOf,
  stretchTable,
  type CrossValidation,
  type CrossValidationOptions,
} from "../overfitting/cross-validation.ts";
import {
  blocksOf,
  compareSplits,
  overfittingRules,
  type Overfitting,
  type OverfittingOptions,
} from "../overfitting/overfitting.ts";
import { purgedSplits } from "../overfitting/purged-splits.ts";
import type { Stretch, StretchMoments } from "../overfitting/stretch-moments.ts";
import { requireNumbers, requireOptions } from "../require-arguments.ts";
import { SAMPLE_NUMBERS } from "./sweep-share.ts";
import type { SharedReturns } from "./trial-returns.ts";

/** Assessments that a sweep is asked for. */
export interface Assessed {
  /** Probability that choosing the best of these combinations is overfitting. Default: not computed. */
  readonly overfitting?: OverfittingOptions | undefined;
  /** Combinatorial purged cross-validation of the choice. Default: not computed. */
  readonly crossValidation?: CrossValidationOptions | undefined;
}

/** Overfitting of a sweep's choice. */
export interface SweepOverfitting extends Overfitting {
  /**
   * Probability, 0–1, that the true Sharpe ratio of the best combination exceeds the best that luck would have found in
   * as many trials ({@link deflatedSharpe}); null where it is undefined.
   */
  readonly deflatedSharpe: number | null;
}

/** Assessments of a sweep. */
interface Assessments {
  readonly overfitting?: SweepOverfitting;
  readonly crossValidation?: CrossValidation;
}

/** Assessments that are prepared, with the stretches of candles whose returns they need. */
export interface AssessmentPlan {
  readonly stretches: readonly Stretch[];
  /**
   * Computes them from the runs of the grid's rows at these places, of which `best` is the best (-1 without one).
   * Others run in between.
   */
  assess(share: SharedReturns, places: readonly number[], best: number): Promise<Assessments>;
}

/**
 * Prepares assessments over `length` candles.
 *
 * @throws EngineError as {@link overfittingProbability} and {@link crossValidate}
 */
export function planAssessments(length: number, asked: Assessed): AssessmentPlan {
  requireNumbers({ length });
  requireOptions("sweep", asked);
  const { overfitting, crossValidation } = asked;
  const rules = overfitting === undefined ? undefined : overfittingRules(overfitting);
  const blocks = rules === undefined ? [] : blocksOf(length, rules);
  if (crossValidation !== undefined) requireOptions("crossValidate", crossValidation);
  const { score, ...splitting } = crossValidation ?? {};
  const rule = scoreOf(score);
  const splits = crossValidation === undefined ? undefined : purgedSplits(length, splitting);
  const table = splits && stretchTable(splits, blocks.length);
  const stretches = [...blocks, ...(table?.stretches ?? [])];
  return {
    stretches,
    async assess(share, places, best) {
      if (places.length < 2) throw tooFew(places.length);
      const moments: StretchMoments = {
        stretches,
        configurations: places.length,
        means: share.means,
        sums: share.sums,
      };
      const compared = rules && (await inTurns(compareSplits(moments, rules)));
      const validated = splits && table && compareTrainings(moments, splits, table, rule);
      const rowOf = (k: number): number => places[k]!;
      return {
        ...(compared !== undefined && {
          overfitting: {
            ...compared,
            deflatedSharpe: deflatedSharpeOf(share.samples, places.indexOf(best)),
          },
        }),
        ...(validated !== undefined && { crossValidation: withRows(validated, rowOf) }),
      };
    },
  };
}

/** Deflates the Sharpe ratio of one run by the number of all and the variance of their Sharpe ratios. */
function deflatedSharpeOf(samples: Float64Array, best: number): number | null {
  const sampleAt = (k: number) => samples.subarray(k * SAMPLE_NUMBERS, (k + 1) * SAMPLE_NUMBERS);
  const [sharpe = NaN, length = NaN, skewness = NaN, kurtosis = NaN] = sampleAt(Math.max(0, best));
  if (best < 0 || Number.isNaN(sharpe)) return null;
  const count = samples.length / SAMPLE_NUMBERS;
  // A run whose returns do not vary has earned nothing for its risk.
  const sharpes = Float64Array.from({ length: count }, (_, k) => sampleAt(k)[0]! || 0);
  const { deviation } = momentsOf(sharpes);
  const variance = (deviation ?? 0) ** 2;
  return deflatedSharpe({ sharpe, count: length, skewness, kurtosis }, { count, variance });
}

async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await nextTurn();
  }
}

/** The same with the places of the grid's rows. */
function withRows(found: CrossValidation, rowOf: (k: number) => number): CrossValidation {
  return {
    ...found,
    splits: found.splits.map((split) => ({ ...split, chosen: rowOf(split.chosen) })),
    paths: found.paths.map((path) => ({ ...path, chosen: path.chosen.map(rowOf) })),
  };
}

function tooFew(count: number): EngineError {
  return new EngineError(
    "OPTIONS_INVALID",
    `sweep: overfitting and crossValidation compare at least 2 combinations that ran to the end, found ${count}.`,
    { details: { option: "overfitting", combinations: count } },
  );
}

// Places stay within the splits and configurations, so `!` only satisfies the type checker.

/** Probability of backtest overfitting by combinatorially symmetric cross-validation (Bailey et al., 2017). */

import { choiceOption, integerOption, type OptionRules } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { isSpread } from "../metrics/spread.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import { checkSplitWork } from "./split-work.ts";
import {
  checkReturns,
  momentsOfReturns,
  scoreUnion,
  splitScores,
  type SplitScore,
  type Stretch,
  type StretchMoments,
} from "./stretch-moments.ts";
import { choose, subsetsOf } from "./subsets.ts";

/** Options of {@link overfittingProbability}. */
export interface OverfittingOptions {
  /**
   * Number of blocks of equal length that the candles are cut into; half of them train, the other half test. Even,
   * 2–20; default 16, which makes 12,870 splits. Oldest candles that do not fill the blocks are left out.
   */
  readonly blocks?: number;
  /** Figure by which configurations are compared. Default `sharpe`. */
  readonly score?: SplitScore;
}

/** Result of {@link overfittingProbability}. */
export interface Overfitting {
  /**
   * Probability of backtest overfitting, 0–1: the share of splits in which the configuration that is best in training
   * is at or below the median of all configurations in the test.
   */
  readonly probability: number;
  /** Share of splits in which the configuration that is best in training scores below 0 in the test, 0–1. */
  readonly lossProbability: number;
  /**
   * Slope of the regression of the test score on the training score of the chosen configurations: below 0, better
   * training goes with a worse test. Null where the training scores do not vary.
   */
  readonly slope: number | null;
  /** Intercept of that regression. Null where the slope is null. */
  readonly intercept: number | null;
  /** Number of blocks. */
  readonly blocks: number;
  /** Number of splits: `blocks` choose `blocks / 2`. */
  readonly splits: number;
  /** Number of configurations that were compared. */
  readonly configurations: number;
  /**
   * Logit of the relative rank of each split's choice in its test, ln(ω / (1 − ω)) with ω = rank / (configurations +
   * 1); equal scores share their mean rank. At or below 0 the choice did no better than the median.
   */
  readonly logits: Float64Array;
}

type Rules = Required<OverfittingOptions>;

const RULES: OptionRules<Rules> = {
  blocks: integerOption({ min: 2, max: 20, default: 16 }),
  score: choiceOption(splitScores, { default: "sharpe" }),
};

/**
 * Estimates the probability that choosing the best of these configurations is overfitting: the combinatorially
 * symmetric cross-validation of Bailey, Borwein, López de Prado and Zhu, "The probability of backtest overfitting",
 * Journal of Computational Finance 20 (2017).
 *
 * `returns` has one array for each configuration: the return of each candle, all of the same length, such as equity /
 * equity before − 1. Every half of the blocks trains once and the other half tests. Of equal training scores the first
 * configuration is chosen. O(splits × configurations × blocks).
 *
 * @throws EngineError OPTIONS_INVALID: an option out of its bounds, an odd number of blocks, fewer than two
 * configurations, returns of different lengths or that are no numbers, more than 100 million comparisons;
 * CANDLES_TOO_FEW: fewer than two returns for each block
 */
export function overfittingProbability(
  returns: readonly Float64Array[],
  options: OverfittingOptions = {},
): Overfitting {
  const rules = overfittingRules(options);
  const length = checkReturns("overfittingProbability", returns);
  const blocks = blocksOf(length, rules);
  const steps = compareSplits(momentsOfReturns(returns, blocks), rules);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The options with their defaults. @throws EngineError OPTIONS_INVALID */
export function overfittingRules(options: OverfittingOptions): Readonly<Rules> {
  const rules = resolveEngineOptions("overfittingProbability", options, RULES);
  if (rules.blocks % 2 === 0) return rules;
  throw new EngineError(
    "OPTIONS_INVALID",
    `overfittingProbability: option "blocks" must be an even number from 2 to 20, found ${rules.blocks}.`,
    { details: { option: "blocks" } },
  );
}

/** The blocks of `length` candles. @throws EngineError CANDLES_TOO_FEW */
export function blocksOf(length: number, { blocks }: Pick<Rules, "blocks">): readonly Stretch[] {
  const size = Math.floor(length / blocks);
  if (size < 2) {
    throw new EngineError(
      "CANDLES_TOO_FEW",
      `overfittingProbability: ${blocks} blocks take at least ${2 * blocks} candles, found ${length}.`,
      { details: { needed: 2 * blocks, candles: length } },
    );
  }
  const first = length - size * blocks;
  return Array.from({ length: blocks }, (_, k) => ({
    from: first + k * size,
    to: first + (k + 1) * size,
  }));
}

/** Number of splits compared between two yields: some milliseconds of work at most. */
const TURN = 64;

/**
 * Compares all splits and yields now and then, so that the caller can let others run. The first `blocks` stretches are
 * the blocks.
 *
 * @throws EngineError OPTIONS_INVALID for too many comparisons
 */
export function* compareSplits(
  moments: StretchMoments,
  { blocks, score }: Readonly<Rules>,
): Generator<void, Overfitting> {
  const { configurations } = moments;
  const splits = choose(blocks, blocks / 2);
  checkSplitWork("overfittingProbability", splits, configurations, "blocks");
  const training = new Float64Array(configurations);
  const test = new Float64Array(configurations);
  const logits = new Float64Array(splits);
  const trained = new Float64Array(splits);
  const tested = new Float64Array(splits);
  let split = 0;
  for (const chosen of subsetsOf(blocks, blocks / 2)) {
    const others = Array.from({ length: blocks }, (_, k) => k).filter((k) => !chosen.includes(k));
    scoreUnion(moments, chosen, score, training);
    scoreUnion(moments, others, score, test);
    const best = placeOfHighest(training);
    const share = rankOf(test, best) / (configurations + 1);
    logits[split] = Math.log(share / (1 - share));
    trained[split] = training[best]!;
    tested[split] = test[best]!;
    if (++split % TURN === 0) yield;
  }
  return {
    probability: logits.filter((logit) => logit <= 0).length / splits,
    lossProbability: tested.filter((value) => value < 0).length / splits,
    ...regression(trained, tested),
    blocks,
    splits,
    configurations,
    logits,
  };
}

/** Index of the first of the highest values. */
export function placeOfHighest(values: Float64Array): number {
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k]! > values[best]!) best = k;
  return best;
}

/** Rank of one value among all, 1 for the lowest; equal values share their mean rank. */
function rankOf(values: Float64Array, own: number): number {
  const value = values[own]!;
  let below = 0;
  let equal = 0;
  for (let k = 0; k < values.length; k++) {
    if (values[k]! < value) below++;
    else if (values[k]! === value) equal++;
  }
  return below + (equal + 1) / 2;
}

function regression(x: Float64Array, y: Float64Array): Pick<Overfitting, "slope" | "intercept"> {
  const meanX = x.reduce((sum, value) => sum + value / x.length, 0);
  const meanY = y.reduce((sum, value) => sum + value / y.length, 0);
  let products = 0;
  let squares = 0;
  for (let k = 0; k < x.length; k++) {
    products += (x[k]! - meanX) * (y[k]! - meanY);
    squares += (x[k]! - meanX) ** 2;
  }
  if (!isSpread(Math.sqrt(squares / x.length), meanX)) return { slope: null, intercept: null };
  const slope = products / squares;
  return { slope, intercept: meanY - slope * meanX };
}

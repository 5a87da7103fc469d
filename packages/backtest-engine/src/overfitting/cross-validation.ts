// Places stay within the splits and configurations, so `!` only satisfies the type checker.

/** Combinatorial purged cross-validation of the choice among configurations (López de Prado, 2018). */

import { choiceOption, objectOf, type OptionRules } from "@bourse/kernel";

import { requireArguments } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import { placeOfHighest } from "./overfitting.ts";
import { purgedSplits, type PurgedSplitOptions, type PurgedSplits } from "./purged-splits.ts";
import { checkSplitWork } from "./split-work.ts";
import {
  checkReturns,
  momentsOfReturns,
  scoreUnion,
  splitScores,
  STRETCH_NUMBERS,
  type SplitScore,
  type Stretch,
  type StretchMoments,
} from "./stretch-moments.ts";

/** Options of {@link crossValidate}. */
export interface CrossValidationOptions extends PurgedSplitOptions {
  /** Figure by which configurations are chosen in training. Default `sharpe`. */
  readonly score?: SplitScore;
}

/** The choice of one split. */
export interface CrossValidationSplit {
  /** Indices of the groups that test, rising. */
  readonly testGroups: readonly number[];
  /** Index of the configuration that is best in training; the first of equals. */
  readonly chosen: number;
  /** Its score in training. */
  readonly inSample: number;
  /** Its score in the test. */
  readonly outOfSample: number;
}

/** One path through all candles, every group traded by a configuration that was chosen without it. */
export interface CrossValidationPath {
  /** Index of the configuration that trades each group. */
  readonly chosen: readonly number[];
  /** Sharpe ratio per candle: mean / sample deviation; 0 where the returns do not vary. */
  readonly sharpe: number;
  /** All returns of the path compounded, as a fraction. */
  readonly totalReturn: number;
}

/** Result of {@link crossValidate}. */
export interface CrossValidation {
  /** Number of groups. */
  readonly groups: number;
  /** Number of groups that test in each split. */
  readonly testGroups: number;
  /** Number of configurations to choose from. */
  readonly configurations: number;
  /** Every split with its choice. */
  readonly splits: readonly CrossValidationSplit[];
  /** Every path out of sample. */
  readonly paths: readonly CrossValidationPath[];
  /** Mean Sharpe ratio of the paths, per candle. */
  readonly meanSharpe: number;
  /** Sample deviation of the paths' Sharpe ratios; null with a single path. */
  readonly sharpeDeviation: number | null;
  /** Share of the paths whose total return is below 0, 0–1. */
  readonly lossProbability: number;
}

const OPTIONS = { options: objectOf({}) };

const RULES: OptionRules<{ score: SplitScore }> = {
  score: choiceOption(splitScores, { default: "sharpe" }),
};

/**
 * Chooses the best configuration on each training of {@link purgedSplits} and follows the choices over their tests:
 * combinatorial purged cross-validation (López de Prado, "Advances in Financial Machine Learning", 2018, chapter 12).
 *
 * `returns` has one array for each configuration: the return of each candle of one run over all candles. A position
 * that is held across the border of two groups is kept, which is what `purgeCandles` and `embargoCandles` are for.
 * O(splits × configurations × groups).
 *
 * @throws EngineError as {@link purgedSplits}; OPTIONS_INVALID: fewer than two configurations, returns of different
 * lengths or that are no numbers, more than 100 million comparisons
 */
export function crossValidate(
  returns: readonly Float64Array[],
  options: CrossValidationOptions = {},
): CrossValidation {
  requireArguments("crossValidate", { options }, OPTIONS);
  const { score, ...splitting } = options;
  const rule = scoreOf(score);
  const length = checkReturns("crossValidate", returns);
  const splits = purgedSplits(length, splitting);
  const table = stretchTable(splits);
  return compareTrainings(momentsOfReturns(returns, table.stretches), splits, table, rule);
}

/** The score with its default. @throws EngineError OPTIONS_INVALID */
export function scoreOf(score: SplitScore | undefined): SplitScore {
  return resolveEngineOptions("crossValidate", { score }, RULES).score;
}

/** Every stretch that a split trains or tests on, once each, and its place by its ends. */
interface StretchTable {
  readonly stretches: readonly Stretch[];
  readonly placeOf: (stretch: Stretch) => number;
}

/** Collects the stretches of all splits; their places count from `first`. */
export function stretchTable({ groups, splits }: PurgedSplits, first = 0): StretchTable {
  const places = new Map<string, number>();
  const stretches: Stretch[] = [];
  for (const stretch of [...groups, ...splits.flatMap(({ train }) => train)]) {
    const key = `${stretch.from}:${stretch.to}`;
    if (places.has(key)) continue;
    places.set(key, first + stretches.length);
    stretches.push(stretch);
  }
  return { stretches, placeOf: ({ from, to }) => places.get(`${from}:${to}`)! };
}

/** @throws EngineError OPTIONS_INVALID for too many comparisons */
export function compareTrainings(
  moments: StretchMoments,
  { groups, splits, paths }: PurgedSplits,
  { placeOf }: StretchTable,
  score: SplitScore,
): CrossValidation {
  const { configurations } = moments;
  checkSplitWork("crossValidate", splits.length, configurations, "groups");
  const scores = new Float64Array(configurations);
  const choices = splits.map(({ testGroups, train, test }): CrossValidationSplit => {
    scoreUnion(moments, train.map(placeOf), score, scores);
    const chosen = placeOfHighest(scores);
    const inSample = scores[chosen]!;
    scoreUnion(moments, test.map(placeOf), score, scores);
    return { testGroups, chosen, inSample, outOfSample: scores[chosen]! };
  });
  const places = groups.map(placeOf);
  const followed = paths.map((path): CrossValidationPath => {
    const chosen = path.map((split) => choices[split]!.chosen);
    return { chosen, ...joinedScores(moments, chosen, places) };
  });
  const sharpes = followed.map(({ sharpe }) => sharpe);
  return {
    groups: groups.length,
    testGroups: splits[0]!.testGroups.length,
    configurations,
    splits: choices,
    paths: followed,
    ...meanAndDeviation(sharpes),
    lossProbability: followed.filter(({ totalReturn }) => totalReturn < 0).length / paths.length,
  };
}

/** The scores of stretches that are traded by a configuration each. */
function joinedScores(
  moments: StretchMoments,
  chosen: readonly number[],
  places: readonly number[],
): Pick<CrossValidationPath, "sharpe" | "totalReturn"> {
  const { stretches, means, sums } = moments;
  const size = sums.length / moments.configurations;
  const mean = means[chosen[0]!]!;
  // The parts' deviations are measured from other means: they are moved to that of the first.
  const joined = new Float64Array(size);
  for (const [group, own] of chosen.entries()) {
    const place = places[group]!;
    const { from, to } = stretches[place]!;
    const at = own * size + STRETCH_NUMBERS * place;
    const shift = means[own]! - mean;
    joined[STRETCH_NUMBERS * place] = sums[at]! + shift * (to - from);
    joined[STRETCH_NUMBERS * place + 1] =
      sums[at + 1]! + 2 * shift * sums[at]! + shift * shift * (to - from);
    joined[STRETCH_NUMBERS * place + 2] = sums[at + 2]!;
  }
  const only = { stretches, configurations: 1, means: Float64Array.of(mean), sums: joined };
  const score = new Float64Array(1);
  scoreUnion(only, places, "sharpe", score);
  const sharpe = score[0]!;
  scoreUnion(only, places, "totalReturn", score);
  return { sharpe, totalReturn: score[0]! };
}

function meanAndDeviation(
  values: readonly number[],
): Pick<CrossValidation, "meanSharpe" | "sharpeDeviation"> {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    meanSharpe: mean,
    sharpeDeviation: values.length < 2 ? null : Math.sqrt(squares / (values.length - 1)),
  };
}

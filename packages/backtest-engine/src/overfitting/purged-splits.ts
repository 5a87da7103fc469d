// Groups stay within the cuts, so `!` only satisfies the type checker.

/** Splits of combinatorial purged cross-validation (López de Prado, 2018): which candles train and which test. */

import { integerOption, type OptionRules } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { requireNumbers } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import type { Stretch } from "./stretch-moments.ts";
import { choose, subsetsOf } from "./subsets.ts";

/** Options of {@link purgedSplits}. */
export interface PurgedSplitOptions {
  /** Number of groups of consecutive candles. 2–20; default 6. Their lengths differ by one candle at most. */
  readonly groups?: number;
  /** Number of groups that test in each split. 1 to `groups` − 1; default 2. */
  readonly testGroups?: number;
  /**
   * Number of training candles dropped before each test group, so that no trade reaches into the test. At least 0;
   * default 0.
   */
  readonly purgeCandles?: number;
  /** Number of training candles dropped after each test group. At least 0; default 0. */
  readonly embargoCandles?: number;
}

/** One split of the candles. */
export interface PurgedSplit {
  /** Indices of the groups that test, rising. */
  readonly testGroups: readonly number[];
  /** Stretches that test, one for each test group. */
  readonly test: readonly Stretch[];
  /** Stretches that train, one for each other group that has candles left, without what purge and embargo drop. */
  readonly train: readonly Stretch[];
}

/** All splits of a series, and the paths that their tests make. */
export interface PurgedSplits {
  /** Groups of candles, oldest first. */
  readonly groups: readonly Stretch[];
  /** Every choice of the test groups, in lexicographic order. */
  readonly splits: readonly PurgedSplit[];
  /**
   * Index of the split that tests each group, path by path. Every test group of every split belongs to exactly one
   * path, and each path covers all candles once.
   */
  readonly paths: readonly (readonly number[])[];
}

type Rules = Required<PurgedSplitOptions>;

const RULES: OptionRules<Rules> = {
  groups: integerOption({ min: 2, max: 20, default: 6 }),
  testGroups: integerOption({ min: 1, max: 19, default: 2 }),
  purgeCandles: integerOption({ min: 0, default: 0 }),
  embargoCandles: integerOption({ min: 0, default: 0 }),
};

/**
 * The splits of combinatorial purged cross-validation over `length` candles (López de Prado, "Advances in Financial
 * Machine Learning", 2018, chapter 12): every choice of `testGroups` of the `groups` tests once, and the others train.
 *
 * There are C(groups, testGroups) splits and C(groups − 1, testGroups − 1) paths: 15 and 5 by default.
 *
 * @throws EngineError OPTIONS_INVALID: an option out of its bounds, not fewer test groups than groups, a split whose
 * training is empty; CANDLES_TOO_FEW: fewer than two candles for each group
 */
export function purgedSplits(length: number, options: PurgedSplitOptions = {}): PurgedSplits {
  requireNumbers({ length });
  const rules = splitRules(options);
  const { groups: count, testGroups } = rules;
  if (!(length >= 2 * count)) {
    throw new EngineError(
      "CANDLES_TOO_FEW",
      `purgedSplits: ${count} groups take at least ${2 * count} candles, found ${length}.`,
      { details: { needed: 2 * count, candles: length } },
    );
  }
  const cut = (k: number): number => Math.floor((k * length) / count);
  const groups = Array.from({ length: count }, (_, k) => ({ from: cut(k), to: cut(k + 1) }));
  const splits = [...subsetsOf(count, testGroups)].map((chosen) => splitOf(groups, chosen, rules));
  return { groups, splits, paths: pathsOf(splits, count, choose(count - 1, testGroups - 1)) };
}

/** The options with their defaults. @throws EngineError OPTIONS_INVALID */
function splitRules(options: PurgedSplitOptions): Readonly<Rules> {
  const rules = resolveEngineOptions("purgedSplits", options, RULES);
  if (rules.testGroups < rules.groups) return rules;
  throw new EngineError(
    "OPTIONS_INVALID",
    `purgedSplits: option "testGroups" must be fewer than the ${rules.groups} groups, found ${rules.testGroups}.`,
    { details: { option: "testGroups" } },
  );
}

function splitOf(
  groups: readonly Stretch[],
  testGroups: readonly number[],
  { purgeCandles, embargoCandles }: Readonly<Rules>,
): PurgedSplit {
  const isTest = (k: number): boolean => testGroups.includes(k);
  const test = testGroups.map((k) => groups[k]!);
  const train = groups
    .filter((_, k) => !isTest(k))
    .map((group) => withoutBorders(group, test, purgeCandles, embargoCandles))
    .filter(({ from, to }) => from < to);
  if (train.length > 0) return { testGroups, test, train };
  throw new EngineError(
    "OPTIONS_INVALID",
    `purgedSplits: a purge of ${purgeCandles} and an embargo of ${embargoCandles} candles leave no training; lower them, or groups.`,
    { details: { option: "purgeCandles" } },
  );
}

/** A training group without its candles that are too near to a test; the borders may reach over whole groups. */
function withoutBorders(
  { from, to }: Stretch,
  test: readonly Stretch[],
  purge: number,
  embargo: number,
): Stretch {
  let [first, end] = [from, to];
  for (const tested of test) {
    if (tested.to <= from) first = Math.max(first, Math.min(to, tested.to + embargo));
    else end = Math.min(end, Math.max(from, tested.from - purge));
  }
  return { from: first, to: Math.max(first, end) };
}

/** The n-th path takes each group's test from the n-th split that has one. */
function pathsOf(
  splits: readonly PurgedSplit[],
  groups: number,
  paths: number,
): readonly (readonly number[])[] {
  const testing = Array.from({ length: groups }, (_, group) =>
    [...splits.keys()].filter((k) => splits[k]!.testGroups.includes(group)),
  );
  return Array.from({ length: paths }, (_, path) => testing.map((own) => own[path]!));
}

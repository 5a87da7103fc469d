// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Monte-Carlo analysis of a run: its trades or returns drawn again in another order. */

import {
  anyNumber,
  choiceOption,
  integerOption,
  numberOption,
  objectOf,
  seededRandom,
  type OptionRules,
  type Random,
  type ArgumentRule,
} from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { anyColumn, requireArguments } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import type { TradeColumns } from "../simulation/trades.ts";
import { returnsOf } from "./returns.ts";

/** A run to draw from; results of `backtest` and `simulate` fit. */
export interface MonteCarloSource {
  /** Cash at the start, in the quote currency. */
  readonly initialCapital: number;
  /** Closed trades of the run. */
  readonly trades: {
    /** Profits of the trades. */
    readonly columns: Pick<TradeColumns, "pnl">;
  };
  /** Equity at the close of each candle, in the quote currency. */
  readonly equity: Float64Array;
}

/** Options of a Monte-Carlo analysis. */
export interface MonteCarloOptions {
  /**
   * Method of drawing. `bootstrap_trades` (default) draws as many trades with replacement; `bootstrap_returns` draws
   * returns per candle with replacement, in blocks of `blockLength`; `shuffle_trades` takes every trade once in another
   * order, so that only the path differs: each run ends with the same capital, and drawdown and ruin alone say
   * something.
   */
  readonly method?: "shuffle_trades" | "bootstrap_trades" | "bootstrap_returns";
  /** Number of runs to draw. 1–100,000; default 1000. */
  readonly runs?: number;
  /**
   * Number of consecutive candles drawn together, which preserves their correlation; refused with another method than
   * `bootstrap_returns`. At least 1; default 20.
   */
  readonly blockLength?: number;
  /** Fraction of the initial capital at or below which a run is ruined. 0 to below 1; default 0.5. */
  readonly ruinLevel?: number;
  /** Seed of the random numbers; the same seed draws the same runs. A whole number; default 1. */
  readonly seed?: number;
}

/** Distribution of a figure over the runs, by percentiles. */
export interface Distribution {
  /** Mean of the runs. */
  readonly mean: number;
  /** 1st percentile: the value that 1 % of the runs do not exceed. */
  readonly p1: number;
  /** 5th percentile. */
  readonly p5: number;
  /** 25th percentile. */
  readonly p25: number;
  /** 50th percentile, the median. */
  readonly p50: number;
  /** 75th percentile. */
  readonly p75: number;
  /** 95th percentile. */
  readonly p95: number;
  /** 99th percentile. */
  readonly p99: number;
}

/** Result of a Monte-Carlo analysis. */
export interface MonteCarloResult {
  /** Method of drawing that was used. */
  readonly method: NonNullable<MonteCarloOptions["method"]>;
  /** Number of runs drawn. */
  readonly runs: number;
  /** Number of trades or returns in each run. */
  readonly draws: number;
  /** Distribution of the capital at the end, in the quote currency. */
  readonly finalCapital: Distribution;
  /**
   * Distribution of the largest drawdown as a positive fraction of the peak, 0–1, measured where the draws end: after
   * each trade, or at each close.
   */
  readonly maxDrawdown: Distribution;
  /** Fraction of the runs that end below the initial capital, 0–1. */
  readonly lossProbability: number;
  /** Fraction of the runs that fall to `ruinLevel` of the initial capital or below at some time, 0–1. */
  readonly ruinProbability: number;
}

/** Shape of the arguments of an analysis. */
export const SOURCE: { readonly source: ArgumentRule } = {
  source: objectOf({
    initialCapital: anyNumber,
    trades: objectOf({ columns: objectOf({ pnl: anyColumn }) }),
    equity: anyColumn,
  }),
};

/** Options with their defaults. */
export type Rules = Required<MonteCarloOptions>;

const RULES: OptionRules<Rules> = {
  method: choiceOption(["shuffle_trades", "bootstrap_trades", "bootstrap_returns"], {
    default: "bootstrap_trades",
  }),
  runs: integerOption({ min: 1, max: 100_000, default: 1000 }),
  blockLength: integerOption({ min: 1, default: 20 }),
  ruinLevel: numberOption({ min: 0, below: 1, default: 0.5 }),
  seed: integerOption({ default: 1 }),
};

/**
 * Draws runs from the trades or the returns of one run and returns the distribution of their final capital and
 * drawdowns.
 *
 * Draws compound: a trade counts as its profit divided by the account before it, so that trades of a large account
 * weigh no more than those of a small one. An account that has lost everything stays at 0. Null where there is
 * nothing to draw from. O(runs × draws); the same input gives the same bits.
 *
 * @throws EngineError OPTIONS_INVALID
 */
export function monteCarlo(
  source: MonteCarloSource,
  options: MonteCarloOptions = {},
): MonteCarloResult | null {
  const rules = resolve(options);
  requireArguments("monteCarlo", { source }, SOURCE);
  const { method, runs, ruinLevel } = rules;
  const growths = growthsOf(source, method);
  if (growths.length === 0) return null;
  const random = seededRandom(rules.seed);
  const drawn = Float64Array.from(growths);
  const finals = new Float64Array(runs);
  const depths = new Float64Array(runs);
  let lost = 0;
  let ruined = 0;
  for (let run = 0; run < runs; run++) {
    draw(growths, drawn, rules, random);
    const { value, lowest, deepest } = follow(drawn);
    finals[run] = Math.min(source.initialCapital * value, Number.MAX_VALUE);
    depths[run] = deepest;
    if (value < 1) lost++;
    if (lowest <= ruinLevel) ruined++;
  }
  return {
    method,
    runs,
    draws: growths.length,
    finalCapital: distributionOf(finals),
    maxDrawdown: distributionOf(depths),
    lossProbability: lost / runs,
    ruinProbability: ruined / runs,
  };
}

/**
 * The options in force, in a form that may be given again.
 *
 * @throws EngineError OPTIONS_INVALID naming the option
 */
export function monteCarloInForce(options: MonteCarloOptions = {}): MonteCarloOptions {
  const { blockLength, ...rules } = resolve(options);
  return rules.method === "bootstrap_returns" ? { ...rules, blockLength } : rules;
}

/** @throws EngineError OPTIONS_INVALID naming the option */
export function resolve(options: MonteCarloOptions): Readonly<Rules> {
  const rules = resolveEngineOptions<Rules>("monteCarlo", options, RULES);
  if (options.blockLength === undefined || rules.method === "bootstrap_returns") return rules;
  throw new EngineError(
    "OPTIONS_INVALID",
    `monteCarlo: option "blockLength" belongs to the method bootstrap_returns, and the method is ${rules.method}; leave it out, or choose that method.`,
    { details: { option: "blockLength" } },
  );
}

/** Growth factor of the account at each draw, at least 0. */
export function growthsOf(source: MonteCarloSource, method: Rules["method"]): Float64Array {
  if (method === "bootstrap_returns") {
    return returnsOf(source.equity, source.initialCapital).map((change) => Math.max(0, 1 + change));
  }
  let balance = source.initialCapital;
  return source.trades.columns.pnl.map((profit) => {
    const growth = balance > 0 ? Math.max(0, 1 + profit / balance) : 0;
    balance += profit;
    return growth;
  });
}

/** Draws one run of the growth factors. */
export function draw(from: Float64Array, into: Float64Array, rules: Rules, random: Random): void {
  const { length } = from;
  if (rules.method === "shuffle_trades") {
    for (let last = length - 1; last > 0; last--) {
      const other = random.below(last + 1);
      const held = into[last]!;
      into[last] = into[other]!;
      into[other] = held;
    }
    return;
  }
  const block = rules.method === "bootstrap_trades" ? 1 : Math.min(rules.blockLength, length);
  for (let end = 0; end < length; end += block) {
    const start = random.below(length - block + 1);
    const stop = Math.min(block, length - end);
    for (let k = 0; k < stop; k++) into[end + k] = from[start + k]!;
  }
}

/** Follows a run that starts at 1: its value at the end, its lowest value and its deepest drawdown. */
function follow(growths: Float64Array): { value: number; lowest: number; deepest: number } {
  let value = 1;
  let lowest = 1;
  let peak = 1;
  let deepest = 0;
  for (let i = 0; i < growths.length; i++) {
    value = Math.min(value * growths[i]!, Number.MAX_VALUE);
    if (value < lowest) lowest = value;
    if (value > peak) peak = value;
    const depth = 1 - value / peak;
    if (depth > deepest) deepest = depth;
  }
  return { value, lowest, deepest };
}

/** Mean and percentiles of values, at least one. */
export function distributionOf(values: Float64Array): Distribution {
  const sorted = values.toSorted();
  // The smallest value that at least this share of the runs is at or below.
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
  // Distances from the middle, each divided first: equal values give their own, and huge ones do not overflow.
  const middle = at(0.5);
  const mean = middle + values.reduce((sum, value) => sum + (value - middle) / values.length, 0);
  return {
    mean: Math.min(sorted.at(-1)!, Math.max(sorted[0]!, mean)),
    p1: at(0.01),
    p5: at(0.05),
    p25: at(0.25),
    p50: at(0.5),
    p75: at(0.75),
    p95: at(0.95),
    p99: at(0.99),
  };
}

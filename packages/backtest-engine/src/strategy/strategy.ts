/**
 * The interface of a strategy, which turns candles and parameters into one decision for each candle.
 *
 * A decision is taken at the close of its candle and may read that candle and those before it, never a later one;
 * {@link auditLookAhead} checks this. The simulation determines when and at what price it is filled.
 */

import type { CandleSessions } from "../candles/candle-sessions.ts";
import type { Candles } from "../candles/candles.ts";
import type { Interval } from "../candles/interval.ts";
import type { ResampledCandles } from "../candles/resample.ts";
import type { ParameterSpecs, Parameters } from "./parameters.ts";

/** Signal of a strategy at the close of a candle; bits, so that an exit and an entry may be combined. */
export const Signal = { none: 0, enterLong: 1, exitLong: 2, enterShort: 4, exitShort: 8 } as const;

/** Sides that may be held. Entries on a side that is not allowed are exits of the other side. */
export type StrategyDirection = "long" | "short" | "both";

/** Calendar by which the positions of a portfolio are brought back to their weights. */
export type Rebalance = "month_end";

/** Meaning of the numbers in `sizes`: fractions of the cash, base units, amounts of cash, or fractions at risk. */
export type SizeKind = "fraction" | "units" | "cash" | "risk";

/** All decisions of a strategy over one series of candles. */
export interface Decisions {
  /** One byte for each candle: bits of {@link Signal}. */
  readonly signals: Uint8Array;
  /**
   * Number of leading candles on which the strategy cannot decide yet, even if the series is shorter; their signals
   * are all `none`.
   */
  readonly warmUp: number;
  /** Distance of the target from the entry price as a fraction of it, above 0. Default: no target. */
  readonly takeProfit?: number;
  /** Distance of the stop from the entry price as a fraction of it, above 0 and below 1. Default: no stop. */
  readonly stopLoss?: number;
  /**
   * Size of the entry of each candle's signal, in the terms of `sizeKind`, one number a candle; NaN takes the size of
   * the run. A `positionSize` in the options of a run replaces them all. Default: the size of the run.
   */
  readonly sizes?: Float64Array;
  /**
   * Meaning of `sizes`: `fraction` of the cash and `risk` (fraction of the cash that is lost at the stop) above 0 up to
   * 1, base `units` and `cash` above 0. Default `fraction`.
   */
  readonly sizeKind?: SizeKind;
  /**
   * Distance of the stop of each candle's signal, as `stopLoss`, one number a candle; NaN takes `stopLoss`. A
   * `stopLoss` in the options of a run replaces them all. Default: `stopLoss`.
   */
  readonly stopLosses?: Float64Array;
  /** Distance of the target of each candle's signal, likewise. Default: `takeProfit`. */
  readonly takeProfits?: Float64Array;
  /**
   * Reason of each candle's signal in a few words, one a candle, such as `breakout`: its trades carry it on as
   * `entryTag` and `exitTag`. 1–64 characters, at most 1000 different ones in a run; undefined without a reason.
   * Default: no tags.
   */
  readonly tags?: readonly (string | undefined)[];
}

/** Indicator arrays of one series of candles, computed once and shared by the runs of a sweep. */
export interface IndicatorSource {
  /** Returns the array under `name` and `period`; `compute` creates it the first time. Do not write to the array. */
  get(name: string, period: number, compute: () => Float64Array): Float64Array;
}

/** Context of a strategy's run, beside candles and parameters. */
export interface StrategyContext {
  /** Cache for indicator arrays of these candles. */
  readonly indicators: IndicatorSource;
  /**
   * Interval of the candles, as given to the run, else as detected.
   *
   * @throws EngineError OPTIONS_INVALID when it was not given and cannot be detected
   */
  readonly interval: Interval;
  /**
   * Session of each candle by the calendar of the run; undefined in a run without one. Computed when it is read.
   */
  readonly session: CandleSessions | undefined;
  /**
   * Returns values of a longer interval beside the candles: `compute` receives the candles resampled to `to` (an
   * interval such as `"W"`, or milliseconds) and returns one value for each of them, and each candle gets the value of
   * the last longer candle that is closed when it closes, NaN before the first. So a weekly average changes at the
   * close of the week. The same as `resample` and `align`; the resampled candles are kept for the next run on the same
   * candles.
   *
   * @throws EngineError OPTIONS_INVALID, INTERVAL_INVALID, CANDLES_INVALID as `resample` and `align`
   */
  readonly longer: (
    to: Interval | number,
    compute: (longer: ResampledCandles) => Float64Array,
  ) => Float64Array;
}

/** A look-back by parameters. */
interface LookBack<P extends Parameters> {
  of(parameters: P): number;
}

/** The part of a strategy that is data, with the rule between its parameters. */
export interface StrategyDescription<P extends Parameters = Parameters> {
  /** Unique name in a registry; matches `^[a-z][a-z0-9_]{0,63}$`. */
  readonly name: string;
  /** Version of the strategy, not empty. */
  readonly version: string;
  /** Description for people in one or two sentences. */
  readonly description: string;
  /** Family of its signals, for lists: `trend`, `mean_reversion`, `reversal`, or a word of your own. */
  readonly signalType: string;
  /** Sides that a run may hold unless its options say otherwise. */
  readonly direction: StrategyDirection;
  /** Type, default, range and description of each parameter, by its name on the wire (snake_case). */
  readonly parameters: ParameterSpecs<P>;
  /**
   * Number of candles before the last that a decision depends on, or a function of the parameters that gives it, 0 to
   * 100,000. A session decides over at least twice as many. Default: not declared, and a strategy by signals is refused
   * for sessions.
   */
  readonly lookBack?: number | LookBack<P>["of"];
  /**
   * True when no bit of a decision depends on more candles than `lookBack`, so that a session decides over windows of
   * twice as many and not of some thousands. Default false.
   */
  readonly isLookBackExact?: boolean;
  /** Calendar of a portfolio's rebalancing, unless its options give one or a number. Default: it is not rebalanced. */
  readonly rebalance?: Rebalance;
  /**
   * SHA-256 in hexadecimal of each file that the strategy was loaded from, by the file's name; it is copied to the
   * configuration of results. Absent in a strategy that is part of the program.
   */
  readonly files?: Readonly<Record<string, string>>;
  /**
   * Checks parameters that are valid one by one against each other. Returns the fault, or undefined if there is none.
   */
  check?(parameters: P): ParameterRuleFault | undefined;
}

/**
 * A strategy that decides by signals: plain data and pure functions, so that one object serves any number of runs at
 * once. {@link TraderStrategy} is the kind that answers candles with orders.
 *
 * Write one with {@link defineStrategy}, which types and checks `parameters` by their descriptions.
 */
export interface Strategy<P extends Parameters = Parameters> extends StrategyDescription<P> {
  /**
   * Decides every candle. Must be pure: the same candles and parameters give the same bytes. Parameters are resolved
   * and checked.
   */
  decide(candles: Candles, parameters: P, context: StrategyContext): Decisions;
  /** Confidence in `direction` after the last candle, 0–1; each strategy documents what it measures. Default: 1. */
  confidence?(
    candles: Candles,
    parameters: P,
    context: StrategyContext,
    direction: "long" | "short",
  ): number;
}

/** A violated rule between parameters. */
export interface ParameterRuleFault {
  /** Name of the parameter to change. */
  readonly path: string;
  /** Explanation that completes a sentence after the parameter's name. */
  readonly message: string;
}

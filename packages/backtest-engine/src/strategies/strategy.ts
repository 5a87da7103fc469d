/**
 * What a strategy is: from candles and parameters to one decision a candle, with nothing of the broker in it.
 *
 * A decision is taken at the close of its candle and may read that candle and those before it, never a later
 * one: {@link auditLookAhead} checks exactly this. When and at what price it is filled is the simulation's affair.
 */

import type { Candles } from "../candles/candles.ts";
import type { ParameterSpecs, Parameters } from "./parameters.ts";

/** What a strategy says at the close of each candle; bits, so that an exit and an entry may stand together. */
export const Signal = { none: 0, enterLong: 1, exitLong: 2, enterShort: 4, exitShort: 8 } as const;

/** Which positions are taken. Signals that enter on the other side are passed over. */
export type StrategyDirection = "long" | "short" | "both";

/** Everything a strategy decided over one series of candles. */
export interface Decisions {
  /** Bits of {@link Signal}, one byte a candle. */
  readonly signals: Uint8Array;
  /**
   * Leading candles on which the strategy cannot decide yet, be there so many or not; the signals of those that
   * are there are all `none`.
   */
  readonly warmUp: number;
  /** Distance of the profit target from the entry price, as a fraction of it. Absent: no target. */
  readonly takeProfit?: number;
  /** Distance of the stop from the entry price, as a fraction of it. Absent: no stop. */
  readonly stopLoss?: number;
}

/** Indicator arrays of one series of candles, computed once and shared by the runs of a sweep. */
export interface IndicatorSource {
  /** The array under `name` and `period`, from `compute` the first time. Nobody writes into it afterwards. */
  get(name: string, period: number, compute: () => Float64Array): Float64Array;
}

/** What a strategy is handed beside its candles and parameters. */
export interface StrategyContext {
  readonly indicators: IndicatorSource;
  /** Whether nobody else will ask `indicators`: what is needed once need not be kept there. Default false. */
  readonly isAlone?: boolean;
}

/**
 * A strategy: plain data and pure functions, so that one object serves any number of runs at once.
 *
 * Write one with {@link defineStrategy}, which types `parameters` from their description and checks it.
 */
export interface Strategy<P extends Parameters = Parameters> {
  /** `^[a-z][a-z0-9_]{0,63}$`, unique in a registry. */
  readonly name: string;
  readonly version: string;
  /** One or two sentences for people. */
  readonly description: string;
  /** The family of its signals, for lists: `trend`, `mean_reversion`, `reversal`, or a word of your own. */
  readonly signalType: string;
  /** Which positions a run of it takes unless the run says otherwise. */
  readonly direction: StrategyDirection;
  /** Type, default, range and description of each parameter, by its name on the wire (snake_case). */
  readonly parameters: ParameterSpecs<P>;
  /** The fault of parameters that are fine one by one but not together, as a sentence; undefined when none. */
  check?(parameters: P): ParameterRuleFault | undefined;
  /** Decides every candle. Pure: same candles and parameters, same bytes. Parameters come resolved and checked. */
  decide(candles: Candles, parameters: P, context: StrategyContext): Decisions;
  /**
   * How sure the last candle is of `direction`, 0–1; what it measures is documented by the strategy.
   * Absent: 1.
   */
  confidence?(
    candles: Candles,
    parameters: P,
    context: StrategyContext,
    direction: "long" | "short",
  ): number;
}

/** A rule over several parameters that does not hold, with the parameter to change. */
export interface ParameterRuleFault {
  readonly path: string;
  readonly message: string;
}

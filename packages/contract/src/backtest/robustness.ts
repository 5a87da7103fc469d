/** The checks of luck and of looking ahead that a backtest request may ask for, and their results. */

import * as z from "zod";

import {
  exactObject,
  list,
  object,
  oneOf,
  type Fields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { Count, FiniteNumber, NotNegative, Text, Timestamp } from "./fields.ts";

const Method = oneOf(["shuffle_trades", "bootstrap_trades", "bootstrap_returns"]);

const drawingFields = {
  /**
   * Way of drawing: trades or returns with replacement, or every trade once in another order, which ends with the same
   * capital each time and tells of drawdowns only. Default `bootstrap_trades`.
   */
  method: Method.optional(),
  /** Number of runs to draw, 1–100,000. Default 1000. */
  runs: z.int().min(1).max(100_000).optional(),
  /** Number of candles drawn together, 1–1,000,000; with `bootstrap_returns` only. Default 20. */
  block_length: z.int().min(1).max(1_000_000).optional(),
  /** Fraction of `initial_capital` at or below which a run is ruined, 0 to below 1. Default 0.5. */
  ruin_level: NotNegative.lt(1).optional(),
  /** Seed of the draw, from 0: the same seed draws the same runs. Default 1. */
  seed: z.int().min(0).optional(),
};
/** A request to draw runs from the trades or returns of a backtest. */
export interface Drawing extends Fields<typeof drawingFields> {}
const Drawing: ObjectSchema<Drawing> = exactObject(drawingFields).refine(
  ({ method, block_length: block }) => block === undefined || method === "bootstrap_returns",
  { path: ["block_length"], message: "belongs to the method bootstrap_returns" },
);

const auditFields = {
  /** Number of shortened series to run the strategy on, 1–10,000. Default 32. */
  runs: z.int().min(1).max(10_000).optional(),
};
/** A request to audit a strategy for decisions that depend on later candles. */
export interface Audit extends Fields<typeof auditFields> {}
const Audit: ObjectSchema<Audit> = exactObject(auditFields);

/** Fields of a backtest that ask for checks of its result. */
export const robustnessFields = {
  /** Draws runs from the trades or returns (Monte Carlo). Default: none. */
  monte_carlo: Drawing.optional(),
  /** Audits whether the strategy's decisions depend on later candles. Default: no audit; not with `symbols`. */
  look_ahead: Audit.optional(),
};

const distributionFields = {
  /** Mean of the runs. */
  mean: FiniteNumber,
  /** 1st percentile. */
  p1: FiniteNumber,
  /** 5th percentile. */
  p5: FiniteNumber,
  /** 25th percentile. */
  p25: FiniteNumber,
  /** 50th percentile, the median. */
  p50: FiniteNumber,
  /** 75th percentile. */
  p75: FiniteNumber,
  /** 95th percentile. */
  p95: FiniteNumber,
  /** 99th percentile. */
  p99: FiniteNumber,
};
/** Mean and percentiles of a figure over the runs that were drawn. */
export interface Distribution extends Fields<typeof distributionFields> {}
const Distribution: ObjectSchema<Distribution> = object(distributionFields);

const drawnFields = {
  /** Way of drawing. */
  method: Method,
  /** Number of runs. */
  runs: Count,
  /** Number of trades or returns in each run. */
  draws: Count,
  /** Capital at the end, in the quote currency. */
  final_capital: Distribution,
  /** Largest drawdown, a positive fraction. */
  max_drawdown: Distribution,
  /** Share of the runs that end with a loss, 0–1. */
  loss_probability: NotNegative,
  /** Share of the runs that are ruined at some time, 0–1. */
  ruin_probability: NotNegative,
};
/** Runs drawn from the trades or returns of a backtest. */
export interface MonteCarlo extends Fields<typeof drawnFields> {}
export const MonteCarlo: ObjectSchema<MonteCarlo> = object(drawnFields);

const Decision = z.union([z.number(), Text]).nullable();
const faultFields = {
  /** Number of candles that the strategy received. */
  candles: Count,
  /** Place of the candle whose decision changed, from 0. */
  index: Count,
  /** Time of that candle, ISO 8601 in UTC. */
  time: Timestamp,
  /** Kind of the decision, such as `signal`. */
  decision: Text,
  /** Decision with all candles. */
  with_future: Decision,
  /** Decision without the later candles. */
  without_future: Decision,
};
/** A decision that changed when the later candles were left out. */
export interface LookAheadFault extends Fields<typeof faultFields> {}
const LookAheadFault: ObjectSchema<LookAheadFault> = object(faultFields);

const auditedFields = {
  /** True if no decision changed. */
  is_clean: z.boolean(),
  /** Number of shortened series. */
  runs: Count,
  /** First changed decision of each series, at most 20. */
  faults: list(LookAheadFault),
};
/** Result of the look-ahead audit of a backtest's strategy. */
export interface LookAhead extends Fields<typeof auditedFields> {}
export const LookAhead: ObjectSchema<LookAhead> = object(auditedFields);

// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { absentOr, anyNumber, listOf, nullOr, objectOf, trueOrFalse } from "@bourse/kernel";

import type { Candles } from "../candles/candles.ts";
import { candlesWith } from "../candles/require-candles.ts";
import { EngineError } from "../errors.ts";
import { anyColumn, requireArguments } from "../require-arguments.ts";
import type { SimulationResult } from "../simulation/simulation-result.ts";
import type { TradeColumns } from "../simulation/trades.ts";
import { annualGrowthOver } from "./annual-growth.ts";
import { buyHoldReturn } from "./buy-hold.ts";
import { summariseEquity } from "./equity-summary.ts";
import { calmarFrom, riskOf } from "./risk.ts";
import { tradeStatistics } from "./trade-statistics.ts";
import { barsOfYear, type TradingYearOptions } from "./trading-year.ts";

const MINUTE = 60_000;

/**
 * Metrics of a simulation. Fractions are plain (0.1 is 10 %), money is in the quote currency.
 *
 * Null means that the metric is not defined for this run, never that it is 0; no field is NaN or infinite.
 */
export interface Metrics {
  /** Number of closed trades; a position left open at the end is not counted. */
  readonly totalTrades: number;
  /** Number of trades with a profit after fees. */
  readonly wins: number;
  /** Number of trades with a loss after fees; a trade of exactly 0 is neither win nor loss. */
  readonly losses: number;
  /** Wins divided by trades, 0–1; 0 without trades. */
  readonly winRate: number;
  /** Cash at the start, in the quote currency. */
  readonly initialCapital: number;
  /** Equity after the last candle, in the quote currency. */
  readonly finalCapital: number;
  /** Final capital / initial capital − 1. */
  readonly totalReturn: number;
  /** Last close / first close − 1; null for a first close of 0 or below. */
  readonly buyHoldReturn: number | null;
  /** Total return compounded to a year; null when the candles cover less than 30 days. */
  readonly annualReturn: number | null;
  /** Sample standard deviation of the returns per candle, annualised; null below two candles. */
  readonly annualVolatility: number | null;
  /**
   * Sharpe ratio: mean / deviation of the returns per candle, annualised, without a risk-free rate; null when the
   * returns do not vary.
   */
  readonly sharpe: number | null;
  /** Sortino ratio: annual mean return / downside deviation; null when no candle lost. */
  readonly sortino: number | null;
  /** Calmar ratio: annual return / largest drawdown; null without a drawdown, and below 30 days. */
  readonly calmar: number | null;
  /** Largest fall of the equity below a peak, as a positive fraction of the peak, 0–1. */
  readonly maxDrawdown: number;
  /** Longest time in minutes from a peak until it was reached again, or until the end. */
  readonly maxDrawdownDurationMinutes: number;
  /** Mean return of the trades; 0 without trades, null where a trade has none. */
  readonly avgReturn: number | null;
  /** Highest return of a trade; null without trades, and where a trade has none. */
  readonly bestTrade: number | null;
  /** Lowest return of a trade; null without trades, and where a trade has none. */
  readonly worstTrade: number | null;
  /** Mean time in minutes from the open of the entry's candle to the open of the exit's; null without trades. */
  readonly avgDurationMinutes: number | null;
  /** Gross profit / gross loss; null when nothing was lost. */
  readonly profitFactor: number | null;
  /** Mean profit of a trade in the quote currency; null without trades. */
  readonly expectancy: number | null;
  /**
   * System quality number (Tharp): √trades × mean profit / its sample deviation; null below two trades or when all
   * profits are equal.
   */
  readonly sqn: number | null;
  /** Fraction of the candles on which a position was held, entry's and exit's included, 0–1. */
  readonly exposure: number;
  /** Fees of all fills, in the quote currency. */
  readonly feesPaid: number;
}

/**
 * Computes the metrics of a simulation over the candles it ran on. O(n).
 *
 * Returns are per candle, the first measured from the initial capital; a year has `barsPerYear` candles.
 *
 * @throws EngineError CANDLES_TOO_FEW without a candle; OPTIONS_INVALID as by `tradingYear`
 */
export function computeMetrics(
  candles: Pick<Candles, "length" | "time" | "close">,
  result: SimulationResult,
  options: TradingYearOptions = {},
): Metrics {
  requireArguments("computeMetrics", { candles, result }, SHAPES);
  if (candles.length === 0) {
    throw new EngineError("CANDLES_TOO_FEW", "computeMetrics: expected at least one candle.");
  }
  const { equity, initialCapital, finalCapital } = result;
  const barsPerYear = barsOfYear(candles.time, options);
  const growth = annualGrowthOver(candles.time, initialCapital, finalCapital, barsPerYear);
  const summary = summariseEquity(equity, candles.time, initialCapital);
  const deepest = summary.maxDrawdown;
  const { columns } = result.trades;
  return {
    totalTrades: result.trades.length,
    ...tradeStatistics(columns.pnl),
    initialCapital,
    finalCapital,
    totalReturn: finalCapital / initialCapital - 1,
    buyHoldReturn: buyHoldReturn(candles.close),
    annualReturn: growth,
    ...riskOf(summary, barsPerYear),
    calmar: calmarFrom(growth, deepest),
    maxDrawdown: deepest,
    maxDrawdownDurationMinutes: summary.longestDrawdown / MINUTE,
    ...tradeReturns(columns.return),
    avgDurationMinutes: meanMinutes(columns, candles.time),
    exposure: exposedCandles(result, columns) / candles.length,
    feesPaid: result.feesPaid,
  };
}

const SHAPES = {
  candles: candlesWith("time", "close"),
  result: objectOf({
    initialCapital: anyNumber,
    finalCapital: anyNumber,
    feesPaid: anyNumber,
    fundingPaid: anyNumber,
    equity: anyColumn,
    trades: objectOf({
      length: anyNumber,
      columns: objectOf({
        entryIndex: anyColumn,
        exitIndex: anyColumn,
        pnl: anyColumn,
        return: anyColumn,
      }),
    }),
    openAtEnd: trueOrFalse,
    detail: absentOr(objectOf({})),
    lateCloses: absentOr(anyNumber),
    rejectedEntries: absentOr(anyNumber),
    actions: absentOr(listOf(objectOf({}))),
    openPosition: nullOr(objectOf({ entryIndex: anyNumber })),
  }),
};

/** The metrics alone, of a result that contains more. */
export function metricsOf(result: Metrics): Metrics {
  return eachMetric((name) => result[name]);
}

/** An object with every metric, obtained by name, always in the same order. */
export function eachMetric(of: <Name extends keyof Metrics>(name: Name) => Metrics[Name]): Metrics {
  return {
    totalTrades: of("totalTrades"),
    wins: of("wins"),
    losses: of("losses"),
    winRate: of("winRate"),
    initialCapital: of("initialCapital"),
    finalCapital: of("finalCapital"),
    totalReturn: of("totalReturn"),
    buyHoldReturn: of("buyHoldReturn"),
    annualReturn: of("annualReturn"),
    annualVolatility: of("annualVolatility"),
    sharpe: of("sharpe"),
    sortino: of("sortino"),
    calmar: of("calmar"),
    maxDrawdown: of("maxDrawdown"),
    maxDrawdownDurationMinutes: of("maxDrawdownDurationMinutes"),
    avgReturn: of("avgReturn"),
    bestTrade: of("bestTrade"),
    worstTrade: of("worstTrade"),
    avgDurationMinutes: of("avgDurationMinutes"),
    profitFactor: of("profitFactor"),
    expectancy: of("expectancy"),
    sqn: of("sqn"),
    exposure: of("exposure"),
    feesPaid: of("feesPaid"),
  };
}

function tradeReturns(
  returns: Float64Array,
): Pick<Metrics, "avgReturn" | "bestTrade" | "worstTrade"> {
  if (returns.length === 0) return { avgReturn: 0, bestTrade: null, worstTrade: null };
  let sum = 0;
  let bestTrade = returns[0]!;
  let worstTrade = returns[0]!;
  for (let i = 0; i < returns.length; i++) {
    const value = returns[i]!;
    sum += value;
    if (value > bestTrade) bestTrade = value;
    if (value < worstTrade) worstTrade = value;
  }
  if (Number.isNaN(sum)) return { avgReturn: null, bestTrade: null, worstTrade: null };
  return { avgReturn: sum / returns.length, bestTrade, worstTrade };
}

function meanMinutes({ entryIndex, exitIndex }: TradeColumns, time: Float64Array): number | null {
  if (entryIndex.length === 0) return null;
  let sum = 0;
  for (let i = 0; i < entryIndex.length; i++) sum += time[exitIndex[i]!]! - time[entryIndex[i]!]!;
  return sum / entryIndex.length / MINUTE;
}

/**
 * Number of candles in which a position was held at some moment; a candle counts once, however many trades touch it.
 */
function exposedCandles(
  { openPosition, equity }: SimulationResult,
  { entryIndex, exitIndex }: TradeColumns,
): number {
  // From the entry of a position that is still open every candle counts.
  const open = openPosition?.entryIndex ?? equity.length;
  let exposed = equity.length - open;
  let counted = -1;
  const count = (k: number): void => {
    const to = Math.min(exitIndex[k]!, open - 1);
    exposed += Math.max(0, to - Math.max(entryIndex[k]!, counted + 1) + 1);
    counted = Math.max(counted, to);
  };
  if (isRising(entryIndex)) for (let k = 0; k < entryIndex.length; k++) count(k);
  else for (const k of byEntry(entryIndex)) count(k);
  return exposed;
}

/** Places of the trades in the order of their entries: trades of several symbols overlap. */
function byEntry(entryIndex: Float64Array): Uint32Array {
  const places = Uint32Array.from(entryIndex, (_, k) => k);
  return places.sort((a, b) => entryIndex[a]! - entryIndex[b]!);
}

function isRising(values: Float64Array): boolean {
  for (let k = 1; k < values.length; k++) if (values[k]! < values[k - 1]!) return false;
  return true;
}

/** The computation of a backtest job, without store or network. */

import type { Clock } from "@bourse/kernel";

import { backtest } from "../../backtest/backtest.ts";
import { backtestPortfolio } from "../../backtest/portfolio.ts";
import type { Candles } from "../../candles/candles.ts";
import type { StrategyRegistry } from "../../strategies/strategy-registry.ts";
import type { BacktestRequest, RunSettings } from "../requests/backtest-request.ts";
import { settingsInForce } from "./job-configuration.ts";
import type { BacktestFigures } from "./run-results.ts";
import { packRun, type RunTrace } from "./run-trace.ts";

/** The outcome of a run. */
export interface RunOutcome<Figures> {
  /** Figures that are stored in the job. */
  readonly figures: Figures;
  /** Trades and equity that are stored next to the job. */
  readonly trace: RunTrace;
}

/**
 * Runs a backtest on the calling thread. Everything but the duration follows from candles and settings alone.
 *
 * @throws EngineError STRATEGY_UNKNOWN, PARAMETERS_INVALID, OPTIONS_INVALID, CANDLES_TOO_FEW, CANDLES_INVALID
 */
export function runBacktest(
  candles: Candles,
  settings: RunSettings<BacktestRequest>,
  strategies: StrategyRegistry,
  clock: Clock,
): RunOutcome<BacktestFigures> {
  const result = backtest(candles, { ...settings, registry: strategies, clock });
  const { parameters: _, interval: __, trades, equity, time, ...figures } = result;
  return {
    figures: {
      ...figures,
      configuration: settingsInForce(result.configuration),
      elapsedMilliseconds: roundMilliseconds(result.elapsedMilliseconds),
    },
    trace: packRun(trades, equity, time, result.initialCapital),
  };
}

/** Candles of a portfolio by symbol. */
export type Markets = Readonly<Record<string, Candles>>;

/**
 * Runs a portfolio on the calling thread. Everything but the duration follows from candles and settings alone.
 *
 * @throws EngineError STRATEGY_UNKNOWN, STRATEGY_INVALID, PARAMETERS_INVALID, OPTIONS_INVALID, CANDLES_TOO_FEW,
 * CANDLES_INVALID
 */
export function runPortfolio(
  markets: Markets,
  { symbols: _symbols, ...settings }: RunSettings<BacktestRequest>,
  strategies: StrategyRegistry,
  clock: Clock,
): RunOutcome<BacktestFigures> {
  const result = backtestPortfolio(markets, { ...settings, registry: strategies, clock });
  const {
    parameters: _,
    weights: __,
    symbols,
    openPositions: ___,
    trades,
    equity,
    time,
    ...figures
  } = result;
  const configuration = settingsInForce<BacktestRequest>(result.configuration);
  return {
    figures: {
      ...figures,
      configuration: { ...configuration, settings: { ...configuration.settings, symbols } },
      elapsedMilliseconds: roundMilliseconds(result.elapsedMilliseconds),
    },
    trace: packRun(trades, equity, time, result.initialCapital, symbols),
  };
}

/** Rounds a duration to whole microseconds. */
export function roundMilliseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

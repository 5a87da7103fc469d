/** The computation of a backtest job, without store or network. */

import { backtest, backtestPortfolio, type Candles } from "@bourse/backtest-engine";
import { lookAheadInForce } from "@bourse/backtest-engine/checks";
import {
  auditLookAhead,
  monteCarlo,
  monteCarloInForce,
  type MonteCarloSource,
} from "@bourse/backtest-engine/research";
import type { StrategyRegistry } from "@bourse/backtest-engine/strategies";
import {
  absentOr,
  anyFunction,
  anyNumber,
  anyText,
  listOf,
  objectOf,
  type Clock,
} from "@bourse/kernel";

import type { BacktestRequest, RobustnessFields, RunInput } from "../requests/backtest-request.ts";
import { equitySketch } from "../results/equity-sketch.ts";
import { settingsInForce } from "../results/job-configuration.ts";
import { jobTearSheet } from "../results/job-tear-sheet.ts";
import type { BacktestFigures } from "../results/run-results.ts";
import { packRun, type RunTrace } from "../results/run-trace.ts";

/** The outcome of a run. */
export interface RunOutcome<Figures> {
  /** Figures that are stored in the job. */
  readonly figures: Figures;
  /** Trades and equity that are stored next to the job. */
  readonly trace: RunTrace;
}

/**
 * Runs a backtest on the calling thread, then the checks that the settings ask for. Everything but the duration follows
 * from candles and settings alone.
 *
 * @throws EngineError STRATEGY_UNKNOWN, PARAMETERS_INVALID, OPTIONS_INVALID, CANDLES_TOO_FEW, CANDLES_INVALID
 */
export function runBacktest(
  candles: Candles,
  { monteCarlo: drawing, lookAhead, benchmark, ...settings }: RunInput<BacktestRequest>,
  strategies: StrategyRegistry,
  clock: Clock,
): RunOutcome<BacktestFigures> {
  const result = backtest(candles, { ...settings, registry: strategies, clock });
  const { parameters, interval: __, trades, equity, time, ...figures } = result;
  const audited = lookAhead && lookAheadInForce(lookAhead);
  const { calendar } = settings;
  const configuration = settingsInForce<BacktestRequest>(result.configuration);
  const computed: BacktestFigures = {
    ...figures,
    equitySketch: equitySketch(equity, result.initialCapital),
    ...drawnRuns(result, drawing),
    ...(audited !== undefined && {
      lookAhead: auditLookAhead(strategies.get(result.strategy), parameters, candles, {
        ...audited,
        ...(calendar !== undefined && { calendar }),
      }),
    }),
    ...(benchmark !== undefined && { tearSheet: jobTearSheet(result, benchmark) }),
    configuration: withChecks(configuration, { monteCarlo: drawing, lookAhead: audited }),
    elapsedMilliseconds: roundMilliseconds(result.elapsedMilliseconds),
  };
  return { figures: computed, trace: packRun(trades, equity, time, result.initialCapital) };
}

/** Settings of a portfolio; capital and fee have the engine's defaults. */
export type PortfolioInput = Omit<RunInput<BacktestRequest>, "initialCapital" | "fee"> &
  Partial<Pick<RunInput<BacktestRequest>, "initialCapital" | "fee">>;

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
  input: PortfolioInput,
  strategies: StrategyRegistry,
  clock: Clock,
): RunOutcome<BacktestFigures> {
  objectOf({
    symbols: absentOr(listOf(anyText)),
    lookAhead: absentOr(objectOf({})),
    interval: anyText,
    initialCapital: absentOr(anyNumber),
    fee: absentOr(anyNumber),
  })("input", input);
  objectOf({
    register: anyFunction,
    get: anyFunction,
    has: anyFunction,
    list: anyFunction,
    problems: anyFunction,
  })("strategies", strategies);
  objectOf({ monotonic: anyFunction })("clock", clock);
  const {
    symbols: _symbols,
    monteCarlo: drawing,
    lookAhead: _lookAhead,
    benchmark,
    ...settings
  } = input;
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
      equitySketch: equitySketch(equity, result.initialCapital),
      ...drawnRuns(result, drawing),
      ...(benchmark !== undefined && { tearSheet: jobTearSheet(result, benchmark) }),
      configuration: withChecks(
        { ...configuration, settings: { ...configuration.settings, symbols } },
        { monteCarlo: drawing },
      ),
      elapsedMilliseconds: roundMilliseconds(result.elapsedMilliseconds),
    },
    trace: packRun(trades, equity, time, result.initialCapital, symbols),
  };
}

/** The result of `monteCarlo` on a run, where it is asked for. */
function drawnRuns(
  run: MonteCarloSource,
  options: RobustnessFields["monteCarlo"],
): Pick<BacktestFigures, "monteCarlo"> {
  return options === undefined ? {} : { monteCarlo: monteCarlo(run, options) };
}

/** The configuration with the checks that were asked for, so that the request gives them again. */
function withChecks(
  configuration: BacktestFigures["configuration"],
  { monteCarlo: drawing, lookAhead }: { readonly [Name in keyof RobustnessFields]: unknown },
): BacktestFigures["configuration"] {
  const asked = {
    ...(drawing !== undefined && { monteCarlo: monteCarloInForce(drawing as object) }),
    ...(lookAhead !== undefined && { lookAhead: lookAhead as object }),
  };
  return { ...configuration, settings: { ...configuration.settings, ...asked } };
}

/** Rounds a duration to whole microseconds. */
export function roundMilliseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

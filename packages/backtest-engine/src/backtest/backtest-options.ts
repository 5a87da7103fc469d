/** The options of a backtest, split into the run's own and those of the simulation. */

import { didYouMean, systemClock, type Clock } from "@bourse/kernel";

import type { Interval } from "../candles/interval.ts";
import { EngineError } from "../errors.ts";
import type { SimulationOptions } from "../simulation/index.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";
import type { AnyStrategy } from "../strategies/trader-strategy.ts";
import type { IndicatorSource } from "../strategy/strategy.ts";

/** Options of a backtest: strategy, parameters, and the rules of the simulation. */
export interface BacktestOptions extends SimulationOptions {
  /** A strategy by signals or by orders, or the name of one in `registry`. Default `wavelet_reversal`. */
  readonly strategy?: string | AnyStrategy;
  /** Parameters of the strategy by name, checked against its descriptions. Default: the strategy's own. */
  readonly parameters?: unknown;
  /** Registry that resolves the strategy's name. Default: the built-in strategies. */
  readonly registry?: StrategyRegistry;
  /** Symbol that is copied to the result. */
  readonly symbol?: string;
  /** Length of the candles, for annual figures. Default: the detected one. */
  readonly interval?: Interval;
  /**
   * Trading days in a year, for annual figures. Above 0, at most 366. Default: counted from the candles, 252 where the
   * market opens on five days of the week and 365 where it never closes.
   */
  readonly daysPerYear?: number;
  /**
   * Candles in a year, for annual figures. Above 0, at most 31,622,400. Default: candles of a trading day, as counted,
   * × trading days in a year.
   */
  readonly barsPerYear?: number;
  /**
   * Leading fraction of the candles that is not traded and only feeds the strategy's indicators, rounded down to
   * whole candles. 0 to below 1; default 0.
   */
  readonly trainSplit?: number;
  /** Indicator cache shared by runs over the same candles. Default: a cache for this run alone. */
  readonly indicators?: IndicatorSource;
  /** Clock that measures `elapsedMilliseconds`. Default: the system clock. */
  readonly clock?: Pick<Clock, "monotonic">;
}

/** Options of a backtest that the simulation does not take, with their defaults. */
export interface RunOptions {
  readonly strategy: string | AnyStrategy;
  readonly parameters: unknown;
  readonly registry: StrategyRegistry | undefined;
  readonly symbol: string | undefined;
  readonly interval: Interval | undefined;
  readonly daysPerYear: number | undefined;
  readonly barsPerYear: number | undefined;
  readonly trainSplit: number;
  readonly indicators: IndicatorSource | undefined;
  readonly clock: Pick<Clock, "monotonic">;
}

/** @throws EngineError OPTIONS_INVALID for an unknown option (naming the nearest) or a `trainSplit` out of bounds */
export function splitOptions(options: BacktestOptions): {
  readonly run: RunOptions;
  readonly rules: SimulationOptions;
} {
  const {
    strategy = "wavelet_reversal",
    parameters = {},
    registry,
    symbol,
    interval,
    daysPerYear,
    barsPerYear,
    trainSplit = 0,
    indicators,
    clock = systemClock,
    ...rules
  } = options;
  for (const key of Object.keys(rules)) {
    if (!Object.hasOwn(SIMULATION_KEYS, key)) throw unknownOption(key);
  }
  if (!(trainSplit >= 0 && trainSplit < 1)) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `backtest: option "trainSplit" must be a fraction from 0 to below 1, found ${String(trainSplit)}.`,
      { details: { option: "trainSplit" } },
    );
  }
  const run = {
    strategy,
    parameters,
    registry,
    symbol,
    interval,
    daysPerYear,
    barsPerYear,
    trainSplit,
    indicators,
    clock,
  };
  return { run, rules };
}

/** The simulation checks their values; their names are needed here to tell a misspelt option of either kind. */
const SIMULATION_KEYS: Readonly<Record<keyof SimulationOptions, true>> = {
  initialCapital: true,
  fee: true,
  makerFee: true,
  fixedFee: true,
  feeModel: true,
  slippage: true,
  exitSlippage: true,
  fill: true,
  direction: true,
  positionSize: true,
  pyramiding: true,
  lotSize: true,
  tickSize: true,
  minimumNotional: true,
  leverage: true,
  borrowRate: true,
  funding: true,
  maintenanceMargin: true,
  takeProfit: true,
  stopLoss: true,
  trailingStop: true,
  detail: true,
  compatibility: true,
};

const RUN_KEYS: Readonly<Record<keyof RunOptions, true>> = {
  strategy: true,
  parameters: true,
  registry: true,
  symbol: true,
  interval: true,
  daysPerYear: true,
  barsPerYear: true,
  trainSplit: true,
  indicators: true,
  clock: true,
};

function unknownOption(key: string): EngineError {
  const known = [...Object.keys(RUN_KEYS), ...Object.keys(SIMULATION_KEYS)];
  const tail = didYouMean(key, known) || ` Known: ${known.join(", ")}.`;
  return new EngineError(
    "OPTIONS_INVALID",
    `backtest: there is no option ${JSON.stringify(key.slice(0, 64))}.${tail}`,
    { details: { option: key.slice(0, 64) } },
  );
}

/** The options of a backtest, split into the run's own and those of the simulation. */

import {
  didYouMean,
  numberOption,
  optional,
  portOption,
  systemClock,
  textOption,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";

import { normaliseInterval, type Interval } from "../candles/interval.ts";
import { EngineError } from "../errors.ts";
import { yearRules } from "../metrics/trading-year.ts";
import { requireOptions, unchecked } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
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
   * Time zone by whose dates candles that are shorter than a day are counted into days: IANA such as
   * `America/New_York`, or an offset such as `+05:30`. Default `UTC`.
   */
  readonly timeZone?: string;
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
  readonly timeZone: string | undefined;
  readonly trainSplit: number;
  readonly indicators: IndicatorSource | undefined;
  readonly clock: Pick<Clock, "monotonic">;
}

/**
 * @throws EngineError OPTIONS_INVALID for an unknown option (naming the nearest), or one of the run's own of a wrong
 * shape; INTERVAL_INVALID
 */
export function splitOptions(options: BacktestOptions): {
  readonly run: RunOptions;
  readonly rules: SimulationOptions;
} {
  requireOptions("backtest", options);
  const own: Record<string, unknown> = {};
  const rules: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options)) {
    if (Object.hasOwn(SIMULATION_KEYS, key)) rules[key] = value;
    else if (Object.hasOwn(RUN_RULES, key)) own[key] = value;
    else throw unknownOption(key);
  }
  const run = resolveEngineOptions("backtest", own, RUN_RULES);
  const { interval } = run;
  return {
    run: { ...run, interval: interval === undefined ? undefined : normaliseInterval(interval) },
    rules,
  };
}

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The simulation checks their values; their names are needed here to tell a misspelt option of either kind. */
const SIMULATION_KEYS: Readonly<Record<keyof SimulationOptions, true>> = {
  initialCapital: true,
  fee: true,
  makerFee: true,
  fixedFee: true,
  feeModel: true,
  feeTiers: true,
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
  dividends: true,
  splits: true,
  contract: true,
  rolls: true,
  maintenanceMargin: true,
  takeProfit: true,
  stopLoss: true,
  trailingStop: true,
  detail: true,
  calendar: true,
  flatByClose: true,
  allowNegativePrices: true,
  compatibility: true,
};

const RUN_RULES: OptionRules<RunOptions> = {
  strategy: {
    expected: "a strategy, or the name of one",
    accepts: (value) => typeof value === "string" || isObject(value),
    absent: () => "wavelet_reversal",
  },
  parameters: { ...unchecked(), absent: () => ({}) },
  registry: optional(portOption<StrategyRegistry>(["get"])),
  symbol: optional(textOption({ minLength: 0 })),
  interval: unchecked(),
  daysPerYear: yearRules.daysPerYear,
  barsPerYear: yearRules.barsPerYear,
  timeZone: yearRules.timeZone,
  trainSplit: numberOption({ min: 0, below: 1, default: 0 }),
  indicators: optional(portOption<IndicatorSource>(["get"])),
  clock: portOption<Pick<Clock, "monotonic">>(["monotonic"], { default: systemClock }),
};

function unknownOption(key: string): EngineError {
  const known = [...Object.keys(RUN_RULES), ...Object.keys(SIMULATION_KEYS)];
  const tail = didYouMean(key, known) || ` Known: ${known.join(", ")}.`;
  return new EngineError(
    "OPTIONS_INVALID",
    `backtest: there is no option ${JSON.stringify(key.slice(0, 64))}.${tail}`,
    { details: { option: key.slice(0, 64) } },
  );
}

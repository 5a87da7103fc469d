/** One strategy on several symbols that share the cash of one account. */

import {
  anyNumber,
  anyText,
  choiceOption,
  didYouMean,
  integerOption,
  listOf,
  objectOf,
  optional,
  recordOf,
  type OptionRules,
} from "@bourse/kernel";

import type { Candles } from "../candles/candles.ts";
import { detectInterval } from "../candles/detect-interval.ts";
import { ensureValid } from "../candles/ensure-valid.ts";
import type { Interval } from "../candles/interval.ts";
import { requireMarkets } from "../candles/require-candles.ts";
import { EngineError } from "../errors.ts";
import { computeMetrics, type Metrics } from "../metrics/metrics.ts";
import { requireArguments, requireOptions, shaped } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import { checkSymbols } from "../simulation/check-symbols.ts";
import { contractOf } from "../simulation/contract.ts";
import { rulesOfMarket } from "../simulation/market-rules.ts";
import { withDirection, type SimulationOptions } from "../simulation/options.ts";
import {
  createPortfolioTrader,
  type WeightedMarket,
} from "../simulation/orders/portfolio-trader.ts";
import { checkSignalFills } from "../simulation/orders/simulate-by-orders.ts";
import { runOrders, type OrderSimulationResult } from "../simulation/orders/simulate-orders.ts";
import { optionsInForce, resolveSimulationRules } from "../simulation/rules-in-force.ts";
import { signalColumns } from "../simulation/signal-terms.ts";
import { requireDecide } from "../strategies/require-decide.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";
import { runStrategy } from "../strategies/run-strategy.ts";
import { isTraderStrategy } from "../strategies/trader-strategy.ts";
import type { Parameters } from "../strategy/parameters.ts";
import type { Rebalance, Strategy } from "../strategy/strategy.ts";
import { splitOptions, type BacktestOptions } from "./backtest-options.ts";
import { calendarName, currencyName, findStrategy } from "./backtest.ts";
import { configurationOf, type Configuration } from "./configuration.ts";
import { tradingYearOf, type BacktestResult } from "./run-backtest.ts";

/** Options of a portfolio: those of a backtest, the weights of the symbols, and when they are restored. */
export interface PortfolioOptions extends Omit<
  BacktestOptions,
  "symbol" | "trainSplit" | "indicators" | "positionSize" | "pyramiding"
> {
  /**
   * Fraction of the account's value that a position of each symbol is worth when it is entered. Above 0; their sum at
   * most `leverage`. Default: the same for each, 1 in all.
   */
  readonly weights?: Readonly<Record<string, number>>;
  /**
   * Number of moments after which the positions that are held are brought back to their weights, counted from the first
   * one; a moment is a time at which a candle of any symbol opens. A whole number of at least 1; default: never.
   */
  readonly rebalanceEvery?: number;
  /**
   * Calendar by which the positions that are held are brought back to their weights. `month_end`: at the last moment
   * of each month in `timeZone`, that of its last trading day, as the candles' own dates show it; the orders are
   * sized by its closes and fill at the first open of the next month (with `fill: "close"` at these closes). Dates
   * alone are known beforehand, as those of an exchange are, never prices. The month that the candles end in is not
   * restored. Excludes `rebalanceEvery`. Default: the strategy's own, else none.
   */
  readonly rebalance?: Rebalance;
}

/** The result of a portfolio: the metrics of the account, its trades with their symbols, and its equity. */
export interface PortfolioResult
  extends
    Metrics,
    Pick<
      OrderSimulationResult,
      | "trades"
      | "equity"
      | "time"
      | "openPositions"
      | "openAtEnd"
      | "fundingPaid"
      | "detail"
      | "lateCloses"
      | "rejectedEntries"
      | "actions"
    >,
    Pick<
      BacktestResult,
      | "calendar"
      | "currency"
      | "tradingDays"
      | "barsPerYear"
      | "timeZone"
      | "firstTimestamp"
      | "lastTimestamp"
      | "elapsedMilliseconds"
    > {
  /** Name of the strategy. */
  readonly strategy: string;
  /** Parameters in force, defaults included. */
  readonly parameters: Parameters;
  /** Symbols in the order of their names. */
  readonly symbols: readonly string[];
  /** Weights in force by symbol. */
  readonly weights: Readonly<Record<string, number>>;
  /** Number of candles of all symbols together. */
  readonly candles: number;
  /** Options that the result was computed under, defaults and the strategy's own choices included. */
  readonly configuration: Configuration<PortfolioOptions>;
}

/**
 * Runs a strategy by signals on each of several series of candles, on one account: at a signal a position is entered at
 * its symbol's weight of the account's value at that close, as far as the cash reaches. The orders of one moment fill
 * together, exits and sales before entries and purchases, the smaller purchase first. Without an overlap in time the
 * symbols are traded one after the other.
 *
 * @throws EngineError OPTIONS_INVALID: an option out of bounds, a weight for another symbol or none for one;
 * STRATEGY_UNKNOWN, STRATEGY_INVALID (also for a strategy by orders), PARAMETERS_INVALID, CANDLES_INVALID;
 * CANDLES_TOO_FEW without a symbol
 */
export function backtestPortfolio(
  markets: Readonly<Record<string, Candles>>,
  options: PortfolioOptions = {},
): PortfolioResult {
  requireMarkets(markets, "backtestPortfolio");
  requireOptions("backtestPortfolio", options);
  const { weights: given, rebalanceEvery, rebalance, ...rest } = options;
  const symbols = Object.keys(markets).toSorted();
  const { run, rules } = splitOptions(rest);
  const started = run.clock.monotonic();
  const strategy = signalStrategy(run.strategy, run.registry);
  const parameters = resolveParameters(strategy, run.parameters);
  const simulation = withDirection(rules, strategy);
  const inForce = withoutSizes(checkPortfolio(symbols, { ...options, ...simulation }));
  const weights = weightsOf(symbols, given, simulation.leverage ?? 1);
  const resolved = resolveSimulationRules(simulation, {});
  const weighted = Object.fromEntries(
    symbols.map((symbol) => {
      const candles = markets[symbol]!;
      ensureValid(candles, symbol, simulation.allowNegativePrices === true);
      const market = { candles, interval: run.interval };
      const made = weightedMarket(strategy, parameters, market, weights[symbol]!, simulation);
      const contract = contractOf(resolved.contract, symbol) && rulesOfMarket(resolved, symbol);
      return [symbol, { ...made, contract }];
    }),
  );
  const byCalendar = rebalanceEvery === undefined ? (rebalance ?? strategy.rebalance) : undefined;
  const trader = createPortfolioTrader(
    weighted,
    resolved,
    rebalanceEvery ?? byCalendar,
    run.timeZone,
  );
  const result = runOrders(markets, trader, simulation, run.interval);
  const { trades, equity, time, benchmark, openPositions, openAtEnd } = result;
  const { fundingPaid, detail, lateCloses, rejectedEntries, actions } = result;
  const interval = run.interval ?? detectInterval(markets[symbols[0]!]!);
  const year = tradingYearOf({ ...run, interval }, { time });
  const metrics = computeMetrics({ length: time.length, time, close: benchmark }, result, {
    barsPerYear: year.barsPerYear,
  });
  return {
    strategy: strategy.name,
    parameters,
    symbols,
    weights,
    ...calendarName(simulation),
    ...currencyName(simulation),
    ...year,
    timeZone: run.timeZone ?? "UTC",
    ...metrics,
    candles: symbols.reduce((sum, symbol) => sum + markets[symbol]!.length, 0),
    firstTimestamp: time[0]!, // every symbol has a candle
    lastTimestamp: time.at(-1)!,
    trades,
    equity,
    time,
    openPositions,
    openAtEnd,
    fundingPaid,
    ...(detail !== undefined && { detail }),
    ...(lateCloses !== undefined && { lateCloses }),
    ...(rejectedEntries !== undefined && { rejectedEntries: rejectedEntries + trader.rejected }),
    ...(actions !== undefined && { actions }),
    configuration: configurationOf(strategy, run, {
      strategy: strategy.name,
      parameters,
      interval,
      daysPerYear: year.tradingDays,
      barsPerYear: year.barsPerYear,
      timeZone: run.timeZone,
      weights,
      rebalanceEvery,
      rebalance: byCalendar,
      ...inForce,
    } as PortfolioOptions),
    elapsedMilliseconds: Math.max(0, run.clock.monotonic() - started),
  };
}

/**
 * Checks the options of a portfolio before its candles are known, and returns those of the simulation that are in
 * force.
 *
 * @throws EngineError OPTIONS_INVALID, CANDLES_TOO_FEW
 */
export function checkPortfolio(
  symbols: readonly string[],
  options: PortfolioOptions & Pick<BacktestOptions, "trainSplit">,
): SimulationOptions {
  requireArguments("backtestPortfolio", { symbols, options }, SHAPES);
  const { weights, rebalanceEvery, rebalance, trainSplit, ...rest } = options;
  checkOptions({ ...rest, ...(trainSplit !== undefined && { trainSplit }) });
  resolveEngineOptions("backtestPortfolio", { weights, rebalanceEvery, rebalance }, RULES);
  if (rebalance !== undefined && rebalanceEvery !== undefined) {
    throw refusal("rebalance", 'excludes option "rebalanceEvery"; leave one of the two out.');
  }
  const inForce = optionsInForce(splitOptions(rest).rules);
  checkSignalFills(inForce);
  weightsOf(symbols, weights, inForce.leverage ?? 1);
  checkSymbols(inForce, symbols);
  return inForce;
}

const SHAPES = { symbols: listOf(anyText), options: objectOf({}) };

const RULES: OptionRules<{
  readonly [Key in "weights" | "rebalanceEvery" | "rebalance"]: PortfolioOptions[Key];
}> = {
  weights: shaped("an object of numbers by symbol", recordOf(anyNumber)),
  rebalanceEvery: optional(integerOption({ min: 1 })),
  rebalance: optional(choiceOption(["month_end"])),
};

/** Options that the weights of a portfolio stand for. */
const SIZES = ["positionSize", "pyramiding"] as const;

function withoutSizes(options: SimulationOptions): SimulationOptions {
  const sizes: readonly string[] = SIZES;
  return Object.fromEntries(Object.entries(options).filter(([name]) => !sizes.includes(name)));
}

function signalStrategy(
  asked: BacktestOptions["strategy"] & {},
  registry: BacktestOptions["registry"],
): Strategy {
  const strategy = findStrategy(asked, registry, "backtestPortfolio");
  if (isTraderStrategy(strategy)) requireDecide({}, "backtestPortfolio", "simulateOrders");
  return strategy as Strategy;
}

function weightedMarket(
  strategy: Strategy,
  parameters: Parameters,
  { candles, interval }: { readonly candles: Candles; readonly interval: Interval | undefined },
  weight: number,
  { stopLoss, takeProfit, calendar }: SimulationOptions,
): WeightedMarket {
  const decisions = runStrategy(strategy, parameters, candles, undefined, interval, calendar);
  if (decisions.sizes !== undefined) {
    throw new EngineError(
      "STRATEGY_INVALID",
      `backtestPortfolio: strategy "${strategy.name}" sizes its entries itself, and here weights size the positions; leave sizes out of what decide returns.`,
      { details: { strategy: strategy.name } },
    );
  }
  const columns = signalColumns(decisions, {
    size: true,
    stopLoss: stopLoss !== undefined,
    takeProfit: takeProfit !== undefined,
  });
  const exits = {
    ...(stopLoss === undefined &&
      decisions.stopLoss !== undefined && { stopLoss: decisions.stopLoss }),
    ...(takeProfit === undefined &&
      decisions.takeProfit !== undefined && { takeProfit: decisions.takeProfit }),
  };
  return { candles, decisions, columns, exits, weight };
}

/** The weights in force. @throws EngineError OPTIONS_INVALID */
function weightsOf(
  symbols: readonly string[],
  given: PortfolioOptions["weights"],
  leverage: number,
): Readonly<Record<string, number>> {
  if (symbols.length === 0) {
    throw new EngineError("CANDLES_TOO_FEW", "backtestPortfolio: expected at least one symbol.");
  }
  if (given === undefined) {
    return Object.fromEntries(symbols.map((symbol) => [symbol, 1 / symbols.length]));
  }
  for (const symbol of Object.keys(given)) {
    if (symbols.includes(symbol)) continue;
    const known = didYouMean(symbol, symbols) || ` Known: ${symbols.join(", ")}.`;
    throw refusal("weights", `has no symbol ${JSON.stringify(symbol.slice(0, 32))}.${known}`);
  }
  for (const symbol of symbols) {
    const weight = given[symbol];
    if (weight !== undefined && weight > 0 && weight < Infinity) continue;
    throw refusal("weights", `must have a number above 0 for ${symbol}, found ${String(weight)}.`);
  }
  const sum = symbols.reduce((total, symbol) => total + given[symbol]!, 0);
  if (sum > leverage * (1 + 1e-12)) {
    throw refusal(
      "weights",
      `must sum to at most the leverage of ${leverage}, found ${sum}; lower them or raise leverage.`,
    );
  }
  return given;
}

/** @throws EngineError OPTIONS_INVALID for what a portfolio excludes */
function checkOptions(options: BacktestOptions): void {
  for (const name of SIZES) {
    if (options[name] === undefined) continue;
    throw refusal(
      name,
      "is not an option of a portfolio: weights size its positions. Leave it out.",
    );
  }
  if (options.trainSplit !== undefined) {
    throw refusal(
      "trainSplit",
      "is not an option of a portfolio, which trades all of its candles. Leave it out.",
    );
  }
}

function refusal(option: string, fault: string): EngineError {
  return new EngineError("OPTIONS_INVALID", `backtestPortfolio: option "${option}" ${fault}`, {
    details: { option },
  });
}

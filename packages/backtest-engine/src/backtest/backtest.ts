/** A backtest in one call: decisions, simulation, metrics. */

import type { Candles } from "../candles/candles.ts";
import { chiefFigures, withView, type NotebookView } from "../notebook/notebook.ts";
import { currenciesOf } from "../simulation/contract.ts";
import { totalReturnCandles } from "../simulation/corporate-actions.ts";
import { withDirection, type SimulationOptions } from "../simulation/options.ts";
import { optionsForDecisions } from "../simulation/rules-in-force.ts";
import { simulateRun } from "../simulation/simulate.ts";
import { requireDecide } from "../strategies/require-decide.ts";
import { runStrategy } from "../strategies/run-strategy.ts";
import { createStrategyRegistry, type StrategyRegistry } from "../strategies/strategy-registry.ts";
import { isTraderStrategy, type AnyStrategy } from "../strategies/trader-strategy.ts";
import type { Parameters } from "../strategy/parameters.ts";
import type { BacktestOptions, RunOptions } from "./backtest-options.ts";
import {
  decisionsFrom,
  runBacktest,
  type BacktestParts,
  type BacktestResult,
  type RunMarket,
  type SimulatedRun,
} from "./run-backtest.ts";
import { runTrader } from "./run-trader.ts";

/**
 * Runs a strategy on candles under the rules of `simulate` and computes the metrics of the result.
 *
 * Candles are validated the first time they are seen; do not change the same object afterwards. Fewer candles than
 * the strategy's warm-up are allowed and give no trade. The same input gives the same bits. O(n), unless the strategy
 * itself costs more.
 *
 * @throws EngineError OPTIONS_INVALID, STRATEGY_UNKNOWN, STRATEGY_INVALID, PARAMETERS_INVALID, CANDLES_INVALID;
 * CANDLES_TOO_FEW without any candle to trade on
 */
export function backtest(candles: Candles, options: BacktestOptions = {}): BacktestResult {
  return backtestFrom(candles, undefined, options);
}

/**
 * The same, trading from candle `from` on, or else as `trainSplit` says; earlier candles only feed the strategy's
 * indicators.
 */
export function backtestFrom(
  candles: Candles,
  from: number | undefined,
  options: BacktestOptions,
): BacktestResult {
  return withView(runBacktest(PARTS, candles, from, options), viewOfRun);
}

const PARTS: BacktestParts = {
  find: (asked, registry) => findStrategy(asked, registry, "backtest"),
  simulate: simulateFrom,
  held: totalReturnCandles,
  names: (rules) => ({ ...calendarName(rules), ...currencyName(rules) }),
};

/** The name that a result gives to the calendar of its run. */
export function calendarName({ calendar }: SimulationOptions): Pick<BacktestResult, "calendar"> {
  if (calendar === undefined) return {};
  return { calendar: typeof calendar === "string" ? calendar : "custom" };
}

/** The currency that a result gives to its money. */
export function currencyName({ contract }: SimulationOptions): Pick<BacktestResult, "currency"> {
  const [currency] = currenciesOf(contract);
  return currency === undefined ? {} : { currency };
}

function viewOfRun(result: BacktestResult): NotebookView {
  const { strategy, symbol = "", interval = "", candles, equity } = result;
  const title = [strategy, symbol, interval, `${candles} candles`].filter(Boolean).join(" · ");
  return { title, figures: chiefFigures(result), line: equity };
}

/** The simulation of a strategy of either kind on the candles from `first` on, with the options in force. */
function simulateFrom(
  { indicators, interval, symbol }: Pick<RunOptions, "indicators" | "interval" | "symbol">,
  strategy: AnyStrategy,
  parameters: Parameters,
  { candles, traded, first, rules }: RunMarket,
): SimulatedRun {
  const isTrader = isTraderStrategy(strategy);
  const decisions = isTrader
    ? undefined
    : runStrategy(strategy, parameters, candles, indicators, interval, rules.calendar);
  const inForce = optionsForDecisions(withDirection(rules, strategy), decisions ?? {});
  const simulation = isTrader
    ? runTrader(strategy, parameters, { candles, first, symbol, interval }, inForce)
    : simulateRun(traded, decisionsFrom(decisions!, first), inForce, interval); // it has decided by signals
  return { inForce, simulation };
}

/** The strategy asked for, by name or itself. @throws EngineError STRATEGY_UNKNOWN, STRATEGY_INVALID */
export function findStrategy(
  asked: string | AnyStrategy,
  registry: StrategyRegistry | undefined,
  caller: string,
): AnyStrategy {
  if (typeof asked !== "string") {
    requireDecide(asked, caller, "simulateOrders");
    return asked;
  }
  return (registry ?? createStrategyRegistry()).get(asked);
}

/** The backtest for pages: signals on one market, without what few pages need. */

import type { BacktestOptions } from "../backtest/backtest-options.ts";
import { runBacktest, decisionsFrom } from "../backtest/run-backtest.ts";
import type { BacktestParts, BacktestResult } from "../backtest/run-backtest.ts";
import type { Candles } from "../candles/candles.ts";
import { sourceInterval } from "../candles/resample.ts";
import { checkDecisions, checkPrices } from "../simulation/check-simulation.ts";
import {
  PLAIN_RULES,
  resolveForDecisions,
  resolveRules,
  withDirection,
  type OptionTable,
} from "../simulation/options.ts";
import { simulateSignals } from "../simulation/simulate-signals.ts";
import { checkSizes } from "../simulation/size-combinations.ts";
import { volumeShareOf } from "../simulation/slippage.ts";
import { TradeLedger } from "../simulation/trades.ts";
import { decisionsOf } from "../strategies/decisions-of.ts";
import { IndicatorCache } from "../strategies/indicator-cache.ts";
import { requireDecide } from "../strategies/require-decide.ts";
import { isTraderStrategy } from "../strategies/trader-strategy.ts";
import type { Strategy, StrategyContext } from "../strategy/strategy.ts";
import { beyond } from "./beyond.ts";

/** Options of the simulation that only the whole engine has. */
const WHOLE_ONLY = [
  "feeTiers",
  "funding",
  "dividends",
  "splits",
  "contract",
  "rolls",
  "detail",
  "calendar",
  "flatByClose",
  "allowNegativePrices",
] as const;

/** Options of the backtest for pages: those of `backtest`, with the strategy itself in place of its name. */
export interface PageBacktestOptions extends Omit<
  BacktestOptions,
  (typeof WHOLE_ONLY)[number] | "strategy" | "registry"
> {
  /** A strategy by signals. */
  readonly strategy: Strategy;
}

/**
 * Runs a strategy by signals on candles: the same result, bit for bit, as `backtest` of the whole engine for the
 * options that it has, in half of the bytes of a page.
 *
 * It has no strategies by name or by orders, calendars, longer intervals of a strategy's context, funding, dividends,
 * splits, contracts, rolls, fee tiers, finer candles, prices of 0 and below, and no slippage by a share of the volume.
 *
 * @throws EngineError OPTIONS_INVALID, also for what it does not have; STRATEGY_INVALID, PARAMETERS_INVALID,
 * CANDLES_INVALID, CANDLES_TOO_FEW as `backtest`
 */
export function backtest(candles: Candles, options: PageBacktestOptions): BacktestResult {
  return runBacktest(PARTS, candles, undefined, options);
}

const TABLE: OptionTable = {
  rules: PLAIN_RULES,
  check(options) {
    const { slippage = 0, exitSlippage = 0, borrowRate } = options;
    if (Math.min(volumeShareOf(slippage), volumeShareOf(exitSlippage)) < Infinity) {
      throw beyond("slippage", "a volumeShare");
    }
    if (typeof borrowRate === "object") throw beyond("borrowRate", "a borrowRate by symbol");
    checkSizes(options);
  },
};

const PARTS: BacktestParts = {
  find(asked) {
    if (typeof asked === "string") throw beyond("strategy", "a strategy by name");
    requireDecide(asked, "backtest", "simulateOrders");
    return asked;
  },
  simulate({ indicators = new IndicatorCache(), interval }, strategy, parameters, market) {
    const { candles, traded, first, rules } = market;
    if (isTraderStrategy(strategy)) throw beyond("strategy", "a strategy by orders");
    for (const name of WHOLE_ONLY) {
      if (rules[name] !== undefined) throw beyond(name, `option "${name}"`);
    }
    const context: StrategyContext = {
      indicators,
      get interval() {
        return interval ?? sourceInterval(candles);
      },
      session: undefined,
      longer: () => {
        throw beyond("strategy", "a longer interval");
      },
    };
    const all = decisionsOf(strategy, parameters, candles, context);
    const decisions = decisionsFrom(all, first);
    const inForce = resolveForDecisions(TABLE, withDirection(rules, strategy), all);
    checkDecisions(traded, decisions);
    const resolved = resolveRules(TABLE, inForce, decisions, interval);
    checkPrices(traded, decisions.warmUp, resolved);
    const equity = new Float64Array(traded.length);
    const ledger = new TradeLedger(traded.time);
    const simulation = simulateSignals(traded, decisions, resolved, ledger, equity);
    return { inForce, simulation };
  },
  held: (candles) => candles,
  names: () => ({}),
};

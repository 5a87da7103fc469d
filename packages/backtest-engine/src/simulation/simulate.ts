// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import type { Candles } from "../candles/candles.ts";
import type { Interval } from "../candles/interval.ts";
import { requireCandles } from "../candles/require-candles.ts";
import { EngineError } from "../errors.ts";
import type { Decisions } from "../strategy/strategy.ts";
import { actionsOf } from "./action-bookings.ts";
import { checkDecisions, checkPrices } from "./check-simulation.ts";
import { checkSymbols } from "./check-symbols.ts";
import { detailed, isCandles, finerColumns, finerDecisions, type FinerCandles } from "./detail.ts";
import { fundingOf } from "./funding-payments.ts";
import { rulesOfMarket } from "./market-rules.ts";
import type { SimulationOptions, SimulationRules } from "./options.ts";
import { simulateByOrders } from "./orders/simulate-by-orders.ts";
import { resolveSimulationRules } from "./rules-in-force.ts";
import { sessionCloserOf } from "./session-closer.ts";
import { withMarks } from "./session-marks.ts";
import { simulateSignals, type MarketParts } from "./simulate-signals.ts";
import type { SimulationResult } from "./simulation-result.ts";
import { volumeShareOf } from "./slippage.ts";
import { TradeLedger } from "./trades.ts";

/**
 * Simulates the decisions of a strategy on its candles, with one account and one position at a time.
 *
 * A signal is taken at the close of its candle and filled at the next candle's open (or at that close itself with
 * `fill: "close"`); a signal on the last candle has no next open and is not filled. Order of events on each candle:
 * the fill at the open; stops and targets inside the candle, starting with the entry's candle after a fill at an open
 * and with the next candle after a fill at a close; the fill at the close; the valuation at the close. An account
 * that has lost everything ends at 0: its position is liquidated at the price inside the candle at which nothing is
 * left, or at an open beyond it.
 *
 * With slippage by a share of the volume, signals become market orders of `simulateOrders`, whose unfilled parts wait
 * for the next opens; this requires `fill: "next_open"`.
 *
 * The same input gives the same bits. O(n) time, 8 bytes for each candle and 104 for each trade, at most twice that
 * while it grows. The candles are trusted to be valid; only the prices at which signals fill are checked again.
 *
 * @throws EngineError OPTIONS_INVALID: an unknown option or one out of bounds; STRATEGY_INVALID: decisions for
 * another number of candles; CANDLES_INVALID: a fill price that is not above 0, or with `allowNegativePrices` not
 * finite
 */
export function simulate(
  candles: Candles,
  decisions: Decisions,
  options?: SimulationOptions,
): SimulationResult {
  return simulateRun(candles, decisions, options);
}

/** The same on candles of an interval that may be known. */
export function simulateRun(
  candles: Candles,
  decisions: Decisions,
  options: SimulationOptions | undefined,
  interval?: Interval,
): SimulationResult {
  requireCandles(candles, "simulate");
  checkDecisions(candles, decisions);
  const rules = resolveSimulationRules(options, decisions, interval);
  checkPrices(candles, decisions.warmUp, rules);
  const ledger = new TradeLedger(candles.time);
  return simulateInto(candles, decisions, rules, ledger, new Float64Array(candles.length));
}

/**
 * The same with resolved rules on candles that are known to be valid; it overwrites `ledger` and `equity`, so that a
 * sweep can reuse them.
 */
export function simulateInto(
  candles: FinerCandles,
  decisions: Decisions,
  ruled: SimulationRules,
  ledger: TradeLedger,
  equity: Float64Array,
): SimulationResult {
  checkSymbols({ ...ruled, borrowRate: ruled.borrowRates }, []);
  const rules = rulesOfMarket(ruled, undefined);
  if (rules.detail !== undefined) return simulateFiner(candles, decisions, rules, equity);
  if (volumeShareOf(rules.slippage) < Infinity) return simulateByOrders(candles, decisions, rules);
  return simulateSignals(candles, decisions, rules, ledger, equity, MARKET_PARTS);
}

const MARKET_PARTS: MarketParts = { closerOf: sessionCloserOf, actionsOf, fundingOf };

/** Simulates the finer candles alone and states its trades and its equity by the candles that they are of. */
function simulateFiner(
  candles: Candles,
  decisions: Decisions,
  { detail, ...rules }: SimulationRules,
  equity: Float64Array,
): SimulationResult {
  if (!isCandles(detail!)) throw noDetail();
  const finer = detailed(candles, detail, rules.allowNegativePrices);
  const { candleOf, lastOf } = finer;
  const finerRules: SimulationRules = {
    ...rules,
    detail: undefined,
    columns: rules.columns && finerColumns(rules.columns, finer),
  };
  const { openPosition, ...result } = simulateInto(
    withMarks(candles, finer, rules),
    finerDecisions(decisions, finer),
    finerRules,
    new TradeLedger(finer.candles.time, undefined, undefined, candleOf),
    new Float64Array(finer.candles.length),
  );
  for (const [i, last] of lastOf.entries()) equity[i] = result.equity[last]!;
  return {
    ...result,
    equity,
    openPosition: openPosition && {
      ...openPosition,
      entryIndex: candleOf[openPosition.entryIndex]!,
    },
    detail: finer.use,
  };
}

function noDetail(): EngineError {
  return new EngineError(
    "OPTIONS_INVALID",
    'simulate: option "detail" must be candles of the one market; found an object without them.',
    { details: { option: "detail" } },
  );
}

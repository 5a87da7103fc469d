// The candle that a trader is told is one of its candles, so `!` only satisfies the type checker.

/** A strategy by orders on the candles of one market. */

import type { Calendar } from "@bourse/indicators/calendar";

import { sessionsOf, type CandleSessions } from "../candles/candle-sessions.ts";
import type { Candles } from "../candles/candles.ts";
import type { Interval } from "../candles/interval.ts";
import { sourceInterval } from "../candles/resample.ts";
import { sliceCandles } from "../candles/slice-candles.ts";
import { EngineError } from "../errors.ts";
import type { Broker, Trader } from "../simulation/orders/broker.ts";
import { LastCandle } from "../simulation/orders/last-candle.ts";
import {
  runOrders,
  type OrderSimulationOptions,
  type OrderSimulationResult,
} from "../simulation/orders/simulate-orders.ts";
import type { TraderStrategy } from "../strategies/trader-strategy.ts";
import type { Parameters } from "../strategy/parameters.ts";

/** The market of a trader's run. */
export interface TraderMarket {
  /** All candles, those before the first candle traded on included. */
  readonly candles: Candles;
  /** Index of the first candle traded on. Default 0. */
  readonly first?: number;
  /** Symbol that the trader is told. Default `market`. */
  readonly symbol?: string | undefined;
  /** Interval of the candles. Default: detected when it is read. */
  readonly interval?: Interval | undefined;
}

/**
 * Simulates a new trader of the strategy from candle `first` on. The earlier candles it is told without an account:
 * orders that it submits there are dropped, and it holds nothing. Indices of trades count from `first`.
 *
 * @throws EngineError STRATEGY_INVALID when `createTrader` returns no trader; as `simulateOrders`
 */
export function runTrader(
  strategy: TraderStrategy,
  parameters: Parameters,
  { candles, first = 0, symbol = "market", interval }: TraderMarket,
  options: OrderSimulationOptions,
): OrderSimulationResult {
  const market = { candles, symbol, interval };
  const trader = traderOf(strategy, parameters, market, options.calendar);
  if (first === 0) return runOrders({ [symbol]: candles }, trader, options, interval);
  const candle = new LastCandle(symbol, candles);
  const spectator = spectatorOf(options.initialCapital ?? 10_000);
  for (candle.index = 0; candle.index < first; candle.index++) trader.onCandle(candle, spectator);
  const late: Trader = {
    onCandle({ index }, broker) {
      candle.index = first + index;
      trader.onCandle(candle, broker);
    },
  };
  return runOrders({ [symbol]: sliceCandles(candles, first) }, late, options, interval);
}

/**
 * Creates the trader of one run, with its context; the interval is detected when it is read and was not given.
 *
 * @throws EngineError STRATEGY_INVALID when it is no trader
 */
export function traderOf(
  strategy: TraderStrategy,
  parameters: Parameters,
  { candles, symbol = "market", interval }: TraderMarket,
  calendar?: Calendar,
): Trader {
  let index = -1;
  let sessions: CandleSessions | undefined;
  const trader: unknown = strategy.createTrader(parameters, {
    symbol,
    candles,
    get interval() {
      return interval ?? sourceInterval(candles);
    },
    get session() {
      if (calendar === undefined || index < 0) return undefined;
      sessions ??= sessionsOf(candles, calendar, interval);
      const { start, end, isLast } = sessions;
      return { start: start[index]!, end: end[index]!, isLast: isLast[index] === 1 };
    },
  });
  if (!isTrader(trader)) throw noTrader(strategy.name, trader);
  if (calendar === undefined) return trader;
  return {
    onCandle(candle, broker) {
      ({ index } = candle);
      trader.onCandle(candle, broker);
    },
  };
}

function isTrader(trader: unknown): trader is Trader {
  return typeof (trader as Partial<Trader> | null | undefined)?.onCandle === "function";
}

function noTrader(strategy: string, found: unknown): EngineError {
  const isPromise = typeof (found as { then?: unknown } | null | undefined)?.then === "function";
  const fault = `createTrader must return an object with onCandle, found ${isPromise ? "a Promise" : found === null ? "null" : typeof found}`;
  return new EngineError("STRATEGY_INVALID", `Strategy ${strategy}: ${fault}.`, {
    details: { strategy, faults: [fault] },
  });
}

/** An account that takes no orders. */
function spectatorOf(capital: number): Broker {
  return {
    cash: capital,
    equity: capital,
    position: () => null,
    orders: () => [],
    submit: () => 0,
    cancel: () => false,
  };
}

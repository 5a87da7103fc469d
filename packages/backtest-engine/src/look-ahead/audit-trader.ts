// Cuts are within the timeline, so `!` on array reads only satisfies the type checker.

import type { Candles } from "../candles/candles.ts";
import { requireMarkets } from "../candles/require-candles.ts";
import { sliceCandles } from "../candles/slice-candles.ts";
import { EngineError } from "../errors.ts";
import { requireOptions } from "../require-arguments.ts";
import type { Broker, Trader } from "../simulation/orders/broker.ts";
import {
  simulateOrders,
  type OrderSimulationOptions,
} from "../simulation/orders/simulate-orders.ts";
import { timelineOf } from "../simulation/orders/timeline.ts";
import {
  auditCuts,
  lookAheadInForce,
  type LookAheadAudit,
  type LookAheadAuditOptions,
} from "./look-ahead-audit.ts";

/** Options of {@link auditTraderLookAhead}. */
export interface TraderAuditOptions extends LookAheadAuditOptions {
  /** Rules of the simulations. Default: those of `simulateOrders`. */
  readonly simulation?: OrderSimulationOptions;
}

/** Actions of a trader at the close of one candle. */
interface Answer {
  readonly symbol: string;
  readonly index: number;
  readonly time: number;
  readonly orders: unknown[];
}

/**
 * Checks that a trader answers each candle from the past alone: it trades again on shortened series, and all orders
 * submitted and cancelled before the cut must stay the same.
 *
 * `createTrader` makes a new trader for each run and receives the candles of that run, which are all that it may read.
 * `index` and `time` of a fault are those of the candle in its own market.
 *
 * @throws EngineError STRATEGY_INVALID when `createTrader` is not a function that returns a trader; OPTIONS_INVALID,
 * CANDLES_INVALID, CANDLES_TOO_FEW; errors that the trader throws pass through
 */
export function auditTraderLookAhead(
  createTrader: (markets: Readonly<Record<string, Candles>>) => Trader,
  markets: Readonly<Record<string, Candles>>,
  options: TraderAuditOptions = {},
): LookAheadAudit {
  requireMarkets(markets, "auditTraderLookAhead");
  requireOptions("auditTraderLookAhead", options);
  const { simulation: _, ...own } = options;
  lookAheadInForce(own);
  const whole = play(createTrader, markets, options);
  const { time } = timelineOf(Object.values(markets));
  return auditCuts(time.length, 0, own, (cut) => {
    const last = time[cut - 1]!;
    const part = play(createTrader, until(markets, last), options);
    for (const [i, answer] of whole.entries()) {
      if (answer.time > last) break;
      const withFuture = JSON.stringify(answer.orders);
      const withoutFuture = JSON.stringify(part[i]?.orders);
      if (withFuture === withoutFuture) continue;
      const { index, time: at } = answer;
      return { candles: cut, index, time: at, decision: "orders", withFuture, withoutFuture };
    }
    return undefined;
  });
}

/** The markets without the candles that open after `last`; a market that has none by then is left out. */
function until(
  markets: Readonly<Record<string, Candles>>,
  last: number,
): Readonly<Record<string, Candles>> {
  const kept = Object.entries(markets).map(([symbol, candles]) => {
    const later = candles.time.findIndex((moment) => moment > last);
    return [symbol, later < 0 ? candles : sliceCandles(candles, 0, later)] as const;
  });
  return Object.fromEntries(kept.filter(([, { length }]) => length > 0));
}

/** The answers of a new trader to each candle, in the order in which it received them. */
function play(
  createTrader: (markets: Readonly<Record<string, Candles>>) => Trader,
  markets: Readonly<Record<string, Candles>>,
  { simulation }: TraderAuditOptions,
): readonly Answer[] {
  const trader: unknown = typeof createTrader === "function" ? createTrader(markets) : undefined;
  if (!isTrader(trader)) {
    throw new EngineError(
      "STRATEGY_INVALID",
      "auditTraderLookAhead: expected a function that returns a trader with onCandle.",
    );
  }
  const answers: Answer[] = [];
  const recorder: Trader = {
    onCandle(candle, broker) {
      const { symbol, index, time } = candle;
      const answer: Answer = { symbol, index, time, orders: [] };
      answers.push(answer);
      trader.onCandle(candle, recorded(broker, answer));
    },
  };
  simulateOrders(markets, recorder, simulation);
  return answers;
}

function isTrader(value: unknown): value is Trader {
  return typeof (value as Partial<Trader> | undefined)?.onCandle === "function";
}

/** The same broker, whose orders and cancellations are written down. */
function recorded(broker: Broker, { orders }: Answer): Broker {
  return {
    get cash() {
      return broker.cash;
    },
    get equity() {
      return broker.equity;
    },
    position: (symbol) => broker.position(symbol),
    orders: (symbol) => broker.orders(symbol),
    submit: (order) => {
      orders.push(order);
      return broker.submit(order);
    },
    cancel: (id) => {
      orders.push({ cancel: id });
      return broker.cancel(id);
    },
  };
}

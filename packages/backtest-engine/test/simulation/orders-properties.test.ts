import {
  array,
  assert,
  boolean,
  constantFrom,
  double,
  integer,
  option,
  property,
  record,
} from "fast-check";
import { describe, expect, test } from "vitest";

import type { Candles } from "../../src/candles/candles.ts";
import {
  simulateOrders,
  type CompatibilityOptions,
  type OrderRequest,
  type OrderSimulationOptions,
  type Trader,
} from "../../src/simulation/index.ts";
import { candlesOf } from "../candles/make-candles.ts";

const row = array(double({ min: 50, max: 150, noNaN: true }), { minLength: 4, maxLength: 4 }).map(
  ([open, close, ...wicks]) => [
    open!,
    Math.max(open!, close!, ...wicks),
    Math.min(open!, close!, ...wicks),
    close!,
  ],
);

const level = double({ min: 60, max: 140, noNaN: true });

const order = record({
  symbol: constantFrom("A", "B"),
  side: constantFrom("buy" as const, "sell" as const),
  kind: integer({ min: 0, max: 3 }),
  price: level,
  stopPrice: level,
  size: constantFrom<NonNullable<OrderRequest["size"]>>(0.5, { units: 2 }, { cash: 300 }),
  reduceOnly: boolean(),
  validCandles: option(integer({ min: 1, max: 5 }), { nil: undefined }),
  group: constantFrom(undefined, "exit"),
  stopLoss: constantFrom(undefined, 0.05),
  takeProfit: constantFrom(undefined, 0.1),
}).map(({ kind, price, stopPrice, ...rest }): OrderRequest => {
  const common = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  );
  return {
    ...(common as unknown as OrderRequest),
    type: (["market", "limit", "stop", "stop_limit"] as const)[kind]!,
    ...(kind === 1 || kind === 3 ? { price } : {}),
    ...(kind === 2 || kind === 3 ? { stopPrice } : {}),
  };
});

const runs = record({
  a: array(row, { minLength: 30, maxLength: 30 }),
  b: array(row, { minLength: 20, maxLength: 20 }),
  orders: array(record({ at: integer({ min: 0, max: 29 }), order }), { maxLength: 20 }),
  rules: record<OrderSimulationOptions>({
    initialCapital: constantFrom(1000),
    direction: constantFrom("long", "short", "both"),
    fill: constantFrom("next_open", "close"),
    fillSequence: constantFrom("exits_first", "by_symbol"),
    fee: constantFrom(0, 0.002),
    leverage: constantFrom(1, 3),
    compatibility: record<CompatibilityOptions>({
      intrabar: constantFrom("stop_first", "target_first"),
      liquidation: constantFrom("inside_candle", "at_close"),
      finalPosition: constantFrom("keep"),
    }),
  }),
});

/** Submits at each minute what the script has for it, once for both symbols. */
function traderOf(
  orders: readonly { readonly at: number; readonly order: OrderRequest }[],
): Trader {
  return {
    onCandle({ symbol, time }, broker) {
      for (const entry of orders) {
        if (entry.at === time / 60_000 && entry.order.symbol === symbol) broker.submit(entry.order);
      }
    },
  };
}

function cut(candles: Candles, length: number): Candles {
  const { time, open, high, low, close, volume } = candles;
  const [t, o, h, l, c, v] = [time, open, high, low, close, volume].map((x) => x.slice(0, length));
  const kept = Math.min(length, candles.length);
  return { length: kept, time: t!, open: o!, high: h!, low: l!, close: c!, volume: v! };
}

describe("whatever is ordered", () => {
  test("cutting off the future changes nothing before the cut", () => {
    assert(
      property(runs, integer({ min: 1, max: 30 }), ({ a, b, orders, rules }, at) => {
        const markets = { A: candlesOf(a), B: candlesOf(b) };
        const whole = simulateOrders(markets, traderOf(orders), rules);
        const cutMarkets = { A: cut(markets.A, at), B: cut(markets.B, at) };
        const part = simulateOrders(cutMarkets, traderOf(orders), rules);
        expect(part.equity).toEqual(whole.equity.slice(0, at));
        expect(part.trades.toArray()).toEqual(
          whole.trades.toArray().filter((trade) => trade.exitIndex < at),
        );
      }),
      { numRuns: 200 },
    );
  });

  test("the account is worth its start, what trades made, and what is open; never below 0", () => {
    assert(
      property(runs, ({ a, b, orders, rules }) => {
        const markets = { A: candlesOf(a), B: candlesOf(b) };
        const result = simulateOrders(markets, traderOf(orders), rules);
        const open = Object.entries(result.openPositions).map(([symbol, held]) => {
          const side = held.side === "long" ? 1 : -1;
          const close = markets[symbol as "A" | "B"].close.at(-1)!;
          return side * held.quantity * (close - held.entryPrice) - held.fees;
        });
        const closed = result.trades.toArray().map((trade) => trade.pnl);
        const worth = [...open, ...closed].reduce((sum, gain) => sum + gain, 1000);
        expect(result.finalCapital).toBeCloseTo(worth, 6);
        expect(result.equity.every((value) => value >= 0)).toBe(true);
        const fees = result.trades.toArray().reduce((sum, trade) => sum + trade.fees, 0);
        const bound = Object.values(result.openPositions).reduce((sum, held) => sum + held.fees, 0);
        expect(result.feesPaid).toBeCloseTo(fees + bound, 6);
      }),
      { numRuns: 200 },
    );
  });

  test("trades are listed in the order of their exits, none before its entry", () => {
    assert(
      property(runs, ({ a, b, orders, rules }) => {
        const markets = { A: candlesOf(a), B: candlesOf(b) };
        const settled = {
          ...rules,
          compatibility: {
            ...(rules.compatibility as CompatibilityOptions),
            finalPosition: "last_close",
          },
        } as const;
        const { trades, time } = simulateOrders(markets, traderOf(orders), settled);
        let before = 0;
        for (const { entryIndex, exitIndex, exitTime } of trades) {
          expect(exitIndex).toBeGreaterThanOrEqual(Math.max(before, entryIndex));
          expect(exitTime).toBe(time[exitIndex]);
          before = exitIndex;
        }
      }),
      { numRuns: 200 },
    );
  });

  test("nothing is ever closed at a price that its candle did not trade at", () => {
    assert(
      property(runs, ({ a, b, orders, rules }) => {
        const markets = { A: candlesOf(a), B: candlesOf(b) };
        const { trades } = simulateOrders(markets, traderOf(orders), rules);
        for (const { symbol, exitIndex, exitPrice } of trades) {
          const { high, low, length } = markets[symbol as "A" | "B"];
          const last = Math.min(exitIndex, length - 1); // B's candles end before A's
          expect(exitPrice <= high[last]! && exitPrice >= low[last]!).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("a stop that an added fill is beyond already goes at that fill, not at a level never traded", () => {
    const flat = Array.from({ length: 8 }, () => [50, 50, 50, 50] as const);
    const candles = candlesOf([...flat.slice(0, 3), [60.1, 60.1, 54.3, 54.3], ...flat.slice(4)]);
    const trader: Trader = {
      onCandle({ index }, broker) {
        if (index === 0) broker.submit({ side: "sell", size: 0.5 });
        if (index === 2) {
          broker.submit({ side: "sell", type: "stop", stopPrice: 60, size: 0.5, stopLoss: 0.01 });
        }
      },
    };
    const { trades } = simulateOrders({ A: candles }, trader, { direction: "both", fee: 0 });
    for (const { exitIndex, exitPrice } of trades) {
      expect(exitPrice).toBeLessThanOrEqual(candles.high[exitIndex]!);
      expect(exitPrice).toBeGreaterThanOrEqual(candles.low[exitIndex]!);
    }
    expect(trades.length).toBeGreaterThan(0);
  });
});

import { array, assert, constantFrom, double, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";

import {
  simulate,
  simulateOrders,
  type Broker,
  type ClosedCandle,
  type CompatibilityOptions,
  type OrderRequest,
  type OrderSimulationOptions,
  type Trade,
  type Trader,
} from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { candlesOf } from "../candles/make-candles.ts";
import { FREE, script, still } from "./scripted-trader.ts";

function run(
  rows: readonly (readonly number[])[],
  orders: Readonly<Record<number, OrderRequest | readonly OrderRequest[]>>,
  options: OrderSimulationOptions = {},
) {
  return simulateOrders({ X: candlesOf(rows) }, script(orders), { ...FREE, ...options });
}

const fills = (trades: Iterable<Trade>) =>
  [...trades].map(({ side, entryIndex, entryPrice, exitIndex, exitPrice, exitReason }) => [
    side,
    entryIndex,
    entryPrice,
    exitIndex,
    exitPrice,
    exitReason,
  ]);

/** Plays signals as market orders, by the rules that `simulate` has for them. */
class SignalTrader implements Trader {
  readonly #signals: Uint8Array;
  constructor(signals: Uint8Array) {
    this.#signals = signals;
  }
  onCandle({ index }: ClosedCandle, broker: Broker): void {
    const signal = this.#signals[index]!;
    const held = broker.position()?.side;
    const wants = (bit: number): boolean => (signal & bit) !== 0;
    const enters = (side: "long" | "short"): boolean =>
      side === "long"
        ? wants(Signal.enterLong) && !wants(Signal.exitLong) && !wants(Signal.enterShort)
        : wants(Signal.enterShort) && !wants(Signal.exitShort) && !wants(Signal.enterLong);
    const exits = (side: "long" | "short"): boolean =>
      side === "long"
        ? wants(Signal.exitLong) && !wants(Signal.enterLong)
        : wants(Signal.exitShort) && !wants(Signal.enterShort);
    if (enters("long") && held !== "long") broker.submit({ side: "buy" });
    else if (enters("short") && held !== "short") broker.submit({ side: "sell" });
    else if (held === "long" && exits("long")) broker.submit({ side: "sell", reduceOnly: true });
    else if (held === "short" && exits("short")) broker.submit({ side: "buy", reduceOnly: true });
  }
}

describe("signals played as market orders", () => {
  const row = array(double({ min: 1, max: 1000, noNaN: true }), {
    minLength: 4,
    maxLength: 4,
  }).map(([open, close, ...wicks]) => [
    open!,
    Math.max(open!, close!, ...wicks),
    Math.min(open!, close!, ...wicks),
    close!,
  ]);
  const markets = record({
    rows: array(row, { minLength: 1, maxLength: 60 }),
    said: array(integer({ min: 0, max: 15 }), { minLength: 60, maxLength: 60 }),
  });
  const rules = record<OrderSimulationOptions>({
    direction: constantFrom("both"),
    fill: constantFrom("next_open", "close"),
    fee: constantFrom(0, 0.001),
    fixedFee: constantFrom(0, 1),
    slippage: constantFrom<OrderSimulationOptions["slippage"] & {}>(0, 0.001, { halfSpread: 0.3 }),
    lotSize: constantFrom(0, 1),
    tickSize: constantFrom(0, 0.5),
    borrowRate: constantFrom(0, 0.002),
    maintenanceMargin: constantFrom(0, 0.2),
    leverage: constantFrom(1, 3),
    takeProfit: constantFrom(null, 0.05),
    stopLoss: constantFrom(null, 0.05, 0.5),
    compatibility: record<CompatibilityOptions>({
      intrabar: constantFrom("stop_first", "target_first", "ohlc_path", "close_only"),
      levels: constantFrom("entry", "signal_close"),
      liquidation: constantFrom("inside_candle", "at_close"),
      finalPosition: constantFrom("last_close", "last_open", "keep"),
    }),
  });

  test("give the same bits as the signals themselves", () => {
    assert(
      property(markets, rules, ({ rows, said }, rule) => {
        const candles = candlesOf(rows);
        const signals = Uint8Array.from(said).slice(0, rows.length);
        const bySignals = simulate(candles, { signals, warmUp: 0 }, rule);
        const byOrders = simulateOrders({ X: candles }, new SignalTrader(signals), rule);
        expect(byOrders.equity).toEqual(bySignals.equity);
        expect(byOrders.trades.toArray()).toEqual(bySignals.trades.toArray());
        expect(byOrders.feesPaid).toBe(bySignals.feesPaid);
        expect(byOrders.openPosition).toEqual(bySignals.openPosition);
      }),
      { numRuns: 400 },
    );
  });
});

describe("what fills an order", () => {
  const before = still(100);
  const after = still(100);

  test.each<[string, number[], OrderRequest, number | undefined]>([
    ["a market order: the open", [103, 104, 102, 103], { side: "buy" }, 103],
    ["a limit: its price", [100, 101, 94, 96], { side: "buy", type: "limit", price: 95 }, 95],
    ["a limit: a better open", [93, 96, 92, 94], { side: "buy", type: "limit", price: 95 }, 93],
    [
      "a limit without improvement: its price, not the better open",
      [93, 96, 92, 94],
      { side: "buy", type: "limit", price: 95, priceImprovement: false },
      95,
    ],
    [
      "a limit without improvement: the worst that was traded, where its price was not",
      [93, 96, 92, 94],
      { side: "buy", type: "limit", price: 99, priceImprovement: false },
      96,
    ],
    ["a limit: a touch", [100, 101, 95, 99], { side: "buy", type: "limit", price: 95 }, 95],
    [
      "a limit: not short of it",
      [100, 101, 95.1, 99],
      { side: "buy", type: "limit", price: 95 },
      undefined,
    ],
    ["a stop: its price", [100, 106, 99, 104], { side: "buy", type: "stop", stopPrice: 105 }, 105],
    [
      "a stop: a worse open",
      [107, 108, 106, 107],
      { side: "buy", type: "stop", stopPrice: 105 },
      107,
    ],
    [
      "a stop-limit: its stop",
      [100, 106, 99, 104],
      { side: "buy", type: "stop_limit", stopPrice: 105, price: 106 },
      105,
    ],
    [
      "a stop-limit: not beyond its limit",
      [107, 108, 106.5, 107],
      { side: "buy", type: "stop_limit", stopPrice: 105, price: 106 },
      undefined,
    ],
    [
      "a stop-limit: back at its limit by the close",
      [107, 108, 104, 105],
      { side: "buy", type: "stop_limit", stopPrice: 105, price: 106 },
      106,
    ],
  ])("%s", (_, bar, order, price) => {
    const result = run([before, bar, after], { 0: { ...order, validCandles: 1 } });
    expect(result.trades.at(0)?.entryPrice).toBe(price);
    const mirrored = (value: number): number => 200 - value;
    const [open, high, low, close] = bar as [number, number, number, number];
    const flipped = [open, low, high, close].map(mirrored);
    const sell: OrderRequest = {
      ...order,
      side: "sell",
      validCandles: 1,
      ...(order.price === undefined ? {} : { price: mirrored(order.price) }),
      ...(order.stopPrice === undefined ? {} : { stopPrice: mirrored(order.stopPrice) }),
    };
    const short = run([before, flipped, after], { 0: sell });
    expect(short.trades.at(0)?.entryPrice).toBe(price === undefined ? undefined : mirrored(price));
  });

  test("a stop-limit order that was set off waits at its limit", () => {
    const order: OrderRequest = { side: "buy", type: "stop_limit", stopPrice: 105, price: 106 };
    const { trades } = run([before, [107, 108, 106.5, 107], [107, 107, 103, 104], after], {
      0: order,
    });
    expect(trades.at(0)).toMatchObject({ entryIndex: 2, entryPrice: 106 });
  });

  test("market and stop orders slip, limits do not", () => {
    const bar = [100, 106, 94, 100];
    const price = (order: OrderRequest): number | undefined =>
      run([before, bar, after], { 0: order }, { slippage: 0.01 }).trades.at(0)?.entryPrice;
    expect(price({ side: "buy" })).toBeCloseTo(101, 9);
    expect(price({ side: "buy", type: "stop", stopPrice: 105 })).toBeCloseTo(106.05, 9);
    expect(price({ side: "buy", type: "limit", price: 95 })).toBe(95);
  });
});

describe("what becomes of orders", () => {
  const rows = [still(100), still(100), [100, 112, 88, 100], still(100)];

  test("one of a group cancels the rest, the stop first", () => {
    const { trades } = run(rows, {
      0: { side: "buy" },
      1: [
        { side: "sell", type: "limit", price: 110, group: "exit", reduceOnly: true },
        { side: "sell", type: "stop", stopPrice: 90, group: "exit", reduceOnly: true },
      ],
    });
    expect(fills(trades)).toEqual([["long", 1, 100, 2, 90, "signal"]]);
  });

  test("a bracket protects what its order enters, from that candle on", () => {
    const order: OrderRequest = { side: "buy", stopLoss: 0.1, takeProfit: 0.5 };
    expect(fills(run(rows, { 0: order }).trades)).toEqual([["long", 1, 100, 2, 90, "stop_loss"]]);
    expect(fills(run(rows, { 1: { ...order, stopLoss: 0.3, takeProfit: 0.1 } }).trades)).toEqual([
      ["long", 2, 100, 2, expect.closeTo(110, 9), "take_profit"],
    ]);
  });

  test("entered inside a candle, a stop counts its low, a target only its close", () => {
    const limit: OrderRequest = { side: "buy", type: "limit", price: 95, takeProfit: 0.05 };
    const bars = (close: number) => [still(100), [100, 112, 88, close], still(96)];
    expect(fills(run(bars(96), { 0: limit }).trades)).toEqual([["long", 1, 95, 2, 96, "end"]]);
    expect(fills(run(bars(101), { 0: limit }).trades)).toEqual([
      ["long", 1, 95, 1, 99.75, "take_profit"],
    ]);
    expect(fills(run(bars(101), { 0: { ...limit, stopLoss: 0.02 } }).trades)).toEqual([
      ["long", 1, 95, 1, expect.closeTo(93.1, 9), "stop_loss"],
    ]);
  });

  test("an order lives for its candles, and until it is cancelled", () => {
    const limit: OrderRequest = { side: "buy", type: "limit", price: 88 };
    expect(run(rows, { 0: { ...limit, validCandles: 1 } }).trades).toHaveLength(0);
    expect(run(rows, { 0: { ...limit, validCandles: 2 } }).trades).toHaveLength(1);
    const answers: boolean[] = [];
    const trader: Trader = {
      onCandle({ index }, broker) {
        if (index === 0) broker.submit(limit);
        if (index === 1) answers.push(broker.cancel(1), broker.cancel(1));
      },
    };
    const { trades } = simulateOrders({ X: candlesOf(rows) }, trader, FREE);
    expect([answers, trades.length]).toEqual([[true, false], 0]);
  });

  test("positions grow at their mean price and shrink by parts, fees shared out", () => {
    const bars = [still(10), still(10), still(20), still(30), still(40)];
    const result = run(
      bars,
      {
        0: { side: "buy", size: { units: 10 } },
        1: { side: "buy", size: { units: 10 } },
        2: { side: "sell", size: { units: 5 } },
      },
      { fee: 0.01 },
    );
    expect(fills(result.trades)).toEqual([
      ["long", 1, 15, 3, 30, "signal"],
      ["long", 1, 15, 4, 40, "end"],
    ]);
    const [part, rest] = result.trades.toArray();
    expect([part!.quantity, rest!.quantity]).toEqual([5, 15]);
    expect(part!.fees).toBeCloseTo(3 / 4 + 1.5, 9);
    expect(rest!.fees).toBeCloseTo((3 * 3) / 4 + 6, 9);
    expect(result.finalCapital).toBeCloseTo(1000 + part!.pnl + rest!.pnl, 9);
  });

  test("an order larger than what is held turns it around by the rest", () => {
    const { trades } = run([still(10), still(10), still(10), still(10)], {
      0: { side: "buy", size: { units: 10 } },
      1: { side: "sell", size: { units: 15 } },
    });
    expect([...trades].map(({ side, quantity }) => [side, quantity])).toEqual([
      ["long", 10],
      ["short", 5],
    ]);
  });

  test.each<[OrderRequest, RegExp]>([
    [{ side: "hold" as "buy" }, /side/],
    [{ side: "buy", type: "limit" }, /price: a limit order needs one/],
    [{ side: "buy", price: 3 }, /price: a market order has none/],
    [{ side: "buy", priceImprovement: false }, /priceImprovement: a market order has none/],
    [
      { side: "buy", type: "limit", price: 3, priceImprovement: 1 } as unknown as OrderRequest,
      /priceImprovement: expected true or false/,
    ],
    [{ side: "buy", type: "stop", stopPrice: NaN }, /stopPrice/],
    [{ side: "buy", size: -1 }, /size/],
    [{ side: "buy", validCandles: 0 }, /validCandles/],
    [{ side: "buy", stopLoss: 0 }, /stopLoss/],
    [{ side: "buy", stopLoss: 5 }, /stopLoss: expected a fraction .*0\.05 is 5 %/],
    [{ side: "buy", qty: 1 } as OrderRequest, /qty/],
  ])("%j is refused", (order, message) => {
    expect(() => run([still(1)], { 0: order })).toThrow(message);
  });
});

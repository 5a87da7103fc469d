import { array, assert, constantFrom, double, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";

import { computeMetrics } from "../../src/metrics/index.ts";
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
import { Signal } from "../../src/strategies/strategy.ts";
import { candlesOf } from "../candles/make-candles.ts";

const FREE: OrderSimulationOptions = { fee: 0, initialCapital: 1000, direction: "both" };

const still = (price: number): number[] => [price, price, price, price];

/** Orders by the candle at whose close they are submitted. */
function script(orders: Readonly<Record<number, OrderRequest | readonly OrderRequest[]>>): Trader {
  return {
    onCandle({ index }, broker) {
      for (const order of [orders[index] ?? []].flat()) broker.submit(order);
    },
  };
}

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
    [{ side: "buy", qty: 1 } as OrderRequest, /qty/],
  ])("%j is refused", (order, message) => {
    expect(() => run([still(1)], { 0: order })).toThrow(message);
  });
});

describe("several symbols on one account", () => {
  const a = candlesOf([still(10), still(10), still(12), still(12)]);
  const b = { ...candlesOf([still(100), still(100), still(90)]) };
  const late = { ...b, time: b.time.map((time) => time + 60_000) };

  /** Submits at the closes of A alone, so that an order for both symbols is given once. */
  const scriptOfA = (orders: Parameters<typeof script>[0]): Trader => ({
    onCandle(candle, broker) {
      if (candle.symbol === "A") script(orders).onCandle(candle, broker);
    },
  });

  test("share its cash, and trades name their symbol", () => {
    const seen: [string, number, number][] = [];
    const trader: Trader = {
      onCandle({ symbol, time }, broker) {
        seen.push([symbol, time / 60_000, broker.cash]);
        if (broker.position(symbol) === null)
          broker.submit({ symbol, side: "buy", size: { cash: 600 } });
      },
    };
    const result = simulateOrders({ B: late, A: a }, trader, FREE);
    expect(seen).toEqual([
      ["A", 0, 1000],
      ["A", 1, 400],
      ["B", 1, 400],
      ["A", 2, 0],
      ["B", 2, 0],
      ["A", 3, 0],
      ["B", 3, 0],
    ]);
    expect(result.trades.toArray()).toMatchObject([
      { symbol: "A", quantity: 60, entryIndex: 1, exitIndex: 3, pnl: 120 },
      { symbol: "B", quantity: 4, entryIndex: 2, exitIndex: 3, pnl: -40 },
    ]);
    expect([...result.equity]).toEqual([1000, 1000, 1120, 1080]);
    expect([...result.benchmark]).toEqual([1, 1, 1.1, 1.05]);
  });

  test("are measured like one", () => {
    const trader = script({
      0: [
        { symbol: "A", side: "buy", size: 0.5 },
        { symbol: "B", side: "buy", size: 0.5 },
      ],
    });
    const result = simulateOrders({ A: a, B: late }, trader, {
      ...FREE,
      compatibility: { finalPosition: "keep" },
    });
    expect(Object.keys(result.openPositions)).toEqual(["A", "B"]);
    expect(result.openPosition!.entryIndex).toBe(1);
    const { length } = result.time;
    const metrics = computeMetrics({ length, time: result.time, close: result.benchmark }, result);
    expect(metrics).toMatchObject({ totalTrades: 0, exposure: 3 / 4 });
    expect(metrics.buyHoldReturn).toBeCloseTo(0.05, 12);
  });

  test("one kept open exposes the account from its entry on, whatever else was traded since", () => {
    const flat = candlesOf([10, 10, 10, 10, 10, 10].map(still));
    const orders = {
      0: { symbol: "A", side: "buy" as const, size: 0.5 },
      2: { symbol: "B", side: "buy" as const, size: 0.5 },
      3: { symbol: "B", side: "sell" as const, reduceOnly: true },
    };
    const rules = { ...FREE, compatibility: { finalPosition: "keep" } } as const;
    const result = simulateOrders({ A: flat, B: flat }, scriptOfA(orders), rules);
    const { length } = result.time;
    const metrics = computeMetrics({ length, time: result.time, close: result.benchmark }, result);
    expect(metrics).toMatchObject({ totalTrades: 1, exposure: 5 / 6 });
  });

  test("lose together: the account ends at 0 and trades no more", () => {
    const up = candlesOf([still(10), still(10), still(40), still(10)]);
    const orders = {
      0: ["A", "B"].map((symbol) => ({ symbol, side: "sell" as const, size: { cash: 500 } })),
    };
    const result = simulateOrders({ A: up, B: up }, script(orders), FREE);
    expect([...result.equity]).toEqual([1000, 1000, 0, 0]);
    expect(result.trades.toArray().reduce((sum, { pnl }) => sum + pnl, 0)).toBe(-1000);
  });

  test("one whose candles have ended is lost at the moment at which the account is", () => {
    const rising = candlesOf([10, 10, 10, 10, 40, 40].map(still));
    const short = candlesOf([100, 100, 100].map(still));
    const orders = {
      0: [
        { symbol: "A", side: "sell" as const, size: { cash: 500 } },
        { symbol: "B", side: "buy" as const, size: { cash: 500 } },
      ],
    };
    const result = simulateOrders({ A: rising, B: short }, scriptOfA(orders), FREE);
    expect([...result.equity]).toEqual([1000, 1000, 1000, 1000, 0, 0]);
    expect(result.trades.toArray()).toMatchObject([
      { symbol: "B", exitIndex: 4, exitTime: 240_000, exitPrice: 100, exitReason: "liquidation" },
      { symbol: "A", exitIndex: 4, exitTime: 240_000, exitPrice: 30, exitReason: "liquidation" },
    ]);
  });

  test("one whose candles have ended is held to the end of the run, at its last close", () => {
    const orders = {
      0: ["A", "B"].map((symbol) => ({ symbol, side: "buy" as const, size: { cash: 500 } })),
      1: { symbol: "A", side: "sell" as const, reduceOnly: true },
    };
    const result = simulateOrders({ A: a, B: b }, scriptOfA(orders), FREE);
    expect(result.trades.toArray()).toMatchObject([
      { symbol: "A", exitIndex: 2, exitReason: "signal" },
      { symbol: "B", exitIndex: 3, exitTime: 180_000, exitPrice: 90, exitReason: "end" },
    ]);
  });

  test("one's gains stand behind another's loss: no money is made of a debt", () => {
    const squeezed = candlesOf([10, 10, 30, 30, 30].map(still));
    const rising = candlesOf([100, 100, 300, 300, 300].map(still));
    let cash = NaN;
    const orders = {
      0: [
        { symbol: "A", side: "sell" as const, size: { units: 100 } },
        { symbol: "B", side: "buy" as const, size: { units: 15 } },
      ],
      2: [{ symbol: "A", side: "buy" as const, reduceOnly: true }],
    };
    const trader: Trader = {
      onCandle(candle, broker) {
        scriptOfA(orders).onCandle(candle, broker);
        if (candle.index !== 3) return;
        cash = broker.cash;
        broker.submit({ symbol: "A", side: "buy" }); // there is nothing to buy it with
      },
    };
    const rules = { ...FREE, leverage: 3 };
    const result = simulateOrders({ A: squeezed, B: rising }, trader, rules);
    expect(cash).toBe(1000 - 2000 - 500);
    expect([...result.equity]).toEqual([1000, 1000, 2000, 2000, 2000]);
    expect(result.trades.toArray()).toMatchObject([
      { symbol: "A", exitPrice: 30, pnl: -2000, exitReason: "signal" },
      { symbol: "B", exitPrice: 300, pnl: 3000, exitReason: "end" },
    ]);
  });

  test("an unknown one is refused, and so is a run without any", () => {
    const trader = script({ 0: { symbol: "C", side: "buy" } });
    expect(() => simulateOrders({ A: a, B: b }, trader, FREE)).toThrow(/A, B; found C/);
    expect(() => simulateOrders({}, trader, FREE)).toThrow(/at least one market/);
  });
});

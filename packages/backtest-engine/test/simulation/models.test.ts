import { array, assert, constantFrom, double, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";

import { backtest } from "../../src/backtest/index.ts";
import {
  simulate,
  simulateOrders,
  type FillFacts,
  type OrderRequest,
  type SimulationOptions,
} from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { candlesOf } from "../candles/make-candles.ts";
import { wander } from "../sweep/wander.ts";

const { enterLong, exitLong, enterShort, exitShort } = Signal;

/** Trades that signals at the close of these rows of [open, high, low, close] come to. */
function run(
  rows: readonly (readonly number[])[],
  signals: readonly number[],
  options: SimulationOptions,
  volume?: readonly number[],
) {
  const candles = candlesOf(rows);
  if (volume !== undefined) candles.volume.set(volume);
  const decisions = { signals: Uint8Array.from(rows, (_, i) => signals[i] ?? 0), warmUp: 0 };
  return simulate(candles, decisions, { fee: 0, direction: "both", ...options });
}

const still = (price: number): number[] => [price, price, price, price];
const flat = Array.from({ length: 6 }, () => still(100));

describe("slippage", () => {
  test.each<[string, SimulationOptions["slippage"], number, number]>([
    ["a fraction", 0.01, 101, 99],
    ["half a spread", { halfSpread: 0.25 }, 100.25, 99.75],
    ["a function", ({ side, price }) => price + (side === "buy" ? 3 : -2), 103, 98],
  ])("%s: buys above and sells below the open", (_, slippage, bought, sold) => {
    const { trades } = run(flat, [enterLong, exitLong], {
      slippage: slippage!,
      positionSize: { units: 1 },
    });
    expect(trades.at(0)).toMatchObject({ entryPrice: bought, exitPrice: sold });
  });

  test("a function is told what fills, and an invalid price is refused", () => {
    const seen: FillFacts[] = [];
    const slippage = (fill: FillFacts): number => (seen.push(fill), fill.price);
    run(flat, [enterLong, exitLong], { slippage, positionSize: { units: 2 } }, [1, 2, 3, 4, 5, 6]);
    expect(seen.at(-1)).toEqual({
      side: "sell",
      quantity: 2,
      price: 100,
      isLimit: false,
      index: 2,
      volume: 3,
    });
    expect(() => run(flat, [enterLong], { slippage: () => NaN })).toThrow(/finite price above 0/u);
  });

  test("a share of the volume: the price moves by the square of what is taken", () => {
    const slippage = { volumeShare: 0.5, impact: 0.2 };
    const { trades } = run(
      flat,
      [enterLong, exitLong],
      { slippage, positionSize: { units: 4 } },
      [10, 10, 10, 10, 10, 10],
    );
    expect(trades.at(0)!.entryPrice).toBeCloseTo(100 * (1 + 0.2 * 0.4 ** 2), 12);
    expect(trades.at(0)!.exitPrice).toBeCloseTo(100 * (1 - 0.2 * 0.4 ** 2), 12);
  });

  test("what a candle cannot take is bought on the next ones, and sold over several too", () => {
    const slippage = { volumeShare: 0.5, impact: 0 };
    const volume = [10, 4, 4, 10, 4, 100];
    const { trades } = run(
      flat,
      [enterLong, 0, 0, exitLong],
      { slippage, positionSize: { units: 5 } },
      volume,
    );
    // Bought 2, 2 and 1 on candles 1 to 3; sold 2 on candle 4 and 3 on candle 5.
    expect(trades.toArray().map(({ quantity, exitIndex }) => [quantity, exitIndex])).toEqual([
      [2, 4],
      [3, 5],
    ]);
  });

  test("a part too small to be traded is not lost: it waits with the rest", () => {
    const { trades } = run(
      flat,
      [enterLong],
      {
        slippage: { volumeShare: 0.5, impact: 0 },
        positionSize: { units: 5 },
        minimumNotional: 200,
      },
      [10, 2, 3, 10, 10, 10],
    );
    expect(trades.toArray().map(({ quantity, entryIndex }) => [quantity, entryIndex])).toEqual([
      [5, 3],
    ]);
  });

  test("an account that lost all in parts has nothing left to trade with, not even a rounding error", () => {
    const options = { strategy: "rsi", parameters: { period: 2 }, fee: 0, leverage: 125 };
    const lost = backtest(wander(50, 6), { ...options, slippage: { volumeShare: 0.3 } });
    const end = lost.equity.indexOf(0);
    expect(end).toBeGreaterThan(0);
    expect(lost.trades.at(-1)).toMatchObject({ exitIndex: end, exitReason: "liquidation" });
    expect(lost.equity.slice(end).every((worth) => worth === 0)).toBe(true);
  });

  test("a stop that a candle cannot take goes on at the next opens", () => {
    const rows = [still(100), still(100), [100, 100, 80, 90], still(85), still(84), still(84)];
    const { trades } = run(
      rows,
      [enterLong],
      { slippage: { volumeShare: 0.5, impact: 0 }, stopLoss: 0.1, positionSize: { units: 4 } },
      [100, 100, 4, 2, 100, 100],
    );
    expect(
      trades
        .toArray()
        .map(({ quantity, exitPrice, exitReason }) => [quantity, exitPrice, exitReason]),
    ).toEqual([
      [2, 90, "stop_loss"],
      [1, 85, "signal"],
      [1, 84, "signal"],
    ]);
  });

  test("no order ever takes more than its share of a candle, and what is filled adds up", () => {
    const steps = record({
      volume: integer({ min: 0, max: 20 }),
      order: constantFrom<OrderRequest | null>(
        null,
        { side: "buy", size: { units: 7 } },
        { side: "sell", size: { units: 5 } },
        { side: "buy", type: "limit", price: 99, size: { units: 3 } },
      ),
      close: double({ min: 95, max: 105, noNaN: true }),
    });
    assert(
      property(array(steps, { minLength: 2, maxLength: 30 }), (script) => {
        const candles = candlesOf(script.map(({ close }) => [100, 106, 94, close]));
        candles.volume.set(script.map(({ volume }) => volume));
        const filled = new Map<number, number>();
        const trader = {
          onCandle(
            { index }: { readonly index: number },
            broker: { submit(order: OrderRequest): number },
          ) {
            const { order } = script[index]!;
            if (order !== null) broker.submit(order);
          },
        };
        const slippage = { volumeShare: 0.25 };
        const feeModel = ({ index, quantity }: FillFacts): number => {
          filled.set(index, Math.max(quantity, filled.get(index) ?? 0));
          return 0;
        };
        const result = simulateOrders({ X: candles }, trader, {
          slippage,
          feeModel,
          direction: "both",
          compatibility: "vectorbt",
        });
        for (const [index, quantity] of filled) {
          expect(quantity).toBeLessThanOrEqual(0.25 * candles.volume[index]! + 1e-9);
        }
        const closed = result.trades.toArray().reduce((sum, { pnl }) => sum + pnl, 0);
        const held = result.openPosition;
        const side = held?.side === "short" ? -1 : 1;
        const open =
          held === null ? 0 : side * held.quantity * (candles.close.at(-1)! - held.entryPrice);
        expect(result.finalCapital).toBeCloseTo(10_000 + closed + open, 6);
      }),
      { numRuns: 200 },
    );
  });

  test("fills at the signal's own close have no next candle to wait for", () => {
    const options = { slippage: { volumeShare: 0.1 }, fill: "close" } as const;
    expect(() => run(flat, [enterLong], options)).toThrow(/next_open/u);
  });
});

describe("fees", () => {
  test("a model decides what each fill pays, and entries leave room for it", () => {
    const feeModel = ({ quantity, price }: FillFacts): number => 5 + quantity * price * 0.01;
    const { trades, feesPaid } = run(flat, [enterLong, exitLong], {
      feeModel,
      initialCapital: 1000,
    });
    const { quantity, fees } = trades.at(0)!;
    expect(quantity * 100 + 5 + quantity).toBeLessThanOrEqual(1000 + 1e-9);
    expect(quantity).toBeCloseTo(995 / 101, 9);
    expect(fees).toBeCloseTo(2 * (5 + quantity), 9);
    expect(feesPaid).toBe(fees);
  });

  test("a model's fee that is no sane number is refused", () => {
    for (const fee of [NaN, Infinity, 1e9]) {
      expect(() => run(flat, [enterLong], { feeModel: () => fee })).toThrow(/feeModel/u);
    }
  });
});

describe("ticks", () => {
  test("prices are rounded against the account: buys up, sells down, stops and targets away", () => {
    const rows = [still(100), [100.03, 100.03, 100.03, 100.03], [100, 100, 94, 95], still(95)];
    const { trades } = run(rows, [enterLong], {
      tickSize: 0.1,
      stopLoss: 0.05,
      positionSize: { units: 1 },
    });
    expect(trades.at(0)).toMatchObject({ entryPrice: 100.1, exitPrice: 95 });
    const up = [still(100), still(100.03), [100, 111, 100, 110], still(110)];
    const taken = run(up, [enterLong], {
      tickSize: 0.1,
      takeProfit: 0.05,
      positionSize: { units: 1 },
    });
    expect(taken.trades.at(0)).toMatchObject({ exitPrice: 105.2, exitReason: "take_profit" });
  });

  test("a limit order never fills worse than its price", () => {
    const candles = candlesOf([still(100), [100, 100, 94, 95], still(95)]);
    const trader = {
      onCandle(
        { index }: { readonly index: number },
        broker: { submit(order: OrderRequest): number },
      ) {
        if (index === 0)
          broker.submit({ side: "buy", type: "limit", price: 97.77, size: { units: 1 } });
      },
    };
    const { trades } = simulateOrders({ X: candles }, trader, { tickSize: 0.5 });
    expect(trades.at(0)!.entryPrice).toBe(97.5);
  });
});

describe("borrowing and margin", () => {
  test("a short pays for its worth at each close, a leveraged long for what it borrowed, a plain long nothing", () => {
    const rows = [still(100), still(100), still(120), still(110), still(110)];
    const options = {
      borrowRate: 0.01,
      positionSize: { units: 1 },
      compatibility: "vectorbt",
    } as const;
    const short = run(rows, [enterShort], options);
    expect(short.openPosition?.fees).toBeCloseTo(0.01 * (100 + 120 + 110 + 110), 12);
    const long = run(rows, [enterLong], { ...options, leverage: 4 });
    expect(long.openPosition?.fees).toBeCloseTo(4 * 0.01 * 75, 12);
    expect(run(rows, [enterLong], options).feesPaid).toBe(0);
  });

  test.each<[string, number, number[], number]>([
    // 10 bought at 100 with 200 of cash: the account is worth a tenth of 10 p where 200 + 10 (p - 100) = p.
    ["long: where its margin ends", enterLong, [100, 100, 80, 95], 800 / 9],
    ["long: at an open beyond", enterLong, [85, 90, 80, 88], 85],
    // 200 - 10 (p - 100) = p.
    ["short: where its margin ends", enterShort, [100, 120, 100, 105], 1200 / 11],
    ["short: at an open beyond", enterShort, [115, 120, 110, 112], 115],
  ])("%s", (_, signal, row, price) => {
    const options: SimulationOptions = {
      initialCapital: 200,
      leverage: 5,
      maintenanceMargin: 0.1,
      positionSize: { units: 10 },
      slippage: 0,
    };
    const { trades } = run([still(100), still(100), row, still(100)], [signal], options);
    expect(trades.at(0)).toMatchObject({ exitReason: "liquidation", exitIndex: 2 });
    expect(trades.at(0)!.exitPrice).toBeCloseTo(price, 9);
  });

  test("a stop nearer than the end of the margin is met first", () => {
    const options = {
      leverage: 5,
      maintenanceMargin: 0.1,
      initialCapital: 200,
      positionSize: { units: 10 },
    };
    const rows = [still(100), still(100), [100, 100, 80, 95], still(95)];
    expect(run(rows, [enterLong], { ...options, stopLoss: 0.05 }).trades.at(0)).toMatchObject({
      exitReason: "stop_loss",
      exitPrice: 95,
    });
  });

  test.each<[string, number, string, number]>([
    // 400 of cash, less the 100 that B needs: 300 + 10 (p - 100) = p.
    ["a margin of their own counts against it", 100, "liquidation", 700 / 9],
    ["their gains stand behind it", 150, "end", 95],
  ])("with other positions on one account %s", (_, closeOfB, exitReason, exitPrice) => {
    const markets = {
      A: candlesOf([still(100), still(100), [100, 100, 75, 95], still(95)]),
      B: candlesOf([still(100), [100, closeOfB, 100, closeOfB], still(closeOfB), still(closeOfB)]),
    };
    const { trades } = simulateOrders(
      markets,
      {
        onCandle({ index, symbol }, broker) {
          if (index === 0) broker.submit({ symbol, side: "buy", size: { units: 10 } });
        },
      },
      { fee: 0, initialCapital: 400, leverage: 5, maintenanceMargin: 0.1 },
    );
    expect(trades.at(0)).toMatchObject({ symbol: "A", exitReason });
    expect(trades.at(0)!.exitPrice).toBeCloseTo(exitPrice, 9);
  });
});

describe("the path inside a candle", () => {
  const held = {
    stopLoss: 0.05,
    takeProfit: 0.05,
    compatibility: { intrabar: "ohlc_path" },
    positionSize: { units: 1 },
  } as const;
  test.each<[string, number, number[], string, number]>([
    ["long, the high nearer: the target", enterLong, [100, 106, 90, 100], "take_profit", 105],
    ["long, the low nearer: the stop", enterLong, [100, 112, 94, 100], "stop_loss", 95],
    ["long, both equally near: the stop", enterLong, [100, 110, 90, 100], "stop_loss", 95],
    ["short, the low nearer: the target", enterShort, [100, 112, 94, 100], "take_profit", 95],
    ["short, the high nearer: the stop", enterShort, [100, 106, 90, 100], "stop_loss", 105],
    ["long, an open beyond the stop: the open", enterLong, [90, 110, 89, 100], "stop_loss", 90],
  ])("%s", (_, signal, row, exitReason, exitPrice) => {
    const { trades } = run([still(100), still(100), row, still(100)], [signal], held);
    expect(trades.at(0)).toMatchObject({ exitReason, exitPrice });
  });

  test("orders fill in the order in which the path meets them", () => {
    const candles = candlesOf([still(100), [100, 103, 90, 95], still(95)]);
    const seen: string[] = [];
    const trader = {
      onCandle(
        { index }: { readonly index: number },
        broker: { submit(order: OrderRequest): number },
      ) {
        if (index > 0) return;
        broker.submit({ side: "buy", type: "limit", price: 92, size: { units: 1 } });
        broker.submit({ side: "buy", type: "stop", stopPrice: 102, size: { units: 1 } });
      },
    };
    const feeModel = ({ price }: FillFacts): number => (seen.push(String(price)), 0);
    simulateOrders({ X: candles }, trader, {
      feeModel,
      compatibility: { intrabar: "ohlc_path", finalPosition: "keep" },
    });
    expect([...new Set(seen)]).toEqual(["102", "92"]);
  });
});

test.each<SimulationOptions>([
  { slippage: { halfSpread: -1 } },
  { slippage: { volumeShare: 0 } },
  { slippage: { volumeShare: 2 } },
  { slippage: { volumeShare: 0.1, halfSpread: 1 } as never },
  { slippage: { spread: 1 } as never },
  { exitSlippage: { volumeShare: 0.1 } },
  { feeModel: 1 as never },
  { tickSize: -1 },
  { borrowRate: 0.5 },
  { maintenanceMargin: 1 },
  { compatibility: { intrabar: "best" as never } },
])("%j is refused", (options) => {
  expect(() => run(flat, [enterShort, exitShort], options)).toThrow(
    expect.objectContaining({ code: "OPTIONS_INVALID" }) as Error,
  );
});

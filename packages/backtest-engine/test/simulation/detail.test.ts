import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Candles } from "../../src/candles/candles.ts";
import { sliceCandles } from "../../src/candles/slice-candles.ts";
import { resample } from "../../src/data/index.ts";
import { backtest, defineStrategy } from "../../src/index.ts";
import {
  simulate,
  simulateOrders,
  type Contract,
  type OrderRequest,
  type SimulationOptions,
  type Trade,
  type Trader,
} from "../../src/simulation/index.ts";
import { Signal, type Decisions } from "../../src/strategy/strategy.ts";
import { candlesOf } from "../candles/make-candles.ts";

const MINUTE = 60_000;
/** Candles of the detail in one of the strategy. */
const FINER = 15;

/** Fifteen minutes out of every candle of minutes. */
function longerOf(detail: Candles): Candles {
  const { knownAt: _, ...candles } = resample(detail, "15");
  return candles;
}

const walk = fc
  .array(fc.double({ min: -0.02, max: 0.02, noNaN: true }), {
    minLength: FINER * 40,
    maxLength: FINER * 40,
  })
  .map((moves) => {
    let price = 100;
    const rows = moves.map((move, i) => {
      const open = price;
      price *= 1 + move;
      const wick = 1 + Math.abs(moves[(i * 7) % moves.length]!) / 2;
      return [open, Math.max(open, price) * wick, Math.min(open, price) / wick, price];
    });
    const candles = candlesOf(rows, MINUTE);
    candles.volume.forEach((_, i, volume) => (volume[i] = 5 + (i % 11)));
    return candles;
  });

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const options: fc.Arbitrary<SimulationOptions> = fc
  .record({
    fee: fc.constantFrom(0, 0.001),
    fill: fc.constantFrom("next_open" as const, "close" as const),
    direction: fc.constantFrom("long" as const, "short" as const, "both" as const),
    slippage: fc.constantFrom<NonNullable<SimulationOptions["slippage"]>>(0, 0.001, {
      halfSpread: 0.05,
    }),
    positionSize: fc.constantFrom<NonNullable<SimulationOptions["positionSize"]>>(
      1,
      0.5,
      { units: 2 },
      { cash: 900 },
    ),
    pyramiding: fc.constantFrom(1, 3),
    leverage: fc.constantFrom(1, 4),
    maintenanceMargin: fc.constantFrom(0, 0.05),
    takeProfit: maybe(fc.double({ min: 0.01, max: 0.1, noNaN: true })),
    stopLoss: maybe(fc.double({ min: 0.01, max: 0.1, noNaN: true })),
    trailingStop: maybe(fc.constant({ distance: 0.03, activation: 0.01, activeDistance: 0.02 })),
    compatibility: maybe(
      fc.constantFrom<NonNullable<SimulationOptions["compatibility"]>>(
        "backtestingPy",
        "vectorbt",
        "freqtrade",
        { intrabar: "target_first" },
        { intrabar: "ohlc_path" },
        { intrabar: "close_only" },
        {
          profitSteps: [
            { afterMinutes: 0, profit: 0.05 },
            { afterMinutes: 40, profit: 0.01 },
          ],
        },
      ),
    ),
    contract: maybe(
      fc.constantFrom<NonNullable<SimulationOptions["contract"]>>(
        { multiplier: 3, tick: 0.05 },
        { multiplier: 3, margin: 90 },
      ),
    ),
    rolls: maybe(fc.constant(Array.from({ length: 10 }, (_, k) => (k * 57 + 20) * MINUTE))),
    feeTiers: maybe(fc.constant([{ volume: 20_000, maker: 0, taker: 0.0005 }])),
    funding: maybe(
      fc.constant(
        Array.from({ length: 20 }, (_, k) => ({
          time: (k * 31 + 7) * MINUTE,
          rate: (k % 5) / 1000,
        })),
      ),
    ),
  })
  .map(
    (given) =>
      Object.fromEntries(
        Object.entries(given).filter(
          ([name, value]) =>
            value !== undefined &&
            // Rules that exclude each other.
            !(name === "pyramiding" && given.compatibility === "backtestingPy") &&
            !(name === "leverage" && given.contract !== undefined),
        ),
      ) as SimulationOptions,
  );

const signals = fc.array(
  fc.constantFrom(
    0,
    0,
    0,
    0,
    Signal.enterLong,
    Signal.exitLong,
    Signal.enterShort,
    Signal.exitShort,
    Signal.exitLong | Signal.enterShort,
  ),
  { minLength: 40, maxLength: 40 },
);

/** The same decisions at the last minute of each candle. */
function inMinutes({ signals: given, warmUp, stopLosses }: Decisions): Decisions {
  const length = given.length * FINER;
  const at = <T>(column: ArrayLike<T>, i: number, without: T): T =>
    i % FINER === FINER - 1 ? column[Math.floor(i / FINER)]! : without;
  return {
    signals: Uint8Array.from({ length }, (_, i) => at(given, i, 0)),
    warmUp: warmUp * FINER,
    ...(stopLosses && {
      stopLosses: Float64Array.from({ length }, (_, i) => at(stopLosses, i, NaN)),
    }),
  };
}

const byCandles = (trade: Trade): Trade => ({
  ...trade,
  entryIndex: Math.floor(trade.entryIndex / FINER),
  exitIndex: Math.floor(trade.exitIndex / FINER),
});

/** Values at the last minute of each candle. */
const atCloses = (equity: Float64Array): Float64Array =>
  equity.filter((_, i) => i % FINER === FINER - 1);

describe("a run with detail equals one of the finer candles alone", () => {
  test("by signals, under every rule of a simulation", () => {
    let trades = 0;
    fc.assert(
      fc.property(walk, signals, options, fc.boolean(), (detail, given, rules, hasStops) => {
        const candles = longerOf(detail);
        const decisions: Decisions = {
          signals: Uint8Array.from(given),
          warmUp: 2,
          ...(hasStops && {
            stopLosses: Float64Array.from(given, (_, i) => (i % 3 === 0 ? 0.02 : NaN)),
          }),
        };
        decisions.signals.fill(0, 0, 2);
        const found = simulate(candles, decisions, { ...rules, detail });
        const alone = simulate(detail, inMinutes(decisions), rules);
        expect(found.trades.toArray()).toEqual(alone.trades.toArray().map(byCandles));
        expect(found.equity).toEqual(atCloses(alone.equity));
        expect(found.finalCapital).toBe(alone.finalCapital);
        expect(found.fundingPaid).toBe(alone.fundingPaid);
        expect(found.openPosition?.quantity).toBe(alone.openPosition?.quantity);
        expect(found.detail).toEqual({ candles: candles.length, missing: 0 });
        trades += found.trades.length;
      }),
      { numRuns: 500 },
    );
    expect(trades).toBeGreaterThan(500);
  });

  test("by orders of a trader, on one market and on two", () => {
    const order = fc
      .record({
        at: fc.integer({ min: 0, max: 39 }),
        symbol: fc.constantFrom("A", "B"),
        side: fc.constantFrom("buy" as const, "sell" as const),
        kind: fc.constantFrom("market" as const, "limit" as const, "stop" as const),
        away: fc.double({ min: -0.05, max: 0.05, noNaN: true }),
        stopLoss: maybe(fc.constant(0.03)),
        takeProfit: maybe(fc.constant(0.04)),
        validCandles: maybe(fc.integer({ min: 1, max: 4 })),
      })
      .map(({ at, kind, away, ...rest }) => ({ at, kind, away, rest }));
    const traderOf = (
      orders: readonly (typeof order extends fc.Arbitrary<infer T> ? T : never)[],
      symbols: readonly string[],
      finer: number,
    ): Trader => ({
      onCandle({ symbol, index, close }, broker) {
        if (index % finer !== finer - 1) return;
        for (const { at, kind, away, rest } of orders) {
          if (at !== Math.floor(index / finer) || rest.symbol !== symbol) continue;
          const { validCandles, ...plain } = rest;
          const price = close * (1 + away);
          const given = Object.entries({
            ...plain,
            type: kind,
            ...(kind === "limit" && { price }),
            ...(kind === "stop" && { stopPrice: price }),
            size: 0.5,
            validCandles: validCandles && validCandles * finer,
          }).filter(([, value]) => value !== undefined);
          if (symbols.includes(symbol))
            broker.submit(Object.fromEntries(given) as unknown as OrderRequest);
        }
      },
    });
    let trades = 0;
    fc.assert(
      fc.property(
        walk,
        walk,
        fc.array(order, { maxLength: 30 }),
        options,
        (one, two, orders, given) => {
          const { funding: _, contract, rolls, ...common } = given;
          const rules = {
            ...common,
            ...(contract !== undefined && { contract: { A: contract as Contract } }),
            ...(rolls !== undefined && { rolls: { A: rolls as readonly number[] } }),
          };
          for (const detail of [{ A: one }, { A: one, B: two }] as const) {
            const symbols = Object.keys(detail);
            const candles = Object.fromEntries(
              Object.entries(detail).map(([symbol, finer]) => [symbol, longerOf(finer)]),
            );
            const found = simulateOrders(candles, traderOf(orders, symbols, 1), {
              ...rules,
              detail,
            });
            const alone = simulateOrders(detail, traderOf(orders, symbols, FINER), rules);
            expect(found.trades.toArray()).toEqual(alone.trades.toArray().map(byCandles));
            expect(found.equity).toEqual(atCloses(alone.equity));
            expect(found.time).toEqual(candles["A"]!.time);
            trades += found.trades.length;
          }
        },
      ),
      { numRuns: 200 },
    );
    expect(trades).toBeGreaterThan(500);
  });
});

describe("candles without a whole detail", () => {
  const rows = Array.from({ length: FINER * 8 }, (_, i) => {
    const price = 100 + 5 * Math.sin(i / 4);
    return [price, price + 1, price - 1, price];
  });
  const detail = candlesOf(rows, MINUTE);
  const candles = longerOf(detail);
  const decisions = { signals: Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0), warmUp: 0 };
  const useOf = (finer: Candles): unknown => simulate(candles, decisions, { detail: finer }).detail;

  test("are simulated as they are, and counted", () => {
    const { length } = candles;
    expect(useOf(detail)).toEqual({ candles: length, missing: 0 });
    expect(useOf(sliceCandles(detail, FINER * 3))).toEqual({ candles: 5, missing: 3 });
    const holey = candlesOf(rows, MINUTE);
    const kept = [...holey.time.keys()].filter((i) => i !== FINER + 4 && i !== FINER * 5 + 1);
    const column = (name: "time" | "open" | "high" | "low" | "close" | "volume"): Float64Array =>
      Float64Array.from(kept, (i) => holey[name][i]!);
    const cut = {
      length: kept.length,
      time: column("time"),
      open: column("open"),
      high: column("high"),
      low: column("low"),
      close: column("close"),
      volume: column("volume"),
    };
    expect(useOf(cut)).toEqual({ candles: 6, missing: 2 });
    const other = candlesOf(
      rows.map((row) => row.map((price) => price * 1.2)),
      MINUTE,
    );
    expect(useOf(other)).toEqual({ candles: 0, missing: 8 });
  });

  test("a run without any detail equals one that was given none", () => {
    const rules = { stopLoss: 0.02, takeProfit: 0.01 };
    const far = candlesOf(rows, MINUTE);
    far.time.forEach((_, i, time) => (time[i]! += 1e9));
    const { detail: use, ...found } = simulate(candles, decisions, { ...rules, detail: far });
    const plain = simulate(candles, decisions, rules);
    expect(use).toEqual({ candles: 0, missing: 8 });
    expect({ ...found, trades: found.trades.toArray() }).toEqual({
      ...plain,
      trades: plain.trades.toArray(),
    });
  });

  test("borrowing costs are those of the candles, not of the finer ones", () => {
    const rules = { direction: "short", borrowRate: 0.01, fee: 0 } as const;
    const short = { signals: Uint8Array.of(4, 0, 0, 0, 0, 0, 0, 0), warmUp: 0 };
    const found = simulate(candles, short, { ...rules, detail });
    expect(found.feesPaid).toBeCloseTo(simulate(candles, short, rules).feesPaid, 9);
    expect(found.feesPaid).toBeGreaterThan(0);
  });

  test("the stop is hit at the time of its minute, where the candle alone says target or stop", () => {
    const path = [100, 104, 104, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96, 96];
    const minutes = [...Array.from({ length: FINER }, () => 100), ...path].map((price) => [
      price,
      price,
      price,
      price,
    ]);
    const finer = candlesOf(minutes, MINUTE);
    const two = longerOf(finer);
    const rules = { stopLoss: 0.03, takeProfit: 0.03, fee: 0 };
    const entry = { signals: Uint8Array.of(1, 0), warmUp: 0 };
    expect(simulate(two, entry, rules).trades.at(0)).toMatchObject({ exitReason: "stop_loss" });
    expect(simulate(two, entry, { ...rules, detail: finer }).trades.at(0)).toMatchObject({
      exitReason: "take_profit",
      exitIndex: 1,
      exitTime: (FINER + 1) * MINUTE,
    });
  });

  test("a backtest tells of it, and its configuration has no candles", () => {
    const strategy = defineStrategy({
      name: "always_in",
      version: "1",
      description: "Enters on the first candle.",
      signalType: "trend",
      direction: "long",
      parameters: {},
      decide: ({ length }) => ({
        signals: Uint8Array.from({ length }, (_, i) => Number(i === 0)),
        warmUp: 0,
      }),
    });
    const result = backtest(candles, {
      strategy,
      detail: sliceCandles(detail, FINER),
      trainSplit: 0.25,
    });
    expect(result.detail).toEqual({ candles: 6, missing: 0 });
    expect(result.configuration.options).not.toHaveProperty("detail");
    expect(backtest(candles, { strategy })).not.toHaveProperty("detail");
  });

  test.each<[unknown, string]>([
    [candles, "shorter interval"],
    [7, 'option "detail" must be'],
    [{}, "candles of the one market"],
    [{ time: new Float64Array(2) }, "expected candles"],
    [{ ...detail, close: detail.close.map(() => NaN) }, "detail: "],
  ])("a detail that is none is refused", (wrong, words) => {
    const call = (): unknown => simulate(candles, decisions, { detail: wrong as Candles });
    expect(call).toThrow(expect.objectContaining({ name: "EngineError" }));
    expect(call).toThrow(words);
  });

  test("detail of several markets is by symbol", () => {
    const trader: Trader = { onCandle: () => undefined };
    const markets = { A: candles, B: candles };
    for (const wrong of [detail, { C: detail }]) {
      expect(() => simulateOrders(markets, trader, { detail: wrong })).toThrow(
        /by symbol, one of A, B/,
      );
    }
    const half = simulateOrders(markets, trader, { detail: { B: detail } });
    expect(half.detail).toEqual({ candles: 8, missing: 8 });
  });
});

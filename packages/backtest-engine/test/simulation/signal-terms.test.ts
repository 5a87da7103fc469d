/** Sizes, stops and targets of single signals, and several entries of one position. */

import { array, assert, constantFrom, double, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";

import { backtest } from "../../src/backtest/backtest.ts";
import { auditLookAhead } from "../../src/look-ahead/audit-look-ahead.ts";
import {
  simulate,
  simulateOrders,
  type CompatibilityOptions,
  type OrderRequest,
  type PositionSize,
  type SimulationOptions,
  type Trader,
} from "../../src/simulation/index.ts";
import { defineStrategy } from "../../src/strategies/define-strategy.ts";
import { Signal, type Decisions, type SizeKind } from "../../src/strategy/strategy.ts";
import { candlesOf } from "../candles/make-candles.ts";
import { still } from "./scripted-trader.ts";

const LENGTH = 40;
const own = (low: number, high: number) =>
  array(constantFrom(NaN, low, (low + high) / 2, high), {
    minLength: LENGTH,
    maxLength: LENGTH,
  }).map((values) => Float64Array.from(values));

const market = record({
  rows: array(
    array(double({ min: 50, max: 150, noNaN: true }), { minLength: 4, maxLength: 4 }).map(
      ([open, close, ...wicks]) => [
        open!,
        Math.max(open!, close!, ...wicks),
        Math.min(open!, close!, ...wicks),
        close!,
      ],
    ),
    { minLength: LENGTH, maxLength: LENGTH },
  ),
  said: array(
    constantFrom<number>(
      0,
      0,
      Signal.enterLong,
      Signal.enterLong,
      Signal.exitLong,
      Signal.enterShort,
      Signal.exitShort,
    ),
    { minLength: LENGTH, maxLength: LENGTH },
  ),
  sizes: own(0.05, 0.9),
  sizeKind: constantFrom<SizeKind>("fraction", "units", "cash", "risk"),
  stopLosses: own(0.02, 0.4),
  takeProfits: own(0.02, 0.5),
}).map(({ rows, said, sizes, sizeKind, ...columns }) => {
  const scale = sizeKind === "units" ? 10 : sizeKind === "cash" ? 2000 : 1;
  const decisions: Decisions = {
    signals: Uint8Array.from(said),
    warmUp: 0,
    sizes: sizes.map((size) => size * scale),
    sizeKind,
    stopLoss: 0.3,
    ...columns,
  };
  return { candles: candlesOf(rows), decisions };
});

const rules = record<SimulationOptions>({
  fill: constantFrom("next_open", "close"),
  direction: constantFrom("both"),
  fee: constantFrom(0, 0.002),
  leverage: constantFrom(1, 3),
  slippage: constantFrom<NonNullable<SimulationOptions["slippage"]>>(0, 0.001, { halfSpread: 0.2 }),
  pyramiding: integer({ min: 1, max: 4 }),
  // What rounding leaves of a margin buys too little to be seen in the quantity that is held.
  minimumNotional: constantFrom(0.01),
  compatibility: record<CompatibilityOptions>({
    intrabar: constantFrom("stop_first", "target_first", "ohlc_path"),
    levels: constantFrom("entry", "signal_close"),
    finalPosition: constantFrom("keep", "last_close"),
  }),
});

/** The orders that a person would send for these decisions, one candle after the other. */
function traderOf(decisions: Decisions, { pyramiding = 1 }: SimulationOptions): Trader {
  const { signals, sizes, sizeKind, stopLosses, takeProfits } = decisions;
  let entries = 0;
  let before = 0;
  return {
    onCandle({ index }, broker) {
      const position = broker.position();
      const held = position === null ? 0 : position.quantity * (position.side === "long" ? 1 : -1);
      if (held === 0) entries = 0;
      else if (held * before <= 0) entries = 1;
      else if (Math.abs(held) > Math.abs(before)) entries++;
      before = held;
      const signal = signals[index]!;
      const size = sizes![index]!;
      const terms: Partial<OrderRequest> = {
        ...(!Number.isNaN(size) && {
          size: sizeKind === "fraction" ? size : ({ [sizeKind!]: size } as PositionSize),
        }),
        ...(!Number.isNaN(stopLosses![index]!) && { stopLoss: stopLosses![index]! }),
        ...(!Number.isNaN(takeProfits![index]!) && { takeProfit: takeProfits![index]! }),
      };
      const enters = signal === Signal.enterLong ? 1 : signal === Signal.enterShort ? -1 : 0;
      const isFull = held * enters > 0 && entries >= pyramiding;
      if (enters !== 0 && !isFull) {
        const side = enters > 0 ? "buy" : "sell";
        const isReversal = held * enters < 0;
        // A reversal that is sized in units closes the other side first.
        if (isReversal) broker.submit({ side, reduceOnly: true });
        broker.submit({ ...terms, side });
      }
      if (signal === Signal.exitLong && held > 0) broker.submit({ side: "sell", reduceOnly: true });
      if (signal === Signal.exitShort && held < 0) broker.submit({ side: "buy", reduceOnly: true });
    },
  };
}

describe("sizes, stops and targets of single signals", () => {
  test("give the same bits as orders that state them, with any number of entries", () => {
    let added = 0;
    let stopped = 0;
    assert(
      property(market, rules, ({ candles, decisions }, rule) => {
        const signals = simulate(candles, decisions, rule);
        const orders = simulateOrders({ market: candles }, traderOf(decisions, rule), {
          ...rule,
          stopLoss: decisions.stopLoss!,
        });
        expect(signals.trades.toArray()).toEqual(orders.trades.toArray());
        expect(signals.equity).toEqual(orders.equity);
        expect(signals.feesPaid).toBe(orders.feesPaid);
        expect(signals.openPosition).toEqual(orders.openPosition);
        added += Number(rule.pyramiding! > 1);
        stopped += signals.trades.toArray().filter((one) => one.exitReason === "stop_loss").length;
      }),
      { numRuns: 500 },
    );
    expect([added > 50, stopped > 50]).toEqual([true, true]);
  });

  test("an option of the run replaces those of all signals", () => {
    assert(
      property(market, rules, ({ candles, decisions }, rule) => {
        const given = { ...rule, positionSize: 0.5, stopLoss: 0.1, takeProfit: null };
        const { signals, warmUp } = decisions;
        const plain = simulate(candles, { signals, warmUp }, given);
        const replaced = simulate(candles, decisions, given);
        expect(replaced.trades.toArray()).toEqual(plain.trades.toArray());
      }),
      { numRuns: 100 },
    );
  });

  test("are those of the candle that gave the signal, through a whole backtest", () => {
    const candles = candlesOf([still(100), still(100), [100, 100, 89, 95], still(95), still(95)]);
    const strategy = defineStrategy({
      name: "sized",
      version: "1",
      description: "Enters once.",
      signalType: "trend",
      direction: "long",
      parameters: {},
      decide: ({ length }) => {
        const decisions = {
          signals: new Uint8Array(length),
          warmUp: 0,
          sizes: new Float64Array(length).fill(NaN),
          stopLosses: new Float64Array(length).fill(NaN),
        };
        decisions.signals[0] = Signal.enterLong;
        decisions.sizes[0] = 0.25;
        decisions.stopLosses[0] = 0.1;
        return decisions;
      },
    });
    const { trades, configuration } = backtest(candles, { strategy, fee: 0, interval: "1" });
    expect(trades.toArray()).toMatchObject([
      { quantity: 25, entryPrice: 100, exitPrice: 90, exitReason: "stop_loss" },
    ]);
    expect(configuration.options).not.toHaveProperty("positionSize");
    expect(configuration.options).not.toHaveProperty("stopLoss");
  });

  test("a size that changes when later candles are removed is found by the audit", () => {
    const candles = candlesOf(Array.from({ length: 30 }, (_, i) => still(100 + i)));
    const strategy = defineStrategy({
      name: "peeking",
      version: "1",
      description: "Sizes by the last close.",
      signalType: "trend",
      direction: "long",
      parameters: {},
      decide: ({ length, close }) => ({
        signals: new Uint8Array(length).fill(Signal.enterLong),
        warmUp: 0,
        sizes: new Float64Array(length).fill(1 / close[length - 1]!),
      }),
    });
    const audit = auditLookAhead(strategy, {}, candles);
    expect(audit.faults[0]).toMatchObject({ index: 0, decision: "sizes" });
  });

  test.each([
    [{ sizes: new Float64Array(1) }, "sizes must be a Float64Array of 2 numbers"],
    [
      { sizes: Float64Array.of(1, 1.01) },
      "sizes must be above 0, at most 1, or NaN; found 1.01 at candle 1",
    ],
    [{ sizes: Float64Array.of(0, 1), sizeKind: "units" as const }, "found 0 at candle 0"],
    [
      { sizes: Float64Array.of(1, Infinity), sizeKind: "cash" as const },
      "found Infinity at candle 1",
    ],
    [
      { sizeKind: "lots" as never },
      "sizeKind must be one of fraction, units, cash, risk, found lots",
    ],
    [
      { stopLosses: Float64Array.of(NaN, 1) },
      "stopLosses must be above 0 and below 1, or NaN; found 1 at candle 1",
    ],
    [
      { takeProfits: Float64Array.of(NaN, 0) },
      "takeProfits must be above 0, or NaN; found 0 at candle 1",
    ],
    [
      {
        sizes: Float64Array.of(0.1, 0.1),
        sizeKind: "risk" as const,
        stopLosses: Float64Array.of(NaN, 0.1),
      },
      "the entry at candle 0 has none; give it one in stopLosses",
    ],
    [
      { sizes: Float64Array.of(0.1, 0.1), sizeKind: "risk" as const },
      'the sizeKind "risk" of the strategy is measured by the distance of the stop, and neither an option nor the strategy gives one; give a stopLoss, or let the strategy give a stop with each entry.',
    ],
  ])("%j is refused", (columns, said) => {
    const decisions = { signals: Uint8Array.of(1, 0), warmUp: 0, ...columns };
    expect(() => simulate(candlesOf([still(1), still(1)]), decisions)).toThrow(said);
  });
});

test("pyramiding adds at each further entry, up to its number, and means the entry price", () => {
  const candles = candlesOf([still(100), still(100), still(110), still(120), still(130)]);
  const decisions = { signals: Uint8Array.of(1, 1, 1, 0, 0), warmUp: 0 };
  const options = {
    fee: 0,
    positionSize: { units: 10 },
    compatibility: { finalPosition: "keep" },
  } as const;
  const held = (pyramiding: number) =>
    simulate(candles, decisions, { ...options, pyramiding }).openPosition;
  expect(held(1)).toMatchObject({ quantity: 10, entryPrice: 100 });
  expect(held(2)).toMatchObject({ quantity: 20, entryPrice: 105 });
  expect(held(3)).toMatchObject({ quantity: 30, entryPrice: 110 });
  expect(held(10_000)).toMatchObject({ quantity: 30, entryPrice: 110 });
});

test("a reversal by units with slippage by volume trades what is held and the units", () => {
  const candles = candlesOf([still(100), still(100), still(100), still(100)]);
  const decisions: Decisions = {
    signals: Uint8Array.of(Signal.enterLong, Signal.enterShort, 0, 0),
    warmUp: 0,
    sizes: Float64Array.of(3, 2, NaN, NaN),
    sizeKind: "units",
  };
  const volume = candles.volume.map(() => 1000);
  const { openPosition } = simulate({ ...candles, volume }, decisions, {
    fee: 0,
    direction: "both",
    slippage: { volumeShare: 1, impact: 0 },
    compatibility: { finalPosition: "keep" },
  });
  expect(openPosition).toMatchObject({ side: "short", quantity: 2 });
});

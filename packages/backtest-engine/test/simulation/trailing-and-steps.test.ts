import { describe, expect, test } from "vitest";

import { simulate, type SimulationOptions } from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { candlesOf } from "../candles/make-candles.ts";

const HOUR = 3_600_000;
const still = [100, 100, 100, 100];

/** Enters at 100 on candle 1; `bars` are the candles from that one on, [open, high, low, close]. */
function exitOf(
  bars: readonly (readonly number[])[],
  options: SimulationOptions,
  side: "long" | "short" = "long",
): readonly [reason: string, index: number, price: number] {
  const rows = [still, ...bars];
  const signals = new Uint8Array(rows.length);
  signals[0] = side === "long" ? Signal.enterLong : Signal.enterShort;
  const rules = { fee: 0, direction: side, ...options } as const;
  const trade = simulate(candlesOf(rows, HOUR), { signals, warmUp: 0 }, rules).trades.at(0)!;
  return [trade.exitReason, trade.exitIndex, trade.exitPrice];
}

const near = (value: number): number => expect.closeTo(value, 9) as number;

describe("a trailing stop", () => {
  const trailingStop = { distance: 0.1 };

  test("follows the best price and never goes back", () => {
    const bars = [still, [100, 120, 110, 115], [115, 116, 109, 110], [110, 111, 105, 106], still];
    expect(exitOf(bars, { trailingStop })).toEqual(["trailing_stop", 4, near(108)]);
  });

  test("of a short follows the lowest", () => {
    const bars = [still, [86, 87, 80, 85], [85, 87, 84, 86], [86, 90, 85, 89], still];
    expect(exitOf(bars, { trailingStop }, "short")).toEqual(["trailing_stop", 4, near(88)]);
  });

  test("moves with the candle's best price before its worst is looked at", () => {
    const bars = [still, [100, 120, 107, 110], still];
    expect(exitOf(bars, { trailingStop })).toEqual(["trailing_stop", 2, near(108)]);
  });

  test("that has not moved is a plain stop", () => {
    expect(exitOf([still, [95, 96, 85, 86], still], { trailingStop })).toEqual([
      "stop_loss",
      2,
      near(90),
    ]);
  });

  test("starts from the stop where there is one", () => {
    const bars = [still, [95, 96, 85, 86], [85, 86, 70, 75], still];
    expect(exitOf(bars, { trailingStop, stopLoss: 0.25 })).toEqual(["trailing_stop", 2, near(90)]);
    const waiting = { ...trailingStop, activation: 0.05, waitForActivation: true };
    expect(exitOf(bars, { trailingStop: waiting, stopLoss: 0.25 })).toEqual([
      "stop_loss",
      3,
      near(75),
    ]);
  });

  test("waits for its activation, and tightens above it, when told to", () => {
    const active = {
      distance: 0.1,
      activation: 0.2,
      activeDistance: 0.05,
      waitForActivation: true,
    };
    const calm = [still, [100, 119, 100, 110], [110, 111, 60, 61], still];
    expect(exitOf(calm, { trailingStop: active })).toEqual(["end", 4, 100]);
    const risen = [still, [100, 130, 125, 128], [128, 128, 120, 121], still];
    expect(exitOf(risen, { trailingStop: active })).toEqual(["trailing_stop", 3, near(123.5)]);
  });

  test("on the candle of the entry is taken to rise no more than it must", () => {
    const bars = [[100, 130, 85, 90], still];
    expect(exitOf(bars, { trailingStop })).toEqual(["stop_loss", 1, near(90)]);
    const wide = { stopLoss: 0.5, trailingStop };
    expect(exitOf(bars, wide)).toEqual(["trailing_stop", 1, near(90)]);
  });
});

describe("profit steps", () => {
  const steps = (...pairs: readonly (readonly [number, number])[]): SimulationOptions => ({
    compatibility: {
      profitSteps: pairs.map(([afterMinutes, profit]) => ({ afterMinutes, profit })),
    },
  });

  test("close once the profit is above the step in force, at that profit", () => {
    const bars = [still, [100, 111, 99, 105], still];
    expect(exitOf(bars, steps([0, 0.1]))).toEqual(["roi", 2, near(110)]);
    expect(exitOf([still, [100, 110, 99, 105], still], steps([0, 0.1]))).toEqual(["end", 3, 100]);
  });

  test("ask for less with time, from the open on which a step begins", () => {
    const table = steps([0, 0.5], [120, 0.05]);
    const bars = [still, [100, 120, 99, 110], [108, 109, 104, 105], still];
    expect(exitOf(bars, table)).toEqual(["roi", 3, 108]);
    expect(exitOf([still, still, [101, 109, 100, 104], still], table)).toEqual([
      "roi",
      3,
      near(105),
    ]);
  });

  test("of -1 close whatever the profit, at the open when they begin on one", () => {
    const falling = [still, [95, 96, 90, 91], [90, 91, 85, 86], still];
    expect(exitOf(falling, steps([0, 0.5], [120, -1]))).toEqual(["roi", 3, 90]);
    expect(exitOf(falling, steps([0, 0.5], [90, -1]))).toEqual(["roi", 3, 85]);
  });

  test("are profits after the fees of both sides", () => {
    const bars = [still, [100, 130, 99, 105], still];
    const [, , price] = exitOf(bars, { ...steps([0, 0.1]), fee: 0.01 });
    expect(price * 0.99 - 100 * 1.01).toBeCloseTo(10, 9);
  });

  test("come after a stop that stands, and before one that was trailed", () => {
    const both = [still, [100, 130, 80, 105], still];
    expect(exitOf(both, { ...steps([0, 0.1]), stopLoss: 0.1 })).toEqual(["stop_loss", 2, near(90)]);
    const trailed = [still, [100, 108, 100, 105], [105, 115, 90, 100], still];
    const rules = { ...steps([0, 0.1]), stopLoss: 0.1, trailingStop: { distance: 0.1 } };
    expect(exitOf(trailed, rules)).toEqual(["roi", 3, near(110)]);
  });
});

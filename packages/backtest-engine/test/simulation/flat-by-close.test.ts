import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { backtestPortfolio } from "../../src/backtest/index.ts";
import { resample } from "../../src/data/index.ts";
import { backtest, defineStrategy, sweep, walkForward } from "../../src/index.ts";
import {
  simulate,
  simulateOrders,
  type SimulationOptions,
  type Trade,
  type Trader,
} from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { fromBars, type Bar } from "../candles/make-candles.ts";
import {
  MINUTE,
  HOUR,
  DAY,
  MARKET,
  cases,
  byHand,
  ordersOf,
  near,
  flat,
  expectFlat,
  WORDS,
} from "./flat-account.ts";
import { datesOf, openingTimes, randomOf, walkAt } from "./session-candles.ts";

describe("a run that is flat by the close of each session", () => {
  test("equals an account kept by hand, by signals and by orders, with its late closes counted", () => {
    const late = { runs: 0 };
    fc.assert(
      fc.property(cases, (one) => {
        const { candles, signals, options } = one;
        const expected = byHand(one);
        const decisions = { signals, warmUp: 0 };
        const bySignals = simulate(candles, decisions, { ...options, ...flat });
        expect(bySignals.trades.toArray()).toMatchObject(
          expected.trades.map(({ exitPrice, pnl, ...trade }) => ({
            ...trade,
            exitPrice: near(exitPrice, 8),
            pnl: near(pnl, 6),
          })),
        );
        for (const [i, value] of expected.equity.entries()) {
          expect(Math.abs(bySignals.equity[i]! - value)).toBeLessThan(1e-6);
        }
        expect(bySignals.lateCloses).toBe(expected.late);
        const byOrders = simulateOrders({ M: candles }, ordersOf(signals), { ...options, ...flat });
        expect(byOrders.trades.toArray()).toEqual(bySignals.trades.toArray());
        expect(byOrders.equity).toEqual(bySignals.equity);
        expect(byOrders.lateCloses).toBe(expected.late);
        expectFlat(candles, bySignals.trades.toArray(), expected.late);
        late.runs += Number(expected.late > 0);
      }),
      { numRuns: 300 },
    );
    expect(late.runs).toBeGreaterThan(20);
  });

  test("holds nothing over a session's end under the rules of any program, with any slippage and costs", () => {
    const rules = fc.constantFrom<SimulationOptions>(
      { compatibility: "backtestingPy" },
      { compatibility: "vectorbt" },
      { compatibility: "freqtrade" },
      { compatibility: { intrabar: "ohlc_path", profitSteps: [{ afterMinutes: 60, profit: 0 }] } },
      { compatibility: { intrabar: "close_only", finalPosition: "keep" } },
      { trailingStop: { distance: 0.01 }, pyramiding: 3 },
      { borrowRate: 0.0001, leverage: 3, maintenanceMargin: 0.05 },
      { exitSlippage: { halfSpread: 0.1 }, fixedFee: 1 },
    );
    fc.assert(
      fc.property(cases, rules, ({ candles, signals, options }, more) => {
        const { slippage: _, ...rest } = options;
        const decisions = { signals, warmUp: 0 };
        const result = simulate(candles, decisions, { ...rest, ...more, ...flat });
        expectFlat(candles, result.trades.toArray(), result.lateCloses);
      }),
      { numRuns: 200 },
    );
  });

  test("leaves in full where a share of the volume bounds every other fill", () => {
    const candles = walkAt(openingTimes(MARKET, 30, "2024-07-01", "2024-07-10"), 5);
    candles.volume.fill(4);
    const signals = new Uint8Array(candles.length);
    signals.fill(Signal.enterLong);
    const result = simulate(
      candles,
      { signals, warmUp: 0 },
      { ...flat, positionSize: { units: 3 }, slippage: { volumeShare: 0.25 } },
    );
    const trades = result.trades.toArray();
    expect(trades.map(({ exitReason }) => exitReason)).toEqual(trades.map(() => "session_close"));
    expect(trades.length).toBe(6);
    expect(trades.every(({ quantity }) => quantity === 3)).toBe(true);
  });

  test("has the stop inside the last candle first, and the fees and the slippage of other exits", () => {
    const day = Date.UTC(2024, 6, 1);
    const rows: Bar[] = [
      [day + 14 * HOUR, 100, 100, 100, 100, 1],
      [day + 15 * HOUR, 100, 101, 90, 99, 1],
      [day + DAY + 14 * HOUR, 100, 100, 100, 100, 1],
      [day + DAY + 15 * HOUR, 100, 101, 99, 101, 1],
    ];
    const signals = Uint8Array.from([1, 0, 1, 0]);
    const { trades, feesPaid } = simulate(
      fromBars(rows),
      { signals, warmUp: 0 },
      { ...flat, stopLoss: 0.05, fee: 0.001, slippage: 0.01, positionSize: { units: 1 } },
    );
    expect(trades.toArray()).toMatchObject([
      { exitIndex: 1, exitReason: "stop_loss", exitPrice: near(101 * 0.95 * 0.99) },
      { exitIndex: 3, exitReason: "session_close", exitPrice: near(101 * 0.99) },
    ]);
    expect(feesPaid).toBeCloseTo(0.001 * (101 + 101 * 0.95 * 0.99 + 101 + 101 * 0.99), 9);
  });

  test("cancels the limit orders that wait, and lets a trader submit for the next session at the close", () => {
    const candles = walkAt(openingTimes(MARKET, 60, "2024-07-01", "2024-07-04"), 9);
    const waiting: number[] = [];
    const trader: Trader = {
      onCandle({ time, close }, broker) {
        waiting.push(broker.orders().length);
        const hour = new Date(time).getUTCHours();
        if (hour === 8) broker.submit({ side: "buy", type: "limit", price: close / 2 });
        if (hour === 15) broker.submit({ side: "buy", type: "stop", stopPrice: 1 });
      },
    };
    const result = simulateOrders({ M: candles }, trader, { ...flat, positionSize: 0.5 });
    // Seven candles a day: the order of 08:00 waits from the second on, until the last one ends.
    expect(waiting.slice(0, 7)).toEqual([0, 1, 1, 1, 1, 1, 0]);
    expect(result.trades.toArray()).toMatchObject([
      { entryIndex: 7, exitIndex: 13, exitReason: "session_close" },
      { entryIndex: 14, exitIndex: 20, exitReason: "session_close" },
    ]);
  });

  test("buys at the open and sells at the close of daily candles, and opens nothing at a daily close", () => {
    const candles = walkAt(datesOf("XTKS", "2024-03-01", "2024-06-01"), 4);
    const decisions = { signals: new Uint8Array(candles.length).fill(Signal.enterLong), warmUp: 0 };
    const rules = { calendar: "XTKS", flatByClose: true, positionSize: { units: 1 } } as const;
    const { trades, lateCloses } = simulate(candles, decisions, { ...rules, fee: 0 });
    expect(lateCloses).toBe(0);
    expect(trades.toArray().map(({ pnl }) => pnl)).toEqual(
      Array.from(candles.close.subarray(1), (close, i) =>
        expect.closeTo(close - candles.open[i + 1]!, 9),
      ),
    );
    expect(simulate(candles, decisions, { ...rules, fill: "close" }).trades.length).toBe(0);
  });

  test("is closed at the last candle of an early close that holidays or hours name, and late at any other", () => {
    const times = openingTimes("XNYS", 30, "2024-07-01", "2024-07-09").filter(
      (time) => time < Date.UTC(2024, 6, 3, 17) || time >= Date.UTC(2024, 6, 5),
    );
    const candles = walkAt(times, 12);
    const signals = new Uint8Array(candles.length).fill(Signal.enterLong);
    const run = { flatByClose: true, positionSize: 0.5 } as const;
    const built = simulate(candles, { signals, warmUp: 0 }, { ...run, calendar: "XNYS" });
    const reopened = candles.time.indexOf(Date.UTC(2024, 6, 5, 13, 30));
    expect(built.lateCloses).toBe(1);
    expect(built.trades.toArray().filter(({ exitIndex }) => exitIndex === reopened)).toMatchObject([
      { exitReason: "session_close", exitPrice: candles.open[reopened] },
    ]);
    // An afternoon that no candle has, for the whole series.
    const short = { zone: "America/New_York", sessions: [["09:30", "13:00"]] } as const;
    const morning = walkAt(openingTimes(short, 30, "2024-07-01", "2024-07-09"), 12);
    const { lateCloses, trades } = simulate(
      morning,
      { signals: new Uint8Array(morning.length).fill(Signal.enterLong), warmUp: 0 },
      { ...run, calendar: short },
    );
    expect([lateCloses, trades.length]).toEqual([0, 6]);
  });

  test("pays the funding of the session and none of the night", () => {
    const candles = walkAt(openingTimes(MARKET, 60, "2024-07-01", "2024-07-04"), 2);
    const day = Date.UTC(2024, 6, 1);
    const funding = [15.5, 16, 20, 24 + 10.5].map((hour) => ({
      time: day + hour * HOUR,
      rate: 0.01,
      markPrice: 100,
    }));
    const signals = new Uint8Array(candles.length).fill(Signal.enterLong);
    const run = { ...flat, funding, positionSize: { units: 1 } };
    expect(simulate(candles, { signals, warmUp: 0 }, run).fundingPaid).toBeCloseTo(2, 9);
    const held = simulate(candles, { signals, warmUp: 0 }, { ...run, flatByClose: false });
    expect(held.fundingPaid).toBeCloseTo(4, 9);
  });

  test("follows finer candles as a run on these alone does", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.constantFrom<SimulationOptions>(
          { fill: "close" },
          { stopLoss: 0.01, takeProfit: 0.02, direction: "both" },
          { trailingStop: { distance: 0.01 }, slippage: 0.001 },
        ),
        (seed, rules) => {
          const random = randomOf(seed);
          const detail = walkAt(
            openingTimes(MARKET, 5, "2024-07-01", "2024-07-09").filter(
              // Whole half hours are missing, so that the candles of the strategy have no holes.
              (time) => Math.floor(time / (30 * MINUTE)) % 17 !== seed % 17,
            ),
            seed,
          );
          const { knownAt: _, ...candles } = resample(detail, "30");
          const signals = Uint8Array.from(candles.time, () => WORDS[Math.floor(random() * 5)]!);
          const finer = new Uint8Array(detail.length);
          for (const [i, time] of candles.time.entries()) {
            finer[detail.time.indexOf(time + 25 * MINUTE)] = signals[i]!;
          }
          const options = { ...rules, ...flat, positionSize: 0.9 };
          const whole = simulate(candles, { signals, warmUp: 0 }, { ...options, detail });
          const alone = simulate(detail, { signals: finer, warmUp: 0 }, options);
          expect(whole.detail).toEqual({ candles: candles.length, missing: 0 });
          const strip = (trade: Trade) => ({ ...trade, entryIndex: 0, exitIndex: 0 });
          expect(whole.trades.toArray().map(strip)).toEqual(alone.trades.toArray().map(strip));
          expect(whole.lateCloses).toBe(alone.lateCloses);
          expect(whole.finalCapital).toBe(alone.finalCapital);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("holds for candles without detail among those that have it, daily ones by their date", () => {
    const days = datesOf("XNYS", "2024-03-01", "2024-04-01");
    const minutes = walkAt(openingTimes("XNYS", 30, "2024-03-01", "2024-04-01"), 6);
    const bars = days.map((day, i): Bar => {
      const inside = [...minutes.time.keys()].filter(
        (k) => minutes.time[k]! >= day && minutes.time[k]! < day + DAY,
      );
      const high = Math.max(...inside.map((k) => minutes.high[k]!));
      const low = Math.min(...inside.map((k) => minutes.low[k]!));
      const [open, close] = [minutes.open[inside[0]!]!, minutes.close[inside.at(-1)!]!];
      // Every third day is of other prices, so that its detail is none.
      const factor = i % 3 === 0 ? 2 : 1;
      return [day, open * factor, high * factor, low * factor, close * factor, 1];
    });
    const daily = fromBars(bars);
    const signals = new Uint8Array(daily.length).fill(Signal.enterLong);
    const run = {
      calendar: "XNYS",
      flatByClose: true,
      fee: 0,
      positionSize: { units: 1 },
    } as const;
    const result = simulate(daily, { signals, warmUp: 0 }, { ...run, detail: minutes });
    expect(result.detail?.missing).toBe(Math.ceil(days.length / 3));
    expect(result.lateCloses).toBe(0);
    expect(result.trades.toArray().map(({ pnl }) => pnl)).toEqual(
      bars.slice(1).map(([, open, , , close]) => expect.closeTo(close - open, 9)),
    );
  });

  test("holds in backtests, portfolios, sweeps and walk-forwards, on the interval that was given", async () => {
    const strategy = defineStrategy({
      name: "always_long",
      version: "1.0.0",
      description: "Wants to be long after every close.",
      signalType: "trend",
      direction: "long",
      parameters: {},
      decide: ({ length }) => ({ signals: new Uint8Array(length).fill(1), warmUp: 0 }),
    });
    // One candle in three, and the last of each day: the step that is seen is longer than the interval.
    const times = openingTimes(MARKET, 30, "2024-07-01", "2024-07-20");
    const candles = walkAt(
      times.filter((_, i) => i % 3 === 1 || i % 14 === 13),
      8,
    );
    const options = { ...flat, strategy, interval: "30" } as const;
    const hoursOf = (trades: readonly Trade[]) =>
      new Set(trades.map(({ exitReason, exitTime }) => `${exitReason} ${(exitTime % DAY) / HOUR}`));
    const alone = backtest(candles, options);
    expect(hoursOf(alone.trades.toArray())).toEqual(new Set(["session_close 15.5"]));
    expect(alone.lateCloses).toBe(0);
    const swept = await sweep(candles, {
      ...options,
      optionRanges: { flatByClose: [true, false] },
    });
    expect(swept.grid.map(({ totalTrades }) => totalTrades)).toEqual([alone.totalTrades, 1]);
    const walked = await walkForward(candles, { ...options, trainCandles: 12, testCandles: 18 });
    expect(walked.lateCloses).toBe(0);
    expect(walked.trades.length).toBeGreaterThan(5);
    const inside = walked.trades.filter(({ exitReason }) => exitReason !== "end");
    expect(hoursOf(inside)).toEqual(new Set(["session_close 15.5"]));
    const portfolio = backtestPortfolio({ A: candles, B: walkAt(times, 3) }, options);
    expect(new Set(portfolio.trades.toArray().map(({ symbol }) => symbol))).toEqual(
      new Set(["A", "B"]),
    );
    expect(hoursOf(portfolio.trades.toArray())).toEqual(new Set(["session_close 15.5"]));
    expect(portfolio.lateCloses).toBe(0);
    expect(backtest(candles, { strategy }).lateCloses).toBeUndefined();
  });

  test("is refused without a calendar, and on candles longer than a day", () => {
    const code = (option: string) =>
      expect.objectContaining({ code: "OPTIONS_INVALID", details: { option } });
    const candles = walkAt(datesOf("XNYS", "2024-01-01", "2024-03-01"), 1);
    expect(() => backtest(candles, { flatByClose: true })).toThrow(code("flatByClose"));
    expect(() => backtest(candles, { flatByClose: "yes" as unknown as true })).toThrow(
      code("flatByClose"),
    );
    const { knownAt: _, ...weeks } = resample(candles, "W");
    const options = { calendar: "XNYS", flatByClose: true } as const;
    expect(() => backtest(weeks, options)).toThrow(code("flatByClose"));
    expect(() => backtest(candles, { ...options, interval: "W" })).toThrow(code("flatByClose"));
  });
});

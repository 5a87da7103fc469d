import { describe, expect, test } from "vitest";

import { backtestPortfolio } from "../../src/backtest/index.ts";
import { createCandles, sliceCandles, type CandleSession } from "../../src/data/index.ts";
import {
  backtest,
  defineStrategy,
  defineTrader,
  latestSignal,
  sweep,
  walkForward,
} from "../../src/index.ts";
import { auditLookAhead } from "../../src/research/index.ts";
import { Signal, type StrategyContext } from "../../src/strategy/strategy.ts";
import { at, datesOf, openingTimes, walkAt } from "../simulation/session-candles.ts";

const HOUR = 3_600_000;
const about = { version: "1.0.0", description: "Reads sessions.", signalType: "trend" } as const;

/** Enters at the opening candle of a session and exits at its last: by columns. */
const daily = (told: StrategyContext["session"][] = []) =>
  defineStrategy({
    ...about,
    name: "session_columns",
    direction: "long",
    parameters: {},
    decide({ time, length }, _parameters, { session }) {
      told.push(session);
      const signals = new Uint8Array(length);
      for (let i = 0; session !== undefined && i < length; i++) {
        if (session.isLast[i] === 1) signals[i] = Signal.exitLong;
        else if (time[i] === session.start[i]) signals[i] = Signal.enterLong;
      }
      return { signals, warmUp: 0 };
    },
  });

/** The same by orders, candle after candle. */
const dailyByOrders = (told: (CandleSession | undefined)[] = []) =>
  defineTrader({
    ...about,
    name: "session_orders",
    direction: "long",
    parameters: {},
    createTrader: (_parameters, context) => {
      told.push(context.session);
      return {
        onCandle({ time }, broker) {
          const { session } = context;
          told.push(session);
          if (session?.isLast) broker.submit({ side: "sell", reduceOnly: true });
          else if (time === session?.start) broker.submit({ side: "buy" });
        },
      };
    },
  });

/** Two weeks of hourly US candles, over the change to summer time; the first one opens at 09:30. */
const shares = walkAt(openingTimes("XNYS", 60, "2024-03-04", "2024-03-16"), 7);
const run = { calendar: "XNYS", interval: "60" } as const;

describe("the session of a strategy's context", () => {
  test("has the times of the calendar for each candle, through a change of the clock", () => {
    const told: StrategyContext["session"][] = [];
    backtest(shares, { ...run, strategy: daily(told) });
    const { start, end, isLast } = told[0]!;
    const friday = shares.time.indexOf(at("America/New_York", "2024-03-08 15:30"));
    expect(isLast[friday]).toBe(1);
    expect(start[friday]).toBe(Date.UTC(2024, 2, 8, 14, 30));
    expect(end[friday]).toBe(Date.UTC(2024, 2, 8, 21));
    expect(isLast[friday + 1]).toBe(0);
    expect(start[friday + 1]).toBe(Date.UTC(2024, 2, 11, 13, 30));
    expect(end[friday + 1]).toBe(Date.UTC(2024, 2, 11, 20));
    expect(isLast.reduce((sum, one) => sum + one, 0)).toBe(10);
  });

  test("is that of the candle that has just closed for a strategy by orders, the candles of training included", () => {
    const told: (CandleSession | undefined)[] = [];
    backtest(shares, { ...run, strategy: dailyByOrders(told), trainSplit: 0.5 });
    expect(told.shift()).toBeUndefined();
    const columns: StrategyContext["session"][] = [];
    backtest(shares, { ...run, strategy: daily(columns) });
    const { start, end, isLast } = columns[0]!;
    expect(told).toEqual(
      Array.from(start, (time, i) => ({ start: time, end: end[i], isLast: isLast[i] === 1 })),
    );
  });

  test("lets a strategy hold from the open to the close, the same by signals and by orders", () => {
    const bySignals = backtest(shares, { ...run, strategy: daily() });
    const byOrders = backtest(shares, { ...run, strategy: dailyByOrders() });
    expect(bySignals.totalTrades).toBe(10);
    expect(byOrders.equity).toEqual(bySignals.equity);
    expect(byOrders.trades.toArray()).toEqual(bySignals.trades.toArray());
  });

  test("is undefined without a calendar", () => {
    const columns: StrategyContext["session"][] = [];
    const candle: (CandleSession | undefined)[] = [];
    backtest(shares, { strategy: daily(columns) });
    backtest(shares, { strategy: dailyByOrders(candle) });
    expect(columns).toEqual([undefined]);
    expect(new Set(candle)).toEqual(new Set([undefined]));
  });

  test("ends by the calendar, whatever candles follow", () => {
    const until = shares.time.indexOf(at("America/New_York", "2024-03-07 12:30")) + 1;
    const told: StrategyContext["session"][] = [];
    backtest(sliceCandles(shares, 0, until), { ...run, strategy: daily(told) });
    backtest(shares, { ...run, strategy: daily(told) });
    const [short, whole] = told;
    expect(short!.end).toEqual(whole!.end.subarray(0, until));
    expect(short!.isLast).toEqual(whole!.isLast.subarray(0, until));
    expect(short!.isLast.at(-1)).toBe(0);
    for (const strategy of [daily(), dailyByOrders()]) {
      const audit = auditLookAhead(strategy, {}, shares, { calendar: "XNYS" });
      expect(audit).toMatchObject({ isClean: true, faults: [] });
    }
  });

  test("is last for a candle that ends after the close, and for those of the hours after it", () => {
    // Candles on the hour in New York, from 07:00 to 19:00.
    const hours = Array.from(
      { length: 12 },
      (_, k) => at("America/New_York", "2024-07-02 07:00") + k * HOUR,
    );
    const told: StrategyContext["session"][] = [];
    backtest(walkAt(hours, 1), { ...run, strategy: daily(told) });
    expect([...told[0]!.isLast]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    expect(new Set(told[0]!.end)).toEqual(new Set([at("America/New_York", "2024-07-02 16:00")]));
  });

  test("is of the date of a daily candle, in every zone", () => {
    for (const calendar of ["XNYS", "XTKS", "XSAU", "CME", "FX", "XASX", "always"] as const) {
      const told: StrategyContext["session"][] = [];
      const candles = walkAt(datesOf(calendar, "2024-03-01", "2024-04-10"), 3);
      backtest(candles, { calendar, strategy: daily(told) });
      const { isLast, end } = told[0]!;
      expect([...isLast].every(Boolean), calendar).toBe(true);
      for (const [i, date] of candles.time.entries()) {
        expect(end[i]! - date, calendar).toBeGreaterThan(0);
        expect(end[i]! - date, calendar).toBeLessThanOrEqual(24 * HOUR);
      }
    }
  });

  test("is at hand in portfolios, sweeps, walk-forwards and live signals", async () => {
    const options = { ...run, strategy: daily() };
    const alone = backtest(shares, options);
    const portfolio = backtestPortfolio({ A: shares }, options);
    expect(portfolio.totalTrades).toBe(alone.totalTrades);
    const swept = await sweep(shares, options);
    expect(swept.best?.totalReturn).toBe(alone.totalReturn);
    expect(swept.configuration.options.calendar).toBe("XNYS");
    const walked = await walkForward(shares, { ...options, trainCandles: 14, testCandles: 14 });
    expect(walked.trades.length).toBe(8);
    const opening = shares.time.indexOf(at("America/New_York", "2024-03-13 09:30")) + 1;
    const head = sliceCandles(shares, 0, opening);
    for (const strategy of [daily(), dailyByOrders()]) {
      const { direction } = latestSignal(strategy, {}, head, { calendar: "XNYS" });
      expect(direction).toBe("long");
    }
  });

  test("is refused with an unknown calendar, before anything is computed", async () => {
    const strange = { calendar: "NYSE" as "XNYS" };
    const code = { code: "OPTIONS_INVALID", details: { option: "calendar" } };
    expect(() => backtest(shares, strange)).toThrow(expect.objectContaining(code));
    expect(() => latestSignal(daily(), {}, shares, strange)).toThrow(expect.objectContaining(code));
    expect(() => auditLookAhead(daily(), {}, shares, strange)).toThrow(
      expect.objectContaining(code),
    );
    await expect(
      sweep(shares, { optionRanges: { calendar: ["XNYS", "XLON"] } as object }),
    ).rejects.toMatchObject({
      code: "OPTIONS_INVALID",
      details: { option: "optionRanges", field: "calendar" },
    });
    expect(() => backtest(createCandles(0), { calendar: "XNYS" })).toThrow(
      expect.objectContaining({ code: "CANDLES_TOO_FEW" }),
    );
  });
});

import { describe, expect, test } from "vitest";

import { backtest } from "../../src/backtest/index.ts";
import { tradingYear } from "../../src/metrics/index.ts";
import { walkForward } from "../../src/research/index.ts";
import { fromBars, fromCloses, HOUR, type Bar } from "../candles/make-candles.ts";

const DAY = 24 * HOUR;
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

const every = (step: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => MONDAY + i * step);
const open = (days: readonly number[], times: readonly number[]): number[] =>
  times.filter((time) => days.includes(new Date(time).getUTCDay()));
const weekdays = (times: readonly number[]): number[] => open([1, 2, 3, 4, 5], times);

describe("trading days a year", () => {
  test.each<[string, readonly number[], number, number]>([
    ["daily candles of every day", every(DAY, 400), DAY, 365],
    ["daily candles of weekdays", weekdays(every(DAY, 400)), DAY, 252],
    ["many daily candles of weekdays", weekdays(every(DAY, 9000)), DAY, 252],
    ["many daily candles of every day", every(DAY, 7000), DAY, 365],
    ["hourly candles of weekdays", weekdays(every(HOUR, 5000)), HOUR, 252],
    ["hourly candles of every day", every(HOUR, 100_000), HOUR, 365],
    ["hours of one Monday", every(HOUR, 12), HOUR, 365],
    ["five weekdays without a weekend", every(DAY, 5), DAY, 365],
    ["two weeks of an exchange", weekdays(every(DAY, 12)), DAY, 252],
    ["a week of an exchange with Monday off", open([2, 3, 4, 5], every(DAY, 12)), DAY, 252],
    ["two weeks from Sunday to Thursday", open([0, 1, 2, 3, 4], every(DAY, 14)), DAY, 252],
    ["two weeks from Saturday to Wednesday", open([6, 0, 1, 2, 3], every(DAY, 14)), DAY, 252],
    ["three weeks from Monday to Saturday", open([1, 2, 3, 4, 5, 6], every(DAY, 22)), DAY, 313],
    ["two weeks of every day, two missing", every(DAY, 14).toSpliced(4, 2), DAY, 365],
    ["weekly candles", every(7 * DAY, 300), 7 * DAY, 365],
    ["daily candles from Sunday to Thursday", open([0, 1, 2, 3, 4], every(DAY, 400)), DAY, 252],
    ["daily candles from Saturday to Wednesday", open([6, 0, 1, 2, 3], every(DAY, 400)), DAY, 252],
    [
      "daily candles of currencies with Sundays",
      open([0, 1, 2, 3, 4, 5], every(DAY, 400)),
      DAY,
      313,
    ],
    ["every day but one of a year", every(DAY, 365).toSpliced(100, 1), DAY, 365],
    ["every day with a month missing", every(DAY, 365).toSpliced(100, 30), DAY, 365],
    ["weekdays with a month missing", weekdays(every(DAY, 365)).toSpliced(100, 22), DAY, 252],
    ["one candle", [MONDAY], DAY, 365],
    ["none", [], DAY, 365],
  ])("%s", (_, times, step, days) => {
    const year = tradingYear(Float64Array.from(times), { intervalMilliseconds: step });
    expect(year).toEqual({ tradingDays: days, barsPerYear: (days * DAY) / step });
  });

  test("a daily backtest of an exchange is measured in years of 252 days, and says so", () => {
    const times = weekdays(every(DAY, 365 * 3));
    const bars = times.map((time, i): Bar => {
      const close = 100 + i / 10 + 10 * Math.sin(i / 9);
      return [time, close, close, close, close, 1];
    });
    const options = { strategy: "ma_crossover", fee: 0 };
    const detected = backtest(fromBars(bars), options);
    expect(detected).toMatchObject({ tradingDays: 252, barsPerYear: 252 });
    expect(detected.annualReturn).toBe(
      backtest(fromBars(bars), { ...options, daysPerYear: 252 }).annualReturn,
    );
    expect(backtest(fromBars(bars), { ...options, daysPerYear: 365 }).annualReturn).not.toBe(
      detected.annualReturn,
    );
  });

  test("windows of a walk-forward analysis take the calendar of the whole series", async () => {
    const times = weekdays(every(DAY, 60));
    const closes = times.map((_, i) => 100 + 10 * Math.sin(i / 3));
    const candles = fromCloses(closes);
    candles.time.set(times);
    const given = {
      strategy: "ma_crossover",
      parameters: { fast_period: [2, 3], slow_period: [5] },
      trainCandles: 8,
      testCandles: 4,
    };
    const detected = await walkForward(candles, given);
    const stated = await walkForward(candles, { ...given, daysPerYear: 252 });
    expect(detected.windows.map(({ inSample }) => inSample?.sharpe)).toEqual(
      stated.windows.map(({ inSample }) => inSample?.sharpe),
    );
    expect(detected.outOfSample).toEqual(stated.outOfSample);
  });
});

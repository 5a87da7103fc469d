/** Annual figures on markets with hours, against a computation by trading day that knows those hours. */

import { describe, expect, test } from "vitest";

import { backtest, type BacktestResult } from "../../src/backtest/index.ts";
import { tradingYear } from "../../src/metrics/index.ts";
import { tearSheet } from "../../src/tear-sheet/index.ts";
import { fromBars, HOUR, type Bar } from "../candles/make-candles.ts";

const MINUTE = 60_000;
const DAY = 24 * HOUR;
const NEW_YEAR = Date.UTC(2023, 0, 2);

/** A market: the times of a date at which a candle opens, or null where it is closed. */
type Hours = (weekday: number, date: number) => readonly [open: number, close: number] | null;

/** Opening times of the candles of `days` dates. */
function timesOf(hours: Hours, step: number, days: number): number[] {
  return Array.from({ length: days }, (_, k) => NEW_YEAR + k * DAY).flatMap((date) => {
    const session = hours(new Date(date).getUTCDay(), date);
    if (session === null) return [];
    const [open, close] = session;
    const count = Math.ceil((close - open) / step);
    return Array.from({ length: count }, (_, k) => date + open + k * step);
  });
}

function run(times: readonly number[], options: object = {}): BacktestResult {
  let [seed, price] = [7, 100];
  const bars = times.map((time): Bar => {
    seed = (seed * 48_271) % 2_147_483_647;
    const open = price;
    price *= 1 + (seed / 2_147_483_647 - 0.499) / 100;
    return [time, open, Math.max(open, price), Math.min(open, price), price, 1];
  });
  return backtest(fromBars(bars), { strategy: "rsi", fee: 0, ...options });
}

/** The annual figures with the candles and the trading days of a year that the market is known to have. */
function expected(
  { equity, initialCapital, maxDrawdown, time }: BacktestResult,
  barsPerYear: number,
) {
  const returns = Array.from(equity, (value, i) => value / (equity[i - 1] ?? initialCapital) - 1);
  const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
  const squares = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const losses = returns.reduce((sum, one) => sum + Math.min(one, 0) ** 2, 0);
  const deviation = Math.sqrt(squares / (returns.length - 1));
  const years = returns.length / barsPerYear;
  const annualReturn = (equity.at(-1)! / initialCapital) ** (1 / years) - 1;
  const isLong = time.at(-1)! - time[0]! >= 30 * DAY;
  const figures = {
    ...(isLong && { annualReturn, calmar: annualReturn / maxDrawdown }),
    annualVolatility: deviation * Math.sqrt(barsPerYear),
    sharpe: (mean / deviation) * Math.sqrt(barsPerYear),
    sortino: (mean / Math.sqrt(losses / returns.length)) * Math.sqrt(barsPerYear),
  };
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, expect.closeTo(value, 9) as number]),
  );
}

const isWeekday = (weekday: number): boolean => weekday >= 1 && weekday <= 5;
/** 6.5 hours from 9:30 in New York, which is 13:30 UTC in summer and 14:30 in winter. */
const shares: Hours = (weekday, date) => {
  const summer = [2, 3, 4, 5, 6, 7, 8, 9].includes(new Date(date).getUTCMonth());
  const open = (summer ? 13.5 : 14.5) * HOUR;
  return isWeekday(weekday) ? [open, open + 6.5 * HOUR] : null;
};
/** A share that trades in Sydney from 10:00 to 16:00, of which the first hour is the day before in UTC. */
const sydney: Hours = (weekday) => {
  if (weekday === 0) return [23 * HOUR, 24 * HOUR];
  if (weekday === 5) return [0, 5 * HOUR];
  return isWeekday(weekday) ? [0, 5 * HOUR] : null;
};
/** Currencies from Sunday 22:00 to Friday 22:00. */
const currencies: Hours = (weekday) =>
  weekday === 6 ? null : [weekday === 0 ? 22 * HOUR : 0, weekday === 5 ? 22 * HOUR : DAY];
const daily: Hours = (weekday) => (isWeekday(weekday) ? [0, DAY] : null);
const always: Hours = () => [0, DAY];
const sundays: Hours = (weekday) => (weekday <= 4 ? [7 * HOUR, 12 * HOUR] : null);

describe("annual figures by the hours of the market", () => {
  test.each<[string, Hours, number, number, number, number]>([
    ["US shares at 1 minute", shares, MINUTE, 60, 252, 390],
    ["US shares at 15 minutes", shares, 15 * MINUTE, 365, 252, 26],
    ["US shares at 60 minutes", shares, HOUR, 365, 252, 7],
    ["US shares at 15 minutes, three days of them", shares, 15 * MINUTE, 3, 252, 26],
    ["European shares at a day", daily, DAY, 500, 252, 1],
    ["shares from Sunday to Thursday at 30 minutes", sundays, 30 * MINUTE, 200, 252, 10],
    ["currencies at an hour", currencies, HOUR, 200, 252, 24],
    ["coins at 1 minute", always, MINUTE, 10, 365, 1440],
    ["coins at 15 minutes", always, 15 * MINUTE, 100, 365, 96],
    ["coins at 4 hours", always, 4 * HOUR, 365, 365, 6],
    ["coins at a day", always, DAY, 500, 365, 1],
  ])("%s", (_, hours, step, days, tradingDays, barsOfDay) => {
    const result = run(timesOf(hours, step, days));
    const barsPerYear = barsOfDay * tradingDays;
    expect(result).toMatchObject(expected(result, barsPerYear));
    expect(result).toMatchObject({ tradingDays, barsPerYear });
  });

  test("a session that crosses midnight in UTC counts as one day", () => {
    const times = timesOf(sydney, HOUR, 300);
    for (const day of [1, 2, 3, 4]) {
      times.push(...timesOf((weekday) => (weekday === day ? [23 * HOUR, DAY] : null), HOUR, 300));
    }
    const year = tradingYear(Float64Array.from(times.toSorted((a, b) => a - b)));
    expect(year).toEqual({ tradingDays: 252, barsPerYear: 252 * 6 });
  });

  test("holidays, early closes, missing days and partial first and last days change nothing", () => {
    const times = timesOf(
      (weekday, date) => {
        const session = shares(weekday, date);
        const day = new Date(date).getUTCDate();
        if (session === null || day === 4) return null;
        return day === 24 ? [session[0], session[0] + 3.5 * HOUR] : session;
      },
      15 * MINUTE,
      400,
    );
    const year = tradingYear(Float64Array.from(times.toSpliced(1000, 600).slice(11, -9)));
    expect(year).toEqual({ tradingDays: 252, barsPerYear: 252 * 26 });
  });

  test("a market that never closes keeps its year when candles are missing", () => {
    const times = timesOf(always, HOUR, 60).filter((time) => time % (13 * HOUR) !== 0);
    expect(tradingYear(Float64Array.from(times))).toEqual({ tradingDays: 365, barsPerYear: 8760 });
  });

  test("weeks and months are as many a year on every market", () => {
    const weeks = Float64Array.from({ length: 80 }, (_, k) => NEW_YEAR + k * 7 * DAY);
    expect(tradingYear(weeks, { daysPerYear: 252 }).barsPerYear).toBeCloseTo(52.14, 2);
    const months = Float64Array.from({ length: 80 }, (_, k) => Date.UTC(2000, k));
    const intervalMilliseconds = (365.2425 / 12) * DAY;
    expect(tradingYear(months, { intervalMilliseconds }).barsPerYear).toBeCloseTo(12, 1);
  });

  test("given numbers of a year take precedence, and the result says so", () => {
    const times = timesOf(shares, HOUR, 90);
    expect(run(times, { daysPerYear: 250 })).toMatchObject({ tradingDays: 250, barsPerYear: 1750 });
    const given = run(times, { barsPerYear: 1638 });
    expect(given).toMatchObject({ tradingDays: 252, ...expected(given, 1638) });
    expect(given.configuration.options).toMatchObject({ daysPerYear: 252, barsPerYear: 1638 });
  });

  test("no figure of the tear sheet has the name of a metric and another value", () => {
    const result = run(timesOf(shares, 15 * MINUTE, 365));
    const { figures } = tearSheet(result);
    const { totalReturn, annualReturn } = result;
    expect(figures).toMatchObject({ totalReturn, annualReturn, periodsPerYear: 252 });
    const shared = Object.entries(figures).filter(([name]) => Object.hasOwn(result, name));
    expect(Object.fromEntries(shared)).toEqual({ totalReturn, annualReturn });
    const { annualReturn: _, ...unstated } = result;
    expect(tearSheet(unstated).figures.annualReturn).toBe(annualReturn);
  });
});

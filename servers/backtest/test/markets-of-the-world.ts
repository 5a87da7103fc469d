// Rows are within their columns, so `!` on array reads only satisfies the type checker.

/** Markets of the world with candles of their own, and the comparison of what a page shows with an account. */

import { parseCandlesCsv, type BacktestOptions } from "@bourse/backtest-engine";
import { expect } from "vitest";

import {
  datesOf,
  openingTimes,
  walkAt,
} from "../../../packages/backtest-engine/test/simulation/session-candles.ts";
import { figuresByTradingDay, type Market, type Row } from "./by-trading-day.ts";

type Name = NonNullable<BacktestOptions["calendar"]> & string;

/** One series of a market. */
export interface Case {
  readonly name: string;
  readonly calendar: Name;
  readonly interval: string;
  readonly times: readonly number[];
  readonly market: Market;
}

const intraday = (minutes: number, from: string, to: string, calendar: Name): readonly number[] =>
  openingTimes(calendar, minutes, from, to);

const market = (
  zone: string,
  daysPerYear: number,
  candlesOfDay: number,
  isFlat: boolean,
  startsAt = 0,
): Market => ({ zone, daysPerYear, candlesOfDay, isFlat, startsAt });

/** Zone of the market in New York. */
export const NEW_YORK = "America/New_York";

/** A dozen series: four continents, other weekends, breaks, and markets that close seldom or never. */
export const cases: readonly Case[] = [
  {
    name: "US shares at 1 minute",
    calendar: "XNYS",
    interval: "1",
    times: intraday(1, "2024-02-20", "2024-03-30", "XNYS"),
    market: market(NEW_YORK, 252, 390, true),
  },
  {
    name: "US shares at 15 minutes",
    calendar: "XNYS",
    interval: "15",
    times: intraday(15, "2024-01-02", "2024-05-01", "XNYS"),
    market: market(NEW_YORK, 252, 26, true),
  },
  {
    name: "US shares at 60 minutes",
    calendar: "XNYS",
    interval: "60",
    times: intraday(60, "2024-01-02", "2024-12-01", "XNYS"),
    market: market(NEW_YORK, 252, 7, true),
  },
  {
    name: "US shares by day",
    calendar: "XNYS",
    interval: "D",
    times: datesOf("XNYS", "2022-01-03", "2024-01-01"),
    market: market("UTC", 252, 1, false),
  },
  {
    name: "US shares from the open to the close of each day",
    calendar: "XNYS",
    interval: "D",
    times: datesOf("XNYS", "2022-01-03", "2024-01-01"),
    market: market("UTC", 252, 1, true),
  },
  {
    name: "German shares by day",
    calendar: "XETR",
    interval: "D",
    times: datesOf("XETR", "2022-01-03", "2024-01-01"),
    market: market("UTC", 252, 1, false),
  },
  {
    name: "Japanese shares by day",
    calendar: "XTKS",
    interval: "D",
    times: datesOf("XTKS", "2022-01-04", "2024-01-01"),
    market: market("UTC", 252, 1, false),
  },
  {
    name: "Saudi shares by day, from Sunday to Thursday",
    calendar: "XSAU",
    interval: "D",
    times: datesOf("XSAU", "2022-01-02", "2024-01-01"),
    market: market("UTC", 252, 1, false),
  },
  {
    name: "Saudi shares at 30 minutes",
    calendar: "XSAU",
    interval: "30",
    times: intraday(30, "2024-01-07", "2024-04-01", "XSAU"),
    market: market("Asia/Riyadh", 252, 10, true),
  },
  {
    name: "Japanese shares at 30 minutes, with a break",
    calendar: "XTKS",
    interval: "30",
    times: intraday(30, "2024-01-08", "2024-04-01", "XTKS"),
    market: market("Asia/Tokyo", 252, 10, true),
  },
  {
    name: "currencies from Sunday to Friday",
    calendar: "FX",
    interval: "60",
    times: intraday(60, "2024-01-07", "2024-06-01", "FX"),
    market: market(NEW_YORK, 252, 24, true, -7),
  },
  {
    name: "coins at an hour",
    calendar: "always",
    interval: "60",
    times: intraday(60, "2024-01-01", "2024-04-01", "always"),
    market: market("UTC", 365, 24, true),
  },
];

/** The strategy of `figuresByTradingDay`. */
export const strategy = {
  strategy: "ma_crossover",
  parameters: { fast_period: 4, slow_period: 9 },
} as const;

/** Candles of the series with number `at`, as a file. */
export function csvOf({ times }: Case, at: number): string {
  const { time, open, high, low, close, volume } = walkAt(times, 100 + at);
  const rows = Array.from(time, (opens, i) =>
    [opens, open[i], high[i], low[i], close[i], volume[i]].join(","),
  );
  return `timestamp,open,high,low,close,volume\n${rows.join("\n")}\n`;
}

/** The figures of the account on the candles of a file. */
export function figuresOf(text: string, market: Market): Figures {
  const { time, open, high, low, close } = parseCandlesCsv(text).candles;
  const rows = Array.from(time, (opens, i): Row => [opens, open[i]!, high[i]!, low[i]!, close[i]!]);
  return figuresByTradingDay(rows, market);
}

type Figures = ReturnType<typeof figuresByTradingDay>;

/** Figures of a page by their words: the figure, and how often it is contained in the number that is shown. */
export type ShownFigures = Readonly<
  Record<string, readonly [figure: keyof Figures, scale: number]>
>;

/** Expects each figure that a page shows to be the one of the account, rounded to the digits that are shown. */
export function expectShown(
  texts: ReadonlyMap<string, string>,
  names: ShownFigures,
  figures: Figures,
): void {
  for (const [name, [figure, scale]] of Object.entries(names)) {
    const text = texts.get(name) ?? "";
    const shown = Number(text.replaceAll("−", "-").replaceAll(/[,%+\s]/gu, "") || Number.NaN);
    const digits = /\.(\d+)/u.exec(text)?.[1]?.length ?? 0;
    const distance = Math.abs(shown - figures[figure] * scale);
    expect(distance, `${name}: ${text}`).toBeLessThanOrEqual(0.5 * 10 ** -digits + 1e-9);
  }
  const [, days = 0, hours = 0, minutes = 0] =
    /^(?:(\d+) d)?\s*(?:(\d+) h)?\s*(?:(\d+) min)?$/u.exec(texts.get("Longest drawdown") ?? "") ??
    [];
  const longest = Number(days) * 1440 + Number(hours) * 60 + Number(minutes);
  const cut = figures.max_drawdown_duration_minutes - longest; // hours of days, else minutes
  expect(cut, texts.get("Longest drawdown")).toBeGreaterThanOrEqual(0);
  expect(cut).toBeLessThan(longest >= 1440 ? 60 : 1);
}

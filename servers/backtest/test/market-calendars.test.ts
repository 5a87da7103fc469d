/** One strategy on the markets of the world: each figure against an account that is computed by trading day. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { backtest, parseCandlesCsv, type BacktestOptions } from "@bourse/backtest-engine";
import { report } from "@bourse/backtest-engine/report";
import { beforeAll, describe, expect, test } from "vitest";

import {
  datesOf,
  openingTimes,
  walkAt,
} from "../../../packages/backtest-engine/test/simulation/session-candles.ts";
import { snakeCase } from "../../../packages/cli/src/backtest/snake-case.ts";
import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";
import { figuresByTradingDay, type Market, type Row } from "./by-trading-day.ts";
import { sharedTestServer } from "./support/running-server.ts";

type Name = NonNullable<BacktestOptions["calendar"]> & string;

interface Case {
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

const NEW_YORK = "America/New_York";

const cases: readonly Case[] = [
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

const shared = sharedTestServer({ DATA_PROVIDER: "csv" });
const type = { "content-type": "text/csv" };
const strategy = { strategy: "ma_crossover", parameters: { fast_period: 4, slow_period: 9 } };
const symbolOf = (at: number): string => `MARKET${at}`;
const files: string[] = [];

beforeAll(async () => {
  for (const [at, { times, interval }] of cases.entries()) {
    const { time, open, high, low, close, volume } = walkAt(times, 100 + at);
    const rows = Array.from(time, (opens, i) =>
      [opens, open[i], high[i], low[i], close[i], volume[i]].join(","),
    );
    const text = `timestamp,open,high,low,close,volume\n${rows.join("\n")}\n`;
    files[at] = join(shared().folder, `${symbolOf(at)}.csv`);
    writeFileSync(files[at], text);
    const path = `/api/data/import?symbol=${symbolOf(at)}&interval=${interval}`;
    const answer = await shared().post(path, text, type);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
}, 120_000);

const near = (figures: object): object =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]: [string, number]) => [
      name,
      expect.closeTo(value, 9 - Math.ceil(Math.log10(Math.abs(value) + 1))) as number,
    ]),
  );

/** Figures of a report by their words, and what a shown number is of them. */
const SHOWN = {
  "Total return": ["total_return", 100],
  "Max drawdown": ["max_drawdown", 100],
  "Sharpe ratio": ["sharpe", 1],
  Trades: ["total_trades", 1],
  "Win rate": ["win_rate", 100],
  "Final capital": ["final_capital", 1],
  "Buy and hold": ["buy_hold_return", 100],
  "Annual return": ["annual_return", 100],
  "Annual volatility": ["annual_volatility", 100],
  "Sortino ratio": ["sortino", 1],
  "Calmar ratio": ["calmar", 1],
  "Best trade": ["best_trade", 100],
  "Mean return of a trade": ["avg_return", 100],
} as const;

/** Expects each figure that a page shows to be the one of the account, rounded to the digits that are shown. */
function expectShown(page: string, figures: ReturnType<typeof figuresByTradingDay>): void {
  const texts = new Map(
    Array.from(page.matchAll(/<dt>([^<]+)<\/dt>\s*<dd[^>]*>([^<]+)<\/dd>/gu), ([, name, text]) => [
      name,
      text ?? "",
    ]),
  );
  for (const [name, [figure, scale]] of Object.entries(SHOWN)) {
    const text = texts.get(name) ?? "";
    const shown = Number(text.replaceAll("−", "-").replaceAll(/[,%+\s]/gu, ""));
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
  expect(cut).toBeLessThan(longest >= 2880 ? 60 : 1);
}

describe.each(cases.map((one, at) => ({ at, ...one })))("$name", ({ at, ...one }) => {
  const { calendar, interval, market: known } = one;
  const options = { calendar, ...(known.isFlat && { flatByClose: true }) };
  const fields = { calendar, ...(known.isFlat && { flat_by_close: true }) };
  const read = () => parseCandlesCsv(readFileSync(files[at]!, "utf8")).candles;
  const raw = () => {
    const { time, open, high, low, close } = read();
    const rows = Array.from(time, (opens, i): Row => [
      opens,
      open[i]!,
      high[i]!,
      low[i]!,
      close[i]!,
    ]);
    return figuresByTradingDay(rows, known);
  };
  const expected = () => near(raw());

  test("has the figures of the account by trading day in the library and in its report", () => {
    const candles = read();
    const result = backtest(candles, { ...strategy, ...options, symbol: symbolOf(at) });
    const figures = Object.fromEntries(
      Object.entries(result).map(([name, value]) => [snakeCase(name), value as unknown]),
    );
    expect(figures).toMatchObject({
      calendar,
      ...expected(),
      ...(known.isFlat && { late_closes: 0 }),
    });
    const page = report(result, { candles });
    expect(page).toMatch(new RegExp(`<th scope="row">calendar</th>\\s*<td>${calendar}</td>`, "u"));
    expect(page).toContain(`<td>${Math.round(known.daysPerYear)}</td>`);
    expectShown(page, raw());
  });

  test("has them over HTTP, without a gap, and keeps them when the job is sent again", async () => {
    const overHttp = async (body: object): Promise<Record<string, unknown>> => {
      const answer = await shared().post("/api/backtests", body);
      const { job_id: uuid } = answer.body as { job_id: string };
      const job = await shared().ended(uuid);
      expect(job.error).toBeNull();
      return { ...job.result, uuid };
    };
    const asked = { symbol: symbolOf(at), interval, limit: 100_000, ...strategy, ...fields };
    const { uuid, ...result } = await overHttp(asked);
    expect(result).toMatchObject({ ...expected(), calendar, gaps: { count: 0, missing: 0 } });
    expect("late_closes" in result).toBe(known.isFlat);
    const { request } = result["configuration"] as { request: object };
    expect(request).toMatchObject(fields);
    expect(await overHttp(request)).toMatchObject({ ...expected(), calendar });
    const page = (await shared().get(`/api/jobs/${String(uuid)}/report`)).body as string;
    expect(page).toMatch(new RegExp(`<th scope="row">calendar</th>\\s*<td>${calendar}</td>`, "u"));
    expectShown(page, raw());
  });

  test("has them in a terminal", async () => {
    const out: string[] = [];
    const err: string[] = [];
    const set = ["--strategy", "ma_crossover", "--set", "fast_period=4", "--set", "slow_period=9"];
    const rules = ["--calendar", calendar, ...(known.isFlat ? ["--flat-by-close"] : [])];
    const words = ["run", "--csv", files[at]!, "--symbol", symbolOf(at), ...set, ...rules];
    const code = await runBacktest(
      [...words, "--json"],
      { DATA_DIR: shared().folder, DATA_PROVIDER: "simulated" },
      {
        stdout: (text) => out.push(text),
        stderr: (text) => err.push(text),
        progress: () => undefined,
      },
    );
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(JSON.parse(out.join("\n"))).toMatchObject({
      ...expected(),
      calendar,
      gaps: { count: 0 },
    });
  });
});

describe("hours of a market that a caller gives", () => {
  test("name a holiday, which is no gap then, and keep a sweep's runs flat", async () => {
    const at = cases.findIndex(({ name }) => name === "US shares by day");
    const hours = {
      zone: NEW_YORK,
      sessions: [["09:30", "16:00"]],
      holidays: ["2022-02-21"],
    };
    const text = readFileSync(files[at]!, "utf8");
    const holiday = `${Date.UTC(2022, 1, 21)},`;
    const rows = text.split("\n").filter((row) => !row.startsWith(holiday));
    const path = "/api/data/import?symbol=HOLIDAY&interval=D";
    expect((await shared().post(path, rows.join("\n"), type)).status).toBe(200);
    const asked = { symbol: "HOLIDAY", interval: "D", limit: 1000, ...strategy };
    const gapsOf = async (calendar: unknown): Promise<unknown> => {
      const answer = await shared().post("/api/backtests", { ...asked, calendar });
      const job = await shared().ended((answer.body as { job_id: string }).job_id);
      return [job.error, job.result?.["calendar"], job.result?.["gaps"]];
    };
    expect(await gapsOf("XNYS")).toMatchObject([null, "XNYS", { count: 1, missing: 1 }]);
    expect(await gapsOf(hours)).toMatchObject([null, "custom", { count: 0, missing: 0 }]);
    const sweep = {
      ...asked,
      parameters: { fast_period: [3, 4], slow_period: 9 },
      calendar: hours,
      flat_by_close: true,
    };
    const answer = await shared().post("/api/sweeps", sweep);
    const job = await shared().ended((answer.body as { job_id: string }).job_id);
    expect(job).toMatchObject({
      error: null,
      result: { configuration: { request: { calendar: hours, flat_by_close: true } } },
    });
  });
});

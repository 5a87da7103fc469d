/** One strategy on the markets of the world: each figure against an account that is computed by trading day. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { backtest, parseCandlesCsv } from "@bourse/backtest-engine";
import { report } from "@bourse/backtest-engine/report";
import { beforeAll, describe, expect, test } from "vitest";

import { snakeCase } from "../../../packages/cli/src/backtest/snake-case.ts";
import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";
import {
  cases,
  csvOf,
  expectShown,
  figuresOf,
  NEW_YORK,
  strategy,
  type ShownFigures,
} from "./markets-of-the-world.ts";
import { sharedTestServer } from "./support/running-server.ts";

const shared = sharedTestServer({ DATA_PROVIDER: "csv" });
const type = { "content-type": "text/csv" };
const symbolOf = (at: number): string => `MARKET${at}`;
const files: string[] = [];

beforeAll(async () => {
  for (const [at, one] of cases.entries()) {
    const { interval } = one;
    const text = csvOf(one, at);
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

/** Figures of a report by their words. */
const SHOWN: ShownFigures = {
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
};

/** The figures that a report shows, by their words. */
const textsOf = (page: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(
      page.matchAll(/<dt>([^<]+)<\/dt>\s*<dd[^>]*>([^<]+)<\/dd>/gu),
      ([, name = "", text = ""]) => [name, text],
    ),
  );

describe.each(cases.map((one, at) => ({ at, ...one })))("$name", ({ at, ...one }) => {
  const { calendar, interval, market: known } = one;
  const options = { calendar, ...(known.isFlat && { flatByClose: true }) };
  const fields = { calendar, ...(known.isFlat && { flat_by_close: true }) };
  const text = () => readFileSync(files[at]!, "utf8");
  const raw = () => figuresOf(text(), known);
  const expected = () => near(raw());

  test("has the figures of the account by trading day in the library and in its report", () => {
    const { candles } = parseCandlesCsv(text());
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
    expectShown(textsOf(page), SHOWN, raw());
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
    expectShown(textsOf(page), SHOWN, raw());
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

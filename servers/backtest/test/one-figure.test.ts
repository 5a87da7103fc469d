/** A figure of one name has one value: in the library, over HTTP, in a terminal and on a report page. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { backtest, type Candles, type Interval } from "@bourse/backtest-engine";
import { writeCandlesCsv } from "@bourse/backtest-engine/data";
import { report } from "@bourse/backtest-engine/report";
import { tearSheet } from "@bourse/backtest-engine/tear-sheet";
import { describe, expect, test } from "vitest";

import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";
import { sharedTestServer } from "./support/running-server.ts";

const server = sharedTestServer({ DATA_PROVIDER: "csv" });

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONDAY = Date.UTC(2023, 0, 2);
const isWeekday = (time: number): boolean => ![0, 6].includes(new Date(time).getUTCDay());

const every = (step: number, days: number): number[] =>
  Array.from({ length: (days * DAY) / step }, (_, k) => MONDAY + k * step);
const isSession = (time: number): boolean => {
  const hour = (time % DAY) / HOUR;
  return isWeekday(time) && hour >= 14.5 && hour < 21;
};

function wander(times: readonly number[]): Candles {
  let [seed, price] = [11, 100];
  const columns = { open: [], high: [], low: [], close: [] } as Record<string, number[]>;
  for (let i = 0; i < times.length; i++) {
    const open = price;
    seed = (seed * 48_271) % 2_147_483_647;
    price *= 1 + (seed / 2_147_483_647 - 0.498) / 40;
    columns["open"]!.push(open);
    columns["high"]!.push(Math.max(open, price) * 1.001);
    columns["low"]!.push(Math.min(open, price) * 0.999);
    columns["close"]!.push(price);
  }
  const [open, high, low, close] = ["open", "high", "low", "close"].map((name) =>
    Float64Array.from(columns[name]!),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array];
  const volume = new Float64Array(times.length).fill(1000);
  return { length: times.length, time: Float64Array.from(times), open, high, low, close, volume };
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/gu, (x) => `_${x.toLowerCase()}`);
const wireNames = (figures: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [snake(name), value]));

/** The pairs of name and text on a report page, from its lists and its tables of two columns. */
function pairsOf(page: string): (readonly [name: string, text: string])[] {
  const pairs = [
    /<dt>([^<]*)<\/dt>\s*<dd[^>]*>([^<]*)<\/dd>/gu,
    /<tr>\s*<th[^>]*>([^<]*)<\/th>\s*<td[^>]*>([^<]*)<\/td>\s*<\/tr>/gu,
  ];
  return pairs.flatMap((pair) =>
    [...page.matchAll(pair)].map(([, name, text]) => [name!, text!] as const),
  );
}

async function overHttp(symbol: string, interval: string, csv: string) {
  const path = `/api/data/import?symbol=${symbol}&interval=${interval}`;
  expect((await server().post(path, csv, { "content-type": "text/csv" })).status).toBe(200);
  const body = { symbol, interval, limit: 10_000, strategy: "ma_crossover", tear_sheet: true };
  const { job_id: id } = (await server().post("/api/backtests", body)).body as { job_id: string };
  const { result, error } = await server().ended(id);
  expect(error).toBeNull();
  const page = String((await server().get(`/api/jobs/${id}/report`)).body);
  return { result: result!, page };
}

async function inTerminal(name: string, interval: string, csv: string) {
  const file = join(server().folder, `${name}.csv`);
  await writeFile(file, csv);
  const lines: string[] = [];
  const words = ["run", "--csv", file, "--interval", interval, "--strategy", "ma_crossover"];
  const code = await runBacktest(
    [...words, "--tear-sheet", "--json"],
    {},
    {
      stdout: (text) => void lines.push(text),
      stderr: () => undefined,
      progress: () => undefined,
    },
  );
  expect(code).toBe(0);
  return JSON.parse(lines.join("\n")) as Record<string, unknown>;
}

describe("a figure of one name has one value everywhere", () => {
  test.each<[string, Interval, readonly number[], number, number]>([
    ["SHARES", "15", every(HOUR / 4, 90).filter(isSession), 252, 252 * 26],
    ["DAYS", "D", every(DAY, 500).filter(isWeekday), 252, 252],
    ["COINS", "60", every(HOUR, 100), 365, 365 * 24],
    ["WEEK", "60", every(HOUR, 8), 365, 365 * 24],
  ])("%s, candles of %s", async (symbol, interval, times, tradingDays, barsPerYear) => {
    const candles = wander(times);
    const run = backtest(candles, { strategy: "ma_crossover", interval });
    expect(run).toMatchObject({ tradingDays, barsPerYear });
    expect(run.totalTrades).toBeGreaterThan(1);
    const sheet = tearSheet(run, { benchmark: candles }).figures;
    const csv = writeCandlesCsv(candles);
    const http = await overHttp(symbol, interval, csv);
    const terminal = await inTerminal(symbol, interval, csv);

    const figures = wireNames(sheet);
    expect(http.result["tear_sheet"]).toEqual(figures);
    expect(terminal["tear_sheet"]).toEqual(figures);
    const metrics = wireNames(run);
    const isFigure = (value: unknown): boolean => value === null || typeof value === "number";
    const shared = Object.keys(http.result).filter(
      (name) => isFigure(http.result[name]) && name in metrics,
    );
    expect(shared).toEqual(expect.arrayContaining(["sharpe", "max_drawdown", "buy_hold_return"]));
    for (const name of shared) {
      expect([name, http.result[name]]).toEqual([name, metrics[name]]);
      expect([name, terminal[name]]).toEqual([name, metrics[name]]);
    }
    for (const [name, value] of Object.entries(figures)) {
      if (name in metrics) expect([name, value]).toEqual([name, metrics[name]]);
    }
    expect(sheet.benchmarkReturn).toBe(run.buyHoldReturn);

    const pairs = pairsOf(report(run, { candles }));
    const byName = new Map(pairs);
    expect(byName.size).toBeGreaterThan(60);
    for (const [name, text] of pairs) expect([name, byName.get(name)]).toEqual([name, text]);
    expect(byName.get("Its total return")).toBe(byName.get("Buy and hold"));
    for (const [name, text] of pairsOf(http.page)) {
      if (byName.has(name)) expect([name, text]).toEqual([name, byName.get(name)]);
    }
  });
});

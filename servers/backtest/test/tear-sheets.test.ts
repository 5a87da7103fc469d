/** The tear sheet and its benchmark: from the library, over HTTP and in a terminal. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { backtest, type Candles } from "@bourse/backtest-engine";
import { tearSheet, type TearSheetFigures } from "@bourse/backtest-engine/tear-sheet";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";
import { sharedTestServer } from "./support/running-server.ts";

const server = sharedTestServer({ SIMULATED_SEED: "7" });

const RANGE = { start_time: "2026-01-01T00:00:00.000Z", end_time: "2026-03-01T00:00:00.000Z" };
const RUN = {
  strategy: "ma_crossover",
  parameters: { fast_period: 5, slow_period: 20 },
  transaction_fee: 0.0005,
};
const FLAGS = [
  "run --strategy ma_crossover --set fast_period=5 --set slow_period=20 --fee 0.0005 --interval 1h",
  `--from ${RANGE.start_time} --to ${RANGE.end_time}`,
].flatMap((words) => words.split(" "));

async function candlesOf(symbol: string): Promise<Candles> {
  const provider = createSimulatedProvider({ seed: 7 });
  const [startTime, endTime] = [Date.parse(RANGE.start_time), Date.parse(RANGE.end_time)];
  const request = { symbol, interval: "60", startTime, endTime, limit: 10_000 } as const;
  return (await provider.candles(request)).candles;
}

/** The candles of a symbol as a file, without the rows that `isKept` drops. */
async function csvOf(symbol: string, isKept: (row: number) => boolean): Promise<string> {
  const { time, open, high, low, close, volume } = await candlesOf(symbol);
  const rows = Array.from(time, (at, k) =>
    [at, open[k], high[k], low[k], close[k], volume[k]].join(","),
  );
  return `timestamp,open,high,low,close,volume\n${rows.filter((_, row) => isKept(row)).join("\n")}\n`;
}

/** The figures of the library for the run beside holding `symbol`. */
async function library(symbol: string) {
  const { parameters, strategy, transaction_fee: fee } = RUN;
  const candles = await candlesOf("BTCUSDT");
  const run = backtest(candles, { strategy, parameters, fee, interval: "60" });
  return tearSheet(run, { benchmark: await candlesOf(symbol) });
}

type WireSheet = Readonly<Record<string, number | null>>;

function wireNames(figures: TearSheetFigures): WireSheet {
  const snake = (name: string): string => name.replaceAll(/[A-Z]/gu, (x) => `_${x.toLowerCase()}`);
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [snake(name), value]));
}

async function ended(body: object) {
  const answer = await server().post("/api/backtests", { interval: "60", ...RANGE, ...body });
  expect(answer.body).toHaveProperty("job_id");
  return await server().ended((answer.body as { readonly job_id: string }).job_id);
}

async function posted(body: object): Promise<Readonly<Record<string, unknown>>> {
  const job = await ended(body);
  expect(job.error).toBeNull();
  return job.result as Readonly<Record<string, unknown>>;
}

async function typed(args: readonly string[]) {
  const [lines, errors]: [string[], string[]] = [[], []];
  const code = await runBacktest(
    args,
    { DATA_PROVIDER: "simulated", SIMULATED_SEED: "7", DATA_DIR: server().folder },
    {
      stdout: (text) => void lines.push(text),
      stderr: (text) => void errors.push(text),
      progress: () => undefined,
    },
  );
  return { code, text: lines.join("\n"), errors: errors.join("\n") };
}

describe("a tear sheet", () => {
  test("beside another symbol is the same in the library, over HTTP and in a terminal", async () => {
    const { figures, drawdowns, time } = await library("ETHUSDT");
    const result = await posted({ ...RUN, benchmark: "eth/usdt" });
    expect(result["tear_sheet"]).toEqual(wireNames(figures));
    expect(figures.beta).not.toBeNull();
    const deepest = drawdowns.toSorted((a, b) => b.depth - a.depth).slice(0, 10);
    expect(deepest.length).toBeGreaterThan(2);
    expect(result["drawdowns"]).toEqual(
      deepest.map(({ startIndex, valleyIndex, endIndex, isRecovered, depth }) => ({
        start: new Date(time[startIndex]!).toISOString(),
        valley: new Date(time[valleyIndex]!).toISOString(),
        recovered: isRecovered ? new Date(time[endIndex + 1]!).toISOString() : null,
        depth,
        days: endIndex - startIndex + 1,
      })),
    );
    const { text, errors } = await typed([...FLAGS, "--benchmark", "ETHUSDT", "--json"]);
    expect(errors).toBe("");
    const printed = JSON.parse(text) as Record<string, unknown>;
    expect(printed["tear_sheet"]).toEqual(result["tear_sheet"]);
    expect(printed["drawdowns"]).toEqual(result["drawdowns"]);
    expect(printed["configuration"]).toEqual(result["configuration"]);
  });

  test("is beside the run's own symbol unless another is named, and absent unless asked for", async () => {
    const own = wireNames((await library("BTCUSDT")).figures);
    expect((await posted({ ...RUN, tear_sheet: true }))["tear_sheet"]).toEqual(own);
    expect((await posted({ ...RUN, benchmark: "BTCUSDT" }))["tear_sheet"]).toEqual(own);
    const { text } = await typed([...FLAGS, "--tear-sheet", "--json"]);
    expect((JSON.parse(text) as Record<string, unknown>)["tear_sheet"]).toEqual(own);
    const plain = await posted(RUN);
    expect(plain).not.toHaveProperty("tear_sheet");
    expect(plain).not.toHaveProperty("drawdowns");
  });

  test("of a portfolio has null beside no benchmark, and takes one of its symbols or another", async () => {
    const symbols = ["BTCUSDT", "ETHUSDT"];
    const none = (await posted({ ...RUN, symbols, tear_sheet: true }))["tear_sheet"] as WireSheet;
    expect(none).toMatchObject({ beta: null, benchmark_return: null });
    expect(none["days"]).toBe(59);
    for (const benchmark of ["ETHUSDT", "SOLUSDT"]) {
      const { close } = await candlesOf(benchmark);
      const result = await posted({ ...RUN, symbols, benchmark });
      const sheet = result["tear_sheet"] as WireSheet;
      expect(sheet["benchmark_return"]).toBeCloseTo(close.at(-1)! / close[0]! - 1, 9);
      const flags = [...FLAGS, "--symbols", symbols.join(","), "--benchmark", benchmark];
      const printed = JSON.parse((await typed([...flags, "--json"])).text) as typeof result;
      expect(printed["tear_sheet"]).toEqual(sheet);
      expect(printed["configuration"]).toEqual(result["configuration"]);
      expect((await typed(flags)).text).toContain(
        `Tear sheet of daily returns beside ${benchmark}, joined by time: `,
      );
    }
  });

  test("comes again with the request that the configuration names", async () => {
    const first = await posted({ ...RUN, benchmark: "ETHUSDT" });
    const { request } = first["configuration"] as { readonly request: object };
    expect(request).toMatchObject({ benchmark: "ETHUSDT" });
    expect((await posted(request))["tear_sheet"]).toEqual(first["tear_sheet"]);
  });

  test("of a benchmark without some of the candles fails, and says how many are missing", async () => {
    const { time } = await candlesOf("BTCUSDT");
    const [whole, holey] = await Promise.all([
      csvOf("BTCUSDT", () => true),
      csvOf("ETHUSDT", (row) => row < 100 || row > 102),
    ]);
    for (const [symbol, csv] of Object.entries({ WHOLE: whole, HOLEY: holey })) {
      const path = `/api/data/import?symbol=${symbol}&interval=60`;
      const imported = await server().post(path, csv, { "content-type": "text/csv" });
      expect(imported.status).toBe(200);
      await writeFile(join(server().folder, `${symbol}.csv`), csv);
    }
    const words = `The benchmark HOLEY has no candle at 3 of the 1416 times of the run, the first of them ${new Date(time[100]!).toISOString()}.`;
    const job = await ended({ ...RUN, symbol: "WHOLE", benchmark: "HOLEY" });
    expect(job).toMatchObject({ status: "failed", result: null });
    expect(job.error).toContain(words);
    const mixed = await ended({ ...RUN, benchmark: "WHOLE" });
    expect(mixed.error).toContain("are simulated and those of the benchmark WHOLE are csv");
    const files = ["WHOLE", "HOLEY"].map((name) => join(server().folder, `${name}.csv`));
    const refused = await typed(["run", "--csv", files[0]!, "--benchmark", files[1]!]);
    expect(refused).toMatchObject({ code: 1, text: "" });
    expect(refused.errors).toContain(`CANDLES_TOO_FEW: ${words}`);
    const compared = await typed(["run", "--csv", files[1]!, "--benchmark", files[0]!]);
    expect(compared.code).toBe(0);
    expect(compared.text).toContain("beside WHOLE");
    const unknown = await typed(["run", "--csv", files[0]!, "--benchmark", "ETHUSDT"]);
    expect(unknown).toMatchObject({ code: 2, text: "" });
    expect(unknown.errors).toContain('there is no file "ETHUSDT"');
  });

  test("of daily candles is joined by the trading day of each market, over HTTP and in a terminal", async () => {
    const day = (k: number): string =>
      new Date(Date.UTC(2026, 0, 1 + k)).toISOString().slice(0, 10);
    const csv = (hour: string, isOpen: (k: number) => boolean): string => {
      const days = Array.from({ length: 90 }, (_, k) => k).filter(isOpen);
      const rows = days.map((k) => `${day(k)}${hour},${100 + (k % 7)},110,90,${101 + (k % 5)},1`);
      return ["time,open,high,low,close,volume", ...rows, ""].join("\n");
    };
    // 2026-01-01 was a Thursday.
    const isWeekday = (k: number): boolean => ![2, 3].includes(k % 7);
    const series = { DAILY: csv("", () => true), TOKYO: csv("T00:00:00+09:00", isWeekday) };
    for (const [symbol, text] of Object.entries(series)) {
      const path = `/api/data/import?symbol=${symbol}&interval=D`;
      const imported = await server().post(path, text, { "content-type": "text/csv" });
      expect(imported.status).toBe(200);
      await writeFile(join(server().folder, `${symbol}.csv`), text);
    }
    const range = { interval: "D", start_time: "2026-01-01", end_time: "2026-04-01" };
    const run = { strategy: "ma_crossover", symbol: "DAILY", benchmark: "TOKYO", ...range };
    const there = await posted({ ...run, parameters: { fast_period: 3, slow_period: 8 } });
    const joined = { symbol: "TOKYO", joined_by: "trading_day", pairs: 64, run_only: 26 };
    expect(there["benchmark"]).toEqual({ ...joined, benchmark_only: 0 });
    const words = "were joined by trading day: 64 days are pairs, 26 (2026-01-03, 2026-01-04, ";
    expect(there["warnings"]).toContainEqual(expect.stringContaining(words));
    const files = ["DAILY", "TOKYO"].map((name) => join(server().folder, `${name}.csv`));
    const flags = ["run", "--csv", files[0]!, "--benchmark", files[1]!, "--strategy"];
    const set = ["ma_crossover", "--set", "fast_period=3", "--set", "slow_period=8"];
    const typedJson = await typed([...flags, ...set, "--json"]);
    const here = JSON.parse(typedJson.text) as Record<string, unknown>;
    expect(here["benchmark"]).toEqual(there["benchmark"]);
    expect(here["tear_sheet"]).toEqual(there["tear_sheet"]);
    expect(here["warnings"]).toContainEqual(expect.stringContaining(words));
    expect(typedJson.errors).toContain(words);
    const { text } = await typed([...flags, ...set]);
    expect(text).toContain("beside TOKYO, joined by trading day: 64 pairs");
  });

  test("that is turned off beside a benchmark is refused, and sweeps know neither", async () => {
    const path = "/api/backtests";
    const both = await server().post(path, { ...RUN, benchmark: "ETHUSDT", tear_sheet: false });
    expect(both.status).toBe(422);
    expect(JSON.stringify(both.body)).toContain("tear_sheet turns off");
    for (const benchmark of [1, "", null, "A B"]) {
      expect((await server().post(path, { ...RUN, benchmark })).status).toBe(422);
    }
    expect((await server().post("/api/sweeps", { benchmark: "ETHUSDT" })).status).toBe(422);
  });
});

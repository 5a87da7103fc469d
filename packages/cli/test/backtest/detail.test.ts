/** Finer candles under those of a run, from the source of the candles and from files. */

import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  backtest,
  backtestPortfolio,
  parseCandlesCsv,
  sweep,
  walkForward,
  type Candles,
} from "@bourse/backtest-engine";
import { resample, writeCandlesCsv } from "@bourse/backtest-engine/data";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runBacktest } from "../support/run-words.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-detail-"));
const place = (name: string): string => join(folder, name);
const MINUTE = 60_000;
const START = Date.UTC(2024, 0, 2);

/** Forty hours of candles of five minutes, without one in the seventh hour. */
function walk(seed: number): Candles {
  let price = 100;
  const rows = Array.from({ length: 40 * 12 }, (_, i) => {
    const open = price;
    price *= 1 + 0.012 * Math.sin(i * i * seed);
    const [top, bottom] = [Math.max(open, price) * 1.003, Math.min(open, price) * 0.997];
    return `${START + i * 5 * MINUTE},${open},${top},${bottom},${price},5`;
  });
  return parseCandlesCsv(`timestamp,open,high,low,close,volume\n${rows.join("\n")}\n`).candles;
}

const whole = { A: walk(3), B: walk(5) };
const hours = { A: resample(whole.A, "60"), B: resample(whole.B, "60") };
const detail = { A: without(whole.A, 6 * 12 + 4), B: whole.B };

function without({ length, ...columns }: Candles, row: number): Candles {
  const cut = Object.entries(columns).map(([name, column]) => [
    name,
    (column as Float64Array).filter((__, i) => i !== row),
  ]);
  return { ...(Object.fromEntries(cut) as typeof columns), length: length - 1 };
}

/** A folder as `data fetch --symbols` leaves it. */
function writeSet(
  name: string,
  interval: string,
  markets: Readonly<Record<string, Candles>>,
): void {
  mkdirSync(place(name));
  const files = Object.entries(markets).map(([symbol, candles]) => {
    const file = `${symbol}-${interval}.csv`;
    const text = writeCandlesCsv(candles);
    writeFileSync(place(`${name}/${file}`), text);
    const sha256 = createHash("sha256").update(text).digest("hex");
    const facts = { records: candles.length, first: "", last: "", gaps: 0, missing: 0 };
    return [symbol, { file, ...facts, source: "live", sha256 }];
  });
  const terms = { interval, from: "", to: "", exchange: null, gaps: "report" };
  const list = { format: "bourse candles 1", ...terms, symbols: Object.keys(markets) };
  const text = JSON.stringify({ ...list, files: Object.fromEntries(files) as object });
  writeFileSync(place(`${name}/candles.json`), text);
}

beforeAll(() => {
  writeSet("hours", "1h", hours);
  writeSet("minutes", "5m", detail);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function call(...words: readonly string[]) {
  const [printed, stderr]: [string[], string[]] = [[], []];
  const variables = { DATA_DIR: folder, DATA_PROVIDER: "simulated" };
  const code = await runBacktest(words, variables, {
    stdout: (text) => void printed.push(text),
    stderr: (text) => void stderr.push(text),
    progress: () => undefined,
  });
  return { code, printed: printed.join("\n"), stderr: stderr.join("\n") };
}

type Json = Readonly<Record<string, unknown>>;

async function json(...words: readonly string[]): Promise<Json> {
  const { code, printed, stderr } = await call(...words, "--json");
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^$|^warning/u) as string,
  });
  return JSON.parse(printed) as Json;
}

const SET = ["--strategy", "rsi", "--set", "period=4"];
const RULES = ["--stop-loss", "0.02", "--take-profit", "0.02", "--direction", "both"];
const FILES = ["--csv", place("hours/A-1h.csv"), "--detail-csv", place("minutes/A-5m.csv")];
const OPTIONS = {
  strategy: "rsi",
  stopLoss: 0.02,
  takeProfit: 0.02,
  direction: "both",
  interval: "60",
} as const;
const USE = { detail_interval: "5", detail: { candles: 39, missing: 1 } };

describe("the detail of a file", () => {
  test("decides the fills of a run, whose output counts the candles without", async () => {
    const own = backtest(hours.A, { ...OPTIONS, parameters: { period: 4 }, detail: detail.A });
    const plain = backtest(hours.A, { ...OPTIONS, parameters: { period: 4 } });
    expect(own.finalCapital).not.toBe(plain.finalCapital);
    const found = await json("run", ...FILES, ...SET, ...RULES);
    expect(found).toMatchObject({ final_capital: own.finalCapital, ...USE });
    const text = await call("run", ...FILES, ...SET, ...RULES);
    expect(text.printed).toContain(
      "detail 5m: 39 candles simulated by their detail, 1 without a whole one as they are",
    );
    const without = await json("run", ...FILES.slice(0, 2), ...SET, ...RULES);
    expect(without["final_capital"]).toBe(plain.finalCapital);
    expect(without).not.toHaveProperty("detail");
  });

  test.each(["1", "2"])(
    "decides those of a sweep and a walk-forward on %s threads",
    async (threads) => {
      const range = ["--strategy", "rsi", "--set", "period=4,6,9", "--threads", threads];
      const parameters = { period: [4, 6, 9] };
      const rows = await sweep(hours.A, { ...OPTIONS, parameters, detail: detail.A });
      const swept = await json("sweep", ...FILES, ...RULES, ...range);
      expect(swept).toMatchObject({ ...USE, best: { final_capital: rows.best!.finalCapital } });
      const windows = { trainCandles: 15, testCandles: 10 };
      const own = await walkForward(hours.A, {
        ...OPTIONS,
        parameters,
        ...windows,
        detail: detail.A,
      });
      const plain = await walkForward(hours.A, { ...OPTIONS, parameters, ...windows });
      expect(own.outOfSample.finalCapital).not.toBe(plain.outOfSample.finalCapital);
      const flags = [...FILES, ...RULES, ...range, "--train", "15", "--test", "10"];
      expect(await json("walk-forward", ...flags)).toMatchObject({
        ...USE,
        out_of_sample: { final_capital: own.outOfSample.finalCapital },
      });
      for (const words of [
        ["sweep", ...FILES, ...range],
        ["walk-forward", ...flags],
      ]) {
        expect((await call(...words)).printed).toContain("detail 5m: 39 candles");
      }
    },
  );

  test("of a portfolio is a folder, and each symbol has its own", async () => {
    const { interval, ...options } = OPTIONS;
    const own = backtestPortfolio(hours, { ...options, parameters: { period: 4 }, detail });
    const plain = backtestPortfolio(hours, { ...options, parameters: { period: 4 } });
    expect(own.finalCapital).not.toBe(plain.finalCapital);
    expect(interval).toBe("60");
    const folders = ["--csv", place("hours"), "--detail-csv", place("minutes")];
    const words = ["run", ...folders, "--symbols", "A,B", ...SET, ...RULES];
    const use = { ...USE, detail: { candles: 79, missing: 1 } };
    expect(await json(...words)).toMatchObject({ final_capital: own.finalCapital, ...use });
    expect((await call(...words)).printed).toContain("detail 5m: 79 candles");
  });

  test("belongs to the study of a sweep", async () => {
    const words = ["sweep", ...FILES, "--strategy", "rsi", "--threads", "1"];
    const search = ["--set", "period=3..20/1", "--method", "tpe", "--trials", "5"];
    const study = ["--study", place("one.study")];
    await json(...words, ...search, ...study);
    await json(...words, ...search, ...study);
    const other = await call(...words.slice(0, 3), ...words.slice(5), ...search, ...study);
    expect(other.stderr).toContain("belongs to another study");
  });

  test("that is not finer, or does not divide the candles, is refused", async () => {
    const same = ["--csv", place("hours/A-1h.csv"), "--detail-csv", place("hours/B-1h.csv")];
    writeFileSync(place("seven.csv"), writeCandlesCsv(resample(whole.A, "25")));
    for (const files of [same, ["--csv", same[1]!, "--detail-csv", place("seven.csv")]]) {
      const { code, stderr } = await call("run", ...files, ...SET);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(
          "--detail-csv takes shorter candles that divide those of 1h",
        ) as string,
      });
    }
  });
});

describe("the detail of the source of the candles", () => {
  const RANGE = ["--from", "2024-01-02", "--to", "2024-01-04", "--interval", "1h"];

  test("is read from it at the interval of --detail", async () => {
    const provider = createSimulatedProvider();
    const startTime = Date.UTC(2024, 0, 2);
    const range = { symbol: "BTCUSDT", startTime, endTime: startTime + 48 * 60 * MINUTE };
    const { candles } = await provider.candles({ ...range, interval: "60", limit: 48 });
    const finer = await provider.candles({ ...range, interval: "1", limit: 48 * 60 });
    const trailingStop = { distance: 0.002 };
    const options = { ...OPTIONS, trailingStop, parameters: { period: 4 } };
    const own = backtest(candles, { ...options, detail: finer.candles });
    expect(own.finalCapital).not.toBe(backtest(candles, options).finalCapital);
    const rules = [...RULES, "--trailing-stop", "distance=0.002"];
    const found = await json("run", ...RANGE, ...SET, ...rules, "--detail", "1m");
    expect(found).toMatchObject({
      final_capital: own.finalCapital,
      detail_interval: "1",
      detail: { candles: 48, missing: 0 },
    });
    const page = place("page.html");
    const { code } = await call(
      "report",
      ...RANGE,
      ...SET,
      ...rules,
      "--detail",
      "1m",
      "--out",
      page,
    );
    expect(code).toBe(0);
    expect(readFileSync(page, "utf8").length).toBeGreaterThan(1000);
  });

  test.each([
    [["--detail", "1h"], "--detail must be shorter than the candles of 1h"],
    [["--detail", "7m"], "--detail must be shorter than the candles of 1h and divide them"],
    [["--detail", "1d"], "found 1d"],
    [["--detail", "often"], "The interval must be"],
    [["--detail", "1s", "--limit", "5000"], "a job takes at most 1000000"],
    [["--detail", "1m", "--detail-csv", "x.csv"], "exclude each other"],
    [["--detail", "1m", "--csv", "x.csv"], "--detail-csv FILE"],
    [["--detail", "1m", "--symbols", "BTCUSDT,ETHUSDT", "--csv", "x"], "--detail-csv FILE"],
  ])("%j is refused", async (words, sentence) => {
    const { code, printed, stderr } = await call("run", "--interval", "1h", ...SET, ...words);
    expect({ printed, stderr }).toEqual({
      printed: "",
      stderr: expect.stringContaining(sentence) as string,
    });
    expect(code).not.toBe(0);
  });
});

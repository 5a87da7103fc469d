import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { parseCandlesCsv, sweep, walkForward, type SweepOptions } from "@bourse/backtest-engine";
import { resultHash } from "@bourse/backtest-engine/research";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runBacktest } from "../support/run-words.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-search-"));
const csv = join(folder, "wave.csv");

beforeAll(() => {
  const rows = Array.from({ length: 500 }, (_, i) => {
    const close = 100 + 10 * Math.sin(i / 9) + Math.cos(i);
    return `${1_700_000_000_000 + i * 3_600_000},${close},${close + 1},${close - 1},${close},5`;
  });
  writeFileSync(csv, `timestamp,open,high,low,close,volume\n${rows.join("\n")}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function call(...words: string[]) {
  const printed: string[] = [];
  const stderr: string[] = [];
  const variables = { DATA_DIR: folder, DATA_PROVIDER: "simulated" };
  const code = await runBacktest(words, variables, {
    stdout: (text) => void printed.push(text),
    stderr: (text) => void stderr.push(text),
    progress: () => undefined,
  });
  return { code, printed: printed.join("\n"), stderr: stderr.join("\n") };
}

interface Swept {
  grid: {
    parameters: Record<string, number>;
    options?: Record<string, unknown>;
    sharpe: number;
    stopped_at?: number;
  }[];
  overfitting?: Record<string, number>;
  cross_validation?: { splits: number; paths: object[] };
}

const ranges = ["--set", "fast_period=2..20/1", "--set", "slow_period=21..60/1"];
const words = ["sweep", "--csv", csv, "--strategy", "ma_crossover", ...ranges, "--threads", "1"];

async function swept(...more: string[]): Promise<Swept> {
  const { code, printed, stderr } = await call(...words, "--json", ...more);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(printed) as Swept;
}

const library = (options: SweepOptions) =>
  sweep(parseCandlesCsv(readFileSync(csv, "utf8")).candles, {
    strategy: "ma_crossover",
    parameters: {
      fast_period: { from: 2, to: 20, step: 1 },
      slow_period: { from: 21, to: 60, step: 1 },
    },
    ...options,
  });

const read = (name: string): string => readFileSync(join(folder, name), "utf8");

describe("--table", () => {
  const strategy = ["--csv", csv, "--strategy", "ma_crossover"];

  test("writes the combinations of a sweep beside its answer", async () => {
    const { grid } = await swept("--table", `combinations=${join(folder, "grid.csv")}`);
    const [head, ...rows] = read("grid.csv").trimEnd().split("\r\n");
    expect(head).toMatch(
      /^parameters\.fast_period,parameters\.slow_period,parameters\.ma_type,total_trades,/u,
    );
    expect(rows).toHaveLength(grid.length);
  });

  test("writes the tables of a run as the endings of their files say", async () => {
    const { code, printed, stderr } = await call(
      "run",
      ...strategy,
      "--table",
      `metrics=${join(folder, "metrics.csv")}`,
      "--table",
      `trades=${join(folder, "trades.parquet")}`,
      "--table",
      `equity=${join(folder, "equity.arrow")}`,
      "--table",
      `monthly_returns=${join(folder, "months.csv")}`,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(printed).toContain(`Wrote metrics to ${join(folder, "metrics.csv")}`);
    expect(read("metrics.csv")).toMatch(/^name,value\r\ntotal_trades,\d+\r\n/u);
    expect(read("trades.parquet").slice(0, 4)).toBe("PAR1");
    expect(read("equity.arrow").slice(0, 6)).toBe("ARROW1");
    expect(read("months.csv")).toMatch(/^month,return\r\n2023-11,/u);
  });

  test("writes the windows of a walk-forward", async () => {
    const windows = ["--train", "200", "--test", "100", "--set", "fast_period=5,10"];
    const file = join(folder, "windows.csv");
    const words = ["walk-forward", ...strategy, ...windows, "--table", `windows=${file}`];
    expect(await call(...words)).toMatchObject({ code: 0, stderr: "" });
    expect(read("windows.csv").trimEnd().split("\r\n")).toHaveLength(4);
  });

  test("counts the positions that a walk-forward closed late", async () => {
    const words = ["walk-forward", ...strategy, "--train", "200", "--test", "100", "--json"];
    const flat = await call(...words, "--flat-by-close", "--calendar", "FX");
    expect(flat.stderr).not.toContain("must");
    expect(JSON.parse(flat.printed)).toMatchObject({ late_closes: expect.any(Number) as number });
    expect(JSON.parse((await call(...words)).printed)).not.toHaveProperty("late_closes");
  });

  test.each([
    ["metrics", "--table takes NAME=FILE"],
    ["trade=a.csv", "--table must name one of metrics, trades"],
    ["combinations=a.csv", "--table must name one of"],
    ["trades=a.txt", "--table takes files that end in .csv, .arrow or .parquet"],
    ["metrics=a.arrow", "--table metrics is CSV alone"],
  ])("refuses %s before the work", async (value, words) => {
    const { code, stderr } = await call("run", ...strategy, "--table", value);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});

describe("bourse backtest sweep", () => {
  test("searches by tpe as the library does", async () => {
    const { grid } = await swept("--method", "tpe", "--trials", "20", "--seed", "4");
    const expected = await library({ search: { method: "tpe", count: 20, seed: 4 } });
    expect(grid.map(({ sharpe }) => sharpe)).toEqual(expected.grid.map(({ sharpe }) => sharpe));
  });

  test("goes on with a study file where it ended", async () => {
    const study = ["--method", "tpe", "--study", join(folder, "a.study"), "--trials"];
    const first = await swept(...study, "9");
    const rest = await swept(...study, "21");
    expect(rest.grid.slice(0, 9)).toEqual(first.grid);
    expect(rest.grid).toEqual((await swept("--method", "tpe", "--trials", "21")).grid);
    const other = await call(...words, ...study, "21", "--fee", "0.01");
    expect(other).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /the file of --study belongs to another study.*or another file of --study/,
      ) as string,
    });
  });

  test("varies options, keeps constraints, and shows both", async () => {
    const varied = ["--vary", "stop-loss=0.02,none", "--vary", "fee=0..0.001/0.001"];
    const kept = [
      "--constraint",
      "fast_period < 4",
      "--constraint",
      "options.transaction_fee < 0.001 if options.stop_loss = null",
    ];
    const rows = ["--set", "slow_period=30,40"];
    const { grid } = await swept(...varied, ...kept, ...rows);
    expect(grid).toHaveLength(2 * 2 * 3);
    for (const { options } of grid) {
      const [stop, fee] = Object.values(options ?? {});
      expect(stop === 0.02 || fee === 0).toBe(true);
    }
    const { printed } = await call(...words, ...varied, ...kept, ...rows);
    expect(printed).toContain("left out by rules");
    expect(printed).toMatch(/stop_loss\S* +transaction_fee +sharpe/u);
    expect(printed).toContain(" none ");
  });

  test("stops early, and assesses the choice", async () => {
    const search = ["--random", "80", "--early-stop", "0.25,0.5", "--pbo", "4", "--cpcv", "4/1"];
    const { grid, overfitting, cross_validation: validation } = await swept(...search);
    const stopped = grid.filter(({ stopped_at: at }) => at !== undefined);
    expect(stopped.length).toBeGreaterThan(0);
    expect(overfitting).toMatchObject({ splits: 6, configurations: 80 - stopped.length });
    expect(validation).toMatchObject({ splits: 4 });
    expect(validation?.paths).toHaveLength(1);
    const { printed } = await call(...words, ...search);
    expect(printed).toMatch(/\d+ stopped early/u);
    expect(printed).toMatch(/Probability of overfitting +[\d.]+ % of 6 splits/u);
    expect(printed).toMatch(/Cross-validation +1 paths of 4 splits/u);
  });

  test.each<[string[], number, RegExp]>([
    [["--method", "tpee", "--trials", "3"], 2, /--method must be grid, random or tpe.*"tpe"/],
    [["--method", "tpe"], 2, /--method tpe needs --trials COUNT/],
    [["--trials", "3"], 2, /--trials needs --method/],
    [["--trials", "0", "--method", "tpe"], 2, /--trials must be a whole number from 1 to 1000000/],
    [["--random", "3", "--trials", "3"], 2, /give one of the two/],
    [["--vary", "stop-los=1"], 2, /--vary takes OPTION=VALUES.*"stop-loss"/],
    ...["calendar", "time-zone", "splits", "detail-csv", "funding-csv", "contract", "rolls"].map(
      (flag): [string[], number, RegExp] => [
        ["--vary", `${flag}=a,b`],
        2,
        new RegExp(`--${flag} is a fact of the market`, "u"),
      ],
    ),
    [
      ["--borrow-rate", "btcusdt=0.0001"],
      1,
      /--borrow-rate must be a number; found "BTCUSDT", a value by symbol, where the run has one market/,
    ],
    [["--vary", "stop-loss=1"], 1, /--stop-loss must be a fraction above 0 and below 1/],
    [["--constraint", "fast < 3"], 1, /"fast", which is no name/],
    [["--early-stop", "1"], 1, /rising fractions above 0 and below 1/],
    [["--early-stop", "x"], 2, /--early-stop must be a number/],
    [["--pbo", "3"], 1, /even number from 2 to 20/],
    [["--cpcv", "6"], 2, /--cpcv takes GROUPS\/TEST_GROUPS/],
    [["--cpcv", "2/2"], 1, /fewer than the 2 groups/],
  ])("refuses %j", async (more, code, message) => {
    const found = await call(...words, ...more);
    expect(found).toMatchObject({ code, stderr: expect.stringMatching(message) as string });
  });
});

describe("bourse backtest walk-forward", () => {
  const windows = ["--train", "200", "--test", "100"];
  const walk = [
    "walk-forward",
    "--csv",
    csv,
    "--strategy",
    "ma_crossover",
    "--threads",
    "1",
  ].concat(["--set", "fast_period=3,8", "--set", "slow_period=20,40"]);

  test("has the result of the library, and a line for each window", async () => {
    const { candles } = parseCandlesCsv(readFileSync(csv, "utf8"));
    const expected = await walkForward(candles, {
      strategy: "ma_crossover",
      parameters: { fast_period: [3, 8], slow_period: [20, 40] },
      trainCandles: 200,
      testCandles: 100,
      purgeCandles: 5,
    });
    const { code, printed } = await call(...walk, ...windows, "--purge", "5", "--json");
    const found = JSON.parse(printed) as {
      readonly result_hash: string;
      readonly windows: readonly { readonly test_candles: number }[];
      readonly out_of_sample: { readonly final_capital: number };
    };
    expect(code).toBe(0);
    expect(found.result_hash).toBe(resultHash(expected));
    expect(found.windows.map((one) => one.test_candles)).toEqual([100, 100, 100]);
    expect(found.out_of_sample.final_capital).toBe(expected.outOfSample.finalCapital);
    const text = await call(...walk, ...windows);
    expect(text.printed).toMatch(/^ma_crossover on wave: 3 windows in /u);
    expect(text.printed.match(/fast_period=/gu)).toHaveLength(3);
  });

  test.each([
    [[], /needs --train CANDLES to choose on and --test CANDLES/u, 2],
    [["--train", "0", "--test", "9"], /^--train must be a whole number from 1 to 1000000/u, 2],
    [[...windows, "--pbo", "8"], /^There is no option --pbo/u, 2],
    [["--train", "450", "--test", "100"], /^CANDLES_TOO_FEW: /u, 1],
    [[...windows, "--step", "50"], /^OPTIONS_INVALID: .*step/iu, 1],
  ])("%j is refused in words", async (more, said, expected) => {
    const { code, stderr } = await call(...walk, ...more);
    expect([code, stderr]).toEqual([expected, expect.stringMatching(said)]);
  });
});

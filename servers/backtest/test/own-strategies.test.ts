import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-own-"));
const csv = join(folder, "wave.csv");
const mine = join(folder, "mine.ts");
const variables = { DATA_DIR: folder, DATA_PROVIDER: "simulated" };

/** Averages that cross, as ma_crossover; a candle's close is read `ahead` candles early. */
const crossing = (ahead: number): string => `
import { defineStrategy, Signal } from "@bourse/backtest-engine";
import { sma } from "@bourse/indicators";
export default defineStrategy({
  name: "mine",
  version: "2.1.0",
  description: "Long while the fast average is above the slow one.",
  signalType: "trend",
  direction: "long",
  parameters: {
    fast_period: { type: "integer", default: 10, minimum: 2, maximum: 100, description: "Candles." },
    slow_period: { type: "integer", default: 20, minimum: 5, maximum: 200, description: "Candles." },
  },
  decide({ close }, { fast_period, slow_period }) {
    const [fast, slow] = [sma(close, fast_period), sma(close, slow_period)];
    const signals = new Uint8Array(close.length);
    for (let i = slow_period; i < close.length - ${ahead}; i++) {
      const [now, before] = [fast[i + ${ahead}]! - slow[i + ${ahead}]!, fast[i - 1 + ${ahead}]! - slow[i - 1 + ${ahead}]!];
      if (now > 0 && before < 0) signals[i] = Signal.enterLong;
      if (now < 0 && before > 0) signals[i] = Signal.exitLong;
    }
    return { signals, warmUp: slow_period };
  },
});
`;

beforeAll(() => {
  const rows = Array.from({ length: 400 }, (_, i) => {
    const close = 100 + 10 * Math.sin(i / 9) + Math.cos(i);
    return `${1_700_000_000_000 + i * 3_600_000},${close},${close + 1},${close - 1},${close},5`;
  });
  writeFileSync(csv, `timestamp,open,high,low,close,volume\n${rows.join("\n")}\n`);
  writeFileSync(mine, crossing(0));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function call(...words: string[]) {
  const printed: string[] = [];
  const stderr: string[] = [];
  const code = await runBacktest(words, variables, {
    stdout: (text) => void printed.push(text),
    stderr: (text) => void stderr.push(text),
    progress: () => undefined,
  });
  return { code, printed: printed.join("\n"), stderr: stderr.join("\n") };
}

const json = async (...words: string[]) =>
  JSON.parse((await call(...words, "--csv", csv, "--json")).printed) as Record<string, unknown>;

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

describe("--strategy with a file", () => {
  test("runs it with the result of the same rule in the program, and names the file", async () => {
    const own = await json("run", "--strategy", mine);
    const other = await json("run", "--strategy", "ma_crossover");
    expect(own).toMatchObject({ strategy: "mine", trades: other["trades"] });
    expect(own["total_trades"]).toBeGreaterThan(5);
    expect(own["configuration"]).toMatchObject({
      strategy_version: "2.1.0",
      strategy_files: { "mine.ts": expect.stringMatching(/^[0-9a-f]{64}$/u) as string },
    });
    expect(other["configuration"]).not.toHaveProperty("strategy_files");
  });

  test("sweeps it on threads", async () => {
    const words = ["--set", "fast_period=5,8", "--set", "slow_period=20..30/10"];
    const own = await json("sweep", "--strategy", mine, ...words, "--threads", "2");
    const other = await json("sweep", "--strategy", "ma_crossover", ...words);
    const returns = (result: Record<string, unknown>) =>
      (result["grid"] as Record<string, unknown>[]).map((row) => row["total_return"]);
    expect(returns(own)).toEqual(returns(other));
    expect(returns(own)).toHaveLength(4);
  });

  test("reports it, alone and with a sweep", async () => {
    const out = join(folder, "page.html");
    const words = ["report", "--csv", csv, "--strategy", mine, "--out", out];
    expect((await call(...words)).code).toBe(0);
    expect(readFileSync(out, "utf8")).toContain("mine");
    expect((await call(...words, "--set", "fast_period=5,8")).code).toBe(0);
    expect(readFileSync(out, "utf8")).toContain("fast period");
  });

  test("is audited: clean, or found out with the candle and exit code 1", async () => {
    const clean = await call("audit", "look-ahead", "--csv", csv, "--strategy", mine);
    expect(clean).toMatchObject({ code: 0 });
    expect(clean.printed).toMatch(/^mine decides from the past alone: 32 shortened series/u);
    const ahead = write("ahead.ts", crossing(1));
    const words = ["--csv", csv, "--strategy", ahead, "--runs", "400"];
    const found = await call("audit", "look-ahead", ...words);
    expect(found.code).toBe(1);
    expect(found.printed).toMatch(/mine looks ahead: .*\n\ncandle +time.*\n.*\n\d+ +20.*signal/u);
    const own = await json("audit", "look-ahead", "--strategy", "rsi", "--runs", "5");
    expect(own).toEqual({ strategy: "rsi", is_clean: true, runs: 5, faults: [] });
  });

  test.each([
    ["export default 3;", "STRATEGY_INVALID: odd.ts: the default export must be a strategy"],
    ["\nexport default {\n  a: = 1\n};", "STRATEGY_INVALID: odd.ts:3: this is not TypeScript"],
    [
      "export default class { onCandle({ index }) {\n if (index > 6) throw Error('seven'); } }",
      "STRATEGY_FAILED: Strategy odd failed at candle 7 (2023-11-15T05:13:20.000Z) at odd.ts:2: Error: seven.",
    ],
    ["export default class { async onCandle() {} }", "onCandle returned a Promise at candle 0"],
  ])("says what is wrong with %j", async (text, message) => {
    const odd = write("odd.ts", text);
    const { code, stderr } = await call("run", "--csv", csv, "--strategy", odd);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });

  test("says that there is no such file, and takes limits within their bounds", async () => {
    const gone = await call("run", "--csv", csv, "--strategy", "./gone.ts");
    expect(gone.stderr).toBe("STRATEGY_INVALID: gone.ts: there is no such file.");
    const limit = await call("run", "--csv", csv, "--strategy", mine, "--time-limit", "0");
    expect(limit).toMatchObject({ code: 2 });
    expect(limit.stderr).toBe("--time-limit must be a whole number from 1 to 86400, found 0.");
  });

  test("ends an endless loop and tells which flag raises the limit", async () => {
    const endless = write("endless.ts", "export default class { onCandle() { for (;;); } }");
    const words = ["--csv", csv, "--strategy", endless, "--time-limit", "2"];
    const { code, stderr } = await call("run", ...words);
    expect(code).toBe(1);
    expect(stderr).toMatch(/endless gave no result .*for 2 s .*raise --time-limit SECONDS\.$/u);
  });
});

describe("bourse backtest strategies", () => {
  const own = join(folder, "own");
  const listed = async (words: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const [printed, told]: [string[], string[]] = [[], []];
    const code = await runBacktest(
      ["strategies", ...words],
      { ...variables, ...more },
      {
        stdout: (text) => void printed.push(text),
        stderr: (text) => void told.push(text),
        progress: () => undefined,
      },
    );
    return { code, printed: printed.join("\n"), told: told.join("\n") };
  };

  beforeAll(() => {
    mkdirSync(own);
    writeFileSync(join(own, "mine.ts"), crossing(0));
    writeFileSync(join(own, "broken.ts"), "export default class {\n  onCandle( {}\n}");
  });

  test.each<[string[], Record<string, string>]>([
    [[], { STRATEGIES_DIR: own }],
    [["--strategies", own], {}],
    [["--strategies", own], { STRATEGIES_DIR: "/no/such/folder" }],
  ])("lists those of the folder after the built-in ones (%j %j)", async (words, more) => {
    const { code, printed, told } = await listed([...words, "--json"], more);
    expect(code).toBe(0);
    const list = JSON.parse(printed) as readonly { name: string; files?: object }[];
    expect(list.map(({ name }) => name).slice(-2)).toEqual(["constant_weights", "mine"]);
    expect(list.at(-1)).toMatchObject({
      version: "2.1.0",
      parameters: { fast_period: { default: 10 } },
    });
    expect(Object.keys(list.at(-1)!.files!)).toEqual(["mine.ts"]);
    expect(told).toMatch(/^warning: broken\.ts:\d: this is not TypeScript/u);
    const text = await listed(words, more);
    expect(text.printed).toMatch(/^mine 2\.1\.0 \(mine\.ts\): Long while/mu);
    expect(text.printed).toMatch(/slow_period +20 +5 to 200/u);
  });

  test("names the flag or the variable whose folder is not there", async () => {
    const missing = join(folder, "missing");
    expect(await listed(["--strategies", missing])).toMatchObject({
      code: 2,
      printed: "",
      told: expect.stringMatching(/^--strategies: There is no folder .*missing/u) as string,
    });
    expect(await listed([], { STRATEGIES_DIR: missing })).toMatchObject({
      code: 1,
      told: expect.stringMatching(/STRATEGIES_DIR: There is no folder .*missing/u) as string,
    });
  });
});

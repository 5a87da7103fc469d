import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { parseCandlesCsv } from "@bourse/backtest-engine";
import { afterAll, describe, expect, test } from "vitest";

import { BOURSE } from "../../../../test/support/server-process.ts";
import { runBacktest } from "../support/run-words.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-sets-"));
afterAll(() => rmSync(folder, { recursive: true }));
const variables = { DATA_DIR: join(folder, "data"), DATA_PROVIDER: "simulated" };

async function call(...words: string[]) {
  const printed: string[] = [];
  const stderr: string[] = [];
  const progress: string[] = [];
  const code = await runBacktest(words, variables, {
    stdout: (text) => void printed.push(text),
    stderr: (text) => void stderr.push(text),
    progress: (text) => void progress.push(text),
  });
  return { code, printed: printed.join("\n"), stderr: stderr.join("\n"), progress };
}

const RANGE = ["--interval", "1h", "--from", "2025-01-01", "--to", "2025-02-01"];
const fetchWords = (symbols: string, out: string): string[] => [
  "data",
  "fetch",
  "--symbols",
  symbols,
  ...RANGE,
  "--out",
  out,
];

describe("bourse backtest data fetch --symbols", () => {
  test("writes a file of each symbol and a list that data verify finds whole", async () => {
    const out = join(folder, "whole");
    const { code, printed, progress } = await call(...fetchWords("BTCUSDT, eth/usdt,BTCUSDT", out));
    expect(code).toBe(0);
    expect(printed.split("\n")).toEqual([
      "BTCUSDT: 744 candles, 0 missing in 0 gaps, source simulated",
      expect.stringMatching(/^ETH.?USDT: 744 candles/u),
    ]);
    expect(progress.filter((text) => text !== "")).toEqual([
      expect.stringMatching(/^\[-+\] +0 % {2}BTCUSDT 1h$/u),
      expect.stringMatching(/^\[#{15}-{15}\] +50 % {2}ETH.?USDT 1h$/u),
    ]);
    expect(progress.at(-1)).toBe("");
    const { candles } = parseCandlesCsv(readFileSync(join(out, "BTCUSDT-1h.csv"), "utf8"));
    expect(candles.length).toBe(744);
    expect(candles.time[0]).toBe(Date.UTC(2025, 0, 1));
    const verified = await call("data", "verify", out);
    expect([verified.code, verified.printed]).toEqual([0, expect.stringMatching(/ ok$/mu)]);
    const again = await call(...fetchWords("BTCUSDT", out));
    expect(again).toMatchObject({ code: 0, printed: "BTCUSDT: already there" });
    expect(readdirSync(out).filter((name) => name.includes("unfinished"))).toEqual([]);
  });

  test("names a file that was changed or is gone, and fetches it anew", async () => {
    const out = join(folder, "changed");
    await call(...fetchWords("AAAUSDT,BBBUSDT,CCCUSDT", out));
    const path = join(out, "AAAUSDT-1h.csv");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace(/\d$/mu, "9").replace(/(\d)(?=,)/u, "7"));
    rmSync(join(out, "BBBUSDT-1h.csv"));
    const { code, printed } = await call("data", "verify", out);
    expect(code).toBe(1);
    expect(printed).toMatch(/^AAAUSDT .* the file was changed$/mu);
    expect(printed).toMatch(/^BBBUSDT .* the file is gone$/mu);
    expect(printed).toMatch(/^CCCUSDT .* ok$/mu);
    const mended = await call(...fetchWords("AAAUSDT,BBBUSDT,CCCUSDT", out));
    expect(mended.printed.split("\n").map((line) => line.includes("already"))).toEqual([
      false,
      false,
      true,
    ]);
    expect(readFileSync(path, "utf8")).toBe(text);
    expect((await call("data", "verify", out)).code).toBe(0);
  });

  test("goes on with the others when a symbol fails, and tries it again the next time", async () => {
    const out = join(folder, "partly");
    const first = await call(...fetchWords("NOPE,BTCUSDT", out));
    expect([first.code, first.printed]).toEqual([1, expect.stringMatching(/^BTCUSDT: 744 /u)]);
    expect(first.stderr).toMatch(/^NOPE: SYMBOL_UNKNOWN: .*\n1 of 2 symbols failed; the same/u);
    expect((await call("data", "verify", out)).printed).toMatch(/^NOPE .* not fetched yet$/mu);
    expect((await call(...fetchWords("NOPE,BTCUSDT", out))).code).toBe(1);
  });

  test("puts no simulated candles in the place of an exchange's that cannot be reached", async () => {
    const out = join(folder, "away");
    const stderr: string[] = [];
    const away = { ...variables, DATA_PROVIDER: "auto", BYBIT_HOST: "http://127.0.0.1:9" };
    const code = await runBacktest(fetchWords("BTCUSDT", out), away, {
      stdout: () => undefined,
      stderr: (text) => void stderr.push(text),
      progress: () => undefined,
    });
    expect([code, stderr[0]]).toEqual([
      1,
      expect.stringMatching(/^BTCUSDT: MARKET_DATA_UNAVAILABLE: /u),
    ]);
    expect(readdirSync(out).filter((name) => name.endsWith(".csv"))).toEqual([]);
  }, 30_000);

  test("of one symbol is refused too then, with or without a file, and leaves nothing", async () => {
    const out = join(folder, "one-away.csv");
    const away = { ...variables, DATA_PROVIDER: "auto", BYBIT_HOST: "http://127.0.0.1:9" };
    for (const words of [["--out", out], []]) {
      const said: string[] = [];
      const code = await runBacktest(["data", "fetch", ...RANGE, ...words], away, {
        stdout: (text) => void said.push(text),
        stderr: (text) => void said.push(text),
        progress: () => undefined,
      });
      expect(code).not.toBe(0);
      expect(said.join("\n")).toMatch(/^[^\n]*bybit.*only where they are asked for/u);
      expect(existsSync(out)).toBe(false);
    }
    const asked = ["data", "fetch", ...RANGE, "--exchange", "simulated", "--out", out];
    const silent = { stdout: () => undefined, stderr: () => undefined, progress: () => undefined };
    expect(await runBacktest(asked, away, silent)).toBe(0);
    expect(existsSync(out)).toBe(true);
  }, 30_000);

  test.each([
    [["--symbols", "A,,B", ...RANGE, "--out", "x"], /^--symbols takes names with commas/u],
    [["--symbols", "AA", "--out", "x"], /needs --out FOLDER, --from and --to/u],
    [["--symbols", "AA", ...RANGE], /needs --out FOLDER, --from and --to/u],
    [
      ["--symbols", "AA", ...RANGE, "--out", "x", "--limit", "5"],
      /^--limit and --symbols exclude/u,
    ],
    [
      ["--symbols", "AA", "--from", "2025-02-01", "--to", "2025-01-01", "--out", "x"],
      /^--from must be before --to/u,
    ],
  ])("%j is refused in words, and nothing is made", async (words, said) => {
    const out = join(folder, "refused");
    const { code, stderr } = await call(
      "data",
      "fetch",
      ...words.map((one) => (one === "x" ? out : one)),
    );
    expect([code, stderr]).toEqual([2, expect.stringMatching(said)]);
    expect(existsSync(out)).toBe(false);
  });

  test("refuses a folder of other terms, and a list that is none", async () => {
    const out = join(folder, "terms");
    await call(...fetchWords("AAAUSDT", out));
    const other = fetchWords("AAAUSDT", out).map((word) => (word === "1h" ? "4h" : word));
    expect((await call(...other)).stderr).toMatch(/holds candles with --interval 1h, not 4h/u);
    writeFileSync(join(out, "candles.json"), "{}");
    for (const words of [fetchWords("AAAUSDT", out), ["data", "verify", out]]) {
      expect(await call(...words)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("is not a list of data fetch") as string,
      });
    }
    expect((await call("data", "verify", folder)).stderr).toContain("there is no candles.json");
  });

  test("goes on after a kill -9 with what is missing", async () => {
    const out = join(folder, "killed");
    const symbols = Array.from({ length: 12 }, (_, at) => `SYM${at}USDT`);
    const words = ["data", "fetch", "--symbols", symbols.join(","), "--interval", "1m"].concat(
      "--from",
      "2025-01-01",
      "--to",
      "2025-01-15",
      "--out",
      out,
    );
    const child = spawn(
      process.execPath,
      [
        "-C",
        "@bourse/source",
        "--disable-warning=ExperimentalWarning",
        BOURSE,
        "backtest",
        ...words,
      ],
      { env: { ...process.env, ...variables }, stdio: ["ignore", "pipe", "inherit"] },
    );
    const ended = once(child, "exit");
    for await (const text of child.stdout.setEncoding("utf8")) {
      if (String(text).includes("SYM2USDT:")) break;
    }
    child.kill("SIGKILL");
    await ended;
    const between = await call("data", "verify", out);
    expect(between.code).toBe(1);
    expect(between.printed).toMatch(/^SYM2USDT .* ok$/mu);
    expect(between.printed).toMatch(/^SYM11USDT .* not fetched yet$/mu);
    const { code, printed } = await call(...words);
    expect(code).toBe(0);
    expect(printed).toMatch(/^SYM2USDT: already there$/mu);
    expect(printed).toMatch(/^SYM11USDT: 20160 candles/mu);
    expect((await call("data", "verify", out)).code).toBe(0);
  });
});

/** Ranges of a file's candles on the command line, and flags that a command refuses rather than leave them out. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { runBacktest } from "../support/run-words.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-file-ranges-"));
afterAll(() => rmSync(folder, { recursive: true }));
const csv = join(folder, "hours.csv");
const rows = Array.from({ length: 80 }, (_, hour) => {
  const close = 100 + 10 * Math.sin(hour / 4);
  return `${Date.UTC(2024, 0, 1, hour)},${close},${close + 1},${close - 1},${close},5`;
});
writeFileSync(csv, `timestamp,open,high,low,close,volume\n${rows.toSpliced(5, 1).join("\n")}\n`);

async function call(...words: readonly string[]) {
  const printed: string[] = [];
  const errors: string[] = [];
  const code = await runBacktest(
    words,
    { DATA_DIR: folder, DATA_PROVIDER: "simulated" },
    {
      stdout: (text) => void printed.push(text),
      stderr: (text) => void errors.push(text),
      progress: () => undefined,
    },
  );
  return { code, printed: printed.join("\n"), stderr: errors.join("\n") };
}

describe("a file's candles within a range", () => {
  test.each<[string[], number, string, string]>([
    [["--from", "2024-01-02"], 56, "2024-01-02T00", "2024-01-04T07"],
    [["--to", "2024-01-02"], 23, "2024-01-01T00", "2024-01-01T23"],
    [["--from", "2024-01-02", "--to", "2024-01-03"], 24, "2024-01-02T00", "2024-01-02T23"],
    [["--limit", "10"], 10, "2024-01-03T22", "2024-01-04T07"],
    [["--to", "2024-01-03", "--limit", "7"], 7, "2024-01-02T17", "2024-01-02T23"],
  ])("%j", async (words, candles, first, last) => {
    const { printed } = await call("run", "--csv", csv, "--strategy", "rsi", "--json", ...words);
    expect(JSON.parse(printed)).toMatchObject({
      candles,
      first_timestamp: `${first}:00:00.000Z`,
      last_timestamp: `${last}:00:00.000Z`,
      gaps: {
        count: words.includes("--to") && !words.includes("--from") && candles === 23 ? 1 : 0,
      },
    });
  });
});

test.each([
  ["run --exchange bybit", 2, "--exchange and --csv exclude each other"],
  ["run --from 2024-01-02 --to 2024-01-02", 2, "--from must be before --to."],
  ["run --from 2025-01-02", 1, "CANDLES_TOO_FEW: There is no candle"],
  ["run --time-limit 9", 2, "--time-limit limits a strategy in a file"],
  ["report --threads 2", 2, "--threads belongs to a search"],
  ["report --top 2", 2, "There is no option --top."],
  ["sweep --set period=5,6 --seed 9", 2, "--seed needs --method random or --method tpe."],
  ["sweep --set period=5,6 --json --top 9", 2, "--top and --json exclude each other"],
  ["audit look-ahead --fee 0.1", 2, "There is no option --fee."],
  ["data import --limit 9", 2, "There is no option --limit."],
] as const)("%s is refused with exit code %d", async (line, code, sentence) => {
  const file = line.startsWith("data") ? [csv] : ["--csv", csv, "--strategy", "rsi"];
  const called = await call(...line.split(" "), ...file);
  expect(called).toMatchObject({ code, stderr: expect.stringContaining(sentence) as string });
});

test("the format of a file is refused where there is none", async () => {
  const { code, stderr } = await call("run", "--unit", "us");
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^--unit tells the format .* --csv/u)]);
});

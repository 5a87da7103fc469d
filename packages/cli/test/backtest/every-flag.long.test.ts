/** Every flag of every command changes what the command does, or is refused. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readEnvironment } from "@bourse/http";
import { openStore } from "@bourse/store";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { backtestEnvironment } from "../../../../servers/backtest/src/environment.ts";
import { STORE_COLLECTIONS, storeUrl } from "../../../../servers/backtest/src/store-url.ts";
import { backtestService } from "../../src/backtest/backtest-service.ts";
import { OPTION_FLAGS } from "../../src/backtest/option-flags.ts";
import { runBacktest } from "../support/run-words.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-every-flag-"));
const variables = { DATA_DIR: folder, DATA_PROVIDER: "simulated" };
const HOUR = 3_600_000;
const START = Date.UTC(2024, 0, 1);
const page = join(folder, "page.html");

/**
 * Candle files of the same prices, whose times are written in different ways, and one of prices around 0; the fifth
 * candle is missing.
 */
const files = {
  iso: "iso.csv",
  numbers: "numbers.csv",
  slashes: "slashes.csv",
  below0: "below-0.csv",
};
const spellings: Readonly<Record<keyof typeof files, (hour: number) => string>> = {
  iso: (hour) => new Date(START + hour * HOUR).toISOString().slice(0, 16),
  numbers: (hour) => String(START + hour * HOUR),
  slashes: (hour) =>
    `01/0${1 + Math.floor(hour / 24)}/2024 ${String(hour % 24).padStart(2, "0")}:00`,
  below0: (hour) => String(START + hour * HOUR),
};

beforeAll(async () => {
  for (const [name, spell] of Object.entries(spellings)) {
    const rows = Array.from({ length: 80 }, (_, hour) => {
      const close = (name === "below0" ? 0 : 100) + 10 * Math.sin(hour / 4) + Math.cos(hour);
      return `${spell(hour)},${close},${close + 1},${close - 1},${close},5`;
    }).toSpliced(5, 1);
    const text = `timestamp,open,high,low,close,volume\n${rows.join("\n")}\n`;
    writeFileSync(join(folder, files[name as keyof typeof files]), text);
  }
  const set = { format: "bourse candles 1", interval: "1h", from: "", to: "", exchange: null };
  const list = { ...set, gaps: "report", symbols: ["A"], files: {} };
  writeFileSync(join(folder, "candles.json"), JSON.stringify(list));
  const url = storeUrl(readEnvironment(backtestEnvironment, variables));
  await (await openStore(url, { collections: STORE_COLLECTIONS })).close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Exit code, output and page of a command, without durations. */
async function outcome(...words: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  writeFileSync(page, "");
  const code = await runBacktest(words, variables, {
    stdout: print,
    stderr: print,
    progress: () => undefined,
  });
  return [code, ...printed, readFileSync(page, "utf8")]
    .join("\n")
    .replaceAll(/"elapsed_ms": [\d.e-]+|in [\d.]+ s/gu, "");
}

type File = keyof typeof files;
const csv = (file: File): string[] => ["--csv", join(folder, files[file])];

/** Words with which each command does its work, on one of the files. */
const WORK: Readonly<Record<string, (file: File) => readonly string[]>> = {
  run: (file) => [...csv(file), ..."--strategy rsi --set period=5 --json".split(" ")],
  sweep: (file) => [
    ...csv(file),
    ..."--strategy rsi --set period=5,6 --threads 1 --json".split(" "),
  ],
  "walk-forward": (file) => [
    ...csv(file),
    ..."--strategy rsi --set period=5,6 --threads 1 --train 40 --test 10 --json".split(" "),
  ],
  report: (file) => [...csv(file), ..."--strategy rsi --set period=5".split(" "), "--out", page],
  "audit look-ahead": (file) => [...csv(file), "--strategy", "rsi"],
  "data import": (file) => [csv(file)[1]!, "--symbol", "WAVE", "--interval", "1h"],
  "data fetch": (file) => csv(file),
  "data verify": () => [folder],
  "data list": () => [],
  strategies: () => [],
  options: () => [],
  new: () => ["never-written"],
  "alert test": () => [],
  "dead-letters list": () => [],
  "dead-letters show": () => ["some-id"],
  "dead-letters retry": () => ["some-id"],
  "dead-letters drop": () => ["some-id"],
};

/** Values that differ from the defaults of the flags and from what the work above says. */
const VALUES: Readonly<Record<string, string>> = {
  symbol: "OTHER",
  interval: "2h",
  limit: "30",
  from: "2024-01-02",
  to: "2024-01-03",
  exchange: "bybit",
  csv: join(folder, files.numbers),
  detail: "1m",
  "detail-csv": join(folder, files.numbers),
  dialect: "metatrader5",
  delimiter: "semicolon",
  decimal: "comma",
  columns: "open=high",
  unit: "us",
  "date-order": "dmy",
  "utc-offset": "90",
  order: "newest-first",
  gaps: "fill",
  "bad-rows": "none",
  duplicates: "none",
  "skip-rows": "3",
  "time-zone": "none",
  encoding: "utf-16le",
  strategy: "ma_crossover",
  set: "period=9",
  metric: "sqn",
  random: "1",
  seed: "5",
  top: "3",
  "max-combinations": "1",
  method: "tpe",
  trials: "3",
  study: folder,
  vary: "fee=0,0.01",
  constraint: "period < 6",
  "early-stop": "0.5",
  "early-stop-startup": "2",
  pbo: "4",
  cpcv: "4/1",
  train: "30",
  test: "12",
  step: "5",
  purge: "1",
  embargo: "1",
  symbols: "A,B",
  weights: "A=1",
  "rebalance-every": "3",
  rebalance: "month_end",
  "funding-csv": join(folder, "no-rates.csv"),
  dividends: '[{"timestamp":1704153600000,"amount":1}]',
  splits: '[{"timestamp":1704153600000,"ratio":2}]',
  calendar: "weekdays",
  "dividends-csv": join(folder, "no-dividends.csv"),
  "rolls-csv": join(folder, "no-rolls.csv"),
  contract: "multiplier=2,margin=50",
  rolls: "2024-01-02",
  "fee-tiers": '[{"volume":0,"maker":0,"taker":0.001}]',
  benchmark: "another",
  "monte-carlo": "50",
  "look-ahead": "3",
  runs: "5",
  out: join(folder, "other.html"),
  "time-limit": "9",
  "memory-limit": "99",
  strategies: join(folder, "nowhere"),
  "initial-capital": "5000",
  capital: "5000",
  "maker-fee": "0.0001",
  "fixed-fee": "1",
  fee: "0.01",
  slippage: "0.01",
  "exit-slippage": "0.01",
  fill: "close",
  direction: "both",
  "position-size": "0.5",
  size: "0.5",
  pyramiding: "2",
  "lot-size": "0.5",
  "tick-size": "0.5",
  "minimum-notional": "5",
  leverage: "2",
  "borrow-rate": "0.1",
  "maintenance-margin": "0.1",
  "take-profit": "0.01",
  "stop-loss": "0.01",
  "trailing-stop": "distance=0.05",
  compatibility: "vectorbt",
  "train-split": "0.5",
  "days-per-year": "200",
  "trading-days": "200",
  "bars-per-year": "2000",
};

/** Values that the flag does not have, for flags whose effect does not show in the output of these commands. */
const STRANGE: Readonly<Record<string, string>> = {
  threads: "0",
  table: "none",
  queue: "none",
  style: "none",
  "audit look-ahead --symbol": "a symbol",
  "audit look-ahead --interval": "soon",
  "audit look-ahead --from": "soon",
  "audit look-ahead --to": "soon",
  "audit look-ahead --limit": "0",
  "audit look-ahead --set": "period=none",
  "audit look-ahead --gaps": "none",
  "audit look-ahead --calendar": "none",
  "data list --calendar": "none",
  "audit look-ahead --columns": "open=none",
  "audit look-ahead --utc-offset": "none",
  "audit look-ahead --csv": "none",
  "dead-letters list --limit": "0",
};

const FILES: Readonly<Record<string, File>> = {
  unit: "numbers",
  "date-order": "slashes",
  "allow-negative-prices": "below0",
};

/** The words without a flag and its value. */
function leftOut(words: readonly string[], flag: string, hasValue: boolean): readonly string[] {
  const at = words.indexOf(`--${flag}`);
  return at < 0 ? words : words.toSpliced(at, hasValue ? 2 : 1);
}

/** Outcomes of the commands without the flag that is tried. */
const outcomes = new Map<string, string>();

/** The commands that have flags of this service and work without a server; those of `trade` have tests of their own. */
const COMMANDS = Object.entries(backtestService.commands).filter(
  ([name, { flags }]) => flags !== undefined && !/^(?:store|trade) /u.test(name),
);

describe.each(COMMANDS)("bourse backtest %s", (name, { flags = {} }) => {
  test.each(Object.entries(flags))("--%s is applied or refused", async (flag, { value: kind }) => {
    const work = WORK[name]!(FILES[flag] ?? "iso");
    const words = name.split(" ");
    const strange = STRANGE[`${name} --${flag}`] ?? STRANGE[flag];
    if (strange !== undefined) {
      const refused = await outcome(...words, ...leftOut(work, flag, true), `--${flag}`, strange);
      expect(refused).toMatch(/^[12]\n/u);
      return;
    }
    const value = VALUES[flag];
    if (kind !== undefined) expect(value, `a value of --${flag}`).toBeDefined();
    const given = value === undefined ? [`--${flag}`] : [`--${flag}`, value];
    const without = leftOut(work, flag, kind !== undefined);
    const base = kind === undefined ? without : work;
    const plain = [...words, ...base].join("\n");
    const known = outcomes.get(plain) ?? (await outcome(...words, ...base));
    outcomes.set(plain, known);
    expect(await outcome(...words, ...without, ...given)).not.toBe(known);
  });
});

test("there is a value for every option of the engine, and none for a flag that is not there", () => {
  const known = new Set(COMMANDS.flatMap(([, { flags = {} }]) => Object.keys(flags)));
  expect(Object.keys(VALUES).filter((flag) => !known.has(flag))).toEqual([]);
  const valued = COMMANDS.flatMap(([, { flags = {} }]) =>
    Object.entries(flags).flatMap(([flag, { value }]) => (value === undefined ? [] : [flag])),
  );
  for (const { flag } of OPTION_FLAGS) {
    if (valued.includes(flag)) expect(VALUES[flag], flag).toBeDefined();
  }
});

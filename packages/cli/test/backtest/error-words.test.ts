/** Every refusal in the words of the one who is refused: fields of the body on the wire, flags in a terminal. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { sharedTestServer } from "../../../../servers/backtest/test/support/running-server.ts";
import { runToItsEnd } from "../../../../test/support/server-process.ts";
import { runBacktest } from "../support/run-words.ts";

const shared = sharedTestServer();

/** Words of the engine: names in camelCase, functions before a colon, and options in quotes. */
const CORE_WORDS =
  /\b[a-z]+(?:[A-Z][a-z]+)+\b|\b(?:simulate|sweep|backtest|tradingYear): |option "|\{[a-z]/u;

const crossing = { strategy: "ma_crossover" };
const every = (from: number, to: number) => ({ from, to, step: 1 });
const grid = { ...crossing, parameters: { fast_period: [5, 10], slow_period: [20] } };
const windows = { ...grid, train_candles: 200, test_candles: 100, limit: 1000 };
const order = { symbol: "BTCUSDT", side: "buy", quantity: "1" };

/** A path, a body, and the place and the beginning of the sentence that refuses it. */
const wire: readonly [path: string, body: object, loc: readonly string[], msg: RegExp][] = [
  ["backtests", { initial_capital: 0 }, ["initial_capital"], /^must be greater than 0/u],
  ["backtests", { transaction_fee: 0.5 }, ["transaction_fee"], /^must be less than 0.5/u],
  ["backtests", { stop_loss_pct: 5 }, ["stop_loss_pct"], /^must be less than 1/u],
  ["backtests", { take_profit_pct: 0 }, ["take_profit_pct"], /^must be greater than 0/u],
  ["backtests", { position_size_pct: 2 }, ["position_size_pct"], /^must be at most 1/u],
  ["backtests", { trading_days: 400 }, ["trading_days"], /^must be at most 366/u],
  ["backtests", { train_split: 1 }, ["train_split"], /^must be less than 1/u],
  ["backtests", { strategy: "nope" }, ["strategy"], /^There is no strategy/u],
  ["backtests", { exchange: "no" }, ["exchange"], /^The exchange must be/u],
  ["backtests", { parameters: { levle: 1 } }, ["parameters", "levle"], /Did you mean "level"/u],
  [
    "backtests",
    { ...crossing, parameters: { fast_period: 50, slow_period: 20 } },
    ["parameters", "fast_period"],
    /^must be below slow_period/u,
  ],
  ["backtests", { start_time: "2010-01-01" }, ["start_time"], /^The range from .* Shorten/u],
  [
    "backtests",
    { start_time: "2026-02-01", end_time: "2026-01-01" },
    ["start_time"],
    /^must be before end_time/u,
  ],
  [
    "sweeps",
    { ...crossing, parameters: { fast_period: every(2, 100), slow_period: every(5, 200) } },
    ["parameters"],
    /^The ranges make 19404 combinations.* Widen the steps, or search at random/u,
  ],
  [
    "sweeps",
    { ...crossing, parameters: { fast_period: { from: 10, to: 2 } } },
    ["parameters", "fast_period"],
    /^needs finite ends/u,
  ],
  [
    "sweeps",
    { ...crossing, parameters: { fast_period: every(2, 3), ma_type: ["xx"] } },
    ["parameters", "ma_type"],
    /^must be one of/u,
  ],
  [
    "sweeps",
    { ...grid, position_size: { risk: 0.5 }, stop_loss: null },
    ["position_size"],
    /^a position_size by risk .* another position_size\.$/u,
  ],
  ["sweeps", { metric: "maxDrawdown" }, ["metric"], /^must be one of sharpe/u],
  ["sweeps", { search: { count: 0 } }, ["search", "count"], /^must be at least 1/u],
  ["sweeps", { search: { count: 5, seed: 0.5 } }, ["search", "seed"], /^must be a whole/u],
  ["walk-forward", { ...windows, train_candles: 0 }, ["train_candles"], /^must be at least 1/u],
  [
    "walk-forward",
    { ...windows, purge_candles: 200 },
    ["purge_candles"],
    /^must be a whole number of candles from 0 to 199, found 200/u,
  ],
  [
    "walk-forward",
    { ...windows, step_candles: 50 },
    ["step_candles"],
    /^must be a whole number of candles of at least 100, found 50/u,
  ],
  [
    "walk-forward",
    { ...windows, train_candles: 2, test_candles: 1, limit: 100_000 },
    ["step_candles"],
    /more than 1000 windows; raise test_candles or step_candles/u,
  ],
  [
    "walk-forward",
    { ...windows, train_candles: 5000 },
    [],
    /^One window takes 5100 candles.* Shorten train_candles or test_candles/u,
  ],
  ["walk-forward", { ...windows, train_split: 0.5 }, ["train_split"], /^is not allowed here/u],
  ["execution/orders", { ...order, order_type: "limit" }, ["price"], /needs a price/u],
  ["execution/orders", { ...order, order_type: "stop" }, ["stop_price"], /needs a stop price/u],
  ["execution/orders", { ...order, price: "5" }, ["price"], /^An order of the type market/u],
  ["execution/orders", { ...order, quantity: "0" }, ["quantity"], /^The quantity must be/u],
];

describe("on the wire", () => {
  test.each(wire)("%s %j", async (path, body, loc, msg) => {
    const answer = await shared().post(`/api/${path}`, body);
    expect(answer.status).toBe(422);
    const [fault] = (answer.body as { detail: { loc: unknown; msg: string }[] }).detail;
    expect(fault).toMatchObject({
      loc: ["body", ...loc],
      msg: expect.stringMatching(msg) as string,
    });
    expect(fault!.msg).not.toMatch(CORE_WORDS);
  });

  test.each([
    "/api/data/klines?interval=2y",
    "/api/data/klines?limit=0",
    "/api/data/klines?symbol=NOPE",
    "/api/data/symbols?exchange=nowhere",
    "/api/jobs/x/equity?points=1",
    "/api/jobs/x/trades?format=xml",
    "/api/execution/orders?status=x",
  ])("%s", async (path) => {
    const { status, body } = await shared().get(path);
    expect(status).toBe(400);
    expect((body as { detail: string }).detail).not.toMatch(CORE_WORDS);
  });

  test("in the error of a job whose candles are too few for one window", async () => {
    const csv = `timestamp,open,high,low,close,volume\n${rows(60)}`;
    const type = { "content-type": "text/csv" };
    await shared().post("/api/data/import?symbol=SHORT&interval=1h", csv, type);
    const asked = { ...windows, symbol: "SHORT", interval: "1h" };
    const { body } = await shared().post("/api/walk-forward", asked);
    const job = await shared().ended((body as { job_id: string }).job_id);
    const error =
      "One window takes 300 candles, found 60. Shorten train_candles or test_candles, or bring more candles.";
    expect(job).toMatchObject({ status: "failed", error });
    const listed = (await shared().get("/api/jobs?status=failed")).body as { error: string }[];
    expect(listed.map((one) => one.error)).toEqual([error]);
  });
});

/** A command line without the program's name, and what its refusal says. */
const commands: readonly [line: string, said: string][] = [
  ["--port 5", "There is no option --port"],
  ["audit", "audit takes look-ahead or verify"],
  ["audit nope", 'There is no command "audit nope"'],
  ["store nope", 'There is no command "store nope"'],
  ["run --capital 0", "--capital must be a finite number above 0, found 0"],
  ["run --fee 0.5", "--fee must be a finite number above -0.5 and below 0.5, found 0.5"],
  [
    "run --slippage 0.5",
    "--slippage must be a fraction of at least 0 and below 0.5, half_spread= of",
  ],
  ["run --direction x", '--direction must be one of "long", "short", "both"'],
  ["run --fill open", '--fill must be one of "next_open", "close"'],
  ["run --take-profit 0", "--take-profit must be a finite number above 0"],
  ["run --stop-loss 0", "or none, found 0"],
  ["run --stop-loss 5", "--stop-loss must be a fraction above 0 and below 1 (0.05 is 5 %)"],
  ["run --size 2", "--size must be a fraction above 0 up to 1, or one of units=, cash= above 0"],
  ["run --trading-days 400", "--trading-days must be a finite number above 0 and of at most 366"],
  ["run --limit 0", "--limit must be a whole number from 1 to 1000000, found 0"],
  ["run --limit 1.5", "--limit must be a whole number from 1 to 1000000"],
  ["run --from 2025-01-01 --to 2024-01-01", "--from must be before --to"],
  ["run --interval 1y", "The interval must be a whole number of s, m, h, d, w or M"],
  ["run --exchange nowhere", "The exchange must be one of"],
  ["run --set levle=1", 'Did you mean "level"?'],
  ["data fetch --limit 0", "--limit must be a whole number"],
  ["report --capital 0", "--capital must be"],
  ["sweep --random 0 --set period=5,6 --strategy rsi", "--random must be a whole number from 1"],
  ["sweep --random 2 --seed 0.5 --set period=5,6 --strategy rsi", "--seed must be a whole number"],
  ["sweep --threads 0 --set period=5,6 --strategy rsi", "--threads must be a whole number from 1"],
  ["sweep --top 0 --set period=5,6 --strategy rsi", "--top must be a whole number from 1"],
  ["sweep --max-combinations 0 --set period=5,6 --strategy rsi", "--max-combinations must be"],
  ["sweep --max-combinations 1 --set period=5,6 --strategy rsi", "raise --max-combinations"],
  ["sweep --set period=5..9 --strategy rsi", "The range of parameter period needs a step"],
  ["sweep --metric maxDrawup", "--metric must be one of"],
];

describe("in a terminal", () => {
  test.each(["start now", "start --port 5"])("of the server: %s", async (line) => {
    const main = join(import.meta.dirname, "../../../../servers/backtest/src/main.ts");
    const { code, output } = await runToItsEnd(main, line.split(" "), {});
    expect(output).toMatch(
      /^bourse-backtest start takes no arguments: its settings are environment variables/,
    );
    expect(code).toBe(2);
  });

  test.each(commands)("%s", async (line, said) => {
    const { code, text } = await run(line);
    expect([1, 2]).toContain(code);
    expect(text).toContain(said);
    const withoutUsage = text.split("\n\nUsage")[0]!.replaceAll("maxDrawup", "");
    expect(withoutUsage).not.toMatch(CORE_WORDS);
    expect(withoutUsage).not.toMatch(/\bnull\b|\b\d{13}\b/u);
  });

  test("a file that is refused is refused by its rows", async () => {
    const file = join(shared().folder, "bad.csv");
    await writeFile(file, "timestamp,open,high,low,close,volume\n1704067200000,-1,2,1,1,1\n");
    const { code, text } = await run(`run --csv ${file}`);
    expect([code, text]).toEqual([1, expect.stringContaining("row 2: open -1 is not") as string]);
  });
});

async function run(line: string): Promise<{ readonly code: number; readonly text: string }> {
  const said: string[] = [];
  const code = await runBacktest(
    line.split(" "),
    { DATA_DIR: shared().folder, DATA_PROVIDER: "simulated" },
    { stdout: () => undefined, stderr: (text) => said.push(text), progress: () => undefined },
  );
  return { code, text: said.join("\n") };
}

function rows(count: number): string {
  const start = Date.UTC(2025, 0, 1);
  return Array.from({ length: count }, (_, i) => `${start + i * 3_600_000},1,2,1,1,1\n`).join("");
}

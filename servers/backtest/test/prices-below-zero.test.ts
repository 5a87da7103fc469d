/** Candles with prices of 0 and below over HTTP and in a terminal, each beside the library. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { backtest, parseCandlesCsv, type BacktestOptions } from "@bourse/backtest-engine";
import { beforeAll, describe, expect, test } from "vitest";

import { runBacktest } from "../../../packages/cli/test/support/run-words.ts";
import { runTestServer, sharedTestServer } from "./support/running-server.ts";

/** Oil of May 2020 in the hours of April, as a shape, and a spread that wanders over 0 afterwards. */
const OIL = [20.31, 19.87, 18.27, 11.5, 1.1, -13.1, -37.63, -8.2, 4.5, 10.01, 13.78, 16.94];
const closes = [
  ...OIL,
  ...Array.from({ length: 240 }, (_, i) => Number((8 * Math.sin(i / 9) + (i % 5)).toFixed(2))),
];
const rows = closes.map((close, i) => {
  const open = closes[i - 1] ?? close;
  const [high, low] = [Math.max(open, close), Math.min(open, close)];
  return `${Date.UTC(2020, 3, 17, i)},${open},${high},${low},${close},10`;
});
const csv = ["timestamp,open,high,low,close,volume", ...rows, ""].join("\n");

const rules: BacktestOptions = {
  strategy: "ma_crossover",
  parameters: { fast_period: 2, slow_period: 5 },
  direction: "both",
  initialCapital: 100_000,
  positionSize: { units: 100 },
  allowNegativePrices: true,
};
const fields = {
  symbol: "CLK20",
  interval: "1h",
  limit: 1000,
  strategy: "ma_crossover",
  parameters: { fast_period: 2, slow_period: 5 },
  direction: "both",
  initial_capital: 100_000,
  position_size: { units: 100 },
  allow_negative_prices: true,
};
const { candles } = parseCandlesCsv(csv, { allowNegativePrices: true });
const library = backtest(candles, rules);
const figures = {
  final_capital: library.finalCapital,
  total_trades: library.totalTrades,
  fees_paid: library.feesPaid,
  max_drawdown: library.maxDrawdown,
  sharpe: library.sharpe,
  avg_return: null,
  best_trade: null,
  rejected_entries: 0,
  buy_hold_return: library.buyHoldReturn,
};

const type = { "content-type": "text/csv" };
const path = "/api/data/import?symbol=CLK20&interval=1h";
const shared = sharedTestServer({ DATA_PROVIDER: "csv" });

async function run(body: object, at = "/api/backtests") {
  const answer = await shared().post(at, body);
  expect(answer).toMatchObject({ status: 200 });
  const { job_id: uuid } = answer.body as { job_id: string };
  return { ...(await shared().ended(uuid)), uuid };
}

describe("over HTTP", () => {
  beforeAll(async () => {
    await shared().post(`${path}&allow_negative_prices=true`, csv, type);
  });

  test("an import takes the field, and refuses the file without it, other values, and adjusted beside it", async () => {
    const answer = await shared().post(`${path}&allow_negative_prices=true`, csv, type);
    expect(answer).toMatchObject({ status: 200, body: { records: closes.length } });
    const refused = await shared().post(path, csv, type);
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toMatch(
      /-13.1 is not a finite price above 0.*or take prices below 0 by .*allow_negative_prices/,
    );
    for (const more of ["allow_negative_prices=yes", "allow_negative_prices=true&adjusted=true"]) {
      expect((await shared().post(`${path}&${more}`, csv, type)).status).toBe(400);
    }
  });

  test("a run has the library's figures, and its request gives them again", async () => {
    const job = await run(fields);
    expect(job.error).toBeNull();
    expect(job.result).toMatchObject(figures);
    const { request } = (job.result as unknown as { configuration: { request: object } })
      .configuration;
    expect(request).toMatchObject({ allow_negative_prices: true });
    expect((await run(request)).result).toMatchObject(figures);
    const trades = (await shared().get(`/api/jobs/${job.uuid}/trades`)).body as readonly {
      return: number | null;
      entry_price: number;
      pnl: number;
    }[];
    expect(trades).toHaveLength(library.totalTrades);
    for (const trade of trades) expect(trade.return === null).toBe(trade.entry_price <= 0);
    const rows = (await shared().get(`/api/jobs/${job.uuid}/trades?format=csv`)).body as string;
    expect(rows.split("\r\n")).toHaveLength(library.totalTrades + 2);
    expect(rows).not.toContain("NaN");
    const page = (await shared().get(`/api/jobs/${job.uuid}/report`)).body as string;
    expect(page.split("<script>/*")[0]).not.toMatch(/NaN|Infinity/);
  });

  test("entries by a fraction are counted where they are not filled", async () => {
    const { position_size: _, ...rest } = fields;
    const { rejectedEntries, finalCapital } = backtest(candles, { ...rules, positionSize: 0.1 });
    expect(rejectedEntries).toBeGreaterThan(0);
    expect((await run({ ...rest, position_size: 0.1 })).result).toMatchObject({
      rejected_entries: rejectedEntries,
      final_capital: finalCapital,
    });
  });

  test("sweeps and walk-forwards run", async () => {
    const { parameters: _, ...rest } = fields;
    const ranges = { fast_period: [2, 3], slow_period: [5, 8] };
    const swept = await run({ ...rest, parameters: ranges }, "/api/sweeps");
    expect(swept).toMatchObject({ error: null, result: { best: { avg_return: null } } });
    const walk = { ...rest, parameters: ranges, train_candles: 100, test_candles: 50 };
    const walked = await run(walk, "/api/walk-forward");
    expect(walked).toMatchObject({ error: null, result: { out_of_sample: { avg_return: null } } });
    expect(walked.result).toMatchObject({ rejected_entries: 0 });
    const stopped = await run({ ...walk, stop_loss: 0.05 }, "/api/walk-forward");
    const { rejected_entries: rejected } = stopped.result as { rejected_entries: number };
    expect(rejected).toBeGreaterThan(0);
    const varied = { ...rest, parameters: ranges };
    const option_ranges = { allow_negative_prices: [true, false] };
    expect((await shared().post("/api/sweeps", { ...varied, option_ranges })).status).toBe(422);
  });

  test("a run without the field fails and names it, and one with dividends is refused", async () => {
    const { allow_negative_prices: _, ...strict } = fields;
    expect((await run(strict)).error).toMatch(/or take prices below 0 by allow_negative_prices/);
    const dividends = [{ timestamp: Date.UTC(2020, 3, 18), amount: 1 }];
    const refused = await shared().post("/api/backtests", { ...fields, dividends });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toMatch(/allow_negative_prices.*dividends/);
  });

  test("a server that starts anew has the series still", async () => {
    const first = await runTestServer({ DATA_PROVIDER: "csv" });
    await first.post(`${path}&allow_negative_prices=true`, csv, type);
    await first.close();
    const second = await runTestServer({ DATA_PROVIDER: "csv", DATA_DIR: first.folder });
    const { job_id: uuid } = (await second.post("/api/backtests", fields)).body as {
      job_id: string;
    };
    expect((await second.ended(uuid)).result).toMatchObject(figures);
  });
});

describe("in a terminal", () => {
  const terminal = async (...words: readonly string[]) => {
    const out: string[] = [];
    const err: string[] = [];
    const file = join(shared().folder, "CLK20.csv");
    writeFileSync(file, csv);
    const set = [
      "--strategy",
      "ma_crossover",
      "--direction",
      "both",
      "--size",
      "units=100",
      "--capital",
      "100000",
    ];
    const code = await runBacktest(
      [words[0]!, "--csv", file, ...set, ...words.slice(1)],
      { DATA_DIR: shared().folder, DATA_PROVIDER: "simulated" },
      {
        stdout: (text) => out.push(text),
        stderr: (text) => err.push(text),
        progress: () => undefined,
      },
    );
    return { code, out: out.join("\n"), err: err.join("\n") };
  };
  const set = ["--set", "fast_period=2", "--set", "slow_period=5"];
  const flag = "--allow-negative-prices";

  test("run, report, sweep and walk-forward take the flag, and refuse such a file without it", async () => {
    const found = await terminal("run", ...set, flag, "--json");
    expect(found).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(found.out)).toMatchObject(figures);
    const report = await terminal("report", ...set, flag, "--out", join(shared().folder, "r.html"));
    expect(report).toMatchObject({ code: 0 });
    const ranges = ["--set", "fast_period=2,3", "--set", "slow_period=5,8", flag, "--json"];
    expect(await terminal("sweep", ...ranges)).toMatchObject({ code: 0 });
    const windows = ["--train", "100", "--test", "50"];
    expect(await terminal("walk-forward", ...ranges, ...windows)).toMatchObject({ code: 0 });
    const refused = await terminal("run", ...set);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(
      /not a finite price above 0.*or take prices below 0 by .*--allow-negative-prices/,
    );
  });

  test("tells how many entries were not filled", async () => {
    const { out } = await terminal("run", ...set, flag, "--stop-loss", "0.1");
    expect(out).toMatch(/entries not filled at a price of 0 or below: \d+; there only/);
  });
});

import { describe, expect, test } from "vitest";

import { sharedTestServer } from "./support/running-server.ts";

const shared = sharedTestServer();
const range = { interval: "1h", start_time: "2025-01-01", end_time: "2025-04-01" };
const parameters = { fast_period: { from: 5, to: 15, step: 5 }, slow_period: [30, 50] };

interface Result extends Record<string, unknown> {
  readonly configuration: {
    readonly request: Record<string, unknown>;
    readonly trading_days_from: string;
  };
}

/** Runs a job to its end and returns its result. */
async function resultOf(path: string, body: object): Promise<Result> {
  const { status, body: reply } = await shared().post(path, body);
  expect(status, JSON.stringify(reply)).toBe(200);
  const job = await shared().ended((reply as { job_id: string }).job_id);
  expect(job.error).toBeNull();
  return job.result as Result;
}

/** Returns the part of a result that two runs of one configuration share. */
function figures(result: Result): object {
  const { configuration: _, elapsed_ms: __, ...rest } = result;
  return rest;
}

describe("the configuration of a result, submitted again, gives the same figures", () => {
  test.each([
    ["/api/backtests", { ...range }],
    ["/api/backtests", { limit: 700, interval: "15", strategy: "rsi", direction: "both" }],
    ["/api/backtests", { ...range, take_profit_pct: null, train_split: 0.3, trading_days: 252 }],
    ["/api/backtests", { ...range, limit: 500, fill: "close", slippage: 0.001 }],
    ["/api/sweeps", { ...range, strategy: "ma_crossover", parameters }],
    [
      "/api/sweeps",
      {
        ...range,
        strategy: "ma_crossover",
        parameters: { fast_period: { from: 2, to: 20 }, slow_period: { from: 30, to: 90 } },
        search: { count: 5 },
      },
    ],
    [
      "/api/walk-forward",
      { ...range, strategy: "ma_crossover", parameters, train_candles: 500, test_candles: 200 },
    ],
  ])("%s %j", async (path, body) => {
    const first = await resultOf(path, body);
    const second = await resultOf(path, first.configuration.request);
    // A range that a limit cut is told once: the configuration names the candles that were left.
    const warnings = { warnings: second["warnings"] };
    expect({ ...figures(second) }).toEqual({ ...figures(first), ...warnings });
    expect(second.configuration.request).toEqual(first.configuration.request);
  });

  test("of the best run of a sweep alone too", async () => {
    const swept = await resultOf("/api/sweeps", { ...range, strategy: "ma_crossover", parameters });
    const { metric: _, ...request } = swept.configuration.request;
    const best = swept["best"] as Record<string, unknown>;
    const alone = await resultOf("/api/backtests", { ...request, parameters: best["parameters"] });
    const { parameters: chosen, ...expected } = best;
    expect(alone).toMatchObject(expected);
    expect(alone.configuration.request["parameters"]).toEqual(chosen);
  });
});

test("a result names its configuration with every default", async () => {
  const { configuration } = await resultOf("/api/backtests", { ...range, strategy: "rsi" });
  expect(configuration).toEqual({
    request: {
      symbol: "BTCUSDT",
      interval: "1h",
      limit: 2160,
      initial_capital: 10_000,
      transaction_fee: 0.001,
      strategy: "rsi",
      parameters: { period: 14, oversold: 30, overbought: 70 },
      exchange: "simulated",
      start_time: "2025-01-01T00:00:00.000Z",
      end_time: "2025-03-31T23:00:00.001Z",
      direction: "long",
      fill: "next_open",
      slippage: 0,
      take_profit_pct: null,
      stop_loss_pct: null,
      position_size_pct: 1,
      maker_fee: 0.001,
      fixed_fee: 0,
      exit_slippage: 0,
      pyramiding: 1,
      lot_size: 0,
      tick_size: 0,
      minimum_notional: 0,
      leverage: 1,
      borrow_rate: 0,
      maintenance_margin: 0,
      compatibility: {
        intrabar: "stop_first",
        gap: "open",
        levels: "entry",
        repeated_entry: "ignore",
        trailing: "same_candle",
        signal_on_exit: "keep",
        reversal_fee: "once",
        stop_limit: "by_close",
        margin_fee: "own_cash",
        liquidation: "inside_candle",
        final_position: "last_close",
        profit_steps: [],
      },
      train_split: 0,
      trading_days: 365,
      bars_per_year: 8760,
    },
    engine_version: expect.stringMatching(/^\d+\.\d+\.\d+/u) as string,
    strategy_version: "1.0.0",
    trading_days_from: "calendar",
    data_seed: 1,
  });
});

test("trading days can be set, within bounds, and scale the annual figures", async () => {
  const given = { ...range, strategy: "ma_crossover" };
  const year = await resultOf("/api/backtests", given);
  const exchange = await resultOf("/api/backtests", { ...given, trading_days: 252 });
  expect(exchange.configuration).toMatchObject({
    trading_days_from: "given",
    request: { trading_days: 252 },
  });
  const ratio = (exchange["sharpe"] as number) / (year["sharpe"] as number);
  expect(ratio).toBeCloseTo(Math.sqrt(252 / 365), 10);
  for (const days of [0, -1, 366.5, "252"]) {
    const { status, body } = await shared().post("/api/backtests", { trading_days: days });
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ["body", "trading_days"] }] });
  }
});

test("a job's report shows the configuration", async () => {
  const { body } = await shared().post("/api/backtests", { ...range, strategy: "rsi" });
  const { job_id: uuid } = body as { job_id: string };
  await shared().ended(uuid);
  const page = String((await shared().get(`/api/jobs/${uuid}/report`)).body);
  expect(page).toContain("<h2>Configuration</h2>");
  for (const name of ["fee", "slippage", "position size", "days per year", "engine version"]) {
    expect(page).toMatch(new RegExp(`<th scope="row">${name}</th>`, "u"));
  }
  expect(page).toMatch(/parameters: oversold<\/th>\s*<td>30</u);
});

test("a job's report draws its trades again, as many runs as take a moment", async () => {
  const asked = { interval: "1h", end_time: "2025-06-01", limit: 3000, strategy: "ma_crossover" };
  const { body } = await shared().post("/api/backtests", asked);
  const { job_id: uuid } = body as { job_id: string };
  const { result } = await shared().ended(uuid);
  const page = String((await shared().get(`/api/jobs/${uuid}/report`)).body);
  const text = page.split("<h2>Robustness")[1] ?? "";
  const shown = (name: string): string | undefined =>
    new RegExp(`>${name}</th>\\s*<td>([^<]*)`, "u").exec(text)?.[1];
  expect(text).toContain("trades drawn with replacement");
  expect(shown("Runs")).toBe("1,000");
  expect(shown("Draws in each")).toBe(String(result?.["total_trades"]));
});

test("a report says when its curves come from fewer points than the job had candles", async () => {
  const pageOf = async (limit: number): Promise<string> => {
    const { interval } = range;
    const asked = { interval, end_time: "2025-06-01", limit, strategy: "rsi" };
    const { body } = await shared().post("/api/backtests", asked);
    const { job_id: uuid } = body as { job_id: string };
    await shared().ended(uuid);
    return String((await shared().get(`/api/jobs/${uuid}/report`)).body);
  };
  const sentence = "The job keeps 20000 points of its equity";
  const long = await pageOf(20_500);
  expect(long).toContain(sentence);
  // Its price is that of all candles, joined by a rule that it states.
  expect(long).toContain("Price and trades");
  expect(long).toMatch(/the 20500 of this run are joined, 2\.\d to one on average/u);
  const data = /id="price-data">(.*?)<\/script>/su.exec(long)?.[1] ?? "{}";
  const { time } = JSON.parse(data) as { readonly time: readonly number[] };
  expect(time).toHaveLength(10_000);
  const short = await pageOf(20_000);
  expect(short).toContain("Price and trades");
  expect(short).not.toContain(sentence);
});

import { readFile } from "node:fs/promises";

import { describe, expect, test, vi } from "vitest";

import { runTestServer } from "./support/running-server.ts";

// Dozens of jobs run and are stored with their trades and equity; the figure is for a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isoShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const noJobs = { total: 0, pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };

describe("system", () => {
  test("health names the service, its environment and version, and the statistics of no job", async () => {
    const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
    const { version } = JSON.parse(manifest) as { version: string };
    const server = await runTestServer({ APP_NAME: "my-backtests", ENVIRONMENT: "staging" });
    const { status, body } = await server.get("/api/health");
    expect(status).toBe(200);
    expect(body).toEqual({
      service: "my-backtests",
      environment: "staging",
      status: "ok",
      version,
      stats: noJobs,
    });
  });

  test("the statistics have a route of their own, which is no uuid", async () => {
    const server = await runTestServer();
    expect(await server.get("/api/jobs/stats")).toMatchObject({ status: 200, body: noJobs });
  });
});

describe("backtests and jobs", () => {
  test("an empty request runs the defaults to a result with every documented number", async () => {
    const server = await runTestServer();
    const { status, body } = await server.post("/api/backtests", {});
    expect(status).toBe(200);
    expect(body).toEqual({
      job_id: expect.stringMatching(uuidShape) as string,
      status: "running",
      message: expect.any(String) as string,
    });
    const job = await server.ended((body as { job_id: string }).job_id);
    expect(job).toMatchObject({
      id: 1,
      job_type: "backtest",
      status: "completed",
      error: null,
      created_at: expect.stringMatching(isoShape) as string,
      started_at: expect.stringMatching(isoShape) as string,
      completed_at: expect.stringMatching(isoShape) as string,
    });
    expect(job.payload).toEqual({
      symbol: "BTCUSDT",
      interval: "1",
      limit: 1000,
      initial_capital: 10_000,
      transaction_fee: 0.001,
    });
    expect(Object.keys(job.result!)).toEqual(expect.arrayContaining(resultNames));
    expect(job.result).toMatchObject({
      strategy: "wavelet_reversal",
      symbol: "BTCUSDT",
      interval: "1",
      candles: 1000,
      source: "simulated",
      first_timestamp: expect.stringMatching(isoShape) as string,
    });
  });

  test("a request without any body is the empty request", async () => {
    const server = await runTestServer();
    expect((await server.post("/api/backtests")).status).toBe(200);
  });

  test("a job shows its request as it was sent, symbol in capitals", async () => {
    const server = await runTestServer();
    const request = {
      symbol: "ethusdt",
      interval: "1h",
      limit: 300,
      initial_capital: 500,
      transaction_fee: 0,
      strategy: "ma_crossover",
      parameters: { fast_period: 5, slow_period: 20, ma_type: "ema" },
      exchange: "simulated",
      start_time: "2026-01-01",
      end_time: "2026-02-01T00:00:00Z",
      direction: "long",
      fill: "close",
      slippage: 0.001,
      take_profit_pct: 0.05,
      stop_loss_pct: 0.02,
      position_size_pct: 0.5,
      train_split: 0.2,
    };
    const { body } = await server.post("/api/backtests", request);
    const job = await server.ended((body as { job_id: string }).job_id);
    expect(job.error).toBeNull();
    expect(job.payload).toEqual({
      ...request,
      symbol: "ETHUSDT",
      start_time: "2026-01-01T00:00:00.000Z",
      end_time: "2026-02-01T00:00:00.000Z",
    });
    expect(job.result).toMatchObject({ strategy: "ma_crossover", interval: "1h", candles: 240 });
  });

  test("jobs are a bare array, newest first, filtered and limited", async () => {
    const server = await runTestServer();
    for (let count = 0; count < 3; count++) await server.post("/api/backtests", { limit: 100 });
    const ids = async (query: string): Promise<number[]> =>
      ((await server.get(`/api/jobs${query}`)).body as { id: number }[]).map(({ id }) => id);
    expect(await ids("")).toEqual([3, 2, 1]);
    expect(await ids("?limit=2")).toEqual([3, 2]);
    expect(await ids("?job_type=backtest&limit=1")).toEqual([3]);
    expect(await ids("?job_type=sweep")).toEqual([]);
    expect(await ids("?status=cancelled")).toEqual([]);
  });

  test("a key makes a repeated request answer as the first and make no second job", async () => {
    const server = await runTestServer();
    const key = { "idempotency-key": "order-17" };
    const first = await server.post("/api/backtests", { limit: 100 }, key);
    const again = await server.post("/api/backtests", { limit: 100 }, key);
    expect(again.body).toEqual(first.body);
    const other = await server.post("/api/backtests", { limit: 101 }, key);
    expect(other.status).toBe(422);
    expect(other.body).toMatchObject({
      status_code: 422,
      detail: [{ msg: expect.any(String) as string }],
    });
    expect((await server.get("/api/jobs/stats")).body).toMatchObject({ total: 1 });
  });

  test("a job that has ended can't be cancelled", async () => {
    const server = await runTestServer();
    const { job_id: uuid } = (await server.post("/api/backtests", { limit: 100 })).body as {
      job_id: string;
    };
    await server.ended(uuid);
    expect(await server.post(`/api/jobs/${uuid}/cancel`)).toMatchObject({
      status: 400,
      body: { status_code: 400, detail: expect.stringContaining("completed") as string },
    });
  });

  test("a cancelled job stays cancelled, whatever its worker brings", async () => {
    const server = await runTestServer();
    const dispatches = await Promise.all(
      Array.from({ length: 40 }, () => server.post("/api/backtests", { limit: 20_000 })),
    );
    const uuids = dispatches.map(({ body }) => (body as { job_id: string }).job_id);
    const answers = await Promise.all(uuids.map((uuid) => server.post(`/api/jobs/${uuid}/cancel`)));
    const cancelled = uuids.filter((_, index) => answers[index]!.status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
    const ends = await Promise.all(uuids.map((uuid) => server.ended(uuid)));
    for (const [index, job] of ends.entries()) {
      expect(job.status).toBe(answers[index]!.status === 200 ? "cancelled" : "completed");
    }
    expect(cancelled.length).toBeGreaterThan(0);
    expect((await server.get("/api/jobs/stats")).body).toMatchObject({
      total: 40,
      cancelled: cancelled.length,
      completed: 40 - cancelled.length,
    });
  });
});

describe("data", () => {
  test("klines are the newest closed candles, oldest first, a hundred hours by default", async () => {
    const server = await runTestServer();
    const { status, body } = await server.get("/api/data/klines");
    expect(status).toBe(200);
    const { records, ...head } = body as { records: { timestamp: string }[] };
    expect(head).toMatchObject({
      symbol: "BTCUSDT",
      interval: "1h",
      count: 100,
      source: "simulated",
      start_time: records[0]!.timestamp,
      end_time: records.at(-1)!.timestamp,
    });
    const times = records.map(({ timestamp }) => Date.parse(timestamp));
    expect(times).toEqual(times.map((_, index) => times[0]! + index * 3_600_000));
    expect(times.at(-1)! + 3_600_000).toBeLessThanOrEqual(Date.now());
    expect(Object.keys(records[0]!)).toEqual([
      "timestamp",
      "open",
      "high",
      "low",
      "close",
      "volume",
      "turnover",
    ]);
  });

  test("every documented interval is accepted", async () => {
    const server = await runTestServer();
    const words =
      "1 3 5 15 30 60 120 240 360 720 D W M 1m 3m 5m 15m 30m 1h 2h 4h 6h 12h 1d 1w 1M 10s 10m 45m 90m 8h 36h 3d 7d 2w 3M 12M 3D 90s";
    for (const interval of words.split(" ")) {
      const { status, body } = await server.get(`/api/data/klines?interval=${interval}&limit=2`);
      expect({ interval, status, body }).toMatchObject({
        status: 200,
        body: { interval, count: 2 },
      });
    }
  });

  test("symbols are listed with their count and origin", async () => {
    const server = await runTestServer();
    const { status, body } = await server.get("/api/data/symbols");
    expect(status).toBe(200);
    const { symbols, count, source } = body as { symbols: string[]; count: number; source: string };
    expect(symbols).toContain("BTCUSDT");
    expect({ count, source }).toEqual({ count: symbols.length, source: "simulated" });
  });

  test("imported candles are served from then on, and are there after a restart", async () => {
    const server = await runTestServer({ DATA_PROVIDER: "csv" });
    const path = "/api/data/import?symbol=mineusdt&interval=1d";
    const imported = await server.post(path, csvOfDays(5), { "content-type": "text/csv" });
    expect(imported).toMatchObject({
      status: 200,
      body: { symbol: "MINEUSDT", interval: "1d", records: 5, gaps: 0 },
    });
    const klines = "/api/data/klines?symbol=MINEUSDT&interval=D";
    expect((await server.get(klines)).body).toMatchObject({ count: 5, source: "csv" });
    await server.close();
    const successor = await runTestServer({ DATA_PROVIDER: "csv", DATA_DIR: server.folder });
    expect((await successor.get(klines)).body).toMatchObject({ count: 5, source: "csv" });
  });

  test("the cache of a server without a remote source is empty and can be cleared", async () => {
    const server = await runTestServer();
    expect(await server.get("/api/data/cache")).toMatchObject({
      status: 200,
      body: {
        cache_dir: expect.any(String) as string,
        total_symbols: 0,
        total_files: 0,
        total_size_bytes: 0,
        total_size_mb: 0,
        oldest_data: null,
        newest_data: null,
        symbols: [],
      },
    });
    expect(await server.delete("/api/data/cache")).toMatchObject({
      status: 200,
      body: { files_deleted: 0 },
    });
  });
});

describe("strategies", () => {
  test("the four documented strategies are listed with their parameters", async () => {
    const server = await runTestServer();
    const { status, body } = await server.get("/api/strategies");
    const { success, strategies } = body as {
      success: boolean;
      strategies: { name: string; parameters: { name: string; default: unknown }[] }[];
    };
    expect({ status, success }).toEqual({ status: 200, success: true });
    expect(strategies.map(({ name }) => name)).toEqual([
      "bollinger_bands",
      "buy_and_hold",
      "constant_weights",
      "ma_crossover",
      "rsi",
      "wavelet_reversal",
    ]);
    const crossover = strategies.find(({ name }) => name === "ma_crossover")!;
    expect(crossover.parameters.find(({ name }) => name === "fast_period")).toMatchObject({
      type: "integer",
      default: 10,
      min: 2,
      max: 100,
    });
  });

  test.each(["wavelet_reversal", "ma_crossover", "rsi", "bollinger_bands"])(
    "%s gives a signal with direction and confidence",
    async (name) => {
      const server = await runTestServer();
      const { status, body } = await server.post(`/api/strategies/${name}/signal?symbol=ethusdt`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        signal: {
          strategy_name: name,
          symbol: "ETHUSDT",
          direction: expect.stringMatching(/^(long|short|flat)$/) as string,
          confidence: expect.any(Number) as number,
          timestamp: expect.stringMatching(isoShape) as string,
          price: expect.any(Number) as number,
        },
      });
    },
  );
});

const resultNames = [
  "total_trades",
  "win_rate",
  "total_return",
  "max_drawdown",
  "strategy",
  "symbol",
  "interval",
  "candles",
  "first_timestamp",
  "last_timestamp",
  "source",
  "final_capital",
  "wins",
  "losses",
  "avg_return",
  "profit_factor",
  "avg_duration_minutes",
  "exposure",
  "buy_hold_return",
  "annual_return",
  "annual_volatility",
  "sharpe",
  "sortino",
  "calmar",
  "max_drawdown_duration_minutes",
  "best_trade",
  "worst_trade",
  "expectancy",
  "sqn",
  "fees_paid",
  "elapsed_ms",
];

function csvOfDays(count: number): string {
  const rows = Array.from({ length: count }, (_, day) => {
    const price = 100 + day;
    return `${Date.UTC(2024, 0, 1 + day)},${price},${price + 2},${price - 2},${price + 1},${10 + day}`;
  });
  return ["timestamp,open,high,low,close,volume", ...rows].join("\n");
}

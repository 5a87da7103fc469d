import { createCandleCache } from "@bourse/candles-cache";
import { createBybitProvider } from "@bourse/exchange-bybit";
import { systemClock } from "@bourse/kernel";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import type { Calls, JobBody } from "./support/calls.ts";
import { absentBybit, answeringBybit, silentBybit } from "./support/fake-bybit.ts";
import { runTestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

const HOUR = 3_600_000;

vi.setConfig({ testTimeout: 20_000 });

describe("the default provider", () => {
  test.each([
    ["refuses connections", absentBybit],
    ["never answers", async () => (await silentBybit()).origin],
  ])(
    "an exchange that %s is replaced in backtests by a simulation, which says so, within five seconds",
    async (_, exchange) => {
      const server = await runTestServer({ DATA_PROVIDER: "auto", BYBIT_HOST: await exchange() });
      const begun = performance.now();
      const job = await completed(server);
      expect(performance.now() - begun).toBeLessThan(5000);
      expect(job.result).toMatchObject({
        source: "simulated",
        exchange: "simulated",
        warnings: [expect.stringContaining("bybit") as string],
      });
      const again = performance.now();
      expect((await completed(server)).result).toMatchObject({ source: "simulated" });
      expect(performance.now() - again, "the dead exchange is not waited for twice").toBeLessThan(
        1000,
      );
    },
  );

  test("an exchange that is away gives no price: candles, signals and orders are a 503 that says why", async () => {
    const server = await runTestServer({ DATA_PROVIDER: "auto", BYBIT_HOST: await absentBybit() });
    const order = { symbol: "BTCUSDT", side: "buy", quantity: 1 };
    const answers = [
      await server.get("/api/data/klines"),
      await server.post("/api/strategies/rsi/signal"),
      await server.post("/api/execution/orders", order),
      await server.post("/api/execution/orders", { ...order, order_type: "limit", price: 1 }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 503,
        body: { detail: expect.stringContaining("in backtests only") as string },
      });
    }
    expect((await server.get("/api/execution/balance")).body).toMatchObject({
      balance: { USDT: "100000" },
    });
  });

  test("a signal, an order, a position and a result name their source", async () => {
    const server = await runTestServer();
    const signal = await server.post("/api/strategies/rsi/signal");
    expect(signal.body).toMatchObject({ signal: { exchange: "simulated", source: "simulated" } });
    const order = await server.post("/api/execution/orders", {
      symbol: "BTCUSDT",
      side: "buy",
      quantity: 0.1,
    });
    expect(order.body).toMatchObject({ order: { source: "simulated" } });
    const positions = await server.get("/api/execution/positions");
    expect(positions.body).toMatchObject({ positions: [{ source: "simulated" }] });
    expect((await completed(server)).result).toMatchObject({ exchange: "simulated" });
  });

  test("a position keeps its source: an import of the same symbol prices nothing of it", async () => {
    const server = await runTestServer();
    const order = { symbol: "BTCUSDT", side: "buy", quantity: 0.1 };
    await server.post("/api/execution/orders", order);
    for (const interval of ["1", "1h"]) {
      const csv = "timestamp,open,high,low,close,volume\n1704067200000,1,2,0.5,1.5,10\n";
      await server.post(`/api/data/import?symbol=btc/usdt&interval=${interval}`, csv, {
        "content-type": "text/csv",
      });
    }
    expect((await server.get("/api/execution/positions")).body).toMatchObject({
      positions: [{ mark_price: expect.any(String) as string, source: "simulated" }],
    });
    const sold = await server.post("/api/execution/orders", { ...order, side: "sell" });
    expect(sold).toMatchObject({ status: 200, body: { order: { source: "simulated" } } });
    expect(await server.post("/api/strategies/rsi/signal")).toMatchObject({
      status: 200,
      body: { signal: { source: "simulated" } },
    });
  });

  test("in production nothing is simulated: klines are a 503 and the job fails with the reason", async () => {
    const key = { "x-api-key": "a-key-of-sixteen-or-more" };
    const server = await runTestServer({
      API_KEYS: key["x-api-key"],
      DATA_PROVIDER: "auto",
      NODE_ENV: "production",
      BYBIT_HOST: await absentBybit(),
    });
    expect(await server.get("/api/data/klines", key)).toMatchObject({
      status: 503,
      body: { status_code: 503, detail: expect.any(String) as string },
    });
    const { body } = await server.post("/api/backtests", undefined, key);
    expect(await server.ended((body as { job_id: string }).job_id, key)).toMatchObject({
      status: "failed",
      result: null,
      error: expect.stringContaining("bybit") as string,
    });
  });

  test("an exchange that answers is asked once; then the cache answers, until it is cleared", async () => {
    const { origin, requests } = await answeringBybit();
    const server = await runTestServer({ DATA_PROVIDER: "auto", BYBIT_HOST: origin });
    const klines = async (query = "") => (await server.get(`/api/data/klines${query}`)).body;
    expect(await klines()).toMatchObject({ source: "live", exchange: "bybit", count: 100 });
    const asked = requests.length;
    expect(await klines()).toMatchObject({ source: "cache", count: 100 });
    expect(requests.length).toBe(asked);
    expect(await klines("?use_cache=false")).toMatchObject({ source: "live" });
    expect(requests.length).toBeGreaterThan(asked);

    expect((await server.get("/api/data/cache")).body).toMatchObject({
      total_symbols: 1,
      total_files: 1,
      symbols: [{ symbol: "BTCUSDT", exchange: "bybit" }],
    });
    expect((await server.delete("/api/data/cache")).body).toEqual({ files_deleted: 1 });
    expect((await server.get("/api/data/cache")).body).toMatchObject({ total_files: 0 });
    expect(await klines()).toMatchObject({ source: "live" });
  });

  test("an interval that the exchange lacks is made of a shorter one, which the cache keeps", async () => {
    const { origin, requests } = await answeringBybit();
    const server = await runTestServer({ DATA_PROVIDER: "auto", BYBIT_HOST: origin });
    const klines = async (query: string) =>
      (await server.get(`/api/data/klines?${query}`)).body as {
        readonly records: readonly Readonly<Record<string, string | number>>[];
      };
    const made = await klines("interval=3h&limit=20");
    expect(made).toMatchObject({ source: "live", exchange: "bybit", interval: "3h", count: 20 });
    const [first] = made.records;
    const hours = (await klines(`interval=1h&start_time=${first!["timestamp"]}&limit=63`)).records;
    expect([hours[0]!["timestamp"], hours[0]!["open"], hours[2]!["close"]]).toEqual([
      first!["timestamp"],
      first!["open"],
      first!["close"],
    ]);
    expect(requests.every((path) => path.includes("interval=60&"))).toBe(true);
    expect(await klines("interval=3h&limit=20")).toMatchObject({ source: "cache", count: 20 });
    expect((await server.get("/api/data/cache")).body).toMatchObject({
      total_files: 1,
      symbols: [{ symbol: "BTCUSDT", interval: "60" }],
    });
    const { body } = await server.post("/api/backtests", { interval: "3h", limit: 50 });
    expect(await server.ended((body as { job_id: string }).job_id)).toMatchObject({
      status: "completed",
      result: { interval: "3h", exchange: "bybit", candles: 50 },
    });
  });

  test("an interval that no candles of the exchange make up is refused with what it has", async () => {
    const { origin } = await answeringBybit();
    const server = await runTestServer({ DATA_PROVIDER: "auto", BYBIT_HOST: origin });
    const detail =
      "bybit has no candles of 45s, nor shorter ones that make them up: it has 1m 3m 5m 15m 30m 1h 2h 4h 6h 12h 1d 1w 1M. Choose one of these, or a multiple of one.";
    expect(await server.get("/api/data/klines?interval=45s")).toMatchObject({
      status: 400,
      body: { detail, status_code: 400 },
    });
    const { body } = await server.post("/api/backtests", { interval: "45s" });
    expect(await server.ended((body as { job_id: string }).job_id)).toMatchObject({
      status: "failed",
      error: detail,
    });
  });

  test("an imported series comes before the exchange's own", async () => {
    const { origin } = await answeringBybit();
    const server = await runTestServer({ DATA_PROVIDER: "auto", BYBIT_HOST: origin });
    const csv = "timestamp,open,high,low,close,volume\n1704067200000,1,2,0.5,1.5,10\n";
    await server.post("/api/data/import?symbol=BTCUSDT&interval=1h", csv, {
      "content-type": "text/csv",
    });
    expect((await server.get("/api/data/klines")).body).toMatchObject({ source: "csv", count: 1 });
    expect((await server.get("/api/data/klines?symbol=ETHUSDT")).body).toMatchObject({
      source: "live",
    });
  });
});

test("a clock an hour ahead puts no candle into the cache that is open at the exchange", async () => {
  const { origin } = await answeringBybit();
  const clock = { ...systemClock, now: () => Date.now() + HOUR };
  const provider = createBybitProvider({ origin, clock });
  onTestFinished(() => provider.close());
  const cache = createCandleCache({ directory: await tempFolder(), provider, clock });
  const request = { symbol: "BTCUSDT", interval: "60", limit: 10 } as const;
  const { candles } = await cache.candles(request);
  expect(candles.length).toBe(10);
  const [series] = (await cache.status()).symbols;
  expect(series).toMatchObject({ symbol: "BTCUSDT", records: 10 });
  for (const newest of [candles.time.at(-1)!, Number(series!.endTime)]) {
    expect(newest + HOUR, "closed").toBeLessThanOrEqual(Date.now());
  }
});

test("a server that was told to use the exchange alone never simulates", async () => {
  const server = await runTestServer({ DATA_PROVIDER: "bybit", BYBIT_HOST: await absentBybit() });
  expect((await server.get("/api/data/klines")).status).toBe(503);
});

test("another seed makes another simulated market, the same seed the same one", async () => {
  const closes = async (seed: string): Promise<unknown> => {
    const server = await runTestServer({ SIMULATED_SEED: seed });
    const request = { limit: 50, interval: "1h", end_time: "2026-01-01" };
    const { body } = await server.post("/api/backtests", request);
    return (await server.ended((body as { job_id: string }).job_id)).result!["buy_hold_return"];
  };
  expect(await closes("1")).toBe(await closes("1"));
  expect(await closes("2")).not.toBe(await closes("1"));
});

async function completed(server: Calls): Promise<JobBody> {
  const { body } = await server.post("/api/backtests");
  const job = await server.ended((body as { job_id: string }).job_id);
  expect(job).toMatchObject({ status: "completed", error: null });
  return job;
}

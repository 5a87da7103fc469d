import { backtest } from "@bourse/backtest-engine";
import { writeCandlesCsv } from "@bourse/backtest-engine/data";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test } from "vitest";

import { runTestServer } from "./support/running-server.ts";

/** The year's end keeps the candles the same on every run. */
const request = {
  symbol: "BTCUSDT",
  interval: "60",
  endTime: Date.UTC(2026, 0, 1),
  limit: 4344,
} as const;

describe("half a year of imported hourly candles", () => {
  test.each(["wavelet_reversal", "ma_crossover", "rsi", "bollinger_bands"])(
    "%s trades, and the service's result is the engine's",
    async (strategy) => {
      const { candles } = await createSimulatedProvider({ seed: 23 }).candles(request);
      const server = await runTestServer({ DATA_PROVIDER: "csv" });
      const path = "/api/data/import?symbol=BTCUSDT&interval=1h";
      const csv = writeCandlesCsv(candles);
      expect((await server.post(path, csv, { "content-type": "text/csv" })).status).toBe(200);

      const asked = { symbol: "BTCUSDT", interval: "1h", limit: 10_000, strategy };
      const { body } = await server.post("/api/backtests", asked);
      const { result, error } = await server.ended((body as { job_id: string }).job_id);
      expect(error).toBeNull();

      const direct = backtest(candles, { strategy, interval: "60" });
      expect(direct.totalTrades).toBeGreaterThan(0);
      expect(result).toMatchObject({
        source: "csv",
        configuration: { request: { exchange: "csv" } },
        total_trades: direct.totalTrades,
        win_rate: direct.winRate,
        total_return: direct.totalReturn,
        max_drawdown: direct.maxDrawdown,
        final_capital: direct.finalCapital,
        sharpe: direct.sharpe,
        fees_paid: direct.feesPaid,
      });
    },
  );
});

test("imported candles are named as what was used, whatever exchange they stand in for", async () => {
  const server = await runTestServer({ DATA_PROVIDER: "simulated" });
  const { candles } = await createSimulatedProvider({ seed: 9 }).candles({
    ...request,
    limit: 300,
  });
  const path = "/api/data/import?symbol=BTCUSDT&interval=1h";
  await server.post(path, writeCandlesCsv(candles), { "content-type": "text/csv" });
  for (const asked of [{}, { exchange: "bybit" }]) {
    const job = { symbol: "BTCUSDT", interval: "1h", limit: 300, strategy: "rsi", ...asked };
    const { body } = await server.post("/api/backtests", { ...job, end_time: "2026-01-01" });
    const { result, error } = await server.ended((body as { job_id: string }).job_id);
    expect(error).toBeNull();
    expect(result).toMatchObject({
      source: "csv",
      configuration: { request: { exchange: "csv" } },
    });
  }
});

describe("imported minutes of another year", () => {
  const csv = [
    "timestamp,open,high,low,close,volume",
    ...[0, 1, 2].map((minute) => `2020-01-01T00:0${minute}:00Z,7,7,7,7,1`),
  ].join("\n");
  const order = { symbol: "BTCUSDT", side: "buy", quantity: "0.001" };

  test("are no price where nothing else is: orders and signals are 503 with Retry-After", async () => {
    const server = await runTestServer({ DATA_PROVIDER: "csv" });
    for (const interval of ["1m", "1h"]) {
      const path = `/api/data/import?symbol=BTCUSDT&interval=${interval}`;
      const file = interval === "1m" ? csv : csv.replaceAll(/T00:0(\d):/gu, "T0$1:00:");
      const imported = await server.post(path, file, { "content-type": "text/csv" });
      expect(imported).toMatchObject({ status: 200 });
    }
    const answers = [
      await server.post("/api/execution/orders", order),
      await server.post("/api/execution/orders", { ...order, order_type: "limit", price: 5 }),
      await server.post("/api/strategies/rsi/signal?symbol=BTCUSDT"),
    ];
    for (const { status, body, headers } of answers) {
      expect({ status, body }).toEqual({
        status: 503,
        body: {
          detail: expect.stringContaining("history is never a live price") as string,
          status_code: 503,
        },
      });
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  test("hide no price of the source: an order is filled at the minute that closed now", async () => {
    const server = await runTestServer();
    const path = "/api/data/import?symbol=BTCUSDT&interval=1m";
    expect((await server.post(path, csv, { "content-type": "text/csv" })).status).toBe(200);
    const before = Date.now();
    const { body } = await server.post("/api/execution/orders", order);
    const { order: placed } = body as { order: Record<string, string> };
    expect(placed).toMatchObject({ status: "filled", source: "simulated" });
    expect(before - Date.parse(placed["price_time"]!)).toBeLessThan(120_000);
    const { body: found } = await server.get("/api/execution/positions");
    const { positions } = found as { positions: readonly Record<string, string>[] };
    expect(Date.parse(positions[0]!["price_time"]!)).toBeGreaterThan(before - 120_000);
  });
});

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

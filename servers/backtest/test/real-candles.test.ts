import { readFile } from "node:fs/promises";

import { backtest, parseCandlesCsv } from "@bourse/backtest-engine";
import { describe, expect, test } from "vitest";

import { runTestServer } from "./support/running-server.ts";
import { hasSharedData, sharedCandles } from "./support/shared-data.ts";

describe.skipIf(!hasSharedData())("real hourly candles of BTCUSDT", () => {
  test.each(["wavelet_reversal", "ma_crossover", "rsi", "bollinger_bands"])(
    "%s trades, and the service's result is the engine's",
    async (strategy) => {
      const csv = await readFile(
        sharedCandles("binance-spot-BTCUSDT-1h-2020-11_2021-05.csv"),
        "utf8",
      );
      const server = await runTestServer({ DATA_PROVIDER: "csv" });
      const path = "/api/data/import?symbol=BTCUSDT&interval=1h";
      expect((await server.post(path, csv, { "content-type": "text/csv" })).status).toBe(200);

      const request = { symbol: "BTCUSDT", interval: "1h", limit: 10_000, strategy };
      const { body } = await server.post("/api/backtests", request);
      const { result, error } = await server.ended((body as { job_id: string }).job_id);
      expect(error).toBeNull();

      const direct = backtest(parseCandlesCsv(csv).candles, { strategy, interval: "60" });
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

import { backtestDifferential } from "@bourse/conformance/backtest";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import { describe, expect, onTestFinished, test } from "vitest";

import { createBacktestMock, type BacktestMock } from "../src/backtest/index.ts";
import { fetchService } from "./fetch-service.ts";

async function freshMock(): Promise<BacktestMock> {
  const mock = await createBacktestMock({ seed: 1 });
  onTestFinished(() => mock.close());
  return mock;
}

describe("on random requests", () => {
  test.each([1, 2, 3])(
    "the mock and the fetch handler answer alike, seed %i",
    async (seed) => {
      const right = await fetchService(createSimulatedProvider({ seed: 1 }));
      onTestFinished(() => right.stop());
      const statuses = await backtestDifferential({ left: await freshMock(), right, seed });
      // The story reaches every kind of answer; else agreement would say little.
      for (const status of [200, 400, 404, 405, 422]) {
        expect(statuses[status], JSON.stringify(statuses)).toBeGreaterThan(2);
      }
    },
    60_000,
  );

  test("a service that answers otherwise is told, with the request", async () => {
    const left = await freshMock();
    const right = await freshMock();
    right.override("jobStats", () => ({
      total: 1,
      pending: 1,
      running: 0,
      completed: 0,
      failed: 0,
      cancelled: 0,
    }));
    await expect(backtestDifferential({ left, right })).rejects.toThrow(/\/api\/jobs\/stats/);
  });
});

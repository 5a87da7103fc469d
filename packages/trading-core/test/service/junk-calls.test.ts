import { createInProcessBus, createMemoryStore, isBourseError, systemClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import { callWithJunk } from "../../../../test/support/junk-calls.ts";
import { backtestCollections, createBacktestService } from "../../src/backtest-service.ts";
import { createExchangeDirectory } from "../../src/market-data/exchange-directory.ts";
import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";

test("every call with arguments of wrong types ends with an error of the house, never a raw one", async () => {
  const service = createBacktestService({
    store: createMemoryStore({ collections: backtestCollections }),
    bus: createInProcessBus({ clock: systemClock }),
    clock: systemClock,
    exchanges: createExchangeDirectory({ simulated: createSimulatedProvider() }, "simulated"),
  });
  const ports = ["exchanges", "cache", "execution", "bus", "clock", "jobs.events"];
  const { calls, failed } = await callWithJunk(service, [...ports, "start", "stop"]);
  expect(calls).toBeGreaterThan(600);
  expect(failed.length).toBeGreaterThan(400);
  expect(failed.filter(({ error }) => !isBourseError(error))).toEqual([]);
  await expect(service.jobs.get(5 as never)).rejects.toThrow(
    '"backtest.jobs.get: uuid" must be text, found 5.',
  );
});

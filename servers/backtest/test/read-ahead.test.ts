import {
  createClosingStack,
  createInProcessBus,
  createMemoryStore,
  type Logger,
} from "@bourse/kernel";
import { backtestCollections, createBacktestService } from "@bourse/trading-core";
import { createExchangeDirectory, createMemoryProvider } from "@bourse/trading-core/market-data";
import { describe, expect, test, vi } from "vitest";

import { readJobsAhead } from "../src/read-ahead.ts";

const refuse = (): Promise<never> => Promise.reject(new Error("the disk is gone"));

describe("the facts of jobs", () => {
  test("are read before the first search, which then reads none but the jobs that it answers", async () => {
    const store = createMemoryStore({ collections: backtestCollections });
    const find = vi.spyOn(store, "find");
    const { jobs } = createBacktestService({
      store,
      bus: createInProcessBus(),
      exchanges: createExchangeDirectory(
        { memory: createMemoryProvider({ series: [] }) },
        "memory",
      ),
    });
    for (let count = 0; count < 250; count += 1) await jobs.create("backtest", { symbol: "A" });
    const opened = createClosingStack();
    readJobsAhead({ jobs }, { warn: vi.fn<Logger["warn"]>() }, opened);
    // Other work has its turn before the last of them is read.
    await new Promise(setImmediate);
    expect(find.mock.calls.length).toBeLessThan(3);
    await vi.waitUntil(() => find.mock.settledResults.length === 3, { timeout: 15_000 });
    find.mockClear();
    const { items } = await jobs.list({ sort: "sharpe", limit: 3 });
    expect(items.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(find).not.toHaveBeenCalled();
    await opened.close();
  });

  test("that cannot be read are a warning in the log, and none while the server ends", async () => {
    const warn = vi.fn<Logger["warn"]>();
    readJobsAhead({ jobs: { list: refuse } }, { warn }, createClosingStack());
    await vi.waitUntil(() => warn.mock.calls.length === 1, { timeout: 15_000 });

    const opened = createClosingStack();
    const fault = Promise.withResolvers<never>();
    readJobsAhead({ jobs: { list: () => fault.promise } }, { warn }, opened);
    await opened.close();
    fault.reject(new Error("the store is closed"));
    await expect(fault.promise).rejects.toThrow("the store is closed");
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

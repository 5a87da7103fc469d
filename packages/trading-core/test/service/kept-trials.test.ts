/** Sweep jobs whose try ends in the middle, and what their next try does. */

import { createStrategyRegistry } from "@bourse/backtest-engine/strategies";
import { createManualClock, type Clock } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { wander } from "../../../backtest-engine/test/sweep/wander.ts";
import type { JsonObject, ListedJobOf } from "../../src/jobs/job.ts";
import type { KeptWork } from "../../src/jobs/kept-work.ts";
import { createExchangeDirectory } from "../../src/market-data/exchange-directory.ts";
import { createMemoryProvider } from "../../src/market-data/memory-provider.ts";
import type { SweepRequest } from "../../src/requests/backtest-request.ts";
import { createInlineExecutor } from "../../src/runs/backtest-executor.ts";
import { createSimulationRunners } from "../../src/runs/simulation-runners.ts";

const candles = wander(900);
/** The end of candle 599, and that of candle 799. */
const FIRST = candles.time[600]!;
const LATER = candles.time[800]!;

const base: SweepRequest = {
  symbol: "BTCUSDT",
  interval: "1m",
  limit: 500,
  initialCapital: 10_000,
  fee: 0.0005,
  strategy: "ma_crossover",
  parameters: {
    fast_period: { from: 2, to: 14, step: 1 },
    slow_period: { from: 15, to: 44, step: 1 },
  },
};
const { limit: _, ...unlimited } = base;
const stopLoss = { stopLoss: { from: 0.001, to: 0.1, scale: "log" } } as const;
const tpe: SweepRequest = {
  ...base,
  optionRanges: stopLoss,
  search: { method: "tpe", count: 60 },
  earlyStopping: { startup: 5 },
};
const requests: [string, SweepRequest, count: number][] = [
  ["a grid", base, 390],
  ["a range without an end", { ...unlimited, startTime: candles.time[150]! }, 390],
  ["a random search", { ...base, optionRanges: stopLoss, search: { count: 150 } }, 150],
  ["a grid whose choice is assessed", { ...base, overfitting: {}, crossValidation: {} }, 390],
  ["a random search that stops early", { ...base, search: { count: 150 }, earlyStopping: {} }, 150],
  ["tpe", tpe, 60],
  ["tpe whose choice is assessed", { ...tpe, overfitting: { blocks: 4 } }, 60],
];

/** Work that is kept in a list. */
function workIn(parts: Uint8Array[]): KeptWork {
  return {
    read: async () => [...parts],
    keep: async (part) => parts.push(part) > 0,
    drop: async () => parts.splice(0).length >= 0,
  };
}

/** The trials that the work keeps, by number. */
function trialsOf(parts: readonly Uint8Array[]): readonly number[] {
  const entries = parts.flatMap((part) => {
    const { entries: own } = JSON.parse(new TextDecoder().decode(part)) as {
      entries: { kind: string; number: number }[];
    };
    return own;
  });
  return entries.filter(({ kind }) => kind === "trial").map(({ number }) => number);
}

/** Runs one try of a job at `now`, a second between two looks at the clock; it is ended at the progress `until`. */
async function tryAt(
  now: number,
  request: SweepRequest,
  parts: Uint8Array[],
  { until = 2, secondsALook = 1 } = {},
): Promise<{ readonly result: JsonObject; readonly apart: JsonObject }> {
  let looks = 0;
  const clock: Clock = {
    now: () => now,
    monotonic: () => 1000 * secondsALook * looks++,
    sleep: (milliseconds, signal) => createManualClock().sleep(milliseconds, signal),
  };
  const memory = createMemoryProvider({
    exchange: "memory",
    clock: createManualClock({ now }),
    series: [{ symbol: "BTCUSDT", interval: "1", candles }],
  });
  const exchanges = createExchangeDirectory({ memory }, "memory");
  const executor = createInlineExecutor({ strategies: createStrategyRegistry(), clock });
  const killed = new AbortController();
  let apart: JsonObject = {};
  const job = { request } as ListedJobOf<"sweep">;
  const result = await createSimulationRunners({ exchanges, executor, clock }).sweep(job, {
    signal: killed.signal,
    progress: ({ progress }) => {
      if (progress >= until) killed.abort();
    },
    storeSeparately: (given) => {
      apart = given;
    },
    storeTrace: () => undefined,
    work: workIn(parts),
  });
  return { result: { ...result, elapsedMilliseconds: 0 }, apart };
}

describe("a sweep job", () => {
  test.each(requests)(
    "of %s goes on from the trials of a lost try, over the same candles",
    async (_, request, count) => {
      const expected = await tryAt(FIRST, request, []);
      const parts: Uint8Array[] = [];
      await expect(tryAt(FIRST, request, parts, { until: 0.5 })).rejects.toThrow(/abort/i);
      const before = trialsOf(parts).length;
      expect(before).toBeGreaterThan(0);
      await expect(tryAt(LATER, request, parts, { until: 0.8 })).rejects.toThrow(/abort/i);
      expect(trialsOf(parts).length).toBeGreaterThan(before);
      expect(await tryAt(LATER, request, parts)).toEqual(expected);
      expect(trialsOf(parts), "no trial was run twice").toEqual([...Array(count).keys()]);
    },
  );

  test("begins anew when its kept trials are not those of its candles, or are damaged", async () => {
    const parts: Uint8Array[] = [];
    await expect(tryAt(FIRST, base, parts, { until: 0.5 })).rejects.toThrow(/abort/i);
    const expected = await tryAt(FIRST, { ...base, fee: 0.01 }, []);
    expect(await tryAt(FIRST, { ...base, fee: 0.01 }, parts)).toEqual(expected);
    expect(trialsOf(parts)).toEqual([...Array(390).keys()]);

    parts.splice(1, 1);
    const [first] = parts;
    expect(await tryAt(FIRST, { ...base, fee: 0.01 }, [first!, first!])).toEqual(expected);
  });

  test("that is over within a second keeps nothing", async () => {
    const parts: Uint8Array[] = [];
    await tryAt(FIRST, base, parts, { secondsALook: 0 });
    expect(parts).toEqual([]);
  });
});

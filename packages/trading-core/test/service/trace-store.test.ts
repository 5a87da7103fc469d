import type { Trade } from "@bourse/backtest-engine";
import { createMemoryStore } from "@bourse/kernel";
import { deflate, toBase64 } from "@bourse/kernel/platform";
import { expect, test } from "vitest";

import { jobCollections, jobTraceParts, jobTraces } from "../../src/jobs/collections.ts";
import { insertTrace, readEquity, readTrades } from "../../src/jobs/trace-store.ts";
import { maxEquityPoints, packRun } from "../../src/results/run-trace.ts";

const trade = (k: number): Trade => ({
  side: k % 2 === 0 ? "long" : "short",
  quantity: k + 0.1,
  entryIndex: k,
  entryTime: 60_000 * k,
  entryPrice: 100 + k / 7,
  exitIndex: k + 1,
  exitTime: 60_000 * (k + 1),
  exitPrice: 100 - k / 7,
  pnl: -k / 3,
  return: -k / 300,
  fees: k / 11,
  exitReason: k % 3 === 0 ? "stop_loss" : "signal",
});

test("trades past one document, and an equity past its bound, come back in order", async () => {
  const store = createMemoryStore({ collections: jobCollections });
  const trades = Array.from({ length: 10_001 }, (_, k) => trade(k));
  const time = Float64Array.from({ length: 50_000 }, (_, i) => 60_000 * i);
  const equity = time.map((_, i) => 10_000 + (i === 31_415 ? -9_000 : Math.sin(i)));
  await store.transaction((tx) => insertTrace(tx, "job", packRun(trades, equity, time, 10_000)));
  expect((await store.find(jobTraceParts, {})).items).toHaveLength(3);
  const kept = await readTrades(store, "job");
  expect(kept).toHaveLength(trades.length);
  for (const [k, one] of (kept ?? []).entries()) expect(trades[k]).toMatchObject(one);
  const points = (await readEquity(store, "job", undefined)) ?? [];
  expect(points).toHaveLength(maxEquityPoints);
  expect(points.map(({ timestamp }) => timestamp)).toContain(60_000 * 31_415);
  const deepest = points.find(({ equity: worth }) => worth < 1100);
  expect(deepest?.drawdown).toBeCloseTo(0.9, 3);
  await store.close();
});

test("a page of trades is cut out of the documents that it lies in, and no other is read", async () => {
  const store = createMemoryStore({ collections: jobCollections });
  const trades = Array.from({ length: 10_001 }, (_, k) => trade(k));
  const time = Float64Array.from({ length: 10_002 }, (_, i) => 60_000 * i);
  const trace = packRun(trades, new Float64Array(10_002).fill(1), time, 10_000);
  await store.transaction((tx) => insertTrace(tx, "job", trace));
  const all = (await readTrades(store, "job"))!;
  for (const [offset, limit] of [
    [0, 1],
    [4999, 2],
    [5000, 5000],
    [9999, 10],
    [10_001, 1],
    [50_000, 1],
  ] as const) {
    expect(await readTrades(store, "job", { offset, limit })).toEqual(
      all.slice(offset, offset + limit),
    );
  }
  expect(await readTrades(store, "job", { offset: 10_000 })).toEqual(all.slice(-1));
  await store.transaction(async (tx) => {
    const first = await tx.get(jobTraceParts, "job:0");
    await tx.delete(jobTraceParts, "job:0", first?.version);
  });
  expect(await readTrades(store, "job", { offset: 5000 })).toEqual(all.slice(5000));
  await expect(readTrades(store, "job"), "half a trace is none").rejects.toThrow(/missing/u);
  await store.close();
});

test("a trace that an earlier version stored is read as before", async () => {
  const store = createMemoryStore({ collections: jobCollections });
  const packed = (...numbers: readonly number[]): string =>
    toBase64(deflate(new Uint8Array(Float64Array.from(numbers).buffer)));
  const trades = [
    packed(2.5, 60_000, 100, 120_000, 110, 24.5, 0.098, 0.5, 0),
    packed(-1, 180_000, 110, 240_000, 121, -11, -0.1, 0, 1),
  ];
  const equity = packed(0, 10_000, 0, 60_000, 10_024.5, 0, 120_000, 9000, 0.1022);
  await store.insert(jobTraces, { id: "old", tradeParts: 2, equity });
  await store.insert(jobTraceParts, { id: "old:0", trades: trades[0]! });
  await store.insert(jobTraceParts, { id: "old:1", trades: trades[1]! });
  expect(await readTrades(store, "old")).toMatchObject([
    { side: "long", quantity: 2.5, entryTime: 60_000, exitPrice: 110, pnl: 24.5, fees: 0.5 },
    { side: "short", quantity: 1, entryTime: 180_000, exitPrice: 121, pnl: -11, return: -0.1 },
  ]);
  expect(await readEquity(store, "old", undefined)).toEqual([
    { timestamp: 0, equity: 10_000, drawdown: 0 },
    { timestamp: 60_000, equity: 10_024.5, drawdown: 0 },
    { timestamp: 120_000, equity: 9000, drawdown: 0.1022 },
  ]);
  expect(await readEquity(store, "old", 2)).toHaveLength(2);
  await store.close();
});

test("the funding of each trade is stored, with tags and without, and none in a run without rates", async () => {
  const store = createMemoryStore({ collections: jobCollections });
  const time = Float64Array.from({ length: 12 }, (_, i) => 60_000 * i);
  const equity = new Float64Array(12).fill(1);
  const plain = [trade(0), trade(1), trade(2)];
  const funded = plain.map((one, k) => ({ ...one, funding: k / 3 - 0.5 }));
  const tagged = funded.map((one) => ({ ...one, entryTag: "early" }));
  for (const [id, trades] of Object.entries({ plain, funded, tagged })) {
    await store.transaction((tx) => insertTrace(tx, id, packRun(trades, equity, time, 10_000)));
    const stored = trades.map(({ entryIndex: _entry, exitIndex: _exit, ...one }) => one);
    expect(await readTrades(store, id)).toEqual(stored);
  }
  await store.close();
});

test("a job without a trace has none", async () => {
  const store = createMemoryStore({ collections: jobCollections });
  expect(await readTrades(store, "none")).toBeUndefined();
  expect(await readEquity(store, "none", 10)).toBeUndefined();
  await store.close();
});

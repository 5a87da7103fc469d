/**
 * Sessions on paper: the time from a candle to its durable decision beside 50 sessions, and the memory of a long one.
 *
 * Fifty sessions of a moving average share one SQLite file on the disk and are told candles in turns. The time of a
 * candle is that from telling it until its commit. Then one session in memory is told 300,000 candles, and what it
 * keeps of each is counted. Ends with 1 when a claim fails.
 *
 *   node -C @bourse/source --expose-gc bench/sessions/bench.ts
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  createStrategyRegistry,
  maCrossover,
  resolveParameters,
} from "@bourse/backtest-engine/strategies";
import { openStore } from "@bourse/store";
import { createTradingSessions, sessionCollections } from "@bourse/trading-core";
import { SessionKernel } from "@bourse/trading-core/session";
import { createMemoryCandleStream } from "@bourse/trading-core/streams";

import { randomWalk } from "../engine/random-walk.ts";

const SESSIONS = 50;
const ROUNDS = 40;
/** The most that a candle may take at the 99th percentile, in milliseconds. */
const MOST_MILLISECONDS = 5;
/** The most that a session may keep of a candle, in bytes. */
const MOST_BYTES = 100;
const MINUTE = 60_000;
const START = Math.floor(Date.now() / MINUTE) * MINUTE;

const walk = randomWalk(300_000);
const candleAt = (i: number) => ({
  time: START + i * MINUTE,
  open: walk.open[i] ?? 1,
  high: walk.high[i] ?? 1,
  low: walk.low[i] ?? 1,
  close: walk.close[i] ?? 1,
  volume: walk.volume[i] ?? 1,
});

async function measureCandles(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "bourse-sessions-"));
  const store = await openStore(`sqlite:${join(folder, "s.db")}`, {
    collections: sessionCollections,
  });
  const stream = createMemoryCandleStream();
  const sessions = createTradingSessions({
    store,
    streams: { memory: stream },
    defaultExchange: "memory",
    strategies: createStrategyRegistry(),
  });
  const ids = new Map<string, string>();
  for (let k = 0; k < SESSIONS; k++) {
    const { id } = await sessions.create({
      strategy: "ma_crossover",
      symbol: `S${k}`,
      interval: "1m",
      initialCapital: 10_000,
      startTime: START,
      warmUpCandles: 0,
    });
    ids.set(id, `S${k}`);
  }
  await sessions.start();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [id, symbol] of ids) {
      let listening: { stop(): Promise<void> } | undefined;
      const committed = new Promise<void>((resolve) => {
        void store
          .watch((news) => {
            const isOwn =
              news.kind === "changes" && news.changes.some((change) => change.id === id);
            if (isOwn) resolve();
          })
          .then((subscription) => {
            listening = subscription;
            times.push(performance.now());
            stream.push({ symbol, interval: "1" }, [candleAt(round)]);
          });
      });
      await committed;
      times.push(performance.now() - (times.pop() ?? 0));
      await listening?.stop();
    }
  }
  await sessions.close();
  await store.close();
  await rm(folder, { recursive: true });
  const sorted = times.slice(SESSIONS).toSorted((one, other) => one - other);
  return sorted[Math.floor(0.99 * sorted.length)] ?? Infinity;
}

function measureMemory(): number {
  const kernel = new SessionKernel({
    id: "bench",
    strategy: maCrossover as never,
    parameters: resolveParameters(maCrossover),
    symbol: "S",
    interval: "1",
    startTime: START,
    options: { initialCapital: 10_000 },
  });
  const used = (): number => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const said = { signal: 0 };
  for (let i = 0; i < 100_000; i++) kernel.step({ candle: candleAt(i), isLate: false, said });
  const before = used();
  for (let i = 100_000; i < 300_000; i++) kernel.step({ candle: candleAt(i), isLate: false, said });
  const grown = (used() - before) / 200_000;
  return kernel.length === 300_000 ? grown : Infinity;
}

const p99 = await measureCandles();
const bytes = measureMemory();
console.log(`candle to commit beside ${SESSIONS} sessions, p99: ${p99.toFixed(2)} ms`);
console.log(`memory of a candle in a long session: ${bytes.toFixed(1)} bytes`);
process.exitCode = p99 <= MOST_MILLISECONDS && bytes <= MOST_BYTES ? 0 : 1;

/**
 * Sessions on paper: the time from a candle to its durable decision beside 50 sessions, and the memory of a long one.
 *
 * Fifty sessions of a moving average share one SQLite file on the disk and are told candles in turns. The time of a
 * candle is that from telling it until its commit: by the clock, and its processor time, which other work on the
 * machine lengthens least and is what the claim is about; the least of three runs counts. Then one session in memory is
 * told a million candles, and what it keeps of each is counted, with the time in which a restart works them off again.
 * Ends with 1 when a claim fails.
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
import { walkedCandle } from "./walked-candle.ts";

const SESSIONS = 50;
const ROUNDS = 40;
const RUNS = 3;
const LONG = 1_000_000;
/** The most processor time that a candle may take at the 99th percentile, in milliseconds. */
const MOST_MILLISECONDS = 5;
/** The most that a session may keep of a candle, in bytes. */
const MOST_BYTES = 100;
const MINUTE = 60_000;
const START = Math.floor(Date.now() / MINUTE) * MINUTE;

const walk = randomWalk(LONG);
const candleAt = (index: number) => walkedCandle(walk, START, index);

interface CandleTimes {
  /** Milliseconds by the clock, 99th percentile. */
  readonly clock: number;
  /** Milliseconds of processor time, 99th percentile. */
  readonly processor: number;
}

async function measureCandles(): Promise<CandleTimes> {
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
  const processorTimes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [id, symbol] of ids) {
      let before = process.cpuUsage();
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
            before = process.cpuUsage();
            stream.push({ symbol, interval: "1" }, [candleAt(round)]);
          });
      });
      await committed;
      times.push(performance.now() - (times.pop() ?? 0));
      const { user, system } = process.cpuUsage(before);
      processorTimes.push((user + system) / 1000);
      await listening?.stop();
    }
  }
  await sessions.close();
  await store.close();
  await rm(folder, { recursive: true });
  const p99 = (all: readonly number[]): number => {
    const sorted = all.slice(SESSIONS).toSorted((one, other) => one - other);
    return sorted[Math.floor(0.99 * sorted.length)] ?? Infinity;
  };
  return { clock: p99(times), processor: p99(processorTimes) };
}

interface LongSession {
  /** Bytes that are kept of a candle. */
  readonly bytes: number;
  /** Seconds of processor time in which all candles are worked off. */
  readonly seconds: number;
}

function measureMemory(): LongSession {
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
  const began = process.cpuUsage();
  for (let i = 0; i < LONG / 10; i++) kernel.step({ candle: candleAt(i), isLate: false, said });
  const before = used();
  for (let i = LONG / 10; i < LONG; i++) kernel.step({ candle: candleAt(i), isLate: false, said });
  const { user, system } = process.cpuUsage(began);
  const bytes = (used() - before) / (0.9 * LONG);
  return { bytes: kernel.length === LONG ? bytes : Infinity, seconds: (user + system) / 1e6 };
}

const runs: CandleTimes[] = [];
for (let run = 0; run < RUNS; run++) runs.push(await measureCandles());
const clock = Math.min(...runs.map((each) => each.clock));
const processor = Math.min(...runs.map((each) => each.processor));
const { bytes, seconds } = measureMemory();
console.log(`the least of ${RUNS} runs beside ${SESSIONS} sessions:`);
console.log(`candle to commit, p99: ${clock.toFixed(2)} ms`);
console.log(`processor time of a candle, p99: ${processor.toFixed(2)} ms`);
console.log(`memory of a candle in a long session: ${bytes.toFixed(1)} bytes`);
console.log(`a million stored candles worked off again: ${seconds.toFixed(1)} s of processor time`);
process.exitCode = processor <= MOST_MILLISECONDS && bytes <= MOST_BYTES ? 0 : 1;

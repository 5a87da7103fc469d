/**
 * A thousand sessions on two worker processes over one PostgreSQL that forces every commit to the disk: 20 symbols, 50
 * sessions each. Each worker runs half of them; all are told a candle, and the time until the last one has committed it
 * is taken, with the memory of each worker. Then one worker is killed, and the time is taken until the other one, which
 * may run them all, has taken its sessions over and worked off a candle of each. Ends with 1 when a candle of all takes
 * longer than a quarter of a minute.
 *
 *   node -C @bourse/source bench/sessions/two-workers.ts
 */

import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { createStrategyRegistry } from "@bourse/backtest-engine/strategies";
import type { Store } from "@bourse/kernel";
import { openStore } from "@bourse/store";
import {
  createTradingSessions,
  sessionCollections,
  type TradingSessions,
} from "@bourse/trading-core";
import { createMemoryCandleStream } from "@bourse/trading-core/streams";
import { startPostgres } from "test-postgres";

import { randomWalk } from "../engine/random-walk.ts";
import { walkedCandle } from "./walked-candle.ts";

const SESSIONS = 1000;
const SYMBOLS = 20;
const ROUNDS = 12;
const LEASE = 5000;
/** The most seconds that a candle of all sessions may take, a quarter of their interval. */
const MOST_SECONDS = 15;
const MINUTE = 60_000;

/** A candle that all are told. */
interface Tick {
  readonly index: number;
  readonly start: number;
}

const walk = randomWalk(1000);

function open(store: Store, maxRunning: number) {
  const stream = createMemoryCandleStream();
  const sessions = createTradingSessions({
    store,
    streams: { memory: stream },
    defaultExchange: "memory",
    strategies: createStrategyRegistry(),
    maxSessions: SESSIONS,
    maxOwnerSessions: SESSIONS,
    maxRunning,
    leaseMilliseconds: LEASE,
    onError: (error) => {
      console.error(error);
    },
  });
  return { stream, sessions };
}

/** A worker process: runs sessions and tells them the candles that it is sent. */
async function work(url: string, maxRunning: number): Promise<void> {
  const store = await openStore(url, { collections: sessionCollections });
  const { stream, sessions } = open(store, maxRunning);
  await sessions.start();
  process.on("message", ({ index, start }: Tick) => {
    const candle = walkedCandle(walk, start, index);
    for (let k = 0; k < SYMBOLS; k++) {
      stream.push({ symbol: `S${k}`, interval: "1" }, [candle]);
    }
    process.send?.({ megabytes: Math.round(process.memoryUsage().rss / 1e6) });
  });
  process.send?.({ megabytes: 0 });
}

/** Numbers of sessions by the candles that they have worked off. */
async function countDone(sessions: TradingSessions, candles: number): Promise<number> {
  let done = 0;
  let cursor: string | undefined;
  do {
    const page = await sessions.list({ limit: 1000, ...(cursor !== undefined && { cursor }) });
    done += page.items.filter((session) => session.candles >= candles).length;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return done;
}

async function measure(url: string): Promise<number> {
  const store = await openStore(url, { collections: sessionCollections });
  const { sessions } = open(store, 1);
  const start = Math.floor(Date.now() / MINUTE) * MINUTE;
  for (let k = 0; k < SESSIONS; k++) {
    await sessions.create({
      strategy: "ma_crossover",
      parameters: { fast_period: 2 + (k % 5), slow_period: 10 + (k % 7) },
      symbol: `S${k % SYMBOLS}`,
      interval: "1m",
      initialCapital: 10_000,
      startTime: start,
      warmUpCandles: 0,
    });
  }
  const memory = new Map<ChildProcess, number>();
  const begin = async (maxRunning: number): Promise<ChildProcess> => {
    const child = fork(fileURLToPath(import.meta.url), ["worker", url, String(maxRunning)]);
    child.on("message", ({ megabytes }: { megabytes: number }) => memory.set(child, megabytes));
    await once(child, "message");
    return child;
  };
  const tell = (workers: readonly ChildProcess[], index: number): void => {
    for (const worker of workers) worker.send({ index, start } satisfies Tick);
  };
  const took = async (candles: number): Promise<number> => {
    const begun = performance.now();
    while ((await countDone(sessions, candles)) < SESSIONS) await sleep(50);
    return (performance.now() - begun) / 1000;
  };
  const first = await begin(SESSIONS / 2);
  const second = await begin(SESSIONS);
  const seconds: number[] = [];
  for (let index = 0; index < ROUNDS; index++) {
    tell([first, second], index);
    seconds.push(await took(index + 1));
  }
  const sorted = seconds.slice(2).toSorted((one, other) => one - other);
  const longest = sorted.at(-1) ?? Infinity;
  console.log(`a candle of ${SESSIONS} sessions on two workers, from telling to the last commit:`);
  console.log(
    `median ${(sorted[sorted.length >> 1] ?? 0).toFixed(2)} s, longest ${longest.toFixed(2)} s`,
  );
  console.log(`memory of the workers: ${[...memory.values()].join(" and ")} MB`);
  first.kill("SIGKILL");
  await once(first, "exit");
  tell([second], ROUNDS);
  console.log(
    `all on one worker after a kill of the other: ${(await took(ROUNDS + 1)).toFixed(2)} s`,
  );
  second.kill("SIGKILL");
  await once(second, "exit");
  await store.close();
  return longest;
}

const [role, url = "", maxRunning = ""] = process.argv.slice(2);
if (role === "worker") await work(url, Number(maxRunning));
else {
  const postgres = await startPostgres({ settings: ["fsync=on"] });
  try {
    if ((await measure(postgres.url())) > MOST_SECONDS) process.exitCode = 1;
  } finally {
    await postgres.stop();
  }
}

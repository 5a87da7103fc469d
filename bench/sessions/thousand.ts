/**
 * A thousand sessions on two processes over one PostgreSQL: the time from the close of a minute to the last durable
 * decision, and the processor time of a decision. The database is that of
 * the tests, which forces its log to the disk here.
 *
 *   node -C @bourse/source bench/sessions/thousand.ts
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { createStrategyRegistry } from "@bourse/backtest-engine/strategies";
import { openStore } from "@bourse/store";
import { createTradingSessions, sessionCollections } from "@bourse/trading-core";
import type { CandleStream, StreamedCandle } from "@bourse/trading-core/streams";
import { startPostgres } from "test-postgres";

import { randomWalk } from "../engine/random-walk.ts";

const SESSIONS = 1000;
const PROCESSES = 2;
const ROUNDS = 10;
const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5);

const [, , role = "", url = ""] = process.argv;

interface Told {
  readonly candle: StreamedCandle;
  readonly toldAt: number;
}

interface RoundFigures {
  readonly milliseconds: number;
  readonly processorMilliseconds: number;
  readonly latencies: readonly number[];
}

/** A stream that tells one candle a round to all who follow it, and notes when each has worked it off. */
class RoundStream implements CandleStream {
  readonly exchange = "rounds";
  readonly #waiting = new Set<(told: Told) => void>();
  #latencies: number[] = [];
  #done: (() => void) | undefined;

  get following(): number {
    return this.#waiting.size;
  }

  async *follow(
    _: unknown,
    signal: AbortSignal,
  ): AsyncGenerator<{
    readonly kind: "candle";
    readonly candle: StreamedCandle;
    readonly source: "stream";
    readonly lateMilliseconds: number;
  }> {
    while (!signal.aborted) {
      const told = await new Promise<Told | null>((resolve) => {
        this.#waiting.add(resolve);
        const leave = (): void => {
          this.#waiting.delete(resolve);
          resolve(null);
        };
        signal.addEventListener("abort", leave, { once: true });
      });
      if (told === null) return;
      yield { kind: "candle", candle: told.candle, source: "stream", lateMilliseconds: 0 };
      this.#latencies.push(performance.now() - told.toldAt);
      if (this.#latencies.length === SESSIONS / PROCESSES) this.#done?.();
    }
  }

  async tell(candle: StreamedCandle): Promise<RoundFigures> {
    const all = [...this.#waiting];
    this.#waiting.clear();
    this.#latencies = [];
    const done = new Promise<void>((resolve) => (this.#done = resolve));
    const before = process.cpuUsage();
    const toldAt = performance.now();
    for (const resolve of all) resolve({ candle, toldAt });
    await done;
    const { user, system } = process.cpuUsage(before);
    const milliseconds = performance.now() - toldAt;
    return {
      milliseconds,
      processorMilliseconds: (user + system) / 1000,
      latencies: this.#latencies,
    };
  }
}

async function runProcess(): Promise<void> {
  const store = await openStore(url, { collections: sessionCollections });
  const stream = new RoundStream();
  const sessions = createTradingSessions({
    store,
    streams: { rounds: stream },
    defaultExchange: "rounds",
    strategies: createStrategyRegistry(),
    maxRunning: SESSIONS / PROCESSES,
    leaseMilliseconds: 60_000,
  });
  await sessions.start();
  while (stream.following < SESSIONS / PROCESSES) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  process.on("message", (message) => {
    if (message === "end") {
      void sessions.close().then(() => store.close());
      process.disconnect();
    } else void stream.tell(message as StreamedCandle).then((figures) => process.send?.(figures));
  });
  process.send?.("ready");
}

async function runAll(): Promise<void> {
  const postgres = await startPostgres({ settings: ["fsync=on"] });
  const address = postgres.url();
  const store = await openStore(address, { collections: sessionCollections });
  const service = createTradingSessions({
    store,
    streams: { rounds: new RoundStream() },
    defaultExchange: "rounds",
    strategies: createStrategyRegistry(),
  });
  for (let k = 0; k < SESSIONS; k++) {
    await service.create({
      strategy: "ma_crossover",
      symbol: `S${k}`,
      interval: "1m",
      initialCapital: 10_000,
      startTime: START,
      warmUpCandles: 0,
    });
  }
  console.error("The sessions are stored.");
  const children = Array.from({ length: PROCESSES }, () =>
    fork(fileURLToPath(import.meta.url), ["process", address]),
  );
  await Promise.all(children.map((child) => once(child, "message")));
  console.error("The processes run them.");
  const walk = randomWalk(ROUNDS);
  const rounds: RoundFigures[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const candle = {
      time: START + i * MINUTE,
      open: walk.open[i] ?? 1,
      high: walk.high[i] ?? 1,
      low: walk.low[i] ?? 1,
      close: walk.close[i] ?? 1,
      volume: walk.volume[i] ?? 1,
    };
    const answers = children.map((child) => once(child, "message"));
    for (const child of children) child.send(candle);
    for (const [figures] of await Promise.all(answers)) rounds.push(figures as RoundFigures);
  }
  const ended = children.map((child) => once(child, "exit"));
  for (const child of children) child.send("end");
  await Promise.all(ended);
  await store.close();
  await postgres.stop();
  const least = rounds.toSorted((one, other) => one.milliseconds - other.milliseconds)[0];
  const processor = rounds.reduce((sum, each) => sum + each.processorMilliseconds, 0);
  const all = rounds.flatMap(({ latencies }) => latencies).toSorted((one, other) => one - other);
  const p99 = all[Math.floor(0.99 * all.length)] ?? Infinity;
  console.log(`${SESSIONS} sessions on ${PROCESSES} processes, ${ROUNDS} minutes:`);
  console.log(`a minute's close to the last commit: at best ${least?.milliseconds.toFixed(0)} ms`);
  console.log(`a candle to its commit among all at once, p99: ${p99.toFixed(0)} ms`);
  console.log(`processor time of a decision: ${(processor / (SESSIONS * ROUNDS)).toFixed(2)} ms`);
  const slowest = Math.max(...rounds.map(({ milliseconds }) => milliseconds));
  process.exitCode = slowest < MINUTE ? 0 : 1;
}

await (role === "process" ? runProcess() : runAll());

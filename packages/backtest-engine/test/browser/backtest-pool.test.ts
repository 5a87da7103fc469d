import { afterAll, afterEach, describe, expect, test, vi } from "vitest";

import { backtest } from "../../src/backtest/backtest.ts";
import { createBacktestPool, type BacktestPool } from "../../src/browser/backtest-pool.ts";
import type { PageRunOptions, RunMessage } from "../../src/browser/messages.ts";
import type { BacktestPoolOptions } from "../../src/browser/pool-options.ts";
import { serveBacktests } from "../../src/browser/serve-backtests.ts";
import { EngineError } from "../../src/errors.ts";
import { PoolError } from "../../src/pool/pool-error.ts";
import { resultHash } from "../../src/result-hash/result-hash.ts";
import { wander } from "../sweep/wander.ts";
import { Threads } from "./thread-worker.ts";

const candles = wander(2000);
const crossover = (fast: number) =>
  ({ strategy: "ma_crossover", parameters: { fast_period: fast, slow_period: 100 } }) as const;
const atGate = (gate: number) => ({ strategy: "held", parameters: { gate } }) as const;

const opened: BacktestPool[] = [];
afterEach(() => {
  for (const pool of opened.splice(0)) pool.close();
  vi.unstubAllGlobals();
});

function open(options: Partial<BacktestPoolOptions> = {}): {
  pool: BacktestPool;
  threads: Threads;
} {
  const threads = new Threads();
  const pool = createBacktestPool({ worker: threads.start, size: 1, ...options });
  opened.push(pool);
  return { pool, threads };
}

/** The pool of the tests that need none of their own. */
let shared: BacktestPool | undefined;
const common = (): BacktestPool =>
  (shared ??= createBacktestPool({ worker: new Threads().start, size: 1 }));
afterAll(() => shared?.close());

describe("a run in a worker", () => {
  test.each<[string, PageRunOptions & { readonly strategy: string }]>([
    ["a strategy by signals", crossover(10)],
    ["a strategy that the whole engine has", { strategy: "wavelet_reversal" }],
    ["stops and tags of trades", { ...crossover(5), stopLoss: 0.01, direction: "both" }],
    ["finer rules of the whole engine", { ...crossover(5), slippage: { volumeShare: 0.001 } }],
    ["a training part", { ...crossover(5), trainSplit: 0.5 }],
  ])("of %s gives what this thread gives", async (_, options) => {
    const result = await common().run(candles, options);
    const own = backtest(candles, options);
    expect(resultHash(result)).toBe(resultHash(own));
    expect(result.trades.toArray()).toEqual(own.trades.toArray());
    expect(result.trades.at(-1)).toEqual(own.trades.at(-1));
    expect(result.configuration).toEqual(own.configuration);
  });

  test("sends the candles once, in shared memory", async () => {
    const { pool, threads } = open();
    for (const fast of [5, 6, 7]) await pool.run(candles, crossover(fast));
    const sent = threads.sent.map((one) => (one as RunMessage).candles);
    expect(sent.map((one) => one?.close.buffer.constructor.name)).toEqual([
      "SharedArrayBuffer",
      undefined,
      undefined,
    ]);
  });

  test("sends a copy where the page is not isolated, and leaves the page its candles", async () => {
    vi.stubGlobal("crossOriginIsolated", false);
    const { pool } = open();
    for (const fast of [5, 6]) {
      const result = await pool.run(candles, crossover(fast));
      expect(resultHash(result)).toBe(resultHash(backtest(candles, crossover(fast))));
    }
    expect(candles.close.length).toBe(2000);
  });

  test("lets a worker forget the oldest of many series, and sends it again when it is asked for", async () => {
    const { pool, threads } = open();
    const series = Array.from({ length: 6 }, (_, seed) => wander(300, seed));
    for (const one of [...series, series[0]!]) {
      const result = await pool.run(one, crossover(5));
      expect(resultHash(result)).toBe(resultHash(backtest(one, crossover(5))));
    }
    const messages = threads.sent as RunMessage[];
    expect(messages.every(({ candles: sent }) => sent !== undefined)).toBe(true);
    expect(messages.flatMap(({ forgotten }) => forgotten)).toEqual([1, 2, 3]);
  });

  test("imports a strategy of a module by its URL", async () => {
    const strategy = new URL("own-strategy.fixture.ts", import.meta.url);
    const result = await common().run(candles, { strategy, parameters: { hold: 10 } });
    expect(result.strategy).toBe("every_tenth");
    expect(result.trades.length).toBeGreaterThan(10);
  });
});

describe("a fault", () => {
  test("of an option is the error that this thread throws", async () => {
    const options = { ...crossover(10), fee: 2 };
    const error = await faultOf(common().run(candles, options));
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject({ code: "OPTIONS_INVALID", details: { option: "fee" } });
  });

  test.each<[string, string | URL, object]>([
    ["an unknown name", "ma_crosover", { code: "STRATEGY_UNKNOWN" }],
    ["a module that is not there", new URL("file:///none.js"), { code: "STRATEGY_INVALID" }],
    [
      "a module without a strategy",
      new URL("thread-worker.ts", import.meta.url),
      { code: "STRATEGY_INVALID" },
    ],
  ])("of %s is the engine's", async (_, strategy, expected) => {
    const error = await faultOf(common().run(candles, { strategy }));
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject(expected);
  });

  test("of the strategy's own code is the cause of POOL_TASK_FAILED", async () => {
    const error = await faultOf(common().run(candles, { strategy: "broken" }));
    expect(error).toBeInstanceOf(PoolError);
    expect(error).toMatchObject({ code: "POOL_TASK_FAILED", cause: { message: "no such column" } });
  });

  test("of options that cannot be cloned leaves the worker as it is", async () => {
    const { pool, threads } = open();
    const parameters = { fast_period: () => 1 };
    const error = await faultOf(pool.run(candles, { strategy: "ma_crossover", parameters }));
    expect(error).toMatchObject({ code: "POOL_INPUT_INVALID" });
    expect((await pool.run(candles, crossover(5))).strategy).toBe("ma_crossover");
    expect(threads.started).toBe(1);
  });

  test("of a worker that cannot start is POOL_WORKER_CRASHED, each time", async () => {
    const worker = (): never => {
      throw new Error("blocked by the policy of the page");
    };
    const { pool } = open({ worker });
    for (let i = 0; i < 2; i++) {
      const error = await faultOf(pool.run(candles, crossover(5)));
      expect(error).toMatchObject({
        code: "POOL_WORKER_CRASHED",
        cause: { message: "blocked by the policy of the page" },
      });
    }
  });

  test("of the pool's own options names the option", () => {
    expect(() => createBacktestPool({ worker: new Threads().start, size: 0 })).toThrow(EngineError);
  });
});

test("a thread that is no worker serves no runs", () => {
  vi.stubGlobal("addEventListener", undefined);
  expect(() => serveBacktests()).toThrow("works only in a Web Worker");
});

describe("a worker without the whole engine", () => {
  test("says what it does not have", async () => {
    const { pool } = open({ worker: new Threads({ isWhole: false }).start });
    expect((await pool.run(candles, crossover(5))).strategy).toBe("ma_crossover");
    const unknown = await faultOf(pool.run(candles, { strategy: "wavelet_reversal" }));
    expect(unknown).toMatchObject({
      code: "STRATEGY_UNKNOWN",
      message: expect.stringContaining("Known: bollinger_bands, broken, buy_and_hold,") as string,
    });
    const beyond = await faultOf(pool.run(candles, { ...crossover(5), calendar: "XNYS" }));
    expect(beyond).toMatchObject({ code: "OPTIONS_INVALID", details: { option: "calendar" } });
  });
});

describe("the runs of a slider", () => {
  test("give the newest of those that wait, and undefined for the others", async () => {
    const { pool, threads } = open({ patienceMilliseconds: 60_000 });
    const slide = pool.newest();
    const first = slide(candles, atGate(1));
    const passed = [5, 6, 7].map((fast) => slide(candles, crossover(fast)));
    const last = slide(candles, crossover(8));
    expect(await Promise.all(passed)).toEqual([undefined, undefined, undefined]);
    threads.open(1);
    expect((await first)?.strategy).toBe("held");
    expect((await last)?.parameters).toMatchObject({ fast_period: 8 });
    expect(threads.started).toBe(1);
  });

  test("never give an older result after a newer one", async () => {
    const { pool, threads } = open({ size: 2, patienceMilliseconds: 60_000 });
    const slide = pool.newest();
    const slow = slide(candles, atGate(1));
    const fast = slide(candles, crossover(8));
    expect((await fast)?.strategy).toBe("ma_crossover");
    threads.open(1);
    expect(await slow).toBe(undefined);
  });

  test("end an outdated run for which the newest one has waited too long", async () => {
    const { pool, threads } = open({ patienceMilliseconds: 0 });
    const slide = pool.newest();
    const endless = slide(candles, atGate(2));
    const last = slide(candles, crossover(8));
    expect(await endless).toBe(undefined);
    expect((await last)?.strategy).toBe("ma_crossover");
    expect(threads.ended).toBe(1);
  });
});

describe("a pool", () => {
  test("drops a waiting run and ends the worker of a running one when they are aborted", async () => {
    const { pool, threads } = open();
    const [running, waiting] = [new AbortController(), new AbortController()];
    const one = pool.run(candles, atGate(3), { signal: running.signal });
    const other = pool.run(candles, crossover(5), { signal: waiting.signal });
    expect(pool.load()).toEqual({ running: 1, queued: 1, size: 1 });
    waiting.abort("not needed");
    expect(await faultOf(other)).toBe("not needed");
    expect(threads.ended).toBe(0);
    running.abort("gone");
    expect(await faultOf(one)).toBe("gone");
    expect(threads.ended).toBe(1);
    expect((await pool.run(candles, crossover(5))).strategy).toBe("ma_crossover");
  });

  test("refuses a run beyond its bound at once", async () => {
    const { pool, threads } = open({ maxQueued: 1 });
    const runs = [pool.run(candles, atGate(4)), pool.run(candles, crossover(5))];
    expect(await faultOf(pool.run(candles, crossover(6)))).toMatchObject({ code: "POOL_FULL" });
    threads.open(4);
    await Promise.all(runs);
  });

  test("that is closed ends its workers and what they do", async () => {
    const { pool, threads } = open({ size: 2 });
    const runs = [atGate(5), atGate(5), crossover(5)].map((options) => pool.run(candles, options));
    pool.close();
    pool.close();
    for (const run of runs) expect(await faultOf(run)).toMatchObject({ code: "POOL_CLOSED" });
    expect(await faultOf(pool.run(candles, crossover(5)))).toMatchObject({ code: "POOL_CLOSED" });
    expect(threads.ended).toBe(2);
  });
});

async function faultOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected a fault");
}

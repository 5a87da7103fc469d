/** Strategies in processes of their own: what they do to themselves, and what others notice of it. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sweep, walkForward } from "@bourse/backtest-engine";
import { shareCandles } from "@bourse/backtest-engine/data";
import { resultHash } from "@bourse/backtest-engine/research";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { wander } from "../../../backtest-engine/test/sweep/wander.ts";
import {
  openStrategyThreads,
  type FileStrategy,
  type StrategyThreads,
} from "../../src/threads/strategy-threads.ts";

const candles = shareCandles(wander(3000, 3));

let folder: string;
let processes: StrategyThreads;
let threads: StrategyThreads;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bourse-strategies-"));
  const settings = { time: "STRATEGY_SECONDS", memory: "STRATEGY_MEGABYTES" };
  const limits = { timeLimitSeconds: 60, memoryLimitMegabytes: 100, settings };
  processes = openStrategyThreads({ size: 2, ...limits, hasProcesses: true });
  threads = openStrategyThreads({ size: 2, ...limits });
});

afterAll(async () => {
  await Promise.all([processes.close(), threads.close()]);
  rmSync(folder, { recursive: true });
});

/** A class whose candle runs `body` when its parameter `harm` is 1; else it trades now and then. */
function write(name: string, body: string, top = ""): string {
  const file = join(folder, `${name}.ts`);
  writeFileSync(
    file,
    `${top}
export default class {
  static parameters = {
    harm: { type: "integer", default: 0, minimum: 0, maximum: 1, description: "1 to harm." },
    every: { type: "integer", default: 5, minimum: 2, maximum: 50, description: "Candles." },
  };
  #given;
  constructor(given: { harm: number; every: number }) { this.#given = given; }
  onCandle({ index }: { index: number }, broker: any) {
    if (this.#given.harm === 1 && index === 7) { ${body} }
    if (index % this.#given.every === 0) broker.submit({ side: "buy", tag: String(index % 7) });
    if (index % this.#given.every === 1) broker.submit({ side: "sell", reduceOnly: true });
  }
}
`,
  );
  return file;
}

const run = (strategy: FileStrategy, harm: 0 | 1, every = 5) =>
  strategy.backtest(candles, { parameters: { harm, every } });

const OVER =
  /^Strategy \w+ held more than 100 MB of memory and was ended\. .*STRATEGY_MEGABYTES\.$/u;

/** Harm that a strategy does to its process, and how its run fails. */
const HARM: readonly (readonly [what: string, body: string, sentence: RegExp])[] = [
  ["plain arrays", "const all = []; for (;;) all.push([1, 2, 3]);", OVER],
  ["one plain array", "const all = []; for (;;) all.push(all.length + 0.5);", OVER],
  ["filled arrays", "const all = []; for (;;) all.push(new Array(30_000_000).fill(1.5));", OVER],
  ["plain objects", "const all = []; for (;;) all.push({ a: all.length });", OVER],
  ["buffers", "const all = []; for (;;) all.push(new Float64Array(500_000).fill(1));", OVER],
  ["texts", "const all = []; for (let n = 0; ; n++) all.push(String(n).padEnd(100_000));", OVER],
  ["a map", "const all = new Map(); for (let n = 0; ; n++) all.set(n, { n });", OVER],
  ["an array of holes", "const all = []; for (let n = 0; ; n++) all[n] = { n };", OVER],
  ["process.exit", "process.exit(0);", /ended its process: .*ended with exit code 0 before/u],
  ["process.abort", "process.abort();", /ended its process: .*ended by SIGABRT before/u],
  ["a signal", 'process.kill(process.ppid, "SIGKILL");', /process\.kill is refused/u],
  ["the file system", 'process.getBuiltinModule("node:fs");', /getBuiltinModule is refused/u],
  ["the network", 'void fetch("http://127.0.0.1:9/");', /fetch is refused/u],
  ["another function of Math", "Math.max = () => 1;", /Cannot assign to read only property/u],
  ["another Date", "globalThis.Date = class {} as never;", /Cannot assign to read only property/u],
  ["another time", "Date.now = () => 1;", /Cannot assign to read only property/u],
  ["another method of arrays", "Array.prototype.map = () => [];", /Cannot assign to read only/u],
  [
    "another prototype",
    "(Object.prototype as { polluted?: number }).polluted = 1;",
    /not extensible/u,
  ],
  ["the end of its channel", "process.disconnect();", /ended its process: /u],
  ["answers of its own", 'process.send("x"); for (;;);', /ended its process: .*is no answer/u],
  [
    "a late throw",
    'setTimeout(() => { throw new Error("late"); }, 0); return new Promise(() => {});',
    /onCandle returned a Promise|late/u,
  ],
];

describe("a strategy in a process of its own", () => {
  test.for(HARM)(
    "fails its own run, and no other, by %s",
    { timeout: 120_000 },
    async ([, body, sentence]) => {
      const harmful = await processes.open(
        write(`harm${HARM.findIndex((one) => one[1] === body)}`, body),
      );
      const other = await processes.open(write("other", ""));
      const expected = await Promise.all(
        [5, 6, 7, 8].map(async (every) =>
          resultHash(await run(await threads.open(write("other", "")), 0, every)),
        ),
      );
      const outcomes = await Promise.allSettled([
        run(other, 0, 5),
        run(harmful, 1),
        run(other, 0, 6),
        run(harmful, 0, 7),
        run(other, 0, 8),
      ]);
      const [harm] = outcomes.splice(1, 1);
      expect(harm).toMatchObject({
        status: "rejected",
        reason: {
          code: expect.stringMatching(/^STRATEGY_/u) as string,
          message: expect.stringMatching(sentence) as string,
        },
      });
      const hashes = outcomes.map((outcome, k) =>
        outcome.status === "fulfilled" && k !== 2 ? resultHash(outcome.value) : outcome.status,
      );
      expect(hashes).toEqual([expected[0], expected[1], "fulfilled", expected[3]]);
    },
  );

  test.for([
    "node:fs",
    "fs",
    "fs/promises",
    "node:child_process",
    "node:net",
    "node:worker_threads",
  ])("may not import %s", async (name) => {
    const file = write(
      `imports_${name.replaceAll(/\W/gu, "_")}`,
      "",
      `import ${JSON.stringify(name)};`,
    );
    await expect(processes.open(file)).rejects.toMatchObject({
      code: "STRATEGY_INVALID",
      message: expect.stringMatching(/^imports_\w+\.ts.*import of node:\S+ is refused/u) as string,
    });
  });

  test("may import what only computes", async () => {
    const top =
      'import { createHash } from "node:crypto"; createHash("sha256").update("x").digest();';
    await expect(run(await processes.open(write("computes", "", top)), 0)).resolves.toBeDefined();
  });

  test("has nothing of the environment but its time zone", async () => {
    vi.stubEnv("BOURSE_TEST_SECRET", "a secret of the server");
    vi.stubEnv("TZ", "Asia/Tokyo");
    onTestFinished(() => void vi.unstubAllEnvs());
    const body = "throw new Error(Object.keys(process.env).join() + new Date(0).getHours());";
    await expect(run(await processes.open(write("looks", body)), 1)).rejects.toThrow(/: TZ9\.$/u);
  });

  test("is refused when the file itself takes all memory or ends its process while it is loaded", async () => {
    const bomb = write("bomb", "", "const all: unknown[] = []; for (;;) all.push([1, 2, 3]);");
    await expect(processes.open(bomb)).rejects.toThrow(/^Strategy bomb\.ts held more than 100 MB/u);
    await expect(processes.open(write("ends", "", "process.exit(3);"))).rejects.toThrow(
      /^Strategy ends\.ts ended its process: .*exit code 3/u,
    );
  }, 60_000);

  test("has the bits of a thread in a sweep, a search, a walk-forward and its assessments", async () => {
    const file = write("swept", "");
    const [there, here] = [await processes.open(file), await threads.open(file)];
    const parameters = { every: { from: 2, to: 41, step: 1 } };
    const both = async (act: (strategy: FileStrategy) => Promise<object>): Promise<void> => {
      const [one, other] = [await act(there), await act(here)];
      expect(resultHash(one as never)).toBe(resultHash(other as never));
    };
    await both(({ strategy, threads: own }) =>
      sweep(candles, {
        strategy,
        threads: own,
        parameters,
        overfitting: {},
        crossValidation: {},
      } as never),
    );
    await both(({ strategy, threads: own }) =>
      sweep(candles, {
        strategy,
        threads: own,
        parameters,
        search: { method: "random", count: 9, seed: 4 },
        optionRanges: { stopLoss: [0.02, 0.03] },
      } as never),
    );
    await both(({ strategy, threads: own }) =>
      walkForward(candles, {
        strategy,
        threads: own,
        parameters,
        trainCandles: 1000,
        testCandles: 500,
      } as never),
    );
  }, 120_000);

  test("tells a sweep's progress, and ends it when it is aborted", async () => {
    const { strategy, threads: own } = await processes.open(write("aborted", "for (;;);"));
    const told: number[] = [];
    const parameters = { every: [2, 3, 4, 5, 6, 7, 8, 9] } as never;
    await sweep(candles, {
      strategy,
      threads: own,
      parameters,
      onProgress: ({ progress }) => told.push(progress),
    });
    expect(told.at(-1)).toBe(1);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    const stop = new AbortController();
    const stuck = sweep(candles, {
      strategy,
      threads: own,
      parameters: { every: [2, 3, 4, 5], harm: 1 } as never,
      signal: stop.signal,
    });
    setTimeout(() => stop.abort(new Error("enough")), 300);
    await expect(stuck).rejects.toThrow("enough");
  }, 60_000);

  test("has fresh candles for each run, whatever the one before wrote into them", async () => {
    const file = join(folder, "writes.ts");
    writeFileSync(
      file,
      `export default { name: "writes", version: "1.0.0", description: "Writes.", signalType: "trend", direction: "long", parameters: {},
        decide(candles) { const seen = candles.close[10]; candles.close[10] = 1e9; const signals = new Uint8Array(candles.close.length); signals[seen === 1e9 ? 11 : 12] = 1; return { signals, warmUp: 0 }; } };`,
    );
    const writes = await processes.open(file);
    const first = resultHash(await writes.backtest(candles, {}));
    expect(resultHash(await writes.backtest(candles, {}))).toBe(first);
  }, 60_000);

  test.skipIf(process.platform !== "linux")(
    "ends with the process that started it, also within an endless loop",
    async () => {
      const file = join(folder, "orphan.ts");
      writeFileSync(
        file,
        "export default class { onCandle() { console.error(`pid ${process.pid}`); for (;;); } }",
      );
      const script = `
        import { openStrategyThreads } from ${JSON.stringify(join(import.meta.dirname, "../../src/threads/index.ts"))};
        const column = () => new Float64Array(50).map((_, k) => k + 1);
        const candles = { length: 50, time: column().map((k) => k * 60_000), open: column(), high: column(), low: column(), close: column(), volume: column() };
        const strategy = await openStrategyThreads({ hasProcesses: true }).open(${JSON.stringify(file)});
        await strategy.backtest(candles, {});`;
      const parent = spawn(
        process.execPath,
        ["-C", "@bourse/source", "--input-type=module-typescript", "-e", script],
        { stdio: ["ignore", "inherit", "pipe"] },
      );
      onTestFinished(() => void parent.kill("SIGKILL"));
      let told = "";
      parent.stderr.on("data", (text: Buffer) => {
        told += text.toString();
      });
      const pid = await vi.waitUntil(() => /pid (\d+)/u.exec(told)?.[1], 30_000);
      const isThere = (): boolean => {
        try {
          return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, "utf8"));
        } catch {
          return false;
        }
      };
      expect(isThere()).toBe(true);
      parent.kill("SIGKILL");
      await once(parent, "exit");
      await vi.waitUntil(() => !isThere(), 10_000);
    },
    60_000,
  );
});

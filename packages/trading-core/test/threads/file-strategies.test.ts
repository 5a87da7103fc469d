import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { backtest, latestSignal, sweep, walkForward } from "@bourse/backtest-engine";
import { shareCandles } from "@bourse/backtest-engine/data";
import { auditLookAhead } from "@bourse/backtest-engine/research";
import { maCrossover } from "@bourse/backtest-engine/strategies";
import { createWorkerPool } from "@bourse/backtest-engine/threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { wander } from "../../../backtest-engine/test/sweep/wander.ts";
import { createPooledExecutor } from "../../src/threads/pooled-executor.ts";
import { openStrategyThreads, type StrategyThreads } from "../../src/threads/strategy-threads.ts";
import { jobWorkerModule } from "../../src/threads/worker-module.ts";

let folder: string;
let threads: StrategyThreads;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bourse-strategies-"));
  threads = openStrategyThreads({
    size: 1,
    timeLimitSeconds: 8,
    settings: { time: "--time-limit", memory: "--memory-limit" },
    memoryLimitMegabytes: 200,
  });
});

afterAll(async () => {
  await threads.close();
  rmSync(folder, { recursive: true });
});

function write(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const head = `version: "1.0.0", description: "Under test.", signalType: "trend", direction: "long",`;
const periods = `{
  fast_period: { type: "integer", default: 4, minimum: 2, maximum: 50, description: "Candles." },
  slow_period: { type: "integer", default: 11, minimum: 3, maximum: 90, description: "Candles." },
} as const`;

/** The built-in crossover in three styles. */
const STYLES = {
  array: `
import { defineStrategy, Signal, type Candles } from "@bourse/backtest-engine";
import { periods, rule } from "./lib/periods.ts";
import { sma } from "@bourse/indicators";
export default defineStrategy({
  name: "mine", ${head} parameters: periods, check: rule,
  decide({ close }: Candles, { fast_period, slow_period }) {
    const [fast, slow] = [sma(close, fast_period), sma(close, slow_period)];
    const signals = new Uint8Array(close.length);
    for (let i = slow_period; i < close.length; i++) {
      const [now, before] = [fast[i]! - slow[i]!, fast[i - 1]! - slow[i - 1]!];
      if (now > 0 && before < 0) signals[i] = Signal.enterLong;
      if (now < 0 && before > 0) signals[i] = Signal.exitLong;
    }
    return { signals, warmUp: slow_period };
  },
});`,
  event: `
import { defineTrader } from "@bourse/backtest-engine";
import { StreamingSma } from "@bourse/indicators";
import { periods, rule } from "./lib/periods.ts";
export default defineTrader({
  name: "mine", ${head} parameters: periods, check: rule,
  createTrader({ fast_period, slow_period }) {
    const [fast, slow] = [new StreamingSma(fast_period), new StreamingSma(slow_period)];
    let before = NaN;
    return {
      onCandle({ close }, broker) {
        const now = fast.next(close) - slow.next(close);
        const held = broker.position() !== null;
        if (now > 0 && before < 0 && !held) broker.submit({ side: "buy" });
        if (now < 0 && before > 0 && held) broker.submit({ side: "sell", reduceOnly: true });
        before = now;
      },
    };
  },
});`,
  class: `
import type { Broker, ClosedCandle, Trader } from "@bourse/backtest-engine/simulation";
import { StreamingSma } from "@bourse/indicators";
import { periods, rule } from "./lib/periods.ts";
export default class Mine implements Trader {
  static strategyName = "mine";
  static direction = "long" as const;
  static parameters = periods;
  static check = rule;
  #fast: StreamingSma; #slow: StreamingSma; #before = NaN;
  constructor({ fast_period, slow_period }: { fast_period: number; slow_period: number }) {
    this.#fast = new StreamingSma(fast_period);
    this.#slow = new StreamingSma(slow_period);
  }
  onCandle({ close }: ClosedCandle, broker: Broker): void {
    const now = this.#fast.next(close) - this.#slow.next(close);
    const held = broker.position() !== null;
    if (now > 0 && this.#before < 0 && !held) broker.submit({ side: "buy" });
    if (now < 0 && this.#before > 0 && held) broker.submit({ side: "sell", reduceOnly: true });
    this.#before = now;
  }
}`,
} as const;

const LIBRARY = `
export const periods = ${periods};
export const rule = (given: { fast_period: number; slow_period: number }) =>
  given.fast_period < given.slow_period
    ? undefined
    : { path: "fast_period", message: "must be below slow_period" };`;

const candles = wander(600, 3);
const given = { fast_period: 4, slow_period: 11 };

describe.each(["array", "event", "class"] as const)(
  "a strategy in a file, in %s style",
  (style) => {
    const open = () => {
      write("lib/periods.ts", LIBRARY);
      return threads.open(write(`${style}.ts`, STYLES[style]));
    };

    test("has the results of the built-in strategy of the same rule everywhere", async () => {
      const mine = await open();
      expect(mine.strategy).toMatchObject({ name: "mine", direction: "long" });
      const one = await mine.backtest(candles, { parameters: given });
      const other = backtest(candles, { strategy: maCrossover, parameters: given });
      expect(one.totalTrades).toBeGreaterThan(5);
      expect(one.trades.toArray()).toEqual(other.trades.toArray());
      expect(one.trades.columns).toEqual(other.trades.columns);
      expect(one.equity).toEqual(other.equity);

      const parameters = { fast_period: [3, 5, 20], slow_period: [10, 20, 30] };
      const swept = await sweep(candles, {
        strategy: mine.strategy,
        parameters,
        threads: mine.threads,
      });
      const sweptThere = await sweep(candles, { strategy: maCrossover, parameters });
      expect(swept.skipped).toBe(2);
      expect(swept.grid.map((row) => row.sharpe)).toEqual(sweptThere.grid.map((row) => row.sharpe));

      const walked = await walkForward(candles, {
        strategy: mine.strategy,
        parameters: { fast_period: [3, 5], slow_period: [10, 20] },
        trainCandles: 200,
        testCandles: 100,
        threads: mine.threads,
      });
      expect(walked.trades.length).toBeGreaterThan(2);
      expect(walked.configuration.strategyFiles).toEqual(one.configuration.strategyFiles);

      expect(await mine.audit(candles, given, { runs: 8 })).toEqual(
        auditLookAhead(maCrossover, given, candles, { runs: 8 }),
      );
      const allowed = { direction: "long" } as const;
      expect((await mine.latestSignal(candles, given, allowed)).direction).toBe(
        latestSignal(maCrossover, given, candles, allowed).direction,
      );
    });

    test("names its files with their digests in the result", async () => {
      const result = await (await open()).backtest(candles, {});
      const { strategyFiles = {} } = result.configuration;
      expect(Object.keys(strategyFiles)).toEqual([`${style}.ts`, "lib/periods.ts"]);
      const { createHash } = await import("node:crypto");
      const digest = createHash("sha256").update(STYLES[style]).digest("hex");
      expect(strategyFiles[`${style}.ts`]).toBe(digest);
    });

    test("stays as it was opened when its files change", async () => {
      const mine = await open();
      const before = await mine.backtest(candles, {});
      write("lib/periods.ts", LIBRARY.replace("default: 4", "default: 9"));
      write(`${style}.ts`, "no longer a strategy");
      const after = await mine.backtest(candles, {});
      expect(after.equity).toEqual(before.equity);
      write(`${style}.ts`, STYLES[style]);
      const opened = await threads.open(join(folder, `${style}.ts`));
      expect((await opened.backtest(candles, {})).parameters).toMatchObject({ fast_period: 9 });
    });

    test("runs in a thread that starts when its files are gone", async () => {
      const mine = await open();
      const before = await mine.backtest(candles, {});
      for (const file of [`${style}.ts`, "lib/periods.ts"]) rmSync(join(folder, file));
      // Ends the thread that has loaded them.
      const brief = { signal: AbortSignal.timeout(1) };
      await mine.audit(candles, given, { runs: 1000 }, brief).catch(() => undefined);
      expect((await mine.backtest(candles, {})).equity).toEqual(before.equity);
    });

    test("refuses parameters in its own words", async () => {
      const mine = await open();
      await expect(
        mine.backtest(candles, { parameters: { fast_period: 20, slow_period: 10 } }),
      ).rejects.toMatchObject({
        code: "PARAMETERS_INVALID",
        message: expect.stringContaining("fast_period must be below slow_period") as string,
      });
      await expect(
        sweep(candles, {
          strategy: mine.strategy,
          parameters: { fast_period: [40, 50], slow_period: 10 },
          threads: mine.threads,
        }),
      ).rejects.toThrow(/No combination of the ranges keeps the rule of strategy mine/u);
    });
  },
);

const array = (decide: string) => `
import { defineStrategy } from "@bourse/backtest-engine";
const base = { name: "odd", ${head} parameters: {} } as const;
export default defineStrategy({
  ...base,
  decide(candles) { ${decide} },
});`;

describe("a file that is no strategy is refused with its place", () => {
  test.each([
    [
      "a syntax error",
      "export default {\n  name: = 3,\n};",
      /^bad\.ts:2: this is not TypeScript: /u,
    ],
    ["an enum", "enum A { x }\nexport default A;", /^bad\.ts:1: .*enum.*without enum/u],
    ["a throw", "const a = 1;\nthrow new Error('no ' + a);", /^bad\.ts:2: .*Error: no 1\./u],
    [
      "a missing package",
      'import "@bourse/nothing";',
      /^bad\.ts: Cannot find package '@bourse\/nothing'.*Install/u,
    ],
    ["a missing file", 'import "./gone.ts";', /^bad\.ts: Cannot find module 'gone\.ts'/u],
    ["nothing", "const a = 1;", /found no export at all/u],
    ["a named export", "export const mine = 1;", /found none; the file exports mine\./u],
    ["a number", "export default 3;", /found 3\./u],
    ["a function", "export default function decide() {}", /found a function \(decide\)\./u],
    ["a class without onCandle", "export default class A {}", /a class without onCandle \(A\)/u],
    ["an object", "export default { name: 'x' };", /found an object with name\./u],
    ["one trader", "export default { onCandle() {} };", /found one trader.*export its class/u],
    ["a Promise", "export default Promise.resolve(1);", /found a Promise/u],
    ["no version", "export default { name: 'x', decide() {} };", /^bad\.ts: .*version is missing/u],
    [
      "no name for a class",
      "export default class { onCandle() {} }",
      /^9-lives\.ts: .*name must match/u,
    ],
  ])("%s", async (what, text, message) => {
    const name = what === "no name for a class" ? "9-lives.ts" : "bad.ts";
    await expect(threads.open(write(name, text))).rejects.toMatchObject({
      code: "STRATEGY_INVALID",
      message: expect.stringMatching(message) as string,
    });
  });

  test("a syntax error in plain JavaScript, and no such file", async () => {
    const file = write("bad.mjs", "export default {\n  name: 3,\n  x: = 3,\n};");
    await expect(threads.open(file)).rejects.toThrow(/^bad\.mjs:3: this is not JavaScript/u);
    await expect(threads.open(join(folder, "none.ts"))).rejects.toThrow(
      /^none\.ts: there is no such file\./u,
    );
  });

  test("names no folder of the machine", async () => {
    const texts = [
      'import "./gone.ts";',
      'import "x-missing";',
      "throw new Error(import.meta.url);",
    ];
    for (const text of texts) {
      const error = (await threads.open(write("bad.ts", text)).catch((e: unknown) => e)) as Error;
      expect(error.message).not.toContain(folder);
    }
  });
});

describe("a strategy that fails says where", () => {
  const run = async (text: string) =>
    (await threads.open(write("odd.ts", text))).backtest(candles, {});

  test.each([
    [
      "throws",
      array("throw new TypeError('no candles');"),
      /Strategy odd failed in decide at odd\.ts:6: TypeError: no candles\./u,
    ],
    [
      "returns a Promise",
      array("return Promise.resolve() as never;"),
      /decide returned a Promise.*remove async/u,
    ],
    [
      "returns NaN for signals",
      array(
        "return { signals: candles.close.map((_, i) => (i < 3 ? 1 : NaN)), warmUp: 0 } as never;",
      ),
      /found a Float64Array of 600 values, NaN at candle 3/u,
    ],
    [
      "returns nothing",
      array("return undefined as never;"),
      /decide must return \{ signals, warmUp \}, found undefined/u,
    ],
  ])("and %s", async (_, text, message) => {
    await expect(run(text)).rejects.toThrow(message);
  });

  const trader = (body: string) => `
export default class Odd {
  ${body}
}`;

  test.each([
    [
      "throws at a candle",
      trader("onCandle({ index }) {\n if (index === 17) throw new Error('17!'); }"),
      /^Strategy odd failed at candle 17 \(20.*Z\) at odd\.ts:4: Error: 17!\.$/u,
    ],
    [
      "submits NaN",
      trader(
        "onCandle({ index }, broker) { if (index === 5) broker.submit({ side: 'buy', size: { units: NaN } }); }",
      ),
      /failed at candle 5 .*Order refused: size: expected a fraction/u,
    ],
    ["is asynchronous", trader("async onCandle() {}"), /onCandle returned a Promise at candle 0/u],
    [
      "cannot be created",
      trader("constructor() { throw 3; }\n onCandle() {}"),
      /failed while its trader was created: 3 was thrown/u,
    ],
    [
      "ends its thread",
      trader("onCandle() { process.exit(3); }"),
      /Strategy odd ended its thread: .*exit code 3/u,
    ],
  ])("a trader that %s", async (_, text, message) => {
    await expect(run(text)).rejects.toThrow(message);
  });
});

test("a strategy that writes into its candles gets a copy of those that a provider lent", async () => {
  const text = `
import { defineStrategy, type Candles } from "@bourse/backtest-engine";
export default defineStrategy({
  name: "vandal", ${head} parameters: {},
  decide({ close }: Candles) {
    close.fill(1);
    return { signals: new Uint8Array(close.length), warmUp: 0 };
  },
});`;
  const vandal = await threads.open(write("vandal.ts", text));
  const pool = createWorkerPool({ module: jobWorkerModule(), size: 1 });
  const executor = createPooledExecutor(pool, {
    files: (name) => (name === "vandal" ? vandal : undefined),
  });
  const lent = shareCandles(wander(200));
  const before = [...lent.close];
  const settings = { interval: "60", initialCapital: 10_000, fee: 0, strategy: "vandal" } as const;
  const context = { signal: new AbortController().signal };
  await executor.backtest(lent, settings, context);
  expect(executor.readsOnly).toBe(true);
  expect([...lent.close]).toEqual(before);
});

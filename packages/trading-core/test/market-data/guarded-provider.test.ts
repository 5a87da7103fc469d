import { createManualClock, hasCode } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import {
  createGuardedProvider,
  type GuardedProviderOptions,
} from "../../src/market-data/guarded-provider.ts";
import type { CandleProvider } from "../../src/market-data/port.ts";
import { scriptedProvider, type Behaviour } from "./scripted-provider.ts";

type Heard = (milliseconds: number) => void;

const REQUEST = { symbol: "BTCUSDT", interval: "60", limit: 10 } as const;
const unavailable = (error: unknown): boolean => hasCode(error, "MARKET_DATA_UNAVAILABLE");

function setUp(script: Behaviour[], options: Partial<GuardedProviderOptions> = {}) {
  const clock = createManualClock();
  const source = scriptedProvider("bybit", ...script);
  const guarded = createGuardedProvider({
    provider: source,
    clock,
    silenceMilliseconds: 2_000,
    coolDownMilliseconds: 5_000,
    ...options,
  });
  const fails = async (): Promise<void> => {
    await expect(guarded.candles(REQUEST)).rejects.toSatisfy(unavailable);
  };
  return { clock, source, guarded, fails };
}

describe("a guarded provider", () => {
  test("passes answers and refusals through", async () => {
    const { guarded, source } = setUp(["answer", "unknown"]);
    expect((await guarded.candles(REQUEST)).candles.length).toBe(1);
    const refused = (error: unknown): boolean => hasCode(error, "SYMBOL_UNKNOWN");
    await expect(guarded.candles(REQUEST)).rejects.toSatisfy(refused);
    await expect(guarded.candles(REQUEST)).rejects.toSatisfy(refused);
    expect(source.asked()).toBe(3);
  });

  test("has the intervals of its source", () => {
    const { source } = setUp(["answer"]);
    const provider = { ...source, intervals: ["1", "D"] as const };
    expect(createGuardedProvider({ provider }).intervals).toEqual(["1", "D"]);
    expect(createGuardedProvider({ provider: source })).not.toHaveProperty("intervals");
  });

  test("does not ask a failed source again before the cool-down is over", async () => {
    const { clock, source, fails } = setUp(["unavailable"]);
    await fails();
    await clock.advance(4_999);
    await fails();
    expect(source.asked()).toBe(1);
    await clock.advance(1);
    await fails();
    expect(source.asked()).toBe(2);
  });

  test("says when it will ask again", async () => {
    const { clock, guarded, fails } = setUp(["unavailable"]);
    await fails();
    await clock.advance(1_500);
    await expect(guarded.candles(REQUEST)).rejects.toMatchObject({
      details: { exchange: "bybit", retryAfterMilliseconds: 3_500 },
    });
  });

  test("doubles the cool-down at each failed trial and forgets it at the first answer", async () => {
    const { clock, source, guarded, fails } = setUp(["unavailable"]);
    await fails();
    await clock.advance(5_000);
    await fails();
    await clock.advance(9_999);
    await fails();
    expect(source.asked()).toBe(2);
    await clock.advance(1);
    source.say("answer");
    await guarded.candles(REQUEST);
    source.say("unavailable");
    await fails();
    await clock.advance(5_000);
    source.say("answer");
    await expect(guarded.candles(REQUEST)).resolves.toBeDefined();
  });

  test("lets one trial through and refuses the others meanwhile", async () => {
    const { clock, source, guarded, fails } = setUp(["unavailable"]);
    await fails();
    await clock.advance(5_000);
    const { promise, resolve } = Promise.withResolvers<void>();
    source.say(async (request) => {
      await promise;
      return await scriptedProvider("bybit").candles(request);
    });
    const trial = guarded.candles(REQUEST);
    await fails();
    resolve();
    await trial;
    expect(source.asked()).toBe(2);
    await guarded.candles(REQUEST);
    expect(source.asked()).toBe(3);
  });

  test("gives a silent source up after the silence it allows, aborting the request", async () => {
    const seen: AbortSignal[] = [];
    const silent: Behaviour = async (request) => {
      seen.push(request.signal!);
      return await new Promise<never>(() => undefined);
    };
    const { clock, guarded } = setUp([silent]);
    const outcome = Promise.allSettled([guarded.candles(REQUEST)]);
    await clock.advance(2_000);
    const [settled] = await outcome;
    expect(settled.status === "rejected" && unavailable(settled.reason)).toBe(true);
    expect(seen[0]?.aborted).toBe(true);
    expect(clock.sleeping()).toBe(0);
  });

  test("waits for a slow download as long as candles keep arriving", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let progress: ((received: number) => void) | undefined;
    const heard: number[] = [];
    const slow: Behaviour = async (request) => {
      progress = request.onProgress;
      await promise;
      return await scriptedProvider("bybit").candles(request);
    };
    const { clock, guarded } = setUp([slow]);
    const reply = guarded.candles({ ...REQUEST, onProgress: (received) => heard.push(received) });
    for (let page = 1; page <= 5; page += 1) {
      await clock.advance(1_900);
      progress?.(page);
    }
    resolve();
    await expect(reply).resolves.toBeDefined();
    expect(heard).toEqual([1, 2, 3, 4, 5]);
  });

  test.each([
    [
      "candles",
      (guarded: CandleProvider, onWait: Heard) => guarded.candles({ ...REQUEST, onWait }),
    ],
    ["symbols", (guarded: CandleProvider, onWait: Heard) => guarded.symbols(undefined, onWait)],
  ])("a wait that the exchange demands is no silence: %s", async (_, ask) => {
    const clock = createManualClock();
    const source = scriptedProvider("bybit");
    const waits = async (onWait: Heard | undefined) => {
      onWait?.(8_000);
      await clock.sleep(9_900);
    };
    const provider: CandleProvider = {
      exchange: "bybit",
      async candles(request) {
        await waits(request.onWait);
        return await source.candles(request);
      },
      async symbols(signal, onWait) {
        await waits(onWait);
        return await source.symbols(signal);
      },
    };
    const guarded = createGuardedProvider({ provider, clock, silenceMilliseconds: 2_000 });
    const heard: number[] = [];
    const reply = ask(guarded, (milliseconds) => heard.push(milliseconds));
    await clock.advance(9_900);
    await expect(reply).resolves.toBeDefined();
    expect(heard).toEqual([8_000]);
  });

  test("silence after such a wait is an outage again", async () => {
    const { clock, guarded } = setUp([
      async (request) => {
        request.onWait?.(8_000);
        await clock.sleep(60_000, request.signal);
        throw new Error("not reached");
      },
    ]);
    const outcome = Promise.allSettled([guarded.candles(REQUEST)]);
    await clock.advance(9_999);
    expect(clock.sleeping()).toBeGreaterThan(0);
    await clock.advance(1);
    const [settled] = await outcome;
    expect(settled.status === "rejected" && unavailable(settled.reason)).toBe(true);
  });

  test("a caller who leaves says nothing about the source", async () => {
    const { guarded, source } = setUp([
      async (request) =>
        await new Promise((_, reject) => {
          request.signal?.addEventListener("abort", () => reject(request.signal?.reason as Error));
        }),
      "answer",
    ]);
    const controller = new AbortController();
    const gone = guarded.candles({ ...REQUEST, signal: controller.signal });
    controller.abort(new Error("left"));
    await expect(gone).rejects.toThrow("left");
    await guarded.candles(REQUEST);
    expect(source.asked()).toBe(2);
  });

  test("requests that fail side by side lengthen the cool-down once", async () => {
    const { clock, guarded, source } = setUp(["unavailable"]);
    await Promise.allSettled(Array.from({ length: 8 }, () => guarded.candles(REQUEST)));
    await clock.advance(5_000);
    source.say("answer");
    await expect(guarded.candles(REQUEST)).resolves.toBeDefined();
  });

  test("guards the list of symbols by the same circuit", async () => {
    const { guarded, fails } = setUp(["unavailable"]);
    await fails();
    await expect(guarded.symbols()).rejects.toSatisfy(unavailable);
  });
});

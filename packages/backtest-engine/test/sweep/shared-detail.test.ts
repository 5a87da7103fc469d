/** The detail of a search: its use in the results, and its way to the threads. */

import { expect, test } from "vitest";

import type { Candles } from "../../src/candles/candles.ts";
import { resample } from "../../src/data/index.ts";
import { backtestPortfolio, sweep, walkForward } from "../../src/index.ts";
import type { WalkForwardThreads } from "../../src/research/index.ts";
import { createStrategyRegistry } from "../../src/strategies/index.ts";
import { runCombinations, runWindow } from "../../src/threads/index.ts";
import { wander } from "./wander.ts";

const detail = wander(15 * 60);
const candles = resample(detail, "15");
const run = { strategy: "rsi", parameters: { period: [4, 7] }, stopLoss: 0.01, detail } as const;
const windows = { trainCandles: 20, testCandles: 10 };

/** Threads that run in place, and the details that they were sent. */
function threadsOf(): { readonly threads: WalkForwardThreads; readonly sent: Candles[] } {
  const registry = createStrategyRegistry();
  const sent: Candles[] = [];
  const threads = {
    load: () => ({ size: 1, busy: 0, waiting: 0 }),
    async run(task: string, input: never) {
      const { options } = input as { readonly options: { readonly detail: Candles } };
      sent.push(options.detail);
      if (task === "window") return runWindow(input, registry);
      return void [...runCombinations(input, registry)];
    },
  };
  return { threads: threads as unknown as WalkForwardThreads, sent };
}

test("the threads of a search read one copy of the detail in shared memory", async () => {
  const alone = await sweep(candles, run);
  const { threads, sent } = threadsOf();
  const swept = await sweep(candles, { ...run, threads, search: { method: "tpe", count: 2 } });
  expect(swept.best?.finalCapital).toBe(alone.best?.finalCapital);
  const walked = await walkForward(candles, { ...run, ...windows, threads });
  const own = await walkForward(candles, { ...run, ...windows });
  expect(walked.outOfSample).toEqual(own.outOfSample);
  const buffers = sent.map(({ time }) => time.buffer);
  for (const buffer of buffers) expect(buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(buffers.length).toBeGreaterThan(6);
  expect(new Set(buffers).size, "one of the sweep, one of all windows").toBe(2);
});

test("a search and a portfolio count the candles with and without a whole detail", async () => {
  const { length } = candles;
  const use = { candles: length, missing: 0 };
  expect((await sweep(candles, run)).detail).toEqual(use);
  const traded = await sweep(candles, { ...run, trainSplit: 0.5 });
  expect(traded.detail).toEqual({ candles: Math.ceil(length / 2), missing: 0 });
  expect((await walkForward(candles, { ...run, ...windows })).detail).toEqual(use);
  const one = { strategy: "rsi", parameters: { period: 4 } } as const;
  const two = backtestPortfolio({ A: candles, B: candles }, { ...one, detail: { A: detail } });
  expect(two.detail).toEqual({ candles: length, missing: length });
  const { detail: _, ...without } = run;
  expect(await sweep(candles, without)).not.toHaveProperty("detail");
  expect(backtestPortfolio({ A: candles }, one)).not.toHaveProperty("detail");
});

test("a detail of no candles is refused on threads as without them", async () => {
  for (const wrong of [null, 7, {}, [], "1m"]) {
    const given = { ...run, detail: wrong as never };
    for (const options of [given, { ...given, threads: threadsOf().threads }]) {
      await expect(sweep(candles, options)).rejects.toHaveProperty("name", "EngineError");
      await expect(walkForward(candles, { ...options, ...windows })).rejects.toHaveProperty(
        "name",
        "EngineError",
      );
    }
  }
});

import { type Interval } from "@bourse/backtest-engine/data";
import { createManualClock } from "@bourse/kernel";
import { createMemoryProvider, type CandleRequest } from "@bourse/trading-core/market-data";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createCandleCache } from "../src/index.ts";
import { candlesUntil, countedProvider } from "./counted-provider.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 30);
const COUNT = 80;
const folder = temporaryFolder();

/** A step of a run: time passes, or a range is asked for by the indexes of candles (some beyond the ends). */
const step = fc.record({
  advance: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined, freq: 4 }),
  from: fc.option(fc.integer({ min: -5, max: COUNT + 4 }), { nil: undefined }),
  length: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 100 }),
  shift: fc.integer({ min: -1, max: 1 }),
  fails: fc.boolean(),
});

describe("any run of requests", () => {
  test.each<Interval>(["60", "M"])(
    "at %s is answered as by the bare provider, and no candle is fetched twice",
    async (interval) => {
      const length = interval === "M" ? 30 * 86_400_000 : 3_600_000;
      const end = NOW + 20 * length;
      const all = await candlesUntil(end, interval, COUNT);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.boolean(), { minLength: COUNT, maxLength: COUNT }),
          fc.array(step, { minLength: 1, maxLength: 12 }),
          async (holes, steps) => {
            const series = await candlesUntil(end, interval, COUNT, (index) => holes[index]!);
            const clock = createManualClock({ now: NOW });
            const bare = createMemoryProvider({
              clock,
              series: [{ symbol: "BTCUSDT", interval, candles: series }],
            });
            const source = countedProvider(clock, interval, series);
            const cache = createCandleCache({ directory: folder.path, provider: source, clock });
            await cache.clear();
            for (const { advance, from, length: span, limit, shift, fails } of steps) {
              if (advance !== undefined) await clock.advance(advance * length);
              const startTime =
                from === undefined ? undefined : timeAt(all.time, from, length) + shift;
              const first = startTime ?? timeAt(all.time, COUNT - 40, length);
              const endTime = span === undefined ? undefined : first + span * length;
              const request: CandleRequest = {
                symbol: "BTCUSDT",
                interval,
                limit,
                ...(startTime !== undefined && { startTime }),
                ...(endTime !== undefined && { endTime }),
              };
              source.fail(fails ? 1 : 0);
              const [given, expected] = await Promise.allSettled([
                cache.candles(request),
                bare.candles(request),
              ]);
              if (given.status === "rejected") {
                expect(fails).toBe(true);
                continue;
              }
              expect(expected.status === "fulfilled" && expected.value.candles).toEqual(
                given.value.candles,
              );
            }
            expect(new Set(source.given).size).toBe(source.given.length);
          },
        ),
        { numRuns: 60 },
      );
    },
  );
});

function timeAt(times: Float64Array, index: number, length: number): number {
  return times[index] ?? times[0]! + index * length;
}

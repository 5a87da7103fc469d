import { joinCandles, sliceCandles, type Candles } from "@bourse/backtest-engine/data";
import { createManualClock } from "@bourse/kernel";
import {
  createMemoryProvider,
  createSimulatedProvider,
  type CandleRequest,
} from "@bourse/trading-core/market-data";
import fc from "fast-check";
import { expect, test } from "vitest";

import { createExchangeProvider, type PageQuery } from "../src/exchange-provider.ts";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 20, 10, 30);
const COUNT = 60;
const clock = createManualClock({ now: NOW });
const later = createSimulatedProvider({ clock: createManualClock({ now: NOW + 3 * HOUR }) });
const all = await later.candles({ symbol: "BTCUSDT", interval: "60", limit: COUNT });
const first = all.candles.time[0]!;

/** Answers of an exchange with these candles; a `generous` one sends a candle too many at either end. */
function page(series: Candles, query: PageQuery, generous: boolean): Candles {
  const extra = generous ? 1 : 0;
  const behind = series.time.filter((time) => time < query.end).length;
  return sliceCandles(series, Math.max(0, behind - query.limit - extra), behind + extra);
}

test("any range is the same in pages of any size as in one piece, each candle fetched once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: COUNT, maxLength: COUNT }),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      fc.record({
        limit: fc.integer({ min: 1, max: 80 }),
        from: fc.option(fc.integer({ min: -3, max: 62 }), { nil: undefined }),
        to: fc.option(fc.integer({ min: 63, max: 70 }), { nil: undefined }),
      }),
      async (holes, pageSize, generous, { limit, from, to }) => {
        const parts = holes.map((isHole, index) =>
          sliceCandles(all.candles, index, isHole ? index : index + 1),
        );
        const series = joinCandles(parts);
        const queries: PageQuery[] = [];
        const provider = createExchangeProvider(
          {
            exchange: "krakatoa",
            intervals: ["60"],
            pageSize,
            fetchPage: async (_, query) => {
              queries.push(query);
              return { candles: page(series, query, generous), time: undefined };
            },
            fetchSymbols: async () => ["BTCUSDT"],
            close: async () => undefined,
          },
          clock,
        );
        const memory = createMemoryProvider({
          clock,
          series: [{ symbol: "BTCUSDT", interval: "60", candles: series }],
        });
        const request: CandleRequest = {
          symbol: "BTCUSDT",
          interval: "60",
          limit,
          ...(from !== undefined && { startTime: first + from * HOUR }),
          ...(to !== undefined && { endTime: first + to * HOUR }),
        };
        const [paged, whole] = [await provider.candles(request), await memory.candles(request)];
        expect(paged.candles.time).toEqual(whole.candles.time);
        expect(paged.candles.close).toEqual(whole.candles.close);
        for (const query of queries) expect(query.limit).toBeLessThanOrEqual(pageSize);
        const ends = queries.map(({ end }) => end);
        expect(ends).toEqual([...new Set(ends)].toSorted((a, b) => b - a));
      },
    ),
    { numRuns: 150 },
  );
});

test.each([1, 3, 5])(
  "what is open by the exchange's clock is left out though ours is %i hours ahead, and none is missing before it",
  async (hours) => {
    const queries: PageQuery[] = [];
    const provider = createExchangeProvider(
      {
        exchange: "krakatoa",
        intervals: ["60"],
        pageSize: 2,
        fetchPage: async (_, query) => {
          queries.push(query);
          // One candle is open at the exchange: the last that it has.
          const known = sliceCandles(all.candles, 0, COUNT - 2);
          return { candles: page(known, query, false), time: NOW };
        },
        fetchSymbols: async () => ["BTCUSDT"],
        close: async () => undefined,
      },
      createManualClock({ now: NOW + hours * HOUR }),
    );
    for (const limit of [1, 2, 5]) {
      queries.length = 0;
      const reply = await provider.candles({ symbol: "BTCUSDT", interval: "60", limit });
      expect(reply.candles.time).toEqual(all.candles.time.slice(COUNT - 3 - limit, COUNT - 3));
      expect(reply.sourceTime).toBe(NOW);
      expect(queries.length).toBeLessThanOrEqual(Math.ceil(limit / 2) + 1);
    }
    // Nothing has closed since the exchange's newest closed candle.
    const startTime = all.candles.time[COUNT - 3]!;
    const none = await provider.candles({ symbol: "BTCUSDT", interval: "60", limit: 5, startTime });
    expect(none.candles.length).toBe(0);
  },
);

import { createManualClock } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import {
  createCcxtProvider,
  type CcxtCandle,
  type CcxtCandleSource,
} from "../../src/market-data/ccxt-provider.ts";

const HOUR = 3_600_000;
const NOW = Date.UTC(2025, 0, 10, 12, 30);

/** Classes of ccxt by their names and order. */
class BaseError extends Error {}
class ExchangeError extends BaseError {}
class BadRequest extends ExchangeError {}
class BadSymbol extends BadRequest {}
class OperationFailed extends BaseError {}
class NetworkError extends OperationFailed {}

/** An exchange with hourly candles from `begins` on, the forming one included, in pages of at most 100. */
function exchangeOf(more: Partial<CcxtCandleSource> = {}, begins = NOW - 1000 * HOUR) {
  const first = Math.ceil(begins / HOUR) * HOUR;
  const asked: (number | undefined)[] = [];
  const source: CcxtCandleSource = {
    id: "kraken",
    timeframes: { "1h": "60" },
    loadMarkets: async () => ({
      "BTC/USDT": { symbol: "BTC/USDT", id: "XBTUSDT", spot: true },
      "BTC/USDT:USDT": { symbol: "BTC/USDT:USDT", id: "BTCUSDT", swap: true },
      "OLD/USDT": { symbol: "OLD/USDT", id: "OLDUSDT", spot: true, active: false },
    }),
    async fetchOHLCV(symbol, _timeframe, since = 0, limit = 1000) {
      asked.push(since);
      const rows: CcxtCandle[] = [];
      const price = symbol === "BTC/USDT" ? 100 : 200;
      // Like most exchanges: a time before the history gives its first candles only when it lies in the page.
      for (let time = Math.max(first, Math.ceil(since / HOUR) * HOUR); time <= NOW; time += HOUR) {
        if (time >= since + Math.min(100, limit) * HOUR) break;
        rows.push([time, price, price + 2, price - 2, price + 1, time === first ? null : 5]);
      }
      return rows;
    },
    ...more,
  };
  return { source, asked };
}

const clock = createManualClock({ now: NOW });
const request = { symbol: "BTC/USDT", interval: "60", limit: 250 } as const;

describe("candles by ccxt", () => {
  test("are paged, oldest first, without the one that is forming", async () => {
    const { source, asked } = exchangeOf();
    const progress: number[] = [];
    const {
      candles,
      exchange,
      source: kind,
    } = await createCcxtProvider({ exchange: source, clock }).candles({
      ...request,
      onProgress: (received) => void progress.push(received),
    });
    expect([exchange, kind, candles.length]).toEqual(["kraken", "live", 250]);
    expect(candles.time.at(-1)).toBe(Date.UTC(2025, 0, 10, 11));
    expect(candles.time[249]! - candles.time[0]!).toBe(249 * HOUR);
    expect(asked).toHaveLength(3);
    expect(progress).toEqual([100, 200, 250]);
  });

  test("of a range that begins before the history are those that there are", async () => {
    const { source } = exchangeOf({}, NOW - 30 * HOUR);
    const { candles } = await createCcxtProvider({
      exchange: source,
      clock,
      pageSize: 100,
    }).candles({
      ...request,
      startTime: NOW - 450 * HOUR,
      limit: 1000,
    });
    expect(candles.length).toBe(29);
    expect(candles.volume[0]).toBe(0);
  });

  test("are found by ccxt's symbol, the exchange's and the canonical one", async () => {
    const closeOf = async (symbol: string, market: "spot" | "swap" = "spot"): Promise<number> => {
      const provider = createCcxtProvider({ exchange: exchangeOf().source, clock, market });
      return (await provider.candles({ ...request, symbol, limit: 1 })).candles.close[0]!;
    };
    expect([await closeOf("BTC/USDT"), await closeOf("XBTUSDT"), await closeOf("BTCUSDT")]).toEqual(
      [101, 101, 101],
    );
    expect(await closeOf("BTCUSDT", "swap")).toBe(201);
    const provider = createCcxtProvider({ exchange: exchangeOf().source, clock });
    expect((await provider.symbols()).symbols).toEqual(["BTCUSDT"]);
    await expect(provider.candles({ ...request, symbol: "NOPE" })).rejects.toMatchObject({
      code: "SYMBOL_UNKNOWN",
    });
  });

  test("of a length that the exchange lacks are made of a shorter one, never of days that it may cut elsewhere", async () => {
    const frames: (string | undefined)[] = [];
    const { source } = exchangeOf({
      timeframes: { "1h": "60", "4h": "240", "3d": "3d", "1y": "1y" },
    });
    const provider = createCcxtProvider({
      exchange: {
        ...source,
        fetchOHLCV: (symbol, timeframe, ...rest) => {
          frames.push(timeframe);
          return source.fetchOHLCV(symbol, timeframe, ...rest);
        },
      },
      clock,
    });
    const { candles } = await provider.candles({ ...request, interval: "180", limit: 3 });
    expect([...candles.time]).toEqual([0, 3, 6].map((hour) => Date.UTC(2025, 0, 10, hour + 3)));
    expect([...candles.volume]).toEqual([15, 15, 15]);
    expect(provider.intervals).toEqual(["60", "240"]);
    expect(new Set(frames)).toEqual(new Set(["1h"]));
  });

  test.each<[Error, string]>([
    [new BadSymbol("no such market"), "SYMBOL_UNKNOWN"],
    [new BadRequest("limit"), "MARKET_DATA_REFUSED"],
    [new NetworkError("down"), "MARKET_DATA_UNAVAILABLE"],
    [new TypeError("fetch failed"), "MARKET_DATA_UNAVAILABLE"],
  ])("%s ends as %s", async (error, code) => {
    const { source } = exchangeOf({ fetchOHLCV: () => Promise.reject(error) });
    await expect(
      createCcxtProvider({ exchange: source, clock }).candles(request),
    ).rejects.toMatchObject({ code });
  });

  test("a length that the exchange lacks, a broken row and wrong options are refused in words", async () => {
    const { source } = exchangeOf();
    const provider = createCcxtProvider({ exchange: source, clock });
    await expect(provider.candles({ ...request, interval: "5" })).rejects.toThrow(
      /kraken has no candles of 5m.*it has 1h\./u,
    );
    const row: CcxtCandle = [Date.UTC(2025, 0, 10, 11), 100, 90, 80, 85, 1];
    const broken = createCcxtProvider({
      exchange: exchangeOf({ fetchOHLCV: async () => [row] }).source,
      clock,
    });
    await expect(broken.candles({ ...request, limit: 1 })).rejects.toMatchObject({
      code: "CANDLES_INVALID",
    });
    expect(() => createCcxtProvider({ exchange: {} as CcxtCandleSource })).toThrow(/exchange/u);
    expect(() => createCcxtProvider({ exchange: source, pageSize: 0 })).toThrow(/pageSize/u);
  });

  test("an abort ends the walk", async () => {
    const controller = new AbortController();
    const { source } = exchangeOf();
    const fetchOHLCV: CcxtCandleSource["fetchOHLCV"] = (...words) => {
      controller.abort(new Error("enough"));
      return source.fetchOHLCV(...words);
    };
    const provider = createCcxtProvider({ exchange: { ...source, fetchOHLCV }, clock });
    await expect(provider.candles({ ...request, signal: controller.signal })).rejects.toThrow(
      "enough",
    );
  });
});

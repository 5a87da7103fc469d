/** The stream over any source of candles. */
import { candlesFromRows, EngineError } from "@bourse/backtest-engine";
import { createManualClock } from "@bourse/kernel";
import {
  createMemoryProvider,
  type CandleProvider,
  type CandleRequest,
} from "@bourse/trading-core/market-data";
import { createPolledCandleStream, type StreamNews } from "@bourse/trading-core/streams";
import { describe, expect, test } from "vitest";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1);
const HOLE = 4;

function world(change: (provider: CandleProvider) => Partial<CandleProvider> = () => ({})) {
  const clock = createManualClock({ now: START });
  const slots = Array.from({ length: 60 }, (_, slot) => slot).filter((slot) => slot !== HOLE);
  const { candles } = candlesFromRows(
    slots.map((slot) => ({
      timestamp: START + slot * MINUTE,
      open: 100,
      high: 110,
      low: 90,
      close: 100 + slot / 10,
      volume: 1,
    })),
  );
  const memory = createMemoryProvider({
    series: [{ symbol: "BTCUSDT", interval: "1", candles }],
    clock,
  });
  const stream = createPolledCandleStream({
    provider: { ...memory, ...change(memory) },
    clock,
    random: () => 0.5,
  });
  const stopping = new AbortController();
  const news: StreamNews[] = [];
  const outcome = collect(news, () =>
    stream.follow({ symbol: "BTCUSDT", interval: "1", after: START - 1 }, stopping.signal),
  );
  const told = () => news.flatMap((each) => (each.kind === "candle" ? [each] : []));
  const minutes = () => told().map(({ candle }) => (candle.time - START) / MINUTE);
  return { clock, stopping, news, outcome, told, minutes };
}

/** Collects the news; resolves to the error's code, or to `ended`. */
async function collect(
  news: StreamNews[],
  follow: () => AsyncIterable<StreamNews>,
): Promise<unknown> {
  try {
    for await (const each of follow()) news.push(each);
    return "ended";
  } catch (error) {
    return (error as EngineError).code;
  }
}

describe("the polled stream", () => {
  test("tells each candle half a second after its end, and passes over a hole", async () => {
    const { clock, told, minutes, stopping, outcome } = world();
    await clock.advance(6 * MINUTE + 499);
    expect(minutes()).toEqual([0, 1, 2, 3]);
    await clock.advance(2 * MINUTE);
    expect(minutes()).toEqual([0, 1, 2, 3, 5, 6]);
    expect(told()[0]).toMatchObject({ source: "history", lateMilliseconds: 500 });
    stopping.abort();
    expect(await outcome).toBe("ended");
    expect(clock.sleeping()).toBe(0);
  });

  test("asks with growing pauses while the source fails, says that it is stale, and goes on", async () => {
    let isDown = false;
    let asked = 0;
    const { clock, news, minutes } = world((memory) => ({
      candles: async (request: CandleRequest) => {
        asked += 1;
        if (isDown) throw new EngineError("MARKET_DATA_UNAVAILABLE", "The source is down.");
        return await memory.candles(request);
      },
    }));
    await clock.advance(2 * MINUTE + 1_000);
    isDown = true;
    asked = 0;
    await clock.advance(10 * MINUTE);
    expect(asked).toBeLessThan(60);
    expect(news.at(-1)).toMatchObject({ kind: "stale" });
    isDown = false;
    await clock.advance(MINUTE);
    expect(minutes()).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12].slice(0, minutes().length));
    expect(minutes().length).toBeGreaterThan(10);
    expect(
      news.filter(({ kind }) => kind === "stale" || kind === "fresh").map(({ kind }) => kind),
    ).toEqual(["stale", "fresh"]);
  });

  test("the venue's clock decides: a source whose clock is ahead closes candles before ours does", async () => {
    const { clock, news, told } = world((memory) => ({
      candles: async (request: CandleRequest) => ({
        ...(await memory.candles(request)),
        sourceTime: Math.floor((clock.now() - 5_000) / 1_000) * 1_000,
      }),
    }));
    await clock.advance(2 * MINUTE);
    expect(news[0]).toEqual({ kind: "clock", offsetMilliseconds: -4_000 });
    expect(told().map(({ lateMilliseconds }) => lateMilliseconds)).toEqual([500]);
  });

  test("a symbol that the source refuses ends the iteration with its error", async () => {
    const { clock, outcome } = world(() => ({
      candles: async () => {
        throw new EngineError("SYMBOL_UNKNOWN", "There is no such symbol.");
      },
    }));
    await clock.advance(0);
    expect(await outcome).toBe("SYMBOL_UNKNOWN");
    expect(clock.sleeping()).toBe(0);
  });

  test("a candle that the source changes later is told as a correction", async () => {
    let change = 0;
    const { clock, news } = world((memory) => ({
      candles: async (request: CandleRequest) => {
        const reply = await memory.candles({ ...request, readOnly: false });
        reply.candles.close.forEach((close, at) => {
          if (reply.candles.time[at] === START + MINUTE) reply.candles.close[at] = close + change;
        });
        return reply;
      },
    }));
    await clock.advance(2 * MINUTE + 600);
    change = 1;
    await clock.advance(MINUTE);
    expect(news.filter(({ kind }) => kind === "correction")).toMatchObject([
      { candle: { close: 101.1 }, was: { close: 100.1 } },
    ]);
  });
});

/** The stream in memory. */
import { createManualClock } from "@bourse/kernel";
import { createMemoryCandleStream, type StreamNews } from "@bourse/trading-core/streams";
import { describe, expect, test } from "vitest";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1);
const series = { symbol: "BTCUSDT", interval: "1" } as const;

const candle = (minute: number, close = 100) => ({
  time: START + minute * MINUTE,
  open: 100,
  high: 110,
  low: 90,
  close,
  volume: 1,
});

function open() {
  const clock = createManualClock({ now: START });
  const stream = createMemoryCandleStream({ clock });
  const stopping = new AbortController();
  const follow = (after: number) =>
    stream.follow({ ...series, after }, stopping.signal)[Symbol.asyncIterator]();
  return { clock, stream, stopping, follow };
}

async function take(news: AsyncIterator<StreamNews>, count: number): Promise<StreamNews[]> {
  const taken: StreamNews[] = [];
  while (taken.length < count) {
    const next = await news.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}

describe("the memory stream", () => {
  test("tells candles from before the call as history, later ones as they are pushed", async () => {
    const { clock, stream, follow } = open();
    stream.push(series, [candle(0), candle(1)]);
    const news = follow(START);
    await clock.advance(3 * MINUTE + 40);
    stream.push(series, [candle(2)]);
    expect(await take(news, 2)).toEqual([
      { kind: "candle", candle: candle(1), source: "history", lateMilliseconds: 0 },
      { kind: "candle", candle: candle(2), source: "stream", lateMilliseconds: 40 },
    ]);
  });

  test("tells a repeated candle once and a changed one as a correction", async () => {
    const { stream, follow } = open();
    const news = follow(START - 1);
    stream.push(series, [candle(0), candle(0), candle(2), candle(2, 101), candle(1)]);
    const kinds = (await take(news, 4)).map((each) =>
      each.kind === "correction" ? [each.candle.close, each.was?.close ?? null] : each.kind,
    );
    expect(kinds).toEqual(["candle", "candle", [101, 100], [100, null]]);
  });

  test("tells staleness once, the clock, and a refusal as an error", async () => {
    const { stream, follow } = open();
    const news = follow(START);
    stream.setClockOffset(1_500);
    stream.setStale(series, true);
    stream.setStale(series, true);
    stream.setStale(series, false);
    expect(await take(news, 3)).toEqual([
      { kind: "clock", offsetMilliseconds: 1_500 },
      { kind: "stale", lastMessageAt: null },
      { kind: "fresh", lastMessageAt: null },
    ]);
    stream.refuse(series, "The venue has no such symbol.");
    await expect(news.next()).rejects.toMatchObject({ code: "SYMBOL_UNKNOWN" });
    expect(stream.following()).toBe(0);
  });

  test("ends when the signal aborts, also while it waits", async () => {
    const { stream, stopping, follow } = open();
    const news = follow(START);
    const waiting = news.next();
    stopping.abort();
    expect(await waiting).toEqual({ value: undefined, done: true });
    expect(stream.following()).toBe(0);
  });

  test("refuses a series of a wrong shape", () => {
    const { stream } = open();
    const { signal } = new AbortController();
    const follow = (one: object) => () => stream.follow(one as never, signal);
    expect(follow({ ...series, after: Number.NaN })).toThrow(
      expect.objectContaining({ code: "OPTIONS_INVALID" }),
    );
    expect(follow({ symbol: "btc", interval: "1", after: 0 })).toThrow(
      expect.objectContaining({ code: "SYMBOL_UNKNOWN" }),
    );
    expect(follow({ ...series, interval: "1m", after: 0 })).toThrow(
      expect.objectContaining({ code: "INTERVAL_INVALID" }),
    );
  });
});

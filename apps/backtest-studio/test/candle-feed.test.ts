import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";

import { createCandleFeed, firstFrom, levelsOf } from "../page/chart/candle-feed.ts";
import { TILE_CANDLES, type Columns } from "../page/chart/tiles.ts";

const MINUTE = 60;

/** A server's answer: candles of a minute, joined so that at most a thousand remain. */
function candlesOf(from: number, to: number, last: number): Columns {
  const first = Math.ceil(from / MINUTE);
  const end = Math.min(Math.ceil(to / MINUTE), last / MINUTE + 1);
  const size = Math.max(1, Math.ceil((end - first) / TILE_CANDLES));
  const time: number[] = [];
  for (let minute = first; minute < end; minute += size) time.push(minute * MINUTE);
  return { time, open: time, high: time, low: time, close: time, volume: time };
}

function feedOf(count: number) {
  const last = (count - 1) * MINUTE;
  const reads: number[] = [];
  const onChange = vi.fn<() => void>();
  const onProblem = vi.fn<(error: unknown) => void>();
  let isAway = false;
  const feed = createCandleFeed({
    first: 0,
    last,
    count,
    onChange,
    onProblem,
    read: (from, to) => {
      reads.push(to - from);
      return isAway
        ? Promise.reject(new Error("away"))
        : Promise.resolve(candlesOf(from, to, last));
    },
  });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { feed, reads, onProblem, settle, last, lose: (away: boolean) => (isAway = away) };
}

describe("the candles of a chart", () => {
  test("a million of them open with one answer of at most a thousand", async () => {
    const { feed, reads, settle, last } = feedOf(1_000_000);
    feed.columns(0, last, 1300);
    await settle();
    expect(reads.length).toBeLessThanOrEqual(3);
    const { time } = feed.columns(0, last, 1300);
    expect(time.length).toBeGreaterThan(400);
    expect(time.length).toBeLessThanOrEqual(3 * TILE_CANDLES);
    expect(time[0]).toBe(0);
  });

  test("near by they are the run's own, and coarser ones are shown until those are there", async () => {
    const { feed, settle, last } = feedOf(1_000_000);
    feed.columns(0, last, 1300);
    await settle();
    const [from, to] = [last / 2, last / 2 + 200 * MINUTE];
    expect(feed.columns(from, to, 1300).time.length).toBeGreaterThan(0);
    expect(feed.joined).toBeGreaterThan(1);
    await settle();
    const { time } = feed.columns(from, to, 1300);
    expect(feed.joined).toBe(1);
    const seen = time.slice(firstFrom(time, from), firstFrom(time, to));
    expect(seen).toHaveLength(200);
  });

  test("what was read is not asked for again", async () => {
    const { feed, reads, settle } = feedOf(5000);
    feed.columns(0, 900 * MINUTE, 3000);
    await settle();
    const asked = reads.length;
    expect(asked).toBeGreaterThan(0);
    for (let turn = 0; turn < 5; turn++) {
      feed.columns(turn, 900 * MINUTE, 3000);
      await settle();
    }
    expect(reads).toHaveLength(asked);
  });

  test("a failed answer is told and asked for again at the next look", async () => {
    const { feed, onProblem, settle, last, lose } = feedOf(500);
    lose(true);
    feed.columns(0, last, 1300);
    await settle();
    expect(onProblem).toHaveBeenCalledTimes(1);
    lose(false);
    feed.columns(0, last, 1300);
    await settle();
    expect(feed.columns(0, last, 1300).time).toHaveLength(500);
  });

  test("every span of every run is covered, in order and without a candle twice", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 300_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0.001, max: 1, noNaN: true }),
        fc.integer({ min: 100, max: 4000 }),
        async (count, start, share, pixels) => {
          const { feed, settle, last } = feedOf(count);
          const from = start * last * (1 - share);
          const to = from + share * last;
          feed.columns(from, to, pixels);
          await settle();
          const { time } = feed.columns(from, to, pixels);
          expect(levelsOf(count)).toBeGreaterThanOrEqual(0);
          expect(time[0]).toBeLessThanOrEqual(Math.ceil(from / MINUTE) * MINUTE);
          expect(time.every((value, at) => at === 0 || value > (time[at - 1] ?? 0))).toBe(true);
          const step = time.length > 1 ? (time[1] ?? 0) - (time[0] ?? 0) : last + MINUTE;
          expect(time.at(-1)).toBeGreaterThan(to - 2 * step);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("a span has its own candles, once all of them are there, and reads none twice", async () => {
    const { feed, reads, settle } = feedOf(1_000_000);
    const span = [5_500 * MINUTE, 7_200 * MINUTE] as const;
    expect(feed.own(...span)).toBeUndefined();
    await settle();
    const own = feed.own(...span);
    expect(own?.time).toHaveLength(3 * TILE_CANDLES);
    expect(own?.time[0]).toBe(5000 * MINUTE);
    // The same candles are the same object: what is computed from them stays.
    expect(feed.own(span[0] + MINUTE, span[1])).toBe(own);
    expect(reads).toHaveLength(3);
  });
});

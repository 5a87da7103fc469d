/** A series that a case follows, and what it was told. */

import assert from "node:assert/strict";

import { addIntervals, intervalOpenFrom, isClosed } from "@bourse/backtest-engine/data";
import type {
  ClosedCandleNews,
  CorrectedCandleNews,
  StreamedCandle,
  StreamedSeries,
} from "@bourse/trading-core/streams";

import type { StreamUnderTest } from "./stream-under-test.ts";

export interface Followed {
  /** Candles in the order in which they were told. */
  readonly told: readonly ClosedCandleNews[];
  readonly corrections: readonly CorrectedCandleNews[];
  /** Candles that were told before their end. */
  readonly early: readonly StreamedCandle[];
  /** Undefined once the iteration has ended, or its error. */
  readonly outcome: Promise<unknown>;
  /** Lets time pass until so many candles were told. */
  until(count: number): Promise<void>;
  /** Lets time pass until the iteration has ended; resolves to its error. */
  untilEnded(): Promise<unknown>;
  /** Compares what was told with what the venue made. */
  check(about?: string): void;
  stop(): Promise<void>;
}

/** Steps of a second after which a case fails: hours of the venue's time. */
const MOST_STEPS = 20_000;

/** Follows a series of the stream under test. */
export function followedSeries(subject: StreamUnderTest, series: StreamedSeries): Followed {
  const told: ClosedCandleNews[] = [];
  const corrections: CorrectedCandleNews[] = [];
  const early: StreamedCandle[] = [];
  const stopping = new AbortController();
  let hasEnded = false;
  const collect = async (): Promise<unknown> => {
    try {
      for await (const news of subject.stream.follow(series, stopping.signal)) {
        if (news.kind === "correction") corrections.push(news);
        if (news.kind !== "candle") continue;
        if (!isClosed(series.interval, news.candle.time, subject.now())) early.push(news.candle);
        told.push(news);
      }
      return undefined;
    } catch (error) {
      return error;
    } finally {
      hasEnded = true;
    }
  };
  const outcome = collect();
  const until = async (isDone: () => boolean, about: string): Promise<void> => {
    for (let step = 0; !isDone(); step += 1) {
      assert.ok(step < MOST_STEPS && !(hasEnded && told.length === 0), about);
      await subject.pass(1_000);
    }
  };
  return {
    told,
    corrections,
    early,
    outcome,
    until: async (count) =>
      await until(() => told.length >= count, `${count} candles must be told`),
    async untilEnded() {
      await until(() => hasEnded, "the iteration must end");
      return await outcome;
    },
    check(about = "all") {
      const corrected = new Map(corrections.map(({ candle }) => [candle.time, candle]));
      const found = told.map(({ candle }) => corrected.get(candle.time) ?? candle);
      const wanted: StreamedCandle[] = [];
      let time = intervalOpenFrom(series.interval, series.after + 1);
      for (; wanted.length < found.length; time = addIntervals(series.interval, time, 1)) {
        const candle = subject.candleAt(time);
        if (candle !== null) wanted.push(candle);
      }
      assert.deepEqual(found, wanted, about);
    },
    async stop() {
      stopping.abort();
      await outcome;
    },
  };
}

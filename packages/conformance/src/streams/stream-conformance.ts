/** Suite of the candle stream port, for any test runner. */

import assert from "node:assert/strict";

import { addIntervals, intervalOpen, type Interval } from "@bourse/backtest-engine/data";
import { hasCode } from "@bourse/kernel";
import type { StreamedSeries } from "@bourse/trading-core/streams";

import { declareCases, type ConformanceCase } from "../declare-cases.ts";
import { followedSeries, type Followed } from "./followed-series.ts";
import type { StreamUnderTest } from "./stream-under-test.ts";

/** Options of {@link candleStreamConformance}. */
export interface CandleStreamConformanceOptions {
  /** The runner's function that declares a case: `test` of vitest, node:test and the like. */
  readonly test: (name: string, run: () => Promise<void>) => void;
  /** Opens a fresh stream for each case, whose venue has at least ten candles before now. */
  readonly open: () => Promise<StreamUnderTest>;
}

/** Declares the suite's cases. They use `node:assert` and need no other library. @throws KernelError OPTION_INVALID */
export function candleStreamConformance(options: CandleStreamConformanceOptions): void {
  declareCases("candleStreamConformance", options, CASES);
}

const CASES: readonly ConformanceCase<StreamUnderTest>[] = [
  ["candles from before are told first, and then each as it closes", tellAll],
  ["a candle that is still open is never told", tellClosedOnly],
  ["two who follow one series hear the same", tellBoth],
  ["the iteration ends when the signal aborts, also one that was aborted before", endByAbort],
  ["an iteration that is broken off ends what it began", endByBreak],
  ["an unknown symbol ends the iteration with SYMBOL_UNKNOWN", refuseUnknownSymbol],
  ["a series of a wrong shape is refused at the call", refuseShapes],
  ["whatever a candle meets on its way, each is told once and in order", surviveEach],
  ["faults one behind the other change nothing", surviveAll],
  ["a candle that was told otherwise is told as a correction", tellCorrections],
];

async function tellAll(subject: StreamUnderTest): Promise<void> {
  const followed = follow(subject, 5);
  try {
    await followed.until(8);
    followed.check();
    assert.equal(followed.told[0]?.source, "history");
    for (const { lateMilliseconds } of followed.told) assert.ok(lateMilliseconds >= 0);
  } finally {
    await followed.stop();
  }
}

async function tellClosedOnly(subject: StreamUnderTest): Promise<void> {
  const followed = follow(subject, 2);
  try {
    await followed.until(4);
    assert.deepEqual(followed.early, []);
  } finally {
    await followed.stop();
  }
}

async function tellBoth(subject: StreamUnderTest): Promise<void> {
  const one = follow(subject, 4);
  const other = follow(subject, 2);
  try {
    await one.until(7);
    await other.until(5);
    one.check();
    other.check();
  } finally {
    await Promise.all([one.stop(), other.stop()]);
  }
}

async function endByAbort(subject: StreamUnderTest): Promise<void> {
  const followed = follow(subject, 2);
  await followed.until(2);
  await followed.stop();
  assert.equal(await followed.outcome, undefined, "an abort is no error");
  const series = seriesOf(subject, 1);
  for await (const news of subject.stream.follow(series, AbortSignal.abort())) {
    assert.fail(`nothing may be told after the abort; found ${news.kind}`);
  }
}

async function endByBreak(subject: StreamUnderTest): Promise<void> {
  const { signal } = new AbortController();
  const news = subject.stream.follow(seriesOf(subject, 3), signal)[Symbol.asyncIterator]();
  await news.next();
  await news.return?.();
  assert.deepEqual(await news.next(), { done: true, value: undefined });
}

async function refuseUnknownSymbol(subject: StreamUnderTest): Promise<void> {
  const followed = followedSeries(subject, {
    ...seriesOf(subject, 2),
    symbol: subject.unknownSymbol,
  });
  const outcome = await followed.untilEnded();
  assert.ok(
    hasCode(outcome, "SYMBOL_UNKNOWN"),
    `expected SYMBOL_UNKNOWN, found ${String(outcome)}`,
  );
}

async function refuseShapes(subject: StreamUnderTest): Promise<void> {
  const { signal } = new AbortController();
  const series = seriesOf(subject, 1);
  for (const [wrong, code] of [
    [{ ...series, after: Number.NaN }, "OPTIONS_INVALID"],
    [{ ...series, after: 0.5 }, "OPTIONS_INVALID"],
    [{ ...series, symbol: "no symbol" }, "SYMBOL_UNKNOWN"],
    [{ ...series, interval: "1m" as Interval }, "INTERVAL_INVALID"],
  ] as const) {
    assert.throws(
      () => subject.stream.follow(wrong, signal),
      (error: unknown) => hasCode(error, code),
      code,
    );
  }
}

async function surviveEach(subject: StreamUnderTest): Promise<void> {
  const followed = follow(subject, 2);
  try {
    await followed.until(3);
    for (const fault of subject.faults ?? []) {
      subject.meet?.(fault);
      await followed.until(followed.told.length + 3);
      followed.check(fault);
    }
  } finally {
    await followed.stop();
  }
}

async function surviveAll(subject: StreamUnderTest): Promise<void> {
  const followed = follow(subject, 2);
  try {
    await followed.until(3);
    subject.meet?.(...(subject.faults ?? []));
    await followed.until(3 + (subject.faults?.length ?? 0) + 3);
    followed.check();
  } finally {
    await followed.stop();
  }
}

async function tellCorrections(subject: StreamUnderTest): Promise<void> {
  if (subject.faults?.includes("correct") !== true) return;
  const followed = follow(subject, 2);
  try {
    await followed.until(3);
    subject.meet?.("correct");
    await followed.until(6);
    assert.equal(followed.corrections.length, 1);
    const [{ candle, was }] = followed.corrections as [(typeof followed.corrections)[0]];
    assert.deepEqual(candle, subject.candleAt(candle.time));
    assert.notDeepEqual(was, candle);
  } finally {
    await followed.stop();
  }
}

/** The series from the last `count` closed candles on. */
function seriesOf(subject: StreamUnderTest, count: number): StreamedSeries {
  const { symbol, interval } = subject;
  const open = intervalOpen(interval, subject.now());
  return { symbol, interval, after: addIntervals(interval, open, -count) - 1 };
}

function follow(subject: StreamUnderTest, candlesBefore: number): Followed {
  return followedSeries(subject, seriesOf(subject, candlesBefore));
}

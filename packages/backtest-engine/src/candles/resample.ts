// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

import { EngineError } from "../errors.ts";
import { requireOptions } from "../require-arguments.ts";
import { CandleColumns } from "./candle-columns.ts";
import type { Candles } from "./candles.ts";
import { detectInterval } from "./detect-interval.ts";
import { FormingCandle } from "./forming-candle.ts";
import type { Interval } from "./interval.ts";
import { requireCandles } from "./require-candles.ts";
import { resampleBins, type ResampleOptions } from "./resample-bins.ts";

/** Candles of a longer interval, each with the time from which on it is known. */
export interface ResampledCandles extends Candles {
  /**
   * Times in milliseconds UTC at which each candle is closed: nothing that decides earlier may read it. Strictly
   * increasing; the last one may lie after the source's last candle, whose bin is then still open.
   */
  readonly knownAt: Float64Array;
}

/** Options of {@link resample}. */
export interface ResampleSeriesOptions extends ResampleOptions {
  /** Interval of the source, by which its last candle has a close. Default: detected from the most frequent step. */
  readonly interval?: Interval;
}

/**
 * Resamples candles to a longer interval, by the rules of pandas: first open, highest high, lowest low, last close, the
 * sum of volumes (and turnovers) by compensated addition; a bin without candles gives none. Read the result beside the
 * source through {@link align}, which reveals closed candles only. O(n).
 *
 * `to` is an interval (multiples from 1970-01-01, weeks from Monday, months from January: what pandas calls `24h`, and
 * `W-MON` and `MS` with `closed` and `label` left), or milliseconds such as 2,700,000, which are cut from the first
 * candle's midnight; both in UTC, or in the option `timeZone`. The same interval is allowed, and only adds `knownAt`.
 *
 * @throws EngineError OPTIONS_INVALID: an option out of its bounds, a `to` shorter than the source, an interval that
 * cannot be detected; INTERVAL_INVALID; CANDLES_INVALID when two candles overlap, as those of a shorter interval than
 * the one named do, and those of several hours that the clock of a zone has cut, where it is set forward: resample from
 * the candles that they were made of
 */
export function resample(
  candles: Candles,
  to: Interval | number,
  options: ResampleSeriesOptions = {},
): ResampledCandles {
  requireCandles(candles, "resample");
  requireOptions("resample", options);
  const { interval: named, ...rules } = options;
  const { length, time } = candles;
  const interval = named === undefined ? sourceInterval(candles) : named;
  const bins = resampleBins(to, interval, time, rules);
  const columns = new CandleColumns(Math.ceil(length / 4), candles.turnover !== undefined);
  const knownAt: number[] = [];
  const forming = new FormingCandle();
  let start = NaN;
  const finish = (last: number): void => {
    columns.push({
      time: bins.labelOf(start),
      open: forming.open,
      high: forming.high,
      low: forming.low,
      close: forming.close,
      volume: forming.volume,
      turnover: forming.turnover,
    });
    // A candle of the source may reach over the end of the bin in which it opens.
    knownAt.push(Math.max(bins.knownAt(start), bins.closeOf(last)));
  };
  const cells = { open: 0, high: 0, low: 0, close: 0, volume: 0, turnover: 0 };
  let end = -Infinity;
  let closed = -Infinity;
  for (let i = 0; i < length; i++) {
    cells.open = candles.open[i]!;
    cells.high = candles.high[i]!;
    cells.low = candles.low[i]!;
    cells.close = candles.close[i]!;
    cells.volume = candles.volume[i]!;
    cells.turnover = candles.turnover?.[i] ?? 0;
    const opens = time[i]!;
    if (opens < closed) throw overlap(interval, opens, closed);
    closed = bins.closeOf(opens);
    if (opens < end || bins.startOf(opens) === start) {
      forming.add(cells);
      continue;
    }
    if (i > 0) finish(time[i - 1]!);
    start = bins.startOf(opens);
    end = bins.endOf(start);
    forming.begin(cells);
  }
  if (length > 0) finish(time[length - 1]!);
  return { ...columns.finish(), knownAt: Float64Array.from(knownAt) };
}

/** The interval by the most frequent step. @throws EngineError OPTIONS_INVALID */
export function sourceInterval(candles: Pick<Candles, "time">): Interval {
  const interval = detectInterval(candles);
  if (interval !== undefined) return interval;
  throw new EngineError(
    "OPTIONS_INVALID",
    "The interval of the candles cannot be detected: expected two or more of them, mostly one interval apart. Name it by " +
      "the option interval.",
    { details: { option: "interval" } },
  );
}

/** The error of a candle that opens before the one before it is closed. */
export function overlap(interval: Interval, opens: number, closed: number): EngineError {
  return new EngineError(
    "CANDLES_INVALID",
    `Resampling: expected a candle that opens at ${closed} or later, when the one before it is closed; found one that ` +
      `opens at ${opens}. Is the interval ${interval} theirs?`,
    { details: { expected: interval } },
  );
}

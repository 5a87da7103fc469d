/** Candles of intervals that a source does not have, made of those that it has. */

import { EngineError } from "@bourse/backtest-engine";
import {
  addIntervals,
  copyCandles,
  dividesInterval,
  firstIndexFrom,
  type Interval,
  intervalBounds,
  intervalLabel,
  intervalMilliseconds,
  intervalsBetween,
  resample,
} from "@bourse/backtest-engine/data";
import {
  absentOr,
  anyFunction,
  anyText,
  checkArguments,
  listOf,
  objectOf,
  type CallRules,
  type Clock,
} from "@bourse/kernel";

import type { CandleProvider, CandleReply, CandleRequest } from "./port.ts";
import { type CandleRange, EARLIEST_TIME, MAX_CANDLES, resolveCandleRange } from "./range.ts";

/** Time in milliseconds after its close during which a candle may still be missing at its source. */
const SETTLE = 60_000;

/** A source, and what it has. */
export interface ServedIntervals {
  /** Name of the source, for errors. */
  readonly exchange: string;
  /** Intervals of its own candles; undefined: every one. */
  readonly intervals: readonly Interval[] | undefined;
  /** Source of time. */
  readonly clock: Pick<Clock, "now">;
}

/**
 * Makes the method `candles` of a source that has some intervals from one that reads just these. Candles of any other
 * interval are resampled from the longest that divides it: as many of them are read as the longer ones need, at most
 * 1,000,000, and a longer candle is left out while one of its parts may still come.
 *
 * The method throws as `read`, and EngineError INTERVAL_INVALID where no interval of the source divides the one asked
 * for, OPTIONS_INVALID where too many candles would have to be read.
 */
export function resampledCandles(
  served: ServedIntervals,
  read: CandleProvider["candles"],
): CandleProvider["candles"] {
  checkArguments("resampledCandles", SHAPES, [served, read]);
  const { exchange, intervals, clock } = served;
  if (intervals === undefined) return read;
  return async (request) => {
    const now = clock.now();
    const range = resolveCandleRange(request, now);
    if (intervals.includes(request.interval)) return await read(request);
    const { interval } = request;
    const part = longestPart(exchange, intervals, interval);
    return await resampled(read, request, { interval, part, range, now });
  };
}

const SHAPES: CallRules = {
  served: objectOf({
    exchange: anyText,
    intervals: absentOr(listOf(anyText)),
    clock: objectOf({ now: anyFunction }),
  }),
  read: anyFunction,
};

function longestPart(
  exchange: string,
  intervals: readonly Interval[],
  interval: Interval,
): Interval {
  const [longest] = intervals
    .filter((part) => dividesInterval(part, interval))
    .toSorted((one, other) => intervalMilliseconds(other) - intervalMilliseconds(one));
  if (longest !== undefined) return longest;
  throw new EngineError(
    "INTERVAL_INVALID",
    `${exchange} has no candles of ${intervalLabel(interval)}, nor shorter ones that make them up: it has ${intervals.map(intervalLabel).join(" ")}. Choose one of these, or a multiple of one.`,
    { details: { accepted: intervals } },
  );
}

interface Making {
  /** Interval that is asked for. */
  readonly interval: Interval;
  /** Interval of the candles that are read. */
  readonly part: Interval;
  /** Range of the longer candles. */
  readonly range: CandleRange;
  readonly now: number;
}

async function resampled(
  read: CandleProvider["candles"],
  request: CandleRequest,
  making: Making,
): Promise<CandleReply> {
  const { interval, part, range, now } = making;
  const { onProgress } = request;
  const most = Math.ceil(intervalBounds(interval)[1] / intervalBounds(part)[0]);
  const isOpenEnded = range.start === EARLIEST_TIME;
  const inRange = isOpenEnded ? Infinity : intervalsBetween(part, range.start, range.end);
  const wanted = Math.min(range.limit * most, inRange);
  if (wanted > MAX_CANDLES && !isOpenEnded) throw tooMany(interval, part);
  const limit = Math.max(1, Math.min(wanted, MAX_CANDLES));
  const reply = await read({
    ...request,
    interval: part,
    limit,
    ...(!isOpenEnded && { startTime: range.start }),
    // An empty range is still one to the source; what it finds there is cut off below.
    endTime: isOpenEnded ? range.end : Math.max(range.end, range.start + 1),
    readOnly: true,
    ...(onProgress && { onProgress: (received) => onProgress(Math.floor(received / most)) }),
  });
  const { candles: parts } = reply;
  const longer = resample(parts, interval, { interval: part });
  const seen = reply.sourceTime ?? now;
  const open = openUnsettled(making, parts.time.at(-1), longer.time.at(-1), seen);
  const to = firstIndexFrom(longer.time, Math.min(range.end, open));
  // Where as many came as were asked for, there may be parts before the first one.
  const isCut = parts.length >= limit && parts.time[0] !== longer.time[0];
  const from = Math.max(isCut ? 1 : 0, to - range.limit);
  if (wanted > limit && parts.length >= limit && to - from < range.limit) {
    throw tooMany(interval, part);
  }
  return { ...reply, candles: copyCandles(longer, Math.min(from, to), to) };
}

/** Open of the newest candle where a part of it may still come by the time `seen`; else Infinity. */
function openUnsettled(
  { part, interval }: Pick<Making, "part" | "interval">,
  newest: number | undefined,
  open: number | undefined,
  seen: number,
): number {
  if (newest === undefined || open === undefined) return Infinity;
  const closes = addIntervals(interval, open, 1);
  const isWhole = addIntervals(part, newest, 1) === closes;
  return isWhole || closes + SETTLE <= seen ? Infinity : open;
}

function tooMany(interval: Interval, part: Interval): EngineError {
  const [label, made] = [intervalLabel(interval), intervalLabel(part)];
  return new EngineError(
    "OPTIONS_INVALID",
    `Candles of ${label} are made of candles of ${made}, and more than ${MAX_CANDLES} of these would be read. Shorten the range, lower the limit, or choose a longer interval.`,
    { details: { option: "limit" } },
  );
}

/** The range of a request, checked and cut to closed candles: the first step of every provider. */

import { EngineError } from "@bourse/backtest-engine";
import {
  addIntervals,
  checkCanonicalInterval,
  intervalLabel,
  intervalOpen,
  intervalOpenFrom,
  intervalsBetween,
  type Interval,
} from "@bourse/backtest-engine/data";
import {
  absentOr,
  anyFunction,
  anyNumber,
  anySignal,
  checkNumber,
  finiteNumber,
  objectOf,
  trueOrFalse,
} from "@bourse/kernel";

import { isSymbol } from "./canonical-symbol.ts";
import type { CandleRequest } from "./port.ts";

/** Maximum number of candles in one request: 1,000,000. */
export const MAX_CANDLES = 1_000_000;

/** Earliest start of a range, milliseconds UTC: the first time of the ECMAScript calendar. */
export const EARLIEST_TIME = -8.64e15;

const REQUEST = objectOf({
  useCache: absentOr(trueOrFalse),
  allowFallback: absentOr(trueOrFalse),
  isLive: absentOr(trueOrFalse),
  readOnly: absentOr(trueOrFalse),
  signal: absentOr(anySignal),
  onProgress: absentOr(anyFunction),
  onWait: absentOr(anyFunction),
});

/** Times of the ECMAScript calendar. */
const TIMES = { min: -8.64e15, max: 8.64e15 };

/** A range of open times, `[start, end)`; empty when `end <= start`. */
export interface CandleRange {
  /** Earliest open, milliseconds UTC; {@link EARLIEST_TIME} when the request has no start. */
  readonly start: number;
  /** End of the range, milliseconds UTC. Every candle that opens before it is closed. */
  readonly end: number;
  /** Maximum number of candles: the newest of the range. */
  readonly limit: number;
}

/**
 * Computes the range that a request means at the time `now`, milliseconds UTC.
 *
 * @throws EngineError OPTIONS_INVALID for a limit or time out of bounds or a start that is not before the end;
 * INTERVAL_INVALID for an interval in another spelling; SYMBOL_UNKNOWN for a symbol that no source can know, as
 * {@link checkSymbol} says
 */
export function resolveCandleRange(request: CandleRequest, now: number): CandleRange {
  REQUEST("request", request);
  anyNumber("now", now);
  checkSymbol(request.symbol);
  const { interval, limit, startTime, endTime } = request;
  checkCanonicalInterval(interval);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_CANDLES) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `The limit of candles must be a whole number from 1 to ${MAX_CANDLES}; found ${typeof limit === "number" ? limit : `a ${typeof limit}`}.`,
    );
  }
  checkTime("start", startTime);
  checkTime("end", endTime);
  if (startTime !== undefined && endTime !== undefined && startTime >= endTime) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `The start time must lie before the end time; found ${startTime} and ${endTime}.`,
    );
  }
  return {
    start: startTime === undefined ? EARLIEST_TIME : intervalOpenFrom(interval, startTime),
    end: Math.min(intervalOpenFrom(interval, endTime ?? now), closedEnd(interval, now)),
    limit,
  };
}

/**
 * Counts the candles from `startTime` to `endTime`, or to `now` where that is earlier or there is no end; at least 1.
 *
 * @throws EngineError OPTIONS_INVALID for more than {@link MAX_CANDLES}
 */
export function countRange(
  interval: Interval,
  range: { readonly startTime: number; readonly endTime?: number },
  now: number,
): number {
  checkCanonicalInterval(interval);
  objectOf({ startTime: finiteNumber(TIMES), endTime: absentOr(finiteNumber(TIMES)) })(
    "range",
    range,
  );
  checkNumber("now", now, TIMES);
  const { startTime, endTime = Infinity } = range;
  const end = Math.min(endTime, now);
  const count = countCandles(interval, startTime, end);
  if (count <= MAX_CANDLES) return Math.max(1, count);
  const [from, to] = [startTime, end].map((time) => new Date(time).toISOString());
  throw new EngineError(
    "OPTIONS_INVALID",
    `The range from ${from} to ${to} has ${count} candles of ${intervalLabel(interval)}; a job takes at most ${MAX_CANDLES}. Shorten the range, or choose a longer interval.`,
    { details: { option: "startTime" } },
  );
}

/** Counts the candles that open in `[startTime, endTime)`, both milliseconds UTC; 0 when the end is the earlier one. */
export function countCandles(interval: Interval, startTime: number, endTime: number): number {
  const from = intervalOpenFrom(interval, startTime);
  return Math.max(0, intervalsBetween(interval, from, intervalOpenFrom(interval, endTime)));
}

/** Opens before this one belong to closed candles. */
function closedEnd(interval: Interval, now: number): number {
  return intervalOpen(interval, now);
}

/** The earliest open that `limit` candles without a gap would begin at, never before the range's start. */
export function estimatedStart(interval: Interval, range: CandleRange): number {
  return Math.max(range.start, addIntervals(interval, range.end, -range.limit));
}

/**
 * Checks that a symbol is 1–64 letters and digits of any script and the characters `. _ / - : ^ = &`, its Latin letters
 * capitals, in NFC.
 *
 * @throws EngineError SYMBOL_UNKNOWN
 */
export function checkSymbol(symbol: string): void {
  if (typeof symbol === "string" && isSymbol(symbol)) return;
  throw new EngineError(
    "SYMBOL_UNKNOWN",
    `A symbol must be 1 to 64 capital letters, digits and . _ / - : ^ = &; found ${typeof symbol === "string" ? JSON.stringify((symbol as string).slice(0, 70)) : `a ${typeof symbol}`}.`,
  );
}

function checkTime(name: string, time: number | undefined): void {
  if (time === undefined || (Number.isInteger(time) && Math.abs(time) <= 8.64e15)) return;
  throw new EngineError(
    "OPTIONS_INVALID",
    `The ${name} time must be whole milliseconds since the epoch; found ${typeof time === "number" ? time : `a ${typeof time}`}.`,
  );
}

// Indices stay within the columns, so `!` on array reads only satisfies the type checker.

import { columnsOf } from "../arrays/window.ts";
import { givenOptions, invalid, told } from "../parameters.ts";
import { openCalendar, type Calendar } from "./calendar.ts";

const MINUTE = 60_000;

/** Market and length of an opening range. */
export interface OpeningRangeOptions {
  /** Calendar of the market: a name such as `XNYS`, or its hours. */
  readonly calendar: Calendar;
  /** Length of the range in minutes from the opening on, a whole number from 1 to 1440. Default 30. */
  readonly minutes?: number;
}

/** Opening range of each candle's session. */
export interface OpeningRange {
  /** Highest high of the range; NaN until it is over, and in a session without a candle in it. */
  readonly high: Float64Array;
  /** Lowest low of the range; NaN as `high`. */
  readonly low: Float64Array;
}

/**
 * Opening range of each session: the highest high and the lowest low of the candles that open in its first `minutes`,
 * from the first candle of the session on that opens later (Crabel, 1990). O(n).
 *
 * @throws IndicatorError OPTIONS_INVALID: an unknown option, a value outside of its bounds, a column that is missing or
 * has another length
 */
export function openingRange(
  candles: Readonly<Record<"time" | "high" | "low", Float64Array>>,
  options: OpeningRangeOptions,
): OpeningRange {
  const [time, high, low] = columnsOf("openingRange", ["time", "high", "low"], candles) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const { calendar, minutes } = resolve(options);
  const market = openCalendar(calendar);
  const lines = { high: new Float64Array(time.length), low: new Float64Array(time.length) };
  let session = { start: NaN, until: -Infinity };
  let [top, bottom] = [NaN, NaN];
  for (let i = 0; i < time.length; i++) {
    const now = time[i]!;
    if (!(now < session.until)) {
      session = market.sessionOf(now);
      [top, bottom] = [NaN, NaN];
    }
    const isOver = now >= session.start + minutes * MINUTE;
    lines.high[i] = isOver ? top : NaN;
    lines.low[i] = isOver ? bottom : NaN;
    if (isOver || now < session.start) continue;
    top = high[i]! > top ? high[i]! : Number.isNaN(top) ? high[i]! : top;
    bottom = low[i]! < bottom ? low[i]! : Number.isNaN(bottom) ? low[i]! : bottom;
  }
  return lines;
}

function resolve(options: unknown): Required<OpeningRangeOptions> {
  const given = givenOptions("openingRange", ["calendar", "minutes"], options);
  const minutes = given.get("minutes") === undefined ? 30 : given.get("minutes");
  const isAllowed = Number.isInteger(minutes) && Number(minutes) >= 1 && Number(minutes) <= 1440;
  if (isAllowed) return { calendar: given.get("calendar") as Calendar, minutes: Number(minutes) };
  throw invalid(
    "openingRange",
    "minutes",
    `expected minutes to be a whole number from 1 to 1440, found ${told(minutes)}`,
  );
}

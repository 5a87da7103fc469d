/** The rules of a series of candles: a broken rule is refused, a gap in time is only reported. */

import type { Calendar } from "@bourse/indicators/calendar";
import { booleanOption, integerOption, type OptionRules } from "@bourse/kernel";

import { unchecked } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import { reportGaps, type CandleReport } from "./candle-gaps.ts";
import type { Candles } from "./candles.ts";
import { checkValid } from "./ensure-valid.ts";
import { checkCanonicalInterval, type Interval } from "./interval.ts";
import { calendarOption } from "./place-options.ts";
import { requireCandles } from "./require-candles.ts";

/** Options of {@link validateCandles}. */
export interface ValidateOptions {
  /** Candle length. Default: the most frequent step of the times. */
  readonly interval?: Interval;
  /** Calendar of the market: a name such as `XNYS`, or its hours. Default: found in the candles. */
  readonly calendar?: Calendar;
  /** Row number of the first candle in errors. Default 2: a CSV file whose header is row 1. */
  readonly firstRow?: number;
  /** True: prices may be 0 and below, as those of spreads and rates. Default false. */
  readonly allowNegativePrices?: boolean;
}

/**
 * Checks every candle and reports the gaps between them. O(n), without a copy.
 *
 * The rules: columns of one length; times whole milliseconds from 1970 to 9999 and strictly increasing, so that a
 * duplicate is refused; prices finite and, without `allowNegativePrices`, above 0, with low ≤ open ≤ high and
 * low ≤ close ≤ high; volume and turnover finite and not negative.
 *
 * @throws EngineError CANDLES_INVALID, details {count, rows}, naming the first 20 faults and their number
 */
export function validateCandles(candles: Candles, options: ValidateOptions = {}): CandleReport {
  requireCandles(candles, "validateCandles");
  const { firstRow, interval, calendar, allowNegativePrices } = resolveEngineOptions(
    "validateCandles",
    options,
    RULES,
  );
  if (interval !== undefined) checkCanonicalInterval(interval);
  checkValid(candles, firstRow, allowNegativePrices);
  return reportGaps(
    candles,
    interval,
    calendar === undefined ? undefined : calendarOption(calendar),
  );
}

const RULES: OptionRules<
  Required<Pick<ValidateOptions, "firstRow" | "allowNegativePrices">> &
    Pick<ValidateOptions, "interval" | "calendar">
> = {
  interval: unchecked(),
  calendar: unchecked(),
  firstRow: integerOption({ min: 0, default: 2 }),
  allowNegativePrices: booleanOption({ default: false }),
};

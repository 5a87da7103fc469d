/** The format that candles were read in, whatever kind of file they came from. */

import type { TimestampUnit } from "./timestamp-unit.ts";

/**
 * Field of a candle that a column may hold. `time` is the whole time, or the date beside a column `timeOfDay`;
 * `adjustedClose` is the close less dividends and splits.
 */
export type CandleField =
  | "time"
  | "timeOfDay"
  | "open"
  | "high"
  | "low"
  | "close"
  | "volume"
  | "turnover"
  | "adjustedClose";

/** Order of day, month and year in a date. */
export type DateOrder = "ymd" | "dmy" | "mdy";

/** Order of the rows of a file by time. */
export type RowOrder = "oldest_first" | "newest_first";

/** Format of candles, as they were read. */
export interface CandleFormat {
  /** Name in the file of the column for each field that was read; `column 3` in a file without names. */
  readonly columns: Readonly<Partial<Record<CandleField, string>>>;
  /** Unit that the times were in, as told or detected; `iso` for text. */
  readonly timestampUnit: TimestampUnit;
  /** Order of the rows by time. */
  readonly order: RowOrder;
  /** Sentences on what the file does not say and was assumed. Empty when it says all. */
  readonly assumptions: readonly string[];
}

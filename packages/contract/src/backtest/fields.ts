/** The kinds of fields and the groups of error codes that the routes of the backtest API share. */

import * as z from "zod";

import { object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { shownAs } from "../route/schema.ts";
import { matching, storable } from "../route/text-checks.ts";

export const Text = z.string();
/** The position of a page, which a caller passes on as it came. */
export const Cursor = storable(1, 1024);
/** Name of a time zone: IANA, or an offset. */
export const ZoneName = storable(1, 64);
/** A finite number; JSON has no other. */
export const FiniteNumber = z.number();

/**
 * The length of a candle: a whole number of minutes, or one with the unit `s`, `m`, `h`, `d`, `w` or `M`; `D`, `W` and
 * `M` alone are one of each. At most ten years.
 */
export const IntervalName = shownAs(
  Text.regex(
    /^(?:[1-9][0-9]{0,8}[smhdDwWM]?|[DWM])$/,
    "must be a whole number of s, m, h, d, w or M, such as 10s, 45m, 8h, 3d, 2w or 3M, a number of minutes, or D, W or M",
  ),
  { examples: ["1h", "45m", "60", "D", "3M"] },
);
export type IntervalName = z.infer<typeof IntervalName>;

/** A symbol: 1–64 letters and digits of any script and `. _ / - : ^ = &`; Latin letters are upper-cased. */
export const SymbolName = matching(
  Text.min(1).max(64),
  /^[\p{L}\p{M}\p{N}._/:^=&-]*$/u,
  "must consist of letters, digits and . _ / - : ^ = &",
).overwrite((text) => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()));

/** The name of an exchange or another source of candles: 1–32 letters, digits and `_ -`; it is lower-cased. */
export const ExchangeName = Text.min(1)
  .max(32)
  .regex(/^[A-Za-z0-9_-]+$/, "must consist of letters, digits and _ -")
  .toLowerCase();

/** A time as the service writes it: ISO 8601, UTC, ending in `Z`. */
export const Timestamp = z.iso.datetime();
export const MaybeTime = Timestamp.nullable();

/** A time as the service reads it: ISO 8601; a date alone is its midnight, a time without an offset is UTC. */
export const TimeInput = z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()]);

/** Converts a {@link TimeInput} to milliseconds since the Unix epoch. */
export function timeOf(text: string): number {
  return Date.parse(/(^.{10}|Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
}

/** The origin of candles. A warning goes with `simulated` ones. */
export const CandleSource = oneOf(["live", "cache", "csv", "simulated"]);

/** The policy for missing candles. */
export const GapPolicy = oneOf(["report", "refuse", "fill"]);
export type GapPolicy = z.infer<typeof GapPolicy>;

/** The status of a job. */
export const JobStatus = oneOf(["pending", "running", "completed", "failed", "cancelled"]);
export type JobStatus = z.infer<typeof JobStatus>;

/** The kind of a job. */
export const JobType = oneOf(["backtest", "sweep", "walk_forward", "data_sync", "signal"]);
export type JobType = z.infer<typeof JobType>;

/** A finite number, or null where the statistic is not defined. */
export const Statistic = FiniteNumber.nullable();
export const Count = z.int().min(0);
/** A finite number from 0. */
export const NotNegative = FiniteNumber.min(0);
/** A number from 0 to 1. */
export const UnitInterval = NotNegative.max(1);
/** A value of a strategy's parameter, which the strategy's own schema checks. */
export const ParameterValue = z.union([FiniteNumber, Text, z.boolean()]);

const jobParams = {
  /** Job id, a UUID. */
  uuid: Text,
};
export interface JobParams extends Fields<typeof jobParams> {}
export const JobParams: ObjectSchema<JobParams> = object(jobParams);

const idempotencyFields = {
  /**
   * Key of this call, 1–255 characters: a retry under the same key and API key answers what the first call answered.
   */
  "idempotency-key": Text.min(1).max(255).optional(),
};
export interface Idempotent extends Fields<typeof idempotencyFields> {}
export const Idempotent: ObjectSchema<Idempotent> = object(idempotencyFields);

/** The codes of every route but health. */
export const GUARD = { UNAUTHORIZED: 401, FORBIDDEN: 403, RATE_LIMITED: 429 } as const;

/** The codes of every route that needs market data. */
export const DATA_ERRORS = {
  ...GUARD,
  INVALID_PARAMETERS: 400,
  MARKET_DATA_UNAVAILABLE: 503,
} as const;

export const security = "apiKey";

/** Values that several routes of the backtest API share. */

import * as z from "zod";

/** Candle lengths: minutes as numbers, day, week and month, and the usual names with a unit. */
export const INTERVALS = [
  "1",
  "3",
  "5",
  "15",
  "30",
  "60",
  "120",
  "240",
  "360",
  "720",
  "D",
  "W",
  "M",
  "1m",
  "3m",
  "5m",
  "15m",
  "30m",
  "1h",
  "2h",
  "4h",
  "6h",
  "12h",
  "1d",
  "1w",
  "1M",
] as const;

export const IntervalName = z.enum(INTERVALS);
export type IntervalName = z.infer<typeof IntervalName>;

/** 1–32 letters, digits and `. _ / -`; upper-cased. */
export const SymbolName = z
  .string()
  .min(1)
  .max(32)
  .regex(/^[A-Za-z0-9._/-]+$/, "must consist of letters, digits and . _ / -")
  .toUpperCase();

/** The name of an exchange or another source of candles; lower-cased. */
export const ExchangeName = z
  .string()
  .min(1)
  .max(32)
  .regex(/^[A-Za-z0-9_-]+$/, "must consist of letters, digits and _ -")
  .toLowerCase();

/** ISO 8601, UTC, ending in `Z`, as the service writes it. */
export const Timestamp = z.iso.datetime();

/** ISO 8601 as the service reads it: a date alone is its midnight, a time without an offset is UTC. */
export const TimeInput = z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()]);

/** Milliseconds since the Unix epoch of a {@link TimeInput}. */
export function timeOf(text: string): number {
  return Date.parse(/(^.{10}|Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
}

/** Where candles came from. `simulated` is never silent: a warning goes with it. */
export const CandleSource = z.enum(["live", "cache", "csv", "simulated"]);

export const JobStatus = z.enum(["pending", "running", "completed", "failed", "cancelled"]);
export type JobStatus = z.infer<typeof JobStatus>;

export const JobType = z.enum(["backtest", "sweep", "walk_forward", "data_sync", "signal"]);
export type JobType = z.infer<typeof JobType>;

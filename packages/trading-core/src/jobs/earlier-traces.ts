// Rows are read within their length, so `!` on typed-array reads only tells the checker what the loops say.

/** Traces as jobs kept them up to version 0.2: rows of float64, deflated, in base64. Read, never written. */

import { fromBase64, inflate } from "@bourse/kernel/platform";

import { equityPoints, tradesOf, type EquityPoint, type JobTrade } from "../results/run-trace.ts";

const TRADE_FIELDS = 9;
const EQUITY_FIELDS = 3;

/** The trades of one part. */
export function earlierTrades(text: string): JobTrade[] {
  return tradesOf(columnsOf(text, TRADE_FIELDS));
}

/** The points of the equity, at most `points` of them, chosen by LTTB. Default: all. */
export function earlierEquity(text: string, points: number | undefined): EquityPoint[] {
  const [time, equity, drawdown] = columnsOf(text, EQUITY_FIELDS);
  return equityPoints(time!, equity!, drawdown!, points);
}

/** Columns of rows with `fields` numbers each. */
function columnsOf(text: string, fields: number): Float64Array[] {
  // A copy, into memory that begins at a multiple of 8.
  const rows = new Float64Array(Uint8Array.from(inflate(fromBase64(text))).buffer);
  const count = rows.length / fields;
  return Array.from({ length: fields }, (_, field) =>
    Float64Array.from({ length: count }, (_unused, row) => rows[row * fields + field]!),
  );
}

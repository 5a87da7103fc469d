// Rows are read within their length, so `!` on typed-array reads only tells the checker what the loops say.

import { peaksAt } from "@bourse/backtest-engine/metrics";

import { lttb } from "./lttb.ts";

/** Points of an equity: columns of one length. */
export interface ThinnedEquity {
  readonly time: Float64Array;
  readonly equity: Float64Array;
  /** Highest equity up to each point, of the rows that were left out too. */
  readonly peak: Float64Array;
}

/**
 * The `count` points of an equity that {@link lttb} chooses, all when there are no more. `start` is a peak before the
 * first row.
 */
export function thinOut(
  time: Float64Array,
  equity: Float64Array,
  count: number,
  start: number,
): ThinnedEquity {
  const rows = lttb(time, equity, count);
  return { time: pick(time, rows), equity: pick(equity, rows), peak: peaksAt(rows, equity, start) };
}

function pick(column: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length);
  for (let k = 0; k < rows.length; k++) picked[k] = column[rows[k]!]!;
  return picked;
}

// Rows are read within their length, so `!` on typed-array reads only tells the checker what the loops say.

import { kernels, type Kernels } from "../../indicators/flow/kernels.ts";
import { peaksAt } from "../../metrics/drawdown.ts";
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
 * first row. The columns may lie in the memory of the kernels: they are overwritten by whoever computes there next.
 */
export function thinOut(
  time: Float64Array,
  equity: Float64Array,
  count: number,
  start: number,
  given: Kernels | null = kernels(),
): ThinnedEquity {
  const { length } = equity;
  if (length > count && count > 2 && given?.fits(5, length) === true) {
    return thinWith(given, time, equity, count, start);
  }
  const rows = lttb(time, equity, count);
  return { time: pick(time, rows), equity: pick(equity, rows), peak: peaksAt(rows, equity, start) };
}

function thinWith(
  given: Kernels,
  time: Float64Array,
  equity: Float64Array,
  count: number,
  start: number,
): ThinnedEquity {
  given.begin();
  const copyOf = (column: Float64Array): Float64Array => {
    const copy = given.array(column.length);
    copy.set(column);
    return copy;
  };
  const [x, y] = [copyOf(time), copyOf(equity)];
  const thinned = {
    time: given.array(count),
    equity: given.array(count),
    peak: given.array(count),
  };
  given.loops.thinned(
    x.byteOffset,
    y.byteOffset,
    thinned.time.byteOffset,
    thinned.equity.byteOffset,
    thinned.peak.byteOffset,
    equity.length,
    count,
    start,
  );
  return thinned;
}

function pick(column: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length);
  for (let k = 0; k < rows.length; k++) picked[k] = column[rows[k]!]!;
  return picked;
}

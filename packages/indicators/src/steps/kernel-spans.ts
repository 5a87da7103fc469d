import type { RowFunction } from "../flow/kernels.ts";
import type { Span } from "../flow/plan.ts";

/** Address of a row of a buffer in the memory of the kernels. */
export const addressOf = (values: Float64Array, row: number): number => values.byteOffset + 8 * row;

/** Rows that a kernel over windows in blocks reads before the first one, and may write beyond the last one. */
export const reachOfBlocks = (period: number): number => 2 * period - 1;

/**
 * First row that a kernel over windows in blocks of one period takes to compute the rows from `from` on, before which
 * the series has `seen` rows: that of the block before, whose tails it needs.
 */
export function firstOfBlocks(from: number, seen: number, period: number): number {
  return from - (seen < period ? seen : (seen % period) + period);
}

/** Loop of a kernel over windows in blocks of one period, which begin with the series. */
export function spanOfBlocks(
  kernel: (x: number, out: number, rows: number, period: number) => void,
  x: Float64Array,
  out: Float64Array,
  period: number,
): Span {
  return (from, to, seen) => {
    const first = firstOfBlocks(from, seen, period);
    kernel(addressOf(x, first), addressOf(out, first), to - first, period);
  };
}

/** Loop of a kernel over the rows that have `rows` others before them. */
export function spanAfter(rows: number, compute: (from: number, to: number) => void): Span {
  return (from, to, seen) => {
    const first = from + Math.max(0, rows - seen);
    if (first < to) compute(first, to);
  };
}

/** Loop of a kernel over the rows of two lines, those of the second one `back` rows before. */
export function spanOfPairs(
  kernel: (left: number, right: number, out: number, rows: number) => void,
  left: Float64Array,
  right: Float64Array,
  out: Float64Array,
  back = 0,
): Span {
  return spanAfter(back, (from, to) => {
    kernel(addressOf(left, from), addressOf(right, from - back), addressOf(out, from), to - from);
  });
}

/** Loop of a kernel over rows that do not know of each other; `compute` has the rows that it leaves out. */
export function spanOfRows(
  kernel: RowFunction,
  compute: (value: number) => number,
  x: Float64Array,
  out: Float64Array,
): Span {
  return (from, to) => {
    for (let row = from; row < to;) {
      row += kernel(addressOf(x, row), addressOf(out, row), to - row);
      for (const end = Math.min(to, row + 2); row < end; row++) out[row] = compute(x[row]!);
    }
  };
}

/** Loop that is one and then the other. */
export function inTurn(one: Span, other: Span): Span {
  return (from, to, seen) => {
    one(from, to, seen);
    other(from, to, seen);
  };
}

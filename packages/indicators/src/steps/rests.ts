/**
 * Rests: how far exponential averages lie behind their input. A row that leaves its rest to the next one, instead of
 * its average, makes it wait for an addition and a multiplication only; and averages of equal values are exactly those.
 *
 * While values stay the same a rest shrinks on and on, and processors take many times as long for numbers with fewer
 * bits. So a rest that is next to nothing becomes 0, every 256 rows of the series: at the same rows in arrays and in
 * streams.
 */

const ROWS_BETWEEN = 256;
const NEXT_TO_NOTHING = 1e-290;

/** The rest, or 0 for one that is next to nothing. */
export const settled = (rest: number): number => (Math.abs(rest) < NEXT_TO_NOTHING ? 0 : rest);

/**
 * Calls `go` for the rows `[from, to)`, which follow `seen` rows of the series, in parts, and `settle` after each part
 * that ends where rests are looked at.
 */
export function betweenLooks(
  from: number,
  to: number,
  seen: number,
  go: (from: number, to: number) => void,
  settle: () => void,
): void {
  for (let first = from; first < to;) {
    const next = first + ROWS_BETWEEN - ((seen + first - from) % ROWS_BETWEEN);
    const end = Math.min(to, next);
    go(first, end);
    if (end === next) settle();
    first = end;
  }
}

// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

/** The account's return in every month and year, by dates in UTC, each from the close before it to its own last. */

/** One year; `months` has twelve places, null where the run did not reach. */
export interface YearOfReturns {
  readonly year: number;
  readonly months: readonly (number | null)[];
  readonly total: number;
}

/** Years in their order. `initialCapital` is what the first month starts from. O(n). */
export function monthlyReturns(
  time: Float64Array,
  equity: Float64Array,
  initialCapital: number,
): YearOfReturns[] {
  const years: { year: number; months: (number | null)[]; start: number; end: number }[] = [];
  let month = -1;
  let start = initialCapital;
  for (let i = 0; i < equity.length; i++) {
    const date = new Date(time[i]!);
    const now = date.getUTCFullYear() * 12 + date.getUTCMonth();
    const before = i === 0 ? initialCapital : equity[i - 1]!;
    if (now !== month) start = before;
    month = now;
    const number = Math.floor(now / 12);
    let year = years.at(-1);
    if (year?.year !== number) {
      year = {
        year: number,
        months: Array.from({ length: 12 }, () => null),
        start: before,
        end: 0,
      };
      years.push(year);
    }
    year.end = equity[i]!;
    year.months[now % 12] = change(start, equity[i]!);
  }
  return years.map(({ year, months, ...span }) => ({
    year,
    months,
    total: change(span.start, span.end) ?? 0,
  }));
}

/** Null from nothing: there is no return on an empty account. */
function change(start: number, end: number): number | null {
  return start > 0 ? end / start - 1 : null;
}

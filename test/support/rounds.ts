const { LONG_RUNS, PROPERTY_SEED = "0" } = process.env;

/** True where the tests of `*.long.test.ts` run in earnest: in continuous integration, and in `npm run test:long`. */
export const isLongRun: boolean = LONG_RUNS !== undefined;

/** True in `npm run test:long` alone, where every test runs with all of its repetitions and variants. */
export const isWholeRun: boolean = isLongRun && LONG_RUNS !== "tenth";

/**
 * Number of repetitions of a test: `everyday` in `npm test`, `long` in `npm run test:long`, and a tenth of that in
 * continuous integration (`LONG_RUNS=tenth`), but never fewer than every day.
 */
export const rounds = (everyday: number, long: number): number => {
  if (!isLongRun) return everyday;
  return LONG_RUNS === "tenth" ? Math.max(everyday, Math.ceil(long / 10)) : long;
};

/**
 * The cases of a long test that run: all of them in `npm run test:long`, and `count` in continuous integration, drawn
 * by the commit, so that each has its turn.
 */
export const drawnCases = <Case>(cases: readonly Case[], count: number): readonly Case[] => {
  const first = Number(PROPERTY_SEED) % cases.length;
  return isWholeRun ? cases : [...cases.slice(first), ...cases.slice(0, first)].slice(0, count);
};

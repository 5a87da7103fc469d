/** True in `npm run test:long` and in continuous integration, which run the tests of `*.long.test.ts` at full size. */
export const isLongRun: boolean = process.env["LONG_RUNS"] !== undefined;

/** Number of repetitions of a test: `everyday` in `npm test`, `long` in a long run. */
export const rounds = (everyday: number, long: number): number => (isLongRun ? long : everyday);

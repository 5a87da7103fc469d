/** True in `npm run test:long` and in continuous integration, which run the tests of `*.long.test.ts` at full size. */
export const isLongRun: boolean = process.env["LONG_RUNS"] !== undefined;

/** How often a test of `*.long.test.ts` repeats itself: `everyday` times in `npm test`, `long` times in a long run. */
export const rounds = (everyday: number, long: number): number => (isLongRun ? long : everyday);

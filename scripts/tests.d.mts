/** One run as `test-reporter.mjs` keeps it: names; `broken` holds messages of what no test carries. */
export interface TestRun {
  readonly passed: readonly string[];
  readonly skipped: readonly string[];
  readonly failures: readonly { file: string; name: string; message: string }[];
  readonly broken: readonly string[];
}

export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly string[];
  readonly failures: readonly string[];
}

export function runTests(
  folder: string,
  options?: { long?: boolean },
): TestSummary & { readonly left: readonly string[] };
export function summary(told: TestRun, options?: { allSkipsFail?: boolean }): TestSummary;

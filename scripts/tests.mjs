/** Runs Vitest and counts what it reported. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { root, run } from "./workspace.mjs";

/** More failed files than this are no accident of a busy machine: they are not run again. */
const RUN_AGAIN_AT_MOST = 3;

const REPORTERS = [
  "--reporter=default",
  `--reporter=${join(root, "scripts", "test-reporter.mjs")}`,
];

/**
 * Runs every test and writes its reports into `folder`. A file with a failed test is run once more, by itself: what
 * fails again has failed; what passes is counted as passed and named as unstable, for somebody to look into. Where
 * PROPERTY_SEED fixes them, properties draw the same examples both times.
 *
 * Returns `{ passed, failed, skipped, failures, unstable }`: two numbers, then names; a failure has the first lines of its
 * message.
 */
export function runTests(folder) {
  const first = runVitest(join(folder, "tests.json"));
  const files = [...new Set(first.failures.map(({ file }) => file))];
  const worthwhile =
    files.length > 0 && files.length <= RUN_AGAIN_AT_MOST && first.broken.length === 0;
  if (!worthwhile) return summary(first);
  console.log(`\nonce more, by itself: ${files.join(", ")}`);
  const again = ["--no-file-parallelism", ...files];
  return summary(first, runVitest(join(folder, "tests-again.json"), again));
}

/** What two runs say together: the second one decides over the tests that failed in the first. */
export function summary(first, second = { passed: [], failures: [], broken: [] }) {
  const failedAgain = new Set(second.failures.map(({ name }) => name));
  const passedAgain = new Set(second.passed.filter((name) => !failedAgain.has(name)));
  const unstable = first.failures.filter(({ name }) => passedAgain.has(name));
  const failed = first.failures.filter(({ name }) => !passedAgain.has(name));
  const failures = [
    ...failed.map(({ name, message }) => `${name}\n${message}`),
    ...first.broken,
    ...second.broken,
  ];
  return {
    passed: first.passed.length + unstable.length,
    failed: failures.length,
    skipped: first.skipped,
    failures,
    unstable: unstable.map(({ name, message }) => `${name}\n${message}`),
  };
}

/** One run. A runner that dies, or fails for something that it does not report, is a failure too. */
function runVitest(report, more = []) {
  const code = run("vitest", ["run", ...REPORTERS, ...more], { env: { TEST_REPORT: report } });
  const told = read(report);
  if (code !== 0 && told.failures.length + told.broken.length === 0)
    told.broken.push(`the runner ended with exit code ${code}`);
  return told;
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return { passed: [], skipped: [], failures: [], broken: ["the runner left no report"] };
  }
}

/**
 * `npm test`: every check of the workspace, one after the other; all run even when one fails.
 *
 * The last line is `N passed, N failed`: the tests of Vitest and one for every other check.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { build } from "./build.mjs";
import { table } from "./table.mjs";
import { pnpm, root, run } from "./workspace.mjs";

const OUT = join(root, ".verify");
const VITEST_REPORT = join(OUT, "vitest.json");
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);

const checks = [
  ["format", () => run("oxfmt", ["--check", "."])],
  ["lint", () => run("oxlint", ["--type-aware", "--deny-warnings"])],
  ["unused code and dependencies", () => run("knip", [])],
  ["types", () => run("tsc", ["-p", "tsconfig.json"])],
  ["types of the page", () => run("tsc", ["-p", "apps/dashboard/tsconfig.json"])],
  ["build", build],
  ["tests", vitest],
  ["packages", () => pnpm(["-r", "--reporter=append-only", "run", "check:package"])],
];

const results = checks.map(([name, check]) => {
  console.log(`\n▶ ${name}`);
  const start = performance.now();
  const code = check();
  return { name, failed: code !== 0, seconds: (performance.now() - start) / 1000 };
});

const tests = readTests();
const others = results.filter(({ name }) => name !== "tests");
const failed = tests.failed + others.filter((result) => result.failed).length;
const passed = tests.passed + others.filter((result) => !result.failed).length;
// A runner that died without a failed test is a failure all the same.
const broken = results.some((result) => result.failed) && failed === 0 ? 1 : 0;
const line = `${passed} passed, ${failed + broken} failed${tests.skipped ? `, ${tests.skipped} skipped` : ""}`;

console.log();
console.log(
  table(
    results.map(({ name, failed, seconds }) => [
      name,
      failed ? "failed" : "passed",
      `${seconds.toFixed(1)} s`,
    ]),
    ["check", "result", "time"],
  ),
);
for (const name of tests.skippedNames) console.log(`skipped: ${name}`);
writeFileSync(join(OUT, "summary.txt"), `${line}\n`);
console.log(`\n${line}`);
process.exitCode = failed + broken === 0 ? 0 : 1;

function vitest() {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${VITEST_REPORT}`];
  return run("vitest", ["run", ...reporters]);
}

/** What Vitest counted; nothing counted is a failure. */
function readTests() {
  try {
    const report = JSON.parse(readFileSync(VITEST_REPORT, "utf8"));
    const skippedNames = report.testResults
      .flatMap((file) => file.assertionResults)
      .filter((test) => test.status === "pending" || test.status === "skipped")
      .map((test) => test.fullName);
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + (report.success || report.numFailedTests > 0 ? 0 : 1),
      skipped: skippedNames.length,
      skippedNames,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, skippedNames: [] };
  }
}

/**
 * `npm test`: every check of the workspace, one after the other; all run even when one fails. With `--long` the tests
 * of `*.long.test.ts` run too, with a tenth of their repetitions, and every package is looked at as its users get it,
 * as in continuous integration; the longest of them take turns from commit to commit.
 *
 * The last line is `N passed, N failed, N skipped`: the tests of Vitest and one for every other check.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { build } from "./build.mjs";
import { table } from "./table.mjs";
import { runTests } from "./tests.mjs";
import { pnpm, root, run } from "./workspace.mjs";

const OUT = join(root, ".verify");
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);

const checkPackages = () =>
  pnpm(["-r", "--no-sort", "--reporter=append-only", "run", "check:package"]);

/** Packages of pages: their sources need the browser's types. */
const pages = readdirSync(join(root, "apps"));

const long = process.argv.includes("--long");
let tests;
const checks = [
  ["format", () => run("oxfmt", ["--check", "."])],
  ["lint", () => run("oxlint", ["--type-aware", "--deny-warnings"])],
  ["unused code and dependencies", () => run("knip", [])],
  ["types", () => run("tsc", ["-p", "tsconfig.json"])],
  ...pages.map((name) => [`types of ${name}`, () => run("tsc", ["-p", `apps/${name}`])]),
  ["types of the report's page", () => run("tsc", ["-p", "packages/backtest-engine/page"])],
  ["types of the example of a slider", () => run("tsc", ["-p", "examples/slider"])],
  ["build", build],
  ["tests", () => ((tests = runTests(OUT, { long })).failed === 0 ? 0 : 1)],
  ...(long ? [["packages", checkPackages]] : []),
];

const results = checks.map(([name, check]) => {
  console.log(`\n▶ ${name}`);
  const start = performance.now();
  const code = check();
  return { name, failed: code !== 0, seconds: (performance.now() - start) / 1000 };
});

const others = results.filter(({ name }) => name !== "tests");
const failed = tests.failed + others.filter((result) => result.failed).length;
const passed = tests.passed + others.filter((result) => !result.failed).length;
const skipped = tests.skipped.length;
const line = `${passed} passed, ${failed} failed, ${skipped} skipped`;

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
for (const name of tests.skipped) console.log(`skipped: ${name}`);
for (const file of tests.left) console.log(`left to other commits: ${file}`);
for (const test of tests.failures) console.log(`failed: ${test}`);
writeFileSync(join(OUT, "summary.txt"), `${line}\n`);
console.log(`\n${line}`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs Vitest and counts what it reported. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { leftToOthers } from "./turns.mjs";
import { root, run } from "./workspace.mjs";

const REPORTERS = [
  "--reporter=default",
  `--reporter=${join(root, "scripts", "test-reporter.mjs")}`,
];

/**
 * Skips that continuous integration accepts, by the beginning of the test's name (`<file> > <test>`), each with its
 * reason. Any other skipped test fails there.
 */
const SKIPS_ALLOWED = {
  "packages/adapters/peers-libp2p/test/mdns.test.ts >":
    "multicast DNS needs a network that lets it through; runs with MULTICAST=1",
};

const without = (patterns) => patterns.flatMap((pattern) => ["--exclude", pattern]);

/**
 * Runs every test once and writes the report into `folder`; only with `long` also those of `*.long.test.ts`, with a
 * tenth of their repetitions, and without those whose turn it is not (`PROPERTY_SEED`).
 *
 * Returns `{ passed, failed, skipped, failures, left }`: two numbers, then names; a failure has the first lines of its
 * message, `left` has the files that are left to other commits.
 */
export function runTests(folder, { long = false } = {}) {
  const report = join(folder, "tests.json");
  const env = { TEST_REPORT: report, ...(long ? { LONG_RUNS: "tenth" } : {}) };
  const left = long ? leftToOthers(Number(process.env.PROPERTY_SEED ?? 0)) : [];
  const excluded = long ? left.map((file) => join(root, file)) : ["**/*.long.test.ts"];
  const code = run("vitest", ["run", ...REPORTERS, ...without(excluded)], { env });
  const told = read(report);
  // A runner that dies, or fails for something that it does not report, is a failure too.
  if (code !== 0 && told.failures.length + told.broken.length === 0) {
    told.broken.push(`the runner ended with exit code ${code}`);
  }
  return { ...summary(told, { allSkipsFail: process.env.CI !== undefined && long }), left };
}

/** Counts of a run. With `allSkipsFail` a skipped test fails unless its reason is known. */
export function summary(told, { allSkipsFail = false } = {}) {
  const isAllowed = (name) => Object.keys(SKIPS_ALLOWED).some((start) => name.startsWith(start));
  const refused = allSkipsFail ? told.skipped.filter((name) => !isAllowed(name)) : [];
  const failures = [
    ...told.failures.map(({ name, message }) => `${name}\n${message}`),
    ...told.broken,
    ...refused.map((name) => `${name}\n    skipped without a known reason (scripts/tests.mjs)`),
  ];
  return {
    passed: told.passed.length,
    failed: failures.length,
    skipped: told.skipped.filter((name) => !refused.includes(name)),
    failures,
  };
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return { passed: [], skipped: [], failures: [], broken: ["the runner left no report"] };
  }
}

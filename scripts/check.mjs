/**
 * `pnpm check [base]`: what to run before a commit, within a minute. Format and types of the whole, then lint and
 * tests of what has changed since `base` (default: where the branch left `main`).
 *
 * Changed packages run all their tests but those of `*.long.test.ts`. Servers and sockets take longer than a minute, so
 * of them only changed test files run; `npm test` runs the rest.
 */
import { spawnSync } from "node:child_process";

import { root, run } from "./workspace.mjs";

/** Projects whose tests start processes, chains or QUIC nodes. */
const SLOW =
  /^(servers|apps|solidity|bench|examples)\/|^packages\/adapters\/(peers-libp2p|chain-anvil)\//;
const LONG = ["--exclude", "**/*.long.test.ts"];
const LINT = ["--type-aware", "--deny-warnings"];

const base = process.argv[2] ?? (git("merge-base", "main", "HEAD")[0] || "HEAD");
const changed = [
  ...git("diff", "--name-only", "--diff-filter=d", base),
  ...git("ls-files", "--others", "--exclude-standard"),
];
const folders = changed
  .filter((file) => !SLOW.test(file))
  .map((file) => /^packages\/(?:adapters\/)?[^/]+\/(?=(?:src|test)\/)/.exec(file)?.[0])
  .filter((folder) => folder !== undefined);
const tests = changed.filter((file) => SLOW.test(file) && file.endsWith(".test.ts"));
const filters = [...new Set([...folders, ...tests])];
const sources = changed.filter((file) => /\.(?:tsx?|mjs)$/.test(file));

const checks = [
  ["format", () => run("oxfmt", ["--check", "."])],
  ["lint", () => (sources.length === 0 ? 0 : run("oxlint", [...LINT, ...sources]))],
  ["types", () => run("tsc", ["-p", "tsconfig.json"])],
  ["facts of the house", () => vitest("--project", "workspace", "house", "layers")],
  ["tests of what changed", () => (filters.length === 0 ? 0 : vitest(...LONG, ...filters))],
];
const failed = checks.filter(([name, check]) => {
  console.log(`\n▶ ${name}`);
  return check() !== 0;
});
console.log(
  failed.length === 0 ? "\nchecked" : `\nfailed: ${failed.map(([name]) => name).join(", ")}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

function vitest(...words) {
  return run("vitest", ["run", ...words]);
}

function git(...words) {
  const { stdout } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
  return stdout.split("\n").filter((line) => line !== "");
}

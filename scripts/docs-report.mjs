/**
 * Prints what the docstrings of the packages lack: `node scripts/docs-report.mjs [package …] [--update]`.
 *
 * Without a package it prints the figures of all; `--update` writes them as the bounds that the house test holds.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { docsReport } from "../test/support/docs-report.ts";
import { packages } from "../test/support/workspace.ts";
import { table } from "./table.mjs";
import { root } from "./workspace.mjs";

const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const matches = ({ folder }) =>
  wanted.length === 0 || wanted.some((name) => folder === name || folder.endsWith(`/${name}`));
const reports = packages()
  .filter(matches)
  .map((one) => ({ folder: one.folder, report: docsReport(one, "src") }));

if (wanted.length > 0) {
  for (const { report } of reports) {
    for (const line of [...report.missing, ...report.unclear, ...report.private]) console.log(line);
  }
  console.log();
}
const head = ["package", "names", "missing", "unclear", "private"];
const rows = reports.map(({ folder, report }) => [
  folder,
  report.names,
  report.missing.length,
  report.unclear.length,
  report.private.length,
]);
const total = [1, 2, 3, 4].map((column) => rows.reduce((sum, row) => sum + row[column], 0));
console.log(table([...rows, ["all", ...total]], head));

if (process.argv.includes("--update")) {
  const bounds = rows
    .filter((row) => row[2] + row[3] + row[4] > 0)
    .map(
      ([folder, , missing, unclear, inside]) =>
        `  "${folder}": { "missing": ${missing}, "unclear": ${unclear}, "private": ${inside} }`,
    );
  writeFileSync(join(root, "test", "house-docs.json"), `{\n${bounds.join(",\n")}\n}\n`);
}

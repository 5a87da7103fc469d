/**
 * Prints which docstrings of the packages are missing or unclear: `node scripts/docs-report.mjs [package …]`. Without a
 * package it prints the figures of all packages.
 */
import { docsReport } from "../test/support/docs-report.ts";
import { packages } from "../test/support/workspace.ts";
import { table } from "./table.mjs";

const wanted = process.argv.slice(2);
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

/**
 * Measures the house: `node scripts/house.mjs [--check] [PART…]`, parts being paths such as packages/kernel.
 *
 * Prints the functions of more than 80 lines and the files of more than 400, without tests, the circles between modules
 * and between the folders of a package, and the lines of each package. With `--check` it ends with 1 when more
 * functions or files are long than the house allows, or when there is a circle.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { parseSync } from "oxc-parser";

import { folderCircles, importCircles } from "../test/support/import-circles.ts";
import { packages } from "../test/support/workspace.ts";

const LONG_FUNCTION = 80;
const LONG_FILE = 400;
/** Functions that may be longer than one screen: each of them reads better in one piece. */
const LONG_FUNCTIONS_ALLOWED = 10;

const args = process.argv.slice(2);
const chosen = args.filter((arg) => arg !== "--check");

const sizes = productFiles(chosen).map((file) => {
  const text = readFileSync(file, "utf8");
  return { file, text, lines: text.split("\n").length - 1 };
});
const functions = sizes
  .flatMap(({ file, text }) => longFunctions(file, text))
  .toSorted((a, b) => b.lines - a.lines);
const files = sizes.filter(({ lines }) => lines > LONG_FILE).toSorted((a, b) => b.lines - a.lines);
const folders = packages()
  .map(({ folder }) => folder)
  .filter((folder) => chosen.length === 0 || chosen.includes(folder));
const circles = folders.flatMap((folder) => [
  ...importCircles(folder),
  ...folderCircles(folder).map((rooms) => [`${folder}/src:`, ...rooms]),
]);
const lines = Map.groupBy(sizes, ({ file }) => packageFolder(file));

print(`functions over ${LONG_FUNCTION} lines`, functions, ({ lines, file, name, line }) => [
  `${lines} ${name} ${file}:${line}`,
]);
print(`files over ${LONG_FILE} lines`, files, ({ lines, file }) => [`${lines} ${file}`]);
print("circles of imports", circles, (members) => [members.join(" ")]);
print("packages, lines of their sources", [...lines], ([folder, own]) => [
  `${own.reduce((sum, { lines: count }) => sum + count, 0)} ${folder}`,
]);

if (args.includes("--check")) {
  const isWell =
    functions.length <= LONG_FUNCTIONS_ALLOWED && circles.length === 0 && files.every(isData);
  process.exitCode = isWell ? 0 : 1;
}

function print(title, rows, show) {
  console.log(`${rows.length} ${title}`);
  for (const row of rows) console.log(`  ${show(row).join("\n  ")}`);
}

/** Files of git below `parts` that are published or shown, without tests. */
function productFiles(parts) {
  const below = parts.length === 0 ? ["packages", "servers", "apps"] : parts;
  return execFileSync("git", ["ls-files", ...below], { encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.(?:ts|tsx|mjs)$/u.test(file))
    .filter((file) => !/\.d\.m?ts$|\.test\.|(?:^|\/)tests?\//u.test(file));
}

function packageFolder(file) {
  return /^(?:packages\/adapters|packages|servers|apps)\/[^/]+/u.exec(file)?.[0] ?? file;
}

/** Route tables, texts and types out of route tables may be long. */
function isData({ file }) {
  return /\/(?:contract|documents)\/src\/|\/client\/src\/.*operations\.ts$|\/model\/request-fields\.ts$/u.test(
    file,
  );
}

function longFunctions(file, text) {
  const breaks = [...text.matchAll(/\n/gu)].map(({ index }) => index);
  const lineOf = (offset) => breaks.filter((index) => index < offset).length + 1;
  const found = [];
  visit(parseSync(file, text).program, undefined);
  return found;

  function visit(node, name) {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) {
      for (const child of node) visit(child, name);
      return;
    }
    const own = node.id?.name ?? node.key?.name ?? name;
    const isFunction = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/u;
    if (isFunction.test(node.type)) {
      const line = lineOf(node.start);
      const lines = lineOf(node.end) - line + 1;
      if (lines > LONG_FUNCTION) found.push({ lines, file, name: own ?? "(unnamed)", line });
    }
    for (const child of Object.values(node)) visit(child, own);
  }
}

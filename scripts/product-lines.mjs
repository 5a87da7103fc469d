/**
 * Counts the product: `node scripts/product-lines.mjs [PART…]`, parts being paths such as packages/kernel.
 *
 * Prints the lines of code of each package and of all: the tracked sources of packages, servers and apps without tests,
 * a line being neither blank nor the beginning or the inside of a comment.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const parts = process.argv.slice(2);
const below = parts.length === 0 ? ["packages", "servers", "apps"] : parts;
const files = execFileSync("git", ["ls-files", ...below], { encoding: "utf8" })
  .split("\n")
  .filter(isProduct);

const linesByPackage = new Map();
for (const file of files) {
  const folder = packageFolder(file);
  linesByPackage.set(folder, (linesByPackage.get(folder) ?? 0) + linesOfCode(file));
}

let total = 0;
for (const [folder, lines] of [...linesByPackage].toSorted(([, one], [, other]) => other - one)) {
  console.log(`${String(lines).padStart(6)} ${folder}`);
  total += lines;
}
console.log(`${String(total).padStart(6)} in all`);

function isProduct(file) {
  return /\.(?:ts|tsx|mjs|mts)$/u.test(file) && !/\.test\.|(?:^|\/)tests?\//u.test(file);
}

function packageFolder(file) {
  return /^(?:packages\/adapters|packages|servers|apps)\/[^/]+/u.exec(file)?.[0] ?? file;
}

function linesOfCode(file) {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => !/^\s*(?:$|\/\/|\/?\*)/u.test(line)).length;
}

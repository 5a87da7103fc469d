/**
 * Measures what the packages weigh for those who install them: `node scripts/install-sizes.mjs`.
 *
 * Packs the workspace as a registry gets it and installs each server, each core in an Express app and the conformance
 * suites into empty folders by plain npm, without optional peers. Prints the megabytes (10^6 bytes of all files), the
 * number of packages and the ten largest of each; then the size of pages with indicators and with a backtest, bundled
 * by esbuild, minified and compressed by gzip.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { build as bundle } from "esbuild";

import { build, isBuilt } from "./build.mjs";
import { installedPackages } from "./installed-packages.mjs";
import { putPackages, startRegistry } from "./local-registry.mjs";
import { packPackages } from "./pack-packages.mjs";
import { table } from "./table.mjs";

const EXPRESS = ["express"];
const LARGEST = 10;

/** Packages that are installed together; those of `beside` are not counted. */
const INSTALLS = [
  { names: ["@bourse/server-auth"] },
  { names: ["@bourse/server-curation"] },
  { names: ["@bourse/server-backtest"] },
  { names: ["@bourse/server-node"] },
  { names: ["@bourse/handlers", "@bourse/auth-core"], beside: EXPRESS },
  { names: ["@bourse/handlers", "@bourse/curation-core"], beside: EXPRESS },
  { names: ["@bourse/handlers", "@bourse/trading-core"], beside: EXPRESS },
  { names: ["@bourse/handlers", "@bourse/node-core"], beside: EXPRESS },
  { names: ["@bourse/conformance"] },
];

const TEN = "rsi, sma, ema, wma, dema, macd, bollinger, atr, stochastic, trueRange";
const PAGE_PACKAGES = ["@bourse/indicators", "@bourse/backtest-engine"];
const PAGES = {
  "one indicator": 'import { rsi } from "@bourse/indicators"; globalThis.page = rsi;',
  "ten indicators": `import { ${TEN} } from "@bourse/indicators"; globalThis.page = [${TEN}];`,
  "a backtest": 'import { backtest } from "@bourse/backtest-engine"; globalThis.page = backtest;',
};

if (!isBuilt() && build() !== 0) throw new Error("The build failed.");
const folder = mkdtempSync(join(tmpdir(), "bourse-sizes-"));
const registry = await startRegistry(join(folder, "registry"));
try {
  await putPackages(registry.url, packPackages(join(folder, "packages")));
  const installs = INSTALLS.map(({ names, beside = [] }) => ({
    title: names.join(" + ") + (beside.length > 0 ? `, beside ${beside.join(", ")}` : ""),
    packages: difference(install([...names, ...beside]), beside.length > 0 ? install(beside) : []),
  }));
  const rows = installs.map(({ title, packages }) => [title, megabytes(packages), packages.length]);
  console.log(table(rows, ["install", "MB", "packages"]));
  for (const { title, packages } of installs) {
    const largest = packages.toSorted((one, other) => other.bytes - one.bytes).slice(0, LARGEST);
    console.log(`\n${title}`);
    for (const found of largest) {
      console.log(`  ${megabytes([found])} ${found.name}@${found.version}`);
    }
  }
  const place = folderOf(PAGE_PACKAGES);
  install(PAGE_PACKAGES);
  const pages = await Promise.all(
    Object.entries(PAGES).map(async ([title, text]) => [title, await pageSize(place, text)]),
  );
  console.log(`\n${table(pages, ["page", "KB"])}`);
} finally {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
}

function folderOf(names) {
  return join(folder, names.join("+").replaceAll("/", "-"));
}

/** Installs packages into a folder of their own, once. Returns the packages that are there. */
function install(names) {
  const place = folderOf(names);
  if (mkdirSync(place, { recursive: true }) !== undefined) {
    writeFileSync(join(place, "package.json"), '{ "private": true, "type": "module" }');
    writeFileSync(join(place, ".npmrc"), `@bourse:registry=${registry.url}\n`);
    const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"];
    const words = ["install", "--loglevel=error", ...flags, ...names];
    const { status, stderr } = spawnSync("npm", words, { cwd: place, encoding: "utf8" });
    if (status !== 0) throw new Error(`npm install ended with ${status}: ${stderr}`);
  }
  return installedPackages(place);
}

function difference(packages, others) {
  const known = new Set(others.map(({ name, version }) => `${name}@${version}`));
  return packages.filter(({ name, version }) => !known.has(`${name}@${version}`));
}

function megabytes(packages) {
  return (packages.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1);
}

/** Kilobytes (10^3 bytes) of a page's script as a browser loads it. */
async function pageSize(place, contents) {
  const { outputFiles } = await bundle({
    stdin: { contents, resolveDir: place },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  return (gzipSync(outputFiles[0].contents).length / 1e3).toFixed(1);
}

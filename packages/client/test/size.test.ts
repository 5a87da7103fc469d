/**
 * The weight of the packages as an app gets them: packed, installed outside of the workspace and bundled into a page.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import manifest from "../package.json" with { type: "json" };
import { buildAndPack, packedApp, type PackedApp } from "./packed-app.ts";

const LIMIT_BYTES = 8064;
const EVENTS_LIMIT_BYTES = 2765;
/** Most of what the client and what it brings of this repository may take up once installed. */
const INSTALLED_LIMIT_BYTES = 1_700_000;
/** Most of what the README claims more than a page weighs. */
const SLACK_BYTES = 1024;

const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");

const entries = Object.keys(manifest.exports).filter((name) => !name.endsWith(".json"));
const [checks, clients] = [true, false].map((isCheck) =>
  entries.filter((name) => name.endsWith("/validation") === isCheck),
) as [string[], string[]];

const tarballs = mkdtempSync(join(tmpdir(), "bourse-packed-"));
let bare: PackedApp;
let withZod: PackedApp;

beforeAll(() => {
  const packed = buildAndPack(["contract", "client"], tarballs);
  bare = packedApp(packed, {});
  withZod = packedApp(packed, { contract: ["zod", "trouter"] });
}, 300_000);

afterAll(() => {
  bare?.remove();
  withZod?.remove();
  rmSync(tarballs, { recursive: true, force: true });
});

/** The pages that were bundled, by bundler and entry point: more than one test looks at each. */
const bundled = new Map<string, ReturnType<PackedApp["vite"]>>();

async function bundle(
  bundler: "vite" | "esbuild" | "webpack",
  name: string,
  app: PackedApp = bare,
): ReturnType<PackedApp["vite"]> {
  const key = `${bundler} ${name}`;
  const page = bundled.get(key) ?? pageOf(name).then((script) => app[bundler](script));
  bundled.set(key, page);
  return await page;
}

/** A page that uses everything behind an entry point. */
async function pageOf(name: string): Promise<string> {
  const specifier = `@bourse/client${name.slice(1)}`;
  const names = (await withZod.import(specifier)).join(", ");
  return `import { ${names} } from "${specifier}";\nglobalThis.page = [${names}];\n`;
}

describe.each(["vite", "esbuild", "webpack"] as const)("a page that %s bundles", (bundler) => {
  // Without zod in the app: a bundler that met an import of it would fail.
  test.each(clients)("with all of %s is within its limit and needs no zod", async (name) => {
    const { gzipBytes, files } = await bundle(bundler, name);
    expect(files.length).toBeGreaterThan(0);
    const limit = name === "./events" ? EVENTS_LIMIT_BYTES : LIMIT_BYTES;
    expect(gzipBytes, files.join("\n")).toBeLessThanOrEqual(limit);
  });

  test.each(clients.filter((name) => name !== "."))(
    "with %s weighs what the README claims",
    async (name) => {
      const { gzipBytes } = await bundle(bundler, name);
      const claim = claimedBytes(`${manifest.name}${name.slice(1)}`);
      expect(gzipBytes).toBeLessThanOrEqual(claim);
      expect(gzipBytes + SLACK_BYTES).toBeGreaterThan(claim);
    },
  );

  test.each(checks.filter((name) => name !== "./validation"))(
    "with %s has the schemas and their library",
    async (name) => {
      const { files } = await bundle(bundler, name, withZod);
      expect(files.some((file) => file.includes("zod"))).toBe(true);
    },
  );
});

test("client and contract take up what the README claims, and at most 1.7 MB", () => {
  const bytes = bytesOf(join(bare.folder, "node_modules/@bourse"));
  expect(bytes).toBeLessThanOrEqual(INSTALLED_LIMIT_BYTES);
  const claim = Number(/take up ([\d.]+) MB/.exec(readme)?.[1]) * 1e6;
  expect(bytes).toBeLessThanOrEqual(claim);
  expect(bytes).toBeGreaterThan(claim - 100_000);
});

test("every entry point can be imported where the contract's dependencies are installed", async () => {
  for (const name of entries) {
    const { import: imported } = withZod;
    expect(await imported(`@bourse/client${name.slice(1)}`), name).not.toEqual([]);
  }
});

/** The KiB that the README's table has for an entry point, in bytes. */
function claimedBytes(specifier: string): number {
  const row = readme
    .split("\n")
    .find((line) => line.includes(`\`${specifier}\``) && line.startsWith("|"));
  return Number(/\| *([\d.]+) KiB/.exec(row ?? "")?.[1]) * 1024;
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}

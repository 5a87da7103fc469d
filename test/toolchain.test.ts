/** Facts about the tools that a fresh machine meets first. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readJson, root } from "./support/workspace.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("the three places that name the pnpm version agree", () => {
  const { packageManager, scripts } = readJson<{
    packageManager: string;
    scripts: Record<string, string>;
  }>("package.json");
  const pins = [packageManager, scripts["test"] ?? "", read(".ci/run")].map(
    (text) => /pnpm@(\d+\.\d+\.\d+)/.exec(text)?.[1],
  );
  expect(new Set(pins)).toEqual(new Set([/\d+\.\d+\.\d+/.exec(packageManager)?.[0]]));
});

test("the places that name the Node.js version agree", () => {
  const { devDependencies } = readJson<{ devDependencies: Record<string, string> }>("package.json");
  const pins = [
    devDependencies["node"]?.replace("npm:node@", ""),
    read(".node-version").trim(),
    /nodeVersion: (\S+)/.exec(read("pnpm-workspace.yaml"))?.[1],
  ];
  expect(new Set(pins).size, `pins: ${pins.join(", ")}`).toBe(1);
});

test("tests run on the pinned Node.js unless the floor is being tested", () => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  expect(major > 22 || (major === 22 && minor >= 19), process.version).toBe(true);
});

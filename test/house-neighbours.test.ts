/** The project stands alone: no file refers to a folder beside the repository. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { root } from "./support/workspace.ts";

const SKIPPED = new Set(["node_modules", "dist", ".git", ".verify", "coverage", "vendor"]);
/** The lockfile is not ours to write; the other writes imports of files that lie deeper. */
const SKIPPED_FILES = new Set(["pnpm-lock.yaml", "artifact-files.ts"]);
const TEXT = /\.(ts|tsx|mjs|js|json|md|yaml|yml|sol|html|css|toml)$|^(Dockerfile|run)$/;

function* texts(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* texts(path);
    if (entry.isFile() && TEXT.test(entry.name) && !SKIPPED_FILES.has(entry.name)) yield path;
  }
}

/** Paths in a text that climb out of the repository, seen from its file. */
function escapes(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/(?<![\w/.])(?:\.\.\/)+[a-z][\w.-]*/gi)]
    .map(([path]) => path)
    .filter((path) => join(file, "..", path).startsWith(".."));
}

test("no file refers to a folder beside the repository", () => {
  const found = [...texts(".")].filter((file) => escapes(file).length > 0);
  expect(found).toEqual([]);
});

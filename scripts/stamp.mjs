/** Remembers the state of some files, so that work whose inputs have not changed is not done again. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { root } from "./workspace.mjs";

const SKIPPED = new Set(["node_modules", "dist", "test", "coverage", ".git"]);

/** A digest of the names, sizes and change times of all files below `paths` (relative to the root). */
export function digestOfFiles(paths) {
  const hash = createHash("sha256");
  for (const path of paths) visit(join(root, path), hash);
  return hash.digest("hex");
}

/** A digest of one file's bytes. */
export function digestOfBytes(path) {
  return createHash("sha256")
    .update(readFileSync(join(root, path)))
    .digest("hex");
}

/** True when the stamp file at `path` holds `digest`. */
export function isStamped(path, digest) {
  const file = join(root, path);
  return existsSync(file) && readFileSync(file, "utf8") === digest;
}

/** Writes `digest` to the stamp file at `path`. */
export function stamp(path, digest) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, digest);
}

function visit(path, hash) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return;
  if (!entry.isDirectory()) {
    hash.update(`${relative(root, path)}\0${entry.size}\0${entry.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(path).toSorted()) {
    if (!SKIPPED.has(name)) visit(join(path, name), hash);
  }
}

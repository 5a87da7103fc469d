import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";

/** Replaces every occurrence of a text by another of the same length in a file. */
export async function alterFile(path: string, from: string, to: string): Promise<void> {
  assert.equal(from.length, to.length);
  const bytes = await readFile(path);
  let at = bytes.indexOf(from);
  assert.ok(at >= 0, `the file does not hold ${from}`);
  for (; at >= 0; at = bytes.indexOf(from, at)) bytes.write(to, at, "latin1");
  await writeFile(path, bytes);
}

/** Folders that are gone when the test (or the file's tests) are over. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `atEnd` is vitest's `onTestFinished` in a test, `afterAll` outside of one. */
export async function tempFolder(atEnd: (work: () => Promise<void>) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "bourse-node-"));
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

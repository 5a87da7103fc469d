/** Folders that are gone when the test is over. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

/** The folder is removed at the end of the test, or when `atEnd` says. */
export async function tempFolder(
  atEnd: (work: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "bourse-auth-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

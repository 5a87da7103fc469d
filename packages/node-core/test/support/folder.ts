import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

/** A folder of the running test's own, removed after it. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "bourse-node-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach } from "vitest";

/** A fresh folder for each test of the file that calls it. */
export function temporaryFolder(): { readonly path: string } {
  const folder = { path: "" };
  beforeEach(async () => {
    folder.path = await mkdtemp(join(tmpdir(), "bourse-cache-"));
  });
  afterEach(async () => {
    await rm(folder.path, { recursive: true });
  });
  return folder;
}

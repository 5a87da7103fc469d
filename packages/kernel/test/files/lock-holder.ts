/** Tries to lock the path that it is given, says how that went, and holds the lock until it is killed. */

import { writeSync } from "node:fs";

import { hasCode } from "../../src/errors.ts";
import { lockFile } from "../../src/files/file-lock.ts";

try {
  await lockFile(process.argv[2]!);
  writeSync(1, "locked\n");
  setInterval(() => {}, 60_000);
} catch (error) {
  if (!hasCode(error, "STORE_LOCKED")) throw error;
  writeSync(1, "refused\n");
}

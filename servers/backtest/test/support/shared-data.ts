/** Real candles beside the project; tests that need them are skipped visibly where they are absent. */

import { existsSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../../../../shared/data/candles");

/** False skips; on a build server the absence is an error. */
export function hasSharedData(): boolean {
  const found = existsSync(folder);
  if (!found && process.env["CI"])
    throw new Error("The shared market data is not beside the project.");
  return found;
}

export function sharedCandles(name: string): string {
  return join(folder, name);
}

/** Writes the named types of every operation out of the contract: `pnpm write:operations`. */

import { writeFileSync } from "node:fs";

import { operationsSource, SOURCES } from "./operations.ts";

for (const [file, source] of Object.entries(SOURCES)) {
  writeFileSync(new URL(`../src/${file}`, import.meta.url), operationsSource(source));
}

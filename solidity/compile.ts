/** Writes the compiled contracts into the files that are committed. */
import { mkdirSync, writeFileSync } from "node:fs";

import { artifactFiles } from "./artifact-files.ts";

for (const { url, content } of artifactFiles()) {
  mkdirSync(new URL(".", url), { recursive: true });
  writeFileSync(url, content);
}

/** Writes `src/<api>/texts.ts` out of the doc comments: `node -C @bourse/source scripts/write-texts.ts`. */

import { writeFileSync } from "node:fs";

import { PACKAGE, textFiles } from "./texts.ts";

for (const [path, source] of textFiles()) writeFileSync(PACKAGE + path, source);

/** Writes the OpenAPI and AsyncAPI documents of all services into `documents`: `pnpm write:documents`. */

import { mkdirSync, writeFileSync } from "node:fs";

import { documents, DOCUMENTS } from "./documents.ts";

mkdirSync(DOCUMENTS, { recursive: true });
for (const [file, document] of Object.entries(documents())) {
  writeFileSync(DOCUMENTS + file, `${JSON.stringify(document, null, 2)}\n`);
}

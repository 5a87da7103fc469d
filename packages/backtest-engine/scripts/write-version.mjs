/** Writes src/version.ts from the manifest's version; `pnpm version-packages` runs it after a bump. */

import { readFileSync, writeFileSync } from "node:fs";

const folder = new URL("../", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
const file = new URL("src/version.ts", folder);
const text = readFileSync(file, "utf8").replace(/"[^"]*";/u, `${JSON.stringify(version)};`);
writeFileSync(file, text);

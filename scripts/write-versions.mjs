/** Writes src/version.ts of packages from their manifests; `npm run version-packages` runs it after a bump. */

import { readFileSync, writeFileSync } from "node:fs";

for (const name of ["backtest-engine", "client"]) {
  const folder = new URL(`../packages/${name}/`, import.meta.url);
  const { version } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  const file = new URL("src/version.ts", folder);
  const text = readFileSync(file, "utf8").replace(/"[^"]*";/u, `${JSON.stringify(version)};`);
  writeFileSync(file, text);
}

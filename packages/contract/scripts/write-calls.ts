/**
 * Completes the doc comments of routes by their paths, credentials and codes, and writes `calls.ts` of each service out
 * of the routes. Run as `pnpm write:calls`.
 */

import { readFileSync, writeFileSync } from "node:fs";

import { APIS, PACKAGE, routesOf, sourcesOf } from "./apis.ts";
import { callsSource } from "./calls.ts";
import { withRouteComments } from "./route-comments.ts";

for (const folder of Object.keys(APIS)) {
  for (const file of sourcesOf(folder)) {
    const source = readFileSync(file, "utf8");
    const written = withRouteComments(source, routesOf(folder));
    if (written !== source) writeFileSync(file, written);
  }
  writeFileSync(`${PACKAGE}src/${folder}/calls.ts`, callsSource(folder));
}

/**
 * Completes the doc comments of routes by their paths, credentials and codes, and writes two files of each service:
 * `texts.ts` of `@bourse/documents` out of the comments, and `calls.ts` out of the routes. Run as `pnpm write:texts`.
 */

import { readFileSync, writeFileSync } from "node:fs";

import { callsSource } from "./calls.ts";
import type { Texts } from "./read-texts.ts";
import { withRouteComments } from "./route-comments.ts";
import { APIS, PACKAGE, routesOf, sourcesOf, textsFile, textsOf } from "./texts.ts";

for (const folder of Object.keys(APIS)) {
  for (const file of sourcesOf(folder)) {
    const source = readFileSync(file, "utf8");
    const written = withRouteComments(source, routesOf(folder));
    if (written !== source) writeFileSync(file, written);
  }
  writeFileSync(textsFile(folder), sourceOf(textsOf(folder)));
  writeFileSync(`${PACKAGE}src/${folder}/calls.ts`, callsSource(folder));
}

function sourceOf(texts: Record<string, Texts>): string {
  const blocks = Object.entries(texts).map(([id, own]) => {
    const lines = Object.entries(own).map(
      ([place, text]) => `    ${quoted(place)}:\n      ${JSON.stringify(text)},\n`,
    );
    return `  ${quoted(id)}: {\n${lines.join("")}  },\n`;
  });
  const ids = Object.keys(texts).map((id) => JSON.stringify(id));
  return `/** Written by the contract's write-texts.ts out of the doc comments of routes and fields: change those instead. */

import type { Texts } from "@bourse/contract";

export const texts: Readonly<Record<${ids.join(" | ")}, Texts>> = {
${blocks.join("")}};
`;
}

function quoted(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

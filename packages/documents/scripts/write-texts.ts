/**
 * Writes `texts.ts` of each service out of the doc comments of routes and fields of `@bourse/contract`. `pnpm
 * write:texts` completes those comments before, and writes the documents afterwards.
 */

import { writeFileSync } from "node:fs";

import { APIS } from "../../contract/scripts/apis.ts";
import type { Texts } from "./read-texts.ts";
import { textsFile, textsOf } from "./texts.ts";

for (const folder of Object.keys(APIS)) {
  writeFileSync(textsFile(folder), sourceOf(textsOf(folder)));
}

function sourceOf(texts: Record<string, Texts>): string {
  const blocks = Object.entries(texts).map(([id, own]) => {
    const lines = Object.entries(own).map(
      ([place, text]) => `    ${quoted(place)}:\n      ${JSON.stringify(text)},\n`,
    );
    return `  ${quoted(id)}: {\n${lines.join("")}  },\n`;
  });
  const ids = Object.keys(texts).map((id) => JSON.stringify(id));
  return `/** Written by scripts/write-texts.ts out of the doc comments of the contract's routes and fields: change those instead. */

import type { Texts } from "@bourse/contract";

export const texts: Readonly<Record<${ids.join(" | ")}, Texts>> = {
${blocks.join("")}};
`;
}

function quoted(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

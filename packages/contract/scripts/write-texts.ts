/** Writes `src/<folder>/texts.ts` out of the doc comments of routes and fields: `pnpm write:texts`. */

import { writeFileSync } from "node:fs";

import type { Texts } from "./read-texts.ts";
import { PACKAGE, textsByFolder } from "./texts.ts";

for (const [folder, texts] of Object.entries(textsByFolder())) {
  writeFileSync(`${PACKAGE}src/${folder}/texts.ts`, fileOf(texts));
}

function fileOf(texts: Record<string, Texts>): string {
  const blocks = Object.entries(texts).map(([id, own]) => {
    const lines = Object.entries(own).map(
      ([place, text]) => `    ${quoted(place)}:\n      ${JSON.stringify(text)},\n`,
    );
    return `  ${quoted(id)}: {\n${lines.join("")}  },\n`;
  });
  return `/** Written by scripts/write-texts.ts out of the doc comments of routes and fields: change those instead. */

import type { Texts } from "../route/docs.ts";

export const texts: Readonly<Record<${Object.keys(texts)
    .map((id) => JSON.stringify(id))
    .join(" | ")}, Texts>> = {
${blocks.join("")}};
`;
}

function quoted(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

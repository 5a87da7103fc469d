/** The descriptions of each API as the file `src/<api>/texts.ts` holds them. */

import { fileURLToPath } from "node:url";

import * as auth from "../src/auth/index.ts";
import type { DocumentedApi } from "../src/index.ts";
import { openTypes, type Texts } from "./read-texts.ts";

export const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

/** The documented APIs of each folder by the name that they are exported under; later ones add to earlier ones. */
const FOLDERS = {
  auth: ["documentedAuthApi", "documentedAuthDiscoveryApi"],
} as const;

const modules: Readonly<Record<string, object>> = { auth };

/** The source of each folder's `texts.ts`, by its path in the package. */
export function textFiles(): Map<string, string> {
  return new Map(
    Object.entries(FOLDERS).map(([folder, names]) => [
      `src/${folder}/texts.ts`,
      fileOf(textsIn(folder, names)),
    ]),
  );
}

function textsIn(folder: string, names: readonly string[]): Record<string, Texts> {
  const types = openTypes(`${PACKAGE}tsconfig.build.json`, `${PACKAGE}src/${folder}/index.ts`);
  try {
    const earlier: Texts = {};
    return Object.fromEntries(
      names.map((name) => {
        const api = (modules[folder] as Record<string, unknown>)[name] as DocumentedApi;
        const all = types.textsOf(name, api);
        const own = Object.fromEntries(
          Object.entries(all).filter(([place, text]) => earlier[place] !== text),
        );
        Object.assign(earlier, all);
        return [api.id, own];
      }),
    );
  } finally {
    types.close();
  }
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

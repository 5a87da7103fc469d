/** The texts of each API, as the package holds them and as the comments of the routes say them. */

import { fileURLToPath } from "node:url";

import { APIS, PACKAGE } from "../../contract/scripts/apis.ts";
import { openTypes, type Texts } from "./read-texts.ts";

/** The file that holds the texts of a folder. */
export function textsFile(folder: string): string {
  return fileURLToPath(new URL(`../src/${folder}/texts.ts`, import.meta.url));
}

/** The texts of a folder's APIs by the id of the API, read from the types of its exports in a project. */
export function textsOf(
  folder: string,
  project: string = `${PACKAGE}tsconfig.build.json`,
  file: string = `${PACKAGE}src/${folder}/index.ts`,
): Record<string, Texts> {
  const types = openTypes(project, file);
  try {
    const earlier: Texts = {};
    return Object.fromEntries(
      Object.entries(APIS[folder] ?? {}).map(([name, api]) => {
        const all = types.textsOf(name, api);
        const own = Object.entries(all).filter(([place, text]) => earlier[place] !== text);
        Object.assign(earlier, all);
        return [api.id, Object.fromEntries(own)];
      }),
    );
  } finally {
    types.close();
  }
}

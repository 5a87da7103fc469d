/** The descriptions of each API, as `src/<folder>/texts.ts` holds them. */

import { fileURLToPath } from "node:url";

import * as auth from "../src/auth/index.ts";
import * as backtest from "../src/backtest/index.ts";
import * as curation from "../src/curation/index.ts";
import type { DocumentedApi } from "../src/index.ts";
import * as node from "../src/node/index.ts";
import { openTypes, type Texts } from "./read-texts.ts";

export const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

/** The documented APIs of each folder by the name that they are exported under; later ones add to earlier ones. */
const FOLDERS = {
  auth: ["documentedAuthApi", "documentedAuthDiscoveryApi"],
  backtest: ["documentedBacktestApi"],
  curation: ["documentedCurationApi", "documentedCurationHealthApi"],
  node: ["documentedNodeInternalApi", "documentedNodeExternalApi", "documentedNodeDashboardApi"],
} as const;

const modules: Readonly<Record<string, object>> = { auth, backtest, curation, node };

/** The texts of each folder's APIs, by the folder's name and the API's id. */
export function textsByFolder(): Record<string, Record<string, Texts>> {
  return Object.fromEntries(
    Object.entries(FOLDERS).map(([folder, names]) => [folder, textsIn(folder, names)]),
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

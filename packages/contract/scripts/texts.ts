/** The texts of each API, as `@bourse/documents` and the comments of its routes hold them. */

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { documentedAuthApi, documentedAuthDiscoveryApi } from "../src/auth/index.ts";
import { documentedBacktestApi } from "../src/backtest/index.ts";
import { documentedCurationApi, documentedCurationHealthApi } from "../src/curation/index.ts";
import type { DocumentedApi } from "../src/index.ts";
import {
  documentedNodeDashboardApi,
  documentedNodeExternalApi,
  documentedNodeInternalApi,
} from "../src/node/index.ts";
import { openTypes, type Texts } from "./read-texts.ts";
import type { NotedRoutes } from "./route-comments.ts";

export const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

/** The documented APIs of each folder, by the names that they are exported under; later ones add to earlier ones. */
export const APIS: Readonly<Record<string, Readonly<Record<string, DocumentedApi>>>> = {
  auth: { documentedAuthApi, documentedAuthDiscoveryApi },
  backtest: { documentedBacktestApi },
  curation: { documentedCurationApi, documentedCurationHealthApi },
  node: { documentedNodeInternalApi, documentedNodeExternalApi, documentedNodeDashboardApi },
};

/** The file that holds the texts of a folder, outside of the package: only servers need them. */
export function textsFile(folder: string): string {
  return `${PACKAGE}../documents/src/${folder}/texts.ts`;
}

/** The sources of a folder, by their absolute paths. */
export function sourcesOf(folder: string): string[] {
  const path = `${PACKAGE}src/${folder}/`;
  return readdirSync(path).map((file) => path + file);
}

/** The routes of a folder with their notes by operation id, as the first of its APIs declares them. */
export function routesOf(folder: string): NotedRoutes {
  const tables = Object.values(APIS[folder] ?? {}).map(({ routes, docs }) =>
    Object.fromEntries(
      Object.entries(routes).map(([key, route]) => [key, { route, notes: docs.routes[key] ?? {} }]),
    ),
  );
  return Object.assign({}, ...tables.toReversed()) as NotedRoutes;
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

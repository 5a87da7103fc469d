/** The documented APIs of each folder, and their sources. */

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
import type { NotedRoutes } from "./route-comments.ts";

/** The folder of the package. */
export const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

/** The documented APIs of each folder, by the names that they are exported under; later ones add to earlier ones. */
export const APIS: Readonly<Record<string, Readonly<Record<string, DocumentedApi>>>> = {
  auth: { documentedAuthApi, documentedAuthDiscoveryApi },
  backtest: { documentedBacktestApi },
  curation: { documentedCurationApi, documentedCurationHealthApi },
  node: { documentedNodeInternalApi, documentedNodeExternalApi, documentedNodeDashboardApi },
};

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

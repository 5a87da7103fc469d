/** The three APIs of a node over one core. */

import { bindApi, type BindOptions, type BoundRoute } from "@bourse/contract";
import {
  nodeDashboardApi,
  nodeExternalApi,
  nodeInternalApi,
  withAnyKeyCase,
  type DashboardInfo,
} from "@bourse/contract/node";
import type { DataNode } from "@bourse/node-core";

import {
  createDashboardAuthenticator,
  createNodeAuthenticator,
  type DashboardAccess,
  type NodeCaller,
} from "./authenticate.ts";
import { externalHandlers } from "./external-handlers.ts";
import {
  dashboardHealthHandler,
  externalHealthHandler,
  internalHealthHandler,
} from "./health-handlers.ts";
import { internalHandlers } from "./internal-handlers.ts";
import { translateNodeError } from "./translate.ts";

/** Options of the node's bind functions. */
export interface BindNodeOptions extends Omit<
  BindOptions<NodeCaller>,
  "translate" | "authenticate"
> {
  /** Release of the node, shown by its health. Default `0.0.0`. */
  readonly version?: string;
  /** Accepts the header X-API-Key in any letter case. Default false, as in seed 002. */
  readonly anyKeyCase?: boolean;
}

/** Binds the internal API, which has no authentication. */
export function bindNodeInternalApi(
  node: DataNode,
  options: BindNodeOptions = {},
): readonly BoundRoute[] {
  const { version = "0.0.0", anyKeyCase: _, ...bind } = options;
  return bindApi(
    nodeInternalApi,
    { ...internalHealthHandler(node, version), ...internalHandlers(node) },
    { ...bind, translate: translateNodeError } as BindOptions,
  );
}

/** Binds the external API; sharing and reading data need an API key. */
export function bindNodeExternalApi(
  node: DataNode,
  options: BindNodeOptions = {},
): readonly BoundRoute[] {
  const { version: _, anyKeyCase = false, ...bind } = options;
  const api = anyKeyCase ? withAnyKeyCase(nodeExternalApi) : nodeExternalApi;
  return bindApi(
    api,
    { ...externalHealthHandler(node), ...externalHandlers(node) },
    { ...bind, translate: translateNodeError, authenticate: createNodeAuthenticator(node) },
  );
}

/** Options of {@link bindNodeDashboardApi}. */
export interface BindNodeDashboardOptions extends BindNodeOptions {
  /** Access rules of the dashboard. Default: open without key and session, as on loopback. */
  readonly access?: DashboardAccess;
  /** Returns the facts of the server that the core does not know. */
  readonly info: () => Omit<DashboardInfo, "node_id">;
}

/** Binds the dashboard API: all routes of both APIs under `/api`, for the web page. */
export function bindNodeDashboardApi(
  node: DataNode,
  options: BindNodeDashboardOptions,
): readonly BoundRoute[] {
  const { version = "0.0.0", anyKeyCase = false, access = OPEN, info, ...bind } = options;
  const api = anyKeyCase ? withAnyKeyCase(nodeDashboardApi) : nodeDashboardApi;
  return bindApi(
    api,
    {
      ...internalHandlers<NodeCaller>(node),
      ...externalHandlers(node),
      ...dashboardHealthHandler(node, version),
      info: () => ({ node_id: node.self().nodeId, ...info() }),
    },
    {
      ...bind,
      translate: translateNodeError,
      authenticate: createDashboardAuthenticator(node, access),
    },
  );
}

const OPEN: DashboardAccess = {
  isOpen: true,
  isKey: () => false,
  hasSession: () => false,
};

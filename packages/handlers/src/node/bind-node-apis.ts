/** The three APIs of a node over the one core: the same objects behind all of them, no call goes through HTTP. */

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

export interface BindNodeOptions extends Omit<
  BindOptions<NodeCaller>,
  "translate" | "authenticate"
> {
  /** What health says of the node's release. Default `0.0.0`. */
  readonly version?: string;
  /** Whether the key's header may come in any case. Default false, as seed 002 says. */
  readonly anyKeyCase?: boolean;
}

/** The internal API: no key, for who is on this machine. */
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

/** The external API: sharing and retrieving need a key. */
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

export interface BindNodeDashboardOptions extends BindNodeOptions {
  /** Default: open, with no key and no session of its own, as on loopback. */
  readonly access?: DashboardAccess;
  /** What only the server knows of itself. */
  readonly info: () => Omit<DashboardInfo, "node_id">;
}

/** Both under `/api`, for the web page. */
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

/** The clients of a node: for its owner, for everybody, and for its dashboard. */

import type { dashboardRoutes, externalRoutes, internalRoutes } from "@bourse/contract/node";
import {
  dashboardCalls,
  externalCalls,
  internalCalls,
  nodeDashboardService,
  nodeExternalService,
  nodeInternalService,
} from "@bourse/contract/node/client";

import { createClient, type Client } from "../client.ts";
import { withKey, type ClientOptions } from "../options.ts";
import type { DashboardRouteTypes, ExternalRouteTypes, InternalRouteTypes } from "./operations.ts";

/**
 * The options of a node's clients.
 *
 * Amounts are safe integers or, at any size, decimal digits: `String(amount)` of a bigint. `transfer` and `shareData`
 * are sent once, unless `retry` in the second argument asks for more. After a lost answer they may have been done: call
 * again with the same `idempotencyKey`, which neither pays nor shares twice. The status `pending` means sent and not
 * confirmed yet: the same call tells the outcome. An unhealthy node answers its health like a healthy one.
 */
export interface NodeClientOptions extends Omit<ClientOptions, "credentials"> {
  /** API key (`nk_…`), which is sent as X-API-Key on routes that require it. Default none. */
  readonly apiKey?: string;
}

/** The client for the owner of a node: tokens, transfers, shares, keys. */
export type NodeInternalClient = Client<typeof internalRoutes, InternalRouteTypes>;
/** The client for everybody: sharing, verification, history, network. */
export type NodeExternalClient = Client<typeof externalRoutes, ExternalRouteTypes>;
/** The client of the dashboard: the routes of both others, and its own. */
export type NodeDashboardClient = Client<typeof dashboardRoutes, DashboardRouteTypes>;

/**
 * Creates a client for the owner of a node.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createNodeInternalClient(options: NodeClientOptions): NodeInternalClient {
  return createClient({ ...nodeInternalService, calls: internalCalls }, withKey(options));
}

/**
 * Creates a client for everybody.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createNodeExternalClient(options: NodeClientOptions): NodeExternalClient {
  return createClient({ ...nodeExternalService, calls: externalCalls }, withKey(options));
}

/**
 * Creates a client of the dashboard; a browser's session may take the place of a key.
 *
 * @throws ClientError OPTION_INVALID
 */
export function createNodeDashboardClient(options: NodeClientOptions): NodeDashboardClient {
  return createClient({ ...nodeDashboardService, calls: dashboardCalls }, withKey(options));
}

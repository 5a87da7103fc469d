/** The clients of a node: its owner's, everybody's, and the dashboard's. */

import {
  dashboardRoutes,
  externalRoutes,
  internalRoutes,
  nodeDashboardService,
  nodeExternalService,
  nodeInternalService,
} from "@bourse/contract/node";

import { createClient, type Client } from "../client.ts";
import { apiKey } from "../credentials.ts";
import type { ClientOptions } from "../options.ts";

/**
 * Amounts are given as safe integers or, at any size, as decimal digits: `String(amount)` of a bigint.
 *
 * `transfer` and `shareData` send an Idempotency-Key of their own, so that a try that is repeated after a lost answer
 * neither pays nor shares twice. `pending` in an answer means sent and not settled yet: call again with the same
 * `idempotencyKey`, which the second argument takes, to hear the end. A node that is out of order answers its health
 * like any other.
 */
export interface NodeClientOptions extends Omit<ClientOptions, "credentials"> {
  /** `nk_…`, sent as X-API-Key where a route asks for it. */
  readonly apiKey?: string;
}

export type NodeInternalClient = Client<typeof internalRoutes>;
export type NodeExternalClient = Client<typeof externalRoutes>;
export type NodeDashboardClient = Client<typeof dashboardRoutes>;

/** Tokens, transfers, keys. @throws ClientError OPTION_INVALID */
export function createNodeInternalClient(options: NodeClientOptions): NodeInternalClient {
  return createClient({ ...nodeInternalService, routes: internalRoutes }, withKey(options));
}

/** Sharing, verification, history, network. @throws ClientError OPTION_INVALID */
export function createNodeExternalClient(options: NodeClientOptions): NodeExternalClient {
  return createClient({ ...nodeExternalService, routes: externalRoutes }, withKey(options));
}

/** Both, as the web page has them: a browser's session does instead of a key. @throws ClientError OPTION_INVALID */
export function createNodeDashboardClient(options: NodeClientOptions): NodeDashboardClient {
  return createClient({ ...nodeDashboardService, routes: dashboardRoutes }, withKey(options));
}

function withKey({ apiKey: key, ...others }: NodeClientOptions): ClientOptions {
  return key === undefined ? others : { ...others, credentials: apiKey(key) };
}

/** Authentication by the node's API keys, before any other part of a request is read. */

import type { Authenticate, Incoming, Route } from "@bourse/contract";
import { DASHBOARD_ACCESS, nodeExternalApi, nodeInternalApi } from "@bourse/contract/node";
import type { DataNode, KeyHolder, KeyScope } from "@bourse/node-core";

/** Authenticated caller; null for an anonymous one on an open route. */
export type NodeCaller = KeyHolder | null;

const { shareData } = nodeExternalApi.routes;
const { transfer, addToken, createApiKey, listApiKeys, revokeApiKey } = nodeInternalApi.routes;

const SCOPES = new Map<string, KeyScope>([
  [nameOf(shareData), "share"],
  [nameOf(transfer), "transfer"],
  ...[addToken, createApiKey, listApiKeys, revokeApiKey].map((route): [string, KeyScope] => [
    nameOf(route),
    "admin",
  ]),
]);

/** Returns the scope that a route of the node's APIs needs of an API key: `read` unless it shares, pays or manages. */
function scopeOfNodeRoute(route: Pick<Route, "definition">): KeyScope {
  return SCOPES.get(nameOf(route)) ?? "read";
}

function nameOf({ definition: { method, path } }: Pick<Route, "definition">): string {
  return `${method} ${path}`;
}

/** Creates the authenticator of the external API: API keys with the scope that the route needs. */
export function createNodeAuthenticator({
  keys,
}: Pick<DataNode, "keys">): Authenticate<NodeCaller> {
  return async (scheme, credential, route) => {
    if (scheme === "apiKey") return keys.authorize(credential, scopeOfNodeRoute(route));
    // The route is open: a key only tells who calls, and the handler looks at its scopes.
    return credential === undefined ? null : keys.authorize(credential, ...KEY_SCOPES);
  };
}

/**
 * Creates the authenticator of the dashboard API. `access` decides if a browser may use the dashboard without an API key:
 * always on loopback, by its session elsewhere. Sharing and reading data need an API key as on the external API, or a
 * session.
 */
export function createDashboardAuthenticator(
  node: Pick<DataNode, "keys">,
  access: DashboardAccess,
): Authenticate<NodeCaller> {
  const byKey = createNodeAuthenticator(node);
  return async (scheme, credential, route, incoming) => {
    if (credential !== undefined && access.isKey(credential)) return OWNER;
    if (access.hasSession(incoming)) return OWNER;
    if (scheme === DASHBOARD_ACCESS) {
      if (credential === undefined && access.isOpen) return null;
      return node.keys.authorize(credential, scopeOfNodeRoute(route));
    }
    return byKey(scheme, credential, route, incoming);
  };
}

/** Access rules of the dashboard that only its server knows. */
export interface DashboardAccess {
  /** True on loopback: every client on this machine may use the dashboard. */
  readonly isOpen: boolean;
  /** Reports if a credential is the dashboard's own key. */
  readonly isKey: (credential: string) => boolean;
  /** Reports if a request has the cookie of a valid session. */
  readonly hasSession: (incoming: Pick<Incoming, "headers">) => boolean;
}

const KEY_SCOPES: readonly KeyScope[] = ["share", "read", "transfer", "admin"];

const OWNER: KeyHolder = {
  id: "dashboard",
  scopes: KEY_SCOPES,
  expiresAt: null,
  payees: null,
  spending: null,
};

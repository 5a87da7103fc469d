/** Authentication by the node's API keys, before any other part of a request is read. */

import type { Authenticate, Incoming } from "@bourse/contract";
import { DASHBOARD_ACCESS, nodeExternalApi } from "@bourse/contract/node";
import type { ApiKeys, DataNode, KeyHolder, KeyScope } from "@bourse/node-core";

/** Authenticated caller; null for an anonymous one on an open route. */
export type NodeCaller = KeyHolder | null;

/** Data route that needs the scope `share`; the others need `read` or `share`. */
const { shareData } = nodeExternalApi.routes;

/** Creates the authenticator of the external API: API keys with the scope that the route needs. */
export function createNodeAuthenticator({
  keys,
}: Pick<DataNode, "keys">): Authenticate<NodeCaller> {
  return async (scheme, credential, { definition }) => {
    if (scheme !== "apiKey") return credential === undefined ? null : knownTo(keys, credential);
    const scopes: readonly KeyScope[] =
      definition.path === shareData.definition.path ? ["share"] : ["read", "share"];
    return keys.authorize(credential, ...scopes);
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
      if (credential !== undefined) return node.keys.authorize(credential, "admin");
      return access.isOpen ? null : node.keys.authorize(undefined, "admin");
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

const OWNER: KeyHolder = { id: "dashboard", scopes: ["admin"] };

function knownTo(keys: ApiKeys, credential: string): Promise<KeyHolder> {
  return keys.authorize(credential, "read", "share");
}

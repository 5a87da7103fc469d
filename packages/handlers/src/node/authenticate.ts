/** Who calls: judged by the node's API keys before anything else of the request is looked at. */

import type { Authenticate, Incoming } from "@bourse/contract";
import { DASHBOARD_ACCESS, nodeExternalApi } from "@bourse/contract/node";
import type { ApiKeys, DataNode, KeyHolder, KeyScope } from "@bourse/node-core";

/** Who calls; null for nobody, on routes that are open. */
export type NodeCaller = KeyHolder | null;

/** What the data routes ask for; any of the scopes will do. */
const { shareData } = nodeExternalApi.routes;

/** For `bindApi(nodeExternalApi, …)`. */
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
 * For `bindApi(nodeDashboardApi, …)`. `hasAccess` says whether a browser may use the dashboard without a key: always
 * on loopback, by its session elsewhere. Sharing and retrieving ask for a key as on the external API, or a session.
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

/** How the dashboard is entered, as its server knows it. */
export interface DashboardAccess {
  /** Bound to loopback: whoever is on this machine may. */
  readonly isOpen: boolean;
  /** Whether this is the dashboard's own key. */
  readonly isKey: (credential: string) => boolean;
  /** Whether the request carries a session's cookie. */
  readonly hasSession: (incoming: Pick<Incoming, "headers">) => boolean;
}

const OWNER: KeyHolder = { id: "dashboard", scopes: ["admin"] };

function knownTo(keys: ApiKeys, credential: string): Promise<KeyHolder> {
  return keys.authorize(credential, "read", "share");
}

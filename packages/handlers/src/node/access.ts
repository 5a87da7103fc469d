/** Access to the APIs of a node: the rule of each route. */

import {
  PUBLIC,
  type AccessRule,
  type AccountKeys,
  type Incoming,
  type Proof,
  type RouteDefinition,
} from "@bourse/contract";
import {
  DASHBOARD_ACCESS,
  nodeExternalApi,
  nodeInternalApi,
  OWNER_ACCESS,
} from "@bourse/contract/node";
import type { KeyScope } from "@bourse/node-core";

/** Access rules of one API that only its server knows. */
export interface NodeAccess {
  /**
   * Reports if a request is a direct call of a program on the node's machine: on an API that is bound to loopback, and
   * with `isLocal` of the request.
   */
  readonly isLocal: (incoming: Pick<Incoming, "isLocal">) => boolean;
  /** Reports if a credential is the operator's own key, which has every right. */
  readonly isKey: (credential: string) => boolean;
  /** Finds the session whose cookie a request has; undefined without one. Default: the API has no sessions. */
  readonly sessionOf?: (incoming: Pick<Incoming, "headers">) =>
    | {
        /** API key that the session was opened by and ends with; null for the operator's own key and link. */
        readonly key: string | null;
      }
    | undefined;
  /** True on any chain but the development chain: then a local caller may read, and needs a proof for all else. */
  readonly movesRealMoney: boolean;
  /** Keys of the accounts of an auth server, which are accepted beside the node's own. Default: none are. */
  readonly accountKeys?: NodeAccountKeys | undefined;
}

/** Keys of accounts of an auth server, at the door of a node. */
export interface NodeAccountKeys extends AccountKeys {
  /** Maximum number of shares of an account in a UTC day, by all of its keys. */
  readonly sharesPerDay: number;
  /** Maximum units of gas of an account in a UTC day, of shares and transfers together. */
  readonly gasPerDay: number;
}

/** Proofs that open a route of the node. */
export function nodeAccess(
  definition: RouteDefinition,
  { movesRealMoney, sessionOf }: Pick<NodeAccess, "movesRealMoney" | "sessionOf">,
): AccessRule {
  const { security, method } = definition;
  if (security === undefined || security === "maybeApiKey") return PUBLIC;
  const proofs = scopesOf(definition).map((right): Proof => ({ by: "apiKey", right }));
  if (sessionOf !== undefined) proofs.push({ by: "session" });
  const isOpen = isOwners(definition) && (method === "GET" || !movesRealMoney);
  return isOpen ? [{ by: "local" }, ...proofs] : proofs;
}

const { shareData } = nodeExternalApi.routes;
const { transfer, listAudit } = nodeInternalApi.routes;

/** The scopes of a caller that may do everything. */
export const KEY_SCOPES: readonly KeyScope[] = ["share", "read", "transfer", "admin"];

/**
 * Scopes of which a key needs one: `read` for a route that reads, `admin` for one that neither reads, shares nor pays.
 */
export function scopesOf({ security, method, path }: RouteDefinition): readonly KeyScope[] {
  // The route is open: a key only tells who calls, and the handler looks at its scopes.
  if (security === "maybeApiKey") return KEY_SCOPES;
  if (path === shareData.definition.path) return ["share"];
  if (path === transfer.definition.path) return ["transfer"];
  // A webhook tells no more than its events, which a key with this scope hears of as well.
  if (path.startsWith("/webhooks")) return ["read"];
  const isAdmins = path.startsWith("/api-keys") || path === listAudit.definition.path;
  return method === "GET" && !isAdmins ? ["read"] : ["admin"];
}

/** Returns true for a route of the node's owner, on the internal API or the dashboard. */
function isOwners({ security }: RouteDefinition): boolean {
  return security === OWNER_ACCESS || security === DASHBOARD_ACCESS;
}

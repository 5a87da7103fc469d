/** Authentication of calls to a node, before any other part of a request is read. */

import type { Authenticate, Incoming } from "@bourse/contract";
import { checkArguments, hasCode } from "@bourse/kernel";
import { NodeError, type ApiKeys, type DataNode, type KeyHolder } from "@bourse/node-core";

import { coreWith, nodeAccessRule } from "../check-bound.ts";
import { KEY_SCOPES, nodeAccess, scopesOf, type NodeAccess } from "./access.ts";
import { holderOf } from "./account-holder.ts";

/**
 * Authenticated caller; null for an anonymous one on an open route. Who came by a session may do what the operator may;
 * `opener` is the holder of the API key that opened the session, whose rights and end bind the keys that it creates,
 * and whose shares and gas of the day bind the session.
 */
export type NodeCaller =
  | (KeyHolder & {
      /** Holder of the API key that opened the caller's session. Absent for every other caller. */
      readonly opener?: KeyHolder;
    })
  | null;

/** Creates the authenticator of a node's API: each route by its rule of {@link nodeAccess}. */
export function createNodeAuthenticator(
  node: Pick<DataNode, "keys">,
  access: NodeAccess = NOBODY,
): Authenticate<NodeCaller> {
  const rules = { node: coreWith("keys"), access: nodeAccessRule };
  checkArguments("createNodeAuthenticator", rules, [node, access]);
  const { keys } = node;
  return async (_scheme, credential, { definition }, incoming) => {
    const operator = await operatorOf(keys, access, credential, incoming);
    if (operator !== undefined) return operator;
    if (credential === undefined) refuseMisspelt(incoming);
    const scopes = scopesOf(definition);
    const isOpen = nodeAccess(definition, access).some(
      ({ by }) => by === "nobody" || (by === "local" && access.isLocal(incoming)),
    );
    const parts = { keys, access, definition, incoming };
    if (!isOpen) return await holderOf(parts, credential, scopes);
    if (credential === undefined) return null;
    // A wrong key is refused even so; one without the scope takes nothing away from the other proof.
    const holder = await holderOf(parts, credential, KEY_SCOPES);
    return holder.scopes.some((scope) => scopes.includes(scope)) ? holder : null;
  };
}

/**
 * The same authenticator; calls of changing routes that it refuses are rows `access.refused` of the audit trail, within
 * the budget of strangers. Refused reads change nothing and get none.
 */
export function recordingRefusals(
  { trail }: Pick<DataNode, "trail">,
  authenticate: Authenticate<NodeCaller>,
): Authenticate<NodeCaller> {
  return async (scheme, credential, route, incoming) => {
    try {
      return await authenticate(scheme, credential, route, incoming);
    } catch (error) {
      const { method, path } = route.definition;
      if (method !== "GET" && hasCode(error, "UNAUTHORIZED", "FORBIDDEN")) {
        trail.append({
          action: "access.refused",
          actor: "anonymous",
          outcome: "refused",
          code: error.code,
          address: incoming.clientAddress ?? null,
          subject: `${method} ${path}`,
        });
      }
      throw error;
    }
  };
}

/**
 * Creates the check of a handshake of the dashboard's event socket, with `use` false of a socket that is open. It
 * throws the core's errors.
 */
export function createListenerCheck(
  { keys }: { readonly keys: ApiKeys },
  access: NodeAccess,
): (
  handshake: Pick<Incoming, "headers" | "isLocal"> & Partial<Pick<Incoming, "clientAddress">>,
  use?: boolean,
) => Promise<void> {
  return async (handshake, use = true) => {
    const key = handshake.headers["x-api-key"];
    const credential = typeof key === "string" ? key : undefined;
    if ((await operatorOf(keys, access, credential, handshake)) !== undefined) return;
    if (credential === undefined && access.isLocal(handshake)) return;
    const definition = { method: "GET", path: "/ws" } as const;
    await holderOf({ keys, access, definition, incoming: handshake, use }, credential, ["read"]);
  };
}

/** The operator by key or session; undefined for another caller. A session by an API key is over when the key is. */
async function operatorOf(
  keys: ApiKeys,
  { isKey, sessionOf }: NodeAccess,
  credential: string | undefined,
  incoming: Pick<Incoming, "headers">,
): Promise<NonNullable<NodeCaller> | undefined> {
  if (credential !== undefined && isKey(credential)) return OPERATOR;
  const session = sessionOf?.(incoming);
  if (session === undefined) return undefined;
  if (session.key === null) return OPERATOR;
  try {
    const opener = await keys.authorize(session.key, "admin");
    const { id, quotas = [] } = opener;
    return { ...OPERATOR, id, quotas, opener };
  } catch (error) {
    if (hasCode(error, "UNAUTHORIZED", "FORBIDDEN")) return undefined;
    throw error;
  }
}

/**
 * A key that came under another spelling of its header is no credential; its sender is told so instead of passed over.
 */
function refuseMisspelt({ headers }: Pick<Incoming, "headers">): void {
  if (headers["x-api-key"] === undefined) return;
  throw new NodeError(
    "UNAUTHORIZED",
    "The API key came once in a header of another spelling, or several times. Send it once, as X-API-Key in exactly these capitals; where a client or gateway changes header names, the node's operator can set API_KEY_HEADER=insensitive.",
  );
}

/** Nobody but the holder of a key: the rules of the external API. */
const NOBODY: NodeAccess = {
  isLocal: () => false,
  isKey: () => false,
  movesRealMoney: true,
};

/** Caller by a session or the operator's own key. */
export const OPERATOR: KeyHolder = {
  id: "operator",
  scopes: KEY_SCOPES,
  expiresAt: null,
  payees: null,
  spending: null,
};

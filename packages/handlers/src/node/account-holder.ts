/** Holders of keys at the door of a node: of its own, and of those of accounts of an auth server. */

import type { Incoming, RouteDefinition } from "@bourse/contract";
import { hasCode } from "@bourse/kernel";
import { NodeError, type ApiKeys, type KeyHolder, type KeyScope } from "@bourse/node-core";

import { accountKeyOf, ownerOf, type AccountKey } from "../account-keys/account-key.ts";
import type { NodeAccess, NodeAccountKeys } from "./access.ts";

/**
 * Scopes that the permissions of an account's key stand for. None stands for `admin`: who manages the node's keys is
 * its operator, and a key that was created here would outlive the one of the account.
 */
const SCOPES: Readonly<Record<string, readonly KeyScope[]>> = {
  read: ["read"],
  deploy: ["share"],
  admin: ["share", "read", "transfer"],
};

/** A call, and who may make it. */
interface Call {
  readonly keys: Pick<ApiKeys, "authorize">;
  readonly access: Pick<NodeAccess, "accountKeys">;
  readonly definition: Pick<RouteDefinition, "method" | "path">;
  readonly incoming: Pick<Incoming, "headers"> & Partial<Pick<Incoming, "clientAddress">>;
  /** False for a connection that is open already: it is no use of the key. Default true. */
  readonly use?: boolean;
}

/**
 * The holder of a key with one of `scopes`: of the node, else of an account.
 *
 * @throws NodeError UNAUTHORIZED, FORBIDDEN; Problem UNAUTHORIZED, FORBIDDEN, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function holderOf(
  { keys, access: { accountKeys }, definition, incoming, use }: Call,
  credential: string | undefined,
  scopes: readonly KeyScope[],
): Promise<KeyHolder> {
  if (accountKeys === undefined || credential === undefined) {
    return await keys.authorize(credential, ...scopes);
  }
  try {
    return await keys.authorize(credential, ...scopes);
  } catch (error) {
    if (!hasCode(error, "UNAUTHORIZED")) throw error;
  }
  const key = await accountKeyOf(accountKeys, credential, definition, incoming, use);
  const holder = accountHolder(accountKeys, key);
  if (holder.scopes.some((scope) => scopes.includes(scope))) return holder;
  throw new NodeError(
    "FORBIDDEN",
    `This key of an account does not stand for the scope ${scopes.join(" or ")}.`,
    { details: { scope: scopes[0] } },
  );
}

/** All keys of an account are one holder: what they use in a day counts together. */
function accountHolder({ sharesPerDay, gasPerDay }: NodeAccountKeys, key: AccountKey): KeyHolder {
  const id = ownerOf(key);
  const scopes = new Set(key.permissions.flatMap((one) => SCOPES[one] ?? []));
  return {
    id,
    scopes: [...scopes],
    expiresAt: null,
    payees: null,
    spending: null,
    quotas: [{ keyId: id, sharesPerDay, gasPerDay }],
  };
}

/** True for the holder of a key of an account. */
export function isAccountHolder({ id }: Pick<KeyHolder, "id">): boolean {
  return id.startsWith(ownerOf({ ownerId: "" }));
}

/** API keys of accounts of an auth server, at the door of a service. */

import {
  Problem,
  type AccountKeys,
  type AccountKeyVerdict,
  type Incoming,
  type RouteDefinition,
} from "@bourse/contract";
import { anyFunction, objectOf, type ArgumentRule } from "@bourse/kernel";

/** Accepts a judge of keys of accounts. */
export const anyAccountKeys: ArgumentRule = objectOf({ judge: anyFunction });

/** A valid key of an account. */
export type AccountKey = Extract<AccountKeyVerdict, { readonly code: "VALID" }>;

type Caller = Pick<Incoming, "headers"> & Partial<Pick<Incoming, "clientAddress">>;

/**
 * The valid key behind a credential, which is used by it unless `use` is false.
 *
 * @throws Problem UNAUTHORIZED, FORBIDDEN, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function accountKeyOf(
  keys: AccountKeys,
  credential: string,
  { method, path }: Pick<RouteDefinition, "method" | "path">,
  { headers, clientAddress }: Caller,
  use = true,
): Promise<AccountKey> {
  const { origin } = headers;
  const verdict = await keys.judge(credential, {
    route: `${method} ${path}`,
    address: clientAddress,
    // A longer one is no origin that a key can be bound to.
    origin: typeof origin === "string" && /^.{1,300}$/.test(origin) ? origin : undefined,
    use,
  });
  if (verdict.code === "VALID") return verdict;
  throw verdict.code === "RATE_LIMITED"
    ? limited(verdict.retryAfterSeconds)
    : REFUSED[verdict.code];
}

/**
 * Name under which a service counts what the keys of an account create. Names of the service's own keys never begin
 * so.
 */
export function ownerOf({ ownerId }: Pick<AccountKey, "ownerId">): string {
  return `account:${ownerId}`;
}

/** Refuses a key without a permission; `admin` has all of them. @throws Problem FORBIDDEN */
export function requireAccountPermission(
  { permissions }: Pick<AccountKey, "permissions">,
  permission: string,
): void {
  if (permissions.includes("admin") || permissions.includes(permission)) return;
  const message = `this API key lacks the permission ${permission}`;
  throw new Problem({ code: "FORBIDDEN", status: 403, message });
}

function limited(retryAfterSeconds: number): Problem {
  const message = "the API key was used as much as its limits allow; try again later";
  return new Problem({ code: "RATE_LIMITED", status: 429, message, retryAfterSeconds });
}

/** Created once, so that a stranger's call costs no new error. */
const REFUSED = {
  INVALID_API_KEY: refusal(
    401,
    "UNAUTHORIZED",
    "the key in X-API-Key is neither one of this server's nor a valid one of its auth server",
  ),
  FORBIDDEN: refusal(
    403,
    "FORBIDDEN",
    "the API key is bound to other addresses or origins, or this server does not accept keys of its account",
  ),
  UNAVAILABLE: refusal(
    503,
    "SERVICE_UNAVAILABLE",
    "API keys of accounts cannot be verified now, because the auth server does not answer as it should; try again shortly",
  ),
};

function refusal(status: number, code: string, message: string): Problem {
  return Object.freeze(new Problem({ code, status, message }));
}

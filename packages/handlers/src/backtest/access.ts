/** Access to the backtest API: the rule of each route, and the check. */

import {
  Problem,
  PUBLIC,
  type AccessRule,
  type AccountKeys,
  type Authenticate,
  type Incoming,
  type ProofState,
  type RouteDefinition,
} from "@bourse/contract";
import { backtestApi } from "@bourse/contract/backtest";
import { absentOr, anyFunction, checkArguments, objectOf, trueOrFalse } from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

import {
  accountKeyOf,
  anyAccountKeys,
  ownerOf,
  requireAccountPermission,
  type AccountKey,
} from "../account-keys/account-key.ts";
import { proofState } from "../account-keys/proof-state.ts";

const { listAudit, getStrategySource } = backtestApi.routes;

/** Paths that ask for a key and for an administrator, which a place on the machine does not prove. */
const ADMINISTERED: ReadonlySet<string> = new Set([
  listAudit.definition.path,
  // Whoever saves a strategy has the server run their code.
  getStrategySource.definition.path,
]);

/** Settings of {@link createBacktestAuthenticator}. */
export interface BacktestAccess {
  /**
   * Tells whether a key is one of the server's. Undefined on a server without keys: then nobody can prove anything but
   * to call from the server's own machine.
   */
  readonly isKey: ((key: string) => boolean) | undefined;
  /** True for a server that listens on a loopback address only: then programs on its machine need no key. */
  readonly trustsLocal: boolean;
  /** Judge of the keys of an auth server, which are accepted beside those of `isKey`. Default: none are. */
  readonly accountKeys?: AccountKeys | undefined;
}

/**
 * Proofs that open a route. Without keys, everybody reads; whatever trades, changes something or starts work is local.
 */
export function backtestAccess(
  { method, path, security }: RouteDefinition,
  access: BacktestAccess,
): AccessRule {
  if (security === undefined) return PUBLIC;
  if (ADMINISTERED.has(path)) return [{ by: "apiKey" }];
  if (hasKeys(access)) return [{ by: "apiKey" }];
  const isPrivate = /^\/(execution\/|webhooks|kill-switch|sessions)/u.test(path);
  if (method === "GET" && !isPrivate) return PUBLIC;
  return access.trustsLocal ? [{ by: "local" }] : [];
}

/** Permission that a key of an account needs for a route; `admin` stands for all of them. */
export function accountPermission({
  method,
  path,
}: Pick<RouteDefinition, "method" | "path">): "read" | "deploy" | "admin" {
  if (ADMINISTERED.has(path)) return "admin";
  return method === "GET" ? "read" : "deploy";
}

function hasKeys({ isKey, accountKeys }: BacktestAccess): boolean {
  return isKey !== undefined || accountKeys !== undefined;
}

/** Caller of a route, as the audit trail names it. */
export interface BacktestCaller {
  /**
   * `key:` and the first 8 hex digits of the key's SHA-256; `account-key:` and the id of a key of an account; `local`
   * or `anonymous`.
   */
  readonly actor: string;
  /**
   * Name under which quotas count what the caller creates: the actor of a key, or `account:` and the id of the account
   * that the key belongs to. Undefined without a proof of identity.
   */
  readonly owner?: string;
  /**
   * Judges the caller's proof once more, for an answer that has no end. Undefined for a proof that lasts as long as the
   * server runs.
   */
  readonly recheck?: () => Promise<ProofState>;
}

/** The check of a call by {@link backtestAccess}, for `bindBacktestApi`; with it health stays open to everyone. */
export function createBacktestAuthenticator(access: BacktestAccess): Authenticate<BacktestCaller> {
  const rule = objectOf({
    isKey: absentOr(anyFunction),
    trustsLocal: trueOrFalse,
    accountKeys: absentOr(anyAccountKeys),
  });
  checkArguments("createBacktestAuthenticator", { access: rule }, [access]);
  const rules = new WeakMap<RouteDefinition, AccessRule>();
  return (_scheme, credential, { definition }, incoming) => {
    const rule = rules.get(definition) ?? backtestAccess(definition, access);
    rules.set(definition, rule);
    const { accountKeys } = access;
    if (accountKeys !== undefined && isForeign(access, rule, credential)) {
      return callerByAccount(accountKeys, credential, definition, incoming);
    }
    return refusalOf(rule, access, credential, incoming) ?? callerOf(access, credential, incoming);
  };
}

/** True for a key that has to be asked about elsewhere. */
function isForeign(
  { isKey }: BacktestAccess,
  rule: AccessRule,
  credential: string | undefined,
): credential is string {
  return (
    credential !== undefined &&
    rule.some(({ by }) => by === "apiKey") &&
    isKey?.(credential) !== true
  );
}

/** @throws Problem */
async function callerByAccount(
  accountKeys: AccountKeys,
  credential: string,
  definition: RouteDefinition,
  incoming: Incoming,
): Promise<BacktestCaller> {
  const check = async (use: boolean): Promise<AccountKey> => {
    const key = await accountKeyOf(accountKeys, credential, definition, incoming, use);
    requireAccountPermission(key, accountPermission(definition));
    return key;
  };
  const key = await check(true);
  return {
    actor: `account-key:${key.id}`,
    owner: ownerOf(key),
    recheck: () => proofState(() => check(false)),
  };
}

function callerOf(
  { isKey }: BacktestAccess,
  credential: string | undefined,
  { isLocal }: Pick<Incoming, "isLocal">,
): BacktestCaller {
  if (credential !== undefined && isKey?.(credential) === true) {
    const actor = `key:${sha256(credential, "hex").slice(0, 8)}`;
    return { actor, owner: actor };
  }
  return isLocal === true ? LOCAL : ANONYMOUS;
}

const LOCAL: BacktestCaller = Object.freeze({ actor: "local" });
const ANONYMOUS: BacktestCaller = Object.freeze({ actor: "anonymous" });

/**
 * The check of a WebSocket handshake: with keys a key is needed, one of an account with `read`. Without keys everybody
 * may listen, but {@link seesTrades} says who learns of trades and risk. `use` is false for a socket that is open.
 */
export async function checkBacktestListener(
  access: BacktestAccess,
  handshake: Pick<Incoming, "headers"> & Partial<Pick<Incoming, "clientAddress">>,
  use = true,
): Promise<void> {
  if (!hasKeys(access)) return;
  const { isKey, accountKeys } = access;
  const key = handshake.headers["x-api-key"];
  if (key === undefined) throw KEY_MISSING;
  if (typeof key === "string" && isKey?.(key) === true) return;
  if (typeof key !== "string" || accountKeys === undefined) throw KEY_UNKNOWN;
  const found = await accountKeyOf(accountKeys, key, SOCKETS, handshake, use);
  requireAccountPermission(found, accountPermission(SOCKETS));
}

/** The sockets, as the figures of a key's use name them. */
const SOCKETS = { method: "GET", path: "/api/ws" } as const;

/** Returns true for a listener that may learn of trades: it has a key, or calls directly on the server's machine. */
export function seesTrades(
  access: BacktestAccess,
  { isLocal }: Pick<Incoming, "isLocal">,
): boolean {
  const { trustsLocal } = access;
  return hasKeys(access) || (trustsLocal && isLocal === true);
}

/** The refusal of a call that gives none of the proofs of `rule`. */
function refusalOf(
  rule: AccessRule,
  access: BacktestAccess,
  credential: string | undefined,
  { isLocal }: Pick<Incoming, "isLocal">,
): Problem | undefined {
  const { isKey } = access;
  const isProved = rule.some(({ by }) => {
    if (by === "apiKey") return credential !== undefined && isKey?.(credential) === true;
    return by === "nobody" || (by === "local" && isLocal === true);
  });
  if (isProved) return undefined;
  if (!hasKeys(access)) {
    if (rule.length === 0) return CLOSED;
    return rule.some(({ by }) => by === "local") ? LOCAL_ONLY : WITHOUT_KEYS;
  }
  return credential === undefined ? KEY_MISSING : KEY_UNKNOWN;
}

const KEY_MISSING = refusal(401, "this server asks for a key in the header X-API-Key");
const KEY_UNKNOWN = refusal(401, "the key in X-API-Key is not one of this server's");
const LOCAL_ONLY = refusal(
  403,
  "this server has no keys, so only programs of its own account that call it directly on its own machine may trade, change data or start work: its operator must set API_KEYS",
);
const CLOSED = refusal(
  403,
  "this server has no keys, and it is in production or reachable from other machines, so nobody may trade, change data or start work: its operator must set API_KEYS",
);
const WITHOUT_KEYS = refusal(
  403,
  "the audit trail and the sources of strategies need an API key, from programs on the server's own machine too, and this server has none: its operator must set API_KEYS",
);

/** Created once, so that a stranger's call costs no new error. */
function refusal(status: 401 | 403, message: string): Problem {
  const code = status === 401 ? "UNAUTHORIZED" : "FORBIDDEN";
  return Object.freeze(new Problem({ code, status, message }));
}

/** Access to the backtest API: the rule of each route, and the check. */

import {
  Problem,
  PUBLIC,
  type AccessRule,
  type Authenticate,
  type Incoming,
  type RouteDefinition,
} from "@bourse/contract";
import { backtestApi } from "@bourse/contract/backtest";
import { absentOr, anyFunction, checkArguments, objectOf, trueOrFalse } from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

const { listAudit } = backtestApi.routes;

/** Settings of {@link createBacktestAuthenticator}. */
export interface BacktestAccess {
  /**
   * Tells whether a key is one of the server's. Undefined on a server without keys: then nobody can prove anything but
   * to call from the server's own machine.
   */
  readonly isKey: ((key: string) => boolean) | undefined;
  /** True for a server that listens on a loopback address only: then programs on its machine need no key. */
  readonly trustsLocal: boolean;
}

/**
 * Proofs that open a route. Without keys, everybody reads; whatever trades, changes something or starts work is local.
 */
export function backtestAccess(
  { method, path, security }: RouteDefinition,
  { isKey, trustsLocal }: BacktestAccess,
): AccessRule {
  if (security === undefined) return PUBLIC;
  // Who reads the audit trail is an administrator, which a place on the machine does not prove.
  if (path === listAudit.definition.path) return [{ by: "apiKey" }];
  if (isKey !== undefined) return [{ by: "apiKey" }];
  if (method === "GET" && !path.startsWith("/execution/")) return PUBLIC;
  return trustsLocal ? [{ by: "local" }] : [];
}

/** Caller of a route, as the audit trail names it. */
export interface BacktestCaller {
  /** `key:` and the first 8 hex digits of the key's SHA-256, `local` or `anonymous`. */
  readonly actor: string;
  /**
   * Name under which quotas count what the caller creates: the actor of a key. Undefined without a proof of identity.
   */
  readonly owner?: string;
}

/** The check of a call by {@link backtestAccess}, for `bindBacktestApi`; with it health stays open to everyone. */
export function createBacktestAuthenticator(access: BacktestAccess): Authenticate<BacktestCaller> {
  const rule = objectOf({ isKey: absentOr(anyFunction), trustsLocal: trueOrFalse });
  checkArguments("createBacktestAuthenticator", { access: rule }, [access]);
  const rules = new WeakMap<RouteDefinition, AccessRule>();
  return (_scheme, credential, { definition }, incoming) => {
    const rule = rules.get(definition) ?? backtestAccess(definition, access);
    rules.set(definition, rule);
    return refusalOf(rule, access, credential, incoming) ?? callerOf(access, credential, incoming);
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
 * The check of a WebSocket handshake: with keys a key is needed. Without keys everybody may listen, but
 * {@link seesTrades} says who learns of trades.
 */
export function checkBacktestListener(
  { isKey }: BacktestAccess,
  { headers }: Pick<Incoming, "headers">,
): void {
  if (isKey === undefined) return;
  const key = headers["x-api-key"];
  if (key === undefined) throw KEY_MISSING;
  if (typeof key !== "string" || !isKey(key)) throw KEY_UNKNOWN;
}

/** Returns true for a listener that may learn of trades: it has a key, or calls directly on the server's machine. */
export function seesTrades(
  { isKey, trustsLocal }: BacktestAccess,
  { isLocal }: Pick<Incoming, "isLocal">,
): boolean {
  return isKey !== undefined || (trustsLocal && isLocal === true);
}

/** The refusal of a call that gives none of the proofs of `rule`. */
function refusalOf(
  rule: AccessRule,
  { isKey }: BacktestAccess,
  credential: string | undefined,
  { isLocal }: Pick<Incoming, "isLocal">,
): Problem | undefined {
  const isProved = rule.some(({ by }) => {
    if (by === "apiKey") return credential !== undefined && isKey?.(credential) === true;
    return by === "nobody" || (by === "local" && isLocal === true);
  });
  if (isProved) return undefined;
  if (isKey === undefined) {
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
  "the audit trail needs an API key, from programs on the server's own machine too, and this server has none: its operator must set API_KEYS",
);

/** Created once, so that a stranger's call costs no new error. */
function refusal(status: 401 | 403, message: string): Problem {
  const code = status === 401 ? "UNAUTHORIZED" : "FORBIDDEN";
  return Object.freeze(new Problem({ code, status, message }));
}

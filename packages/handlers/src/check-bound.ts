/** Checks of the cores and options that routes are bound to, for callers without types. */

import {
  absentOr,
  anyFunction,
  anyNumber,
  anyText,
  listOf,
  objectOf,
  trueOrFalse,
  type ArgumentRule,
  type CallRules,
} from "@bourse/kernel";

const part = objectOf({});
const parts = (...names: readonly string[]): CallRules => rulesOf(names, part);
const calls = (...names: readonly string[]): CallRules => rulesOf(names, anyFunction);

function rulesOf(names: readonly string[], rule: ArgumentRule): CallRules {
  return Object.fromEntries(names.map((name) => [name, rule]));
}

/** Accepts a core of accounts. */
export const authCore: ArgumentRule = objectOf({
  ...parts("accounts", "users", "sessions", "keys", "guard", "registry", "signingKeys"),
  permissions: objectOf({ permits: anyFunction }),
  roles: objectOf({ names: listOf(anyText) }),
  ...parts(
    "audit",
    "trail",
    "mails",
    "webhooks",
    "factors",
    "personalData",
    "devices",
    "organizations",
    "openId",
  ),
  hasPasskeys: trueOrFalse,
  registration: anyText,
  expiresIn: anyNumber,
  ...calls("maintain", "close"),
});

/** Accepts a core of curation. */
export const curationCore: ArgumentRule = objectOf({
  ...parts("accounts", "users", "admins", "sessions", "guard", "wallets", "drafts", "review"),
  ...parts("factors", "mails", "markets", "events", "signingKeys", "trail", "personalData"),
  ...parts("moderation", "openId", "webhooks", "recovery"),
  hasPasskeys: trueOrFalse,
  expiresIn: anyNumber,
  ...calls("maintain", "close"),
});

/** Accepts a backtest service. */
export const backtestService: ArgumentRule = objectOf({
  ...parts("identity", "jobs", "exchanges", "cache", "imports", "strategies", "execution"),
  ...parts("killSwitch", "sessions", "sources", "bus", "trail", "webhooks", "clock"),
  ...calls("submitBacktest", "submitSweep", "submitWalkForward", "submitDataSync"),
  ...calls("submitSignals", "generateSignal", "report", "start", "stop"),
});

/** Accepts a node. */
export const dataNode: ArgumentRule = objectOf({
  ...parts("payments", "transactions", "tokens", "shares", "inbox", "compliance", "keys"),
  ...parts("webhooks", "trail", "history", "fees"),
  ...calls("self", "health", "checkHealth", "stats", "peers", "start", "announceStop", "stop"),
});

/** Accepts the access rules of a node's API. */
export const nodeAccessRule: ArgumentRule = objectOf({
  isLocal: anyFunction,
  isKey: anyFunction,
  sessionOf: absentOr(anyFunction),
  movesRealMoney: trueOrFalse,
  accountKeys: absentOr(
    objectOf({ judge: anyFunction, sharesPerDay: anyNumber, gasPerDay: anyNumber }),
  ),
});

/** Accepts a part of a core with this part in it. */
export function coreWith(name: string): ArgumentRule {
  return objectOf({ [name]: part });
}

/** Accepts a clock. */
export const aClock: ArgumentRule = objectOf(calls("now", "sleep"));

/** Accepts name and version of a service, each of which may be absent. */
export const serviceNames: ArgumentRule = objectOf({
  name: absentOr(anyText),
  version: absentOr(anyText),
  cookies: absentOr(trueOrFalse),
  passkeys: absentOr(trueOrFalse),
  registration: absentOr(anyText),
});

/** Accepts a function or nothing. */
export const maybeFunction: ArgumentRule = absentOr(anyFunction);

/** Accepts the origins of the service's own pages, or nothing. */
export const ownOrigins: ArgumentRule = absentOr(objectOf(calls("publicOrigin")));

/** Accepts the writers of tables by column. */
export const columnarWriters: ArgumentRule = objectOf(calls("toArrow", "toParquet"));

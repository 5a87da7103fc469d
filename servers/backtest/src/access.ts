/** Access to this server, by its settings. */

import type { BacktestAccess } from "@bourse/handlers/backtest";
import {
  authServerLog,
  createApiKeyAuthenticator,
  createAuthServerKeys,
  isLoopback,
  type HttpLogger,
} from "@bourse/http";
import { KernelError } from "@bourse/kernel";

import { asksForKeys } from "./asks-for-keys.ts";
import type { BacktestEnvironment } from "./environment.ts";

type Settings = Pick<
  BacktestEnvironment,
  | "HOST"
  | "API_KEYS"
  | "NODE_ENV"
  | "EXECUTION_ALLOW_LIVE"
  | "KILL_SWITCH_RELEASE"
  | "AUTH_URL"
  | "AUTH_KEY"
  | "AUTH_ACCOUNTS"
>;

/**
 * Keys where there are any; else programs on this machine, on a server that no other machine reaches. None in
 * production, where a proxy stands in front that need not show itself.
 */
export function accessOf(
  { HOST, API_KEYS, NODE_ENV, AUTH_URL: url, AUTH_KEY: ownKey, AUTH_ACCOUNTS: accounts }: Settings,
  logger: Pick<HttpLogger, "warn" | "info">,
): BacktestAccess {
  return {
    isKey: API_KEYS.length > 0 ? createApiKeyAuthenticator(API_KEYS) : undefined,
    trustsLocal: isLoopback(HOST) && NODE_ENV !== "production",
    accountKeys:
      url === undefined
        ? undefined
        : createAuthServerKeys({ url, ownKey, accounts, onChange: authServerLog(logger) }),
  };
}

/**
 * @throws KernelError OPTION_INVALID when orders may move real money and no caller can prove anything, or a
 * release by another key is asked for without keys
 */
export function checkAccess(config: Settings): void {
  if (config.KILL_SWITCH_RELEASE === "other_key" && !asksForKeys(config)) {
    throw new KernelError(
      "OPTION_INVALID",
      "KILL_SWITCH_RELEASE=other_key needs callers with different keys. Set API_KEYS to at least two, or AUTH_URL, or KILL_SWITCH_RELEASE=any.",
    );
  }
  if (config.EXECUTION_ALLOW_LIVE === "no") return;
  if (config.AUTH_URL !== undefined && config.AUTH_ACCOUNTS.length === 0) {
    throw new KernelError(
      "OPTION_INVALID",
      "EXECUTION_ALLOW_LIVE=yes lets orders move real money, and with AUTH_URL every account of that auth server could place them. Name those who may in AUTH_ACCOUNTS, or set EXECUTION_ALLOW_LIVE=no.",
    );
  }
  if (asksForKeys(config)) return;
  throw new KernelError(
    "OPTION_INVALID",
    "EXECUTION_ALLOW_LIVE=yes lets orders move real money, but without API_KEYS every program on this machine, a reverse proxy included, could place them. Set API_KEYS, or EXECUTION_ALLOW_LIVE=no.",
  );
}

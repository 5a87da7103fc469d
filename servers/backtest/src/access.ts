/** Access to this server, by its settings. */

import type { BacktestAccess } from "@bourse/handlers/backtest";
import { createApiKeyAuthenticator, isLoopback } from "@bourse/http";
import { KernelError } from "@bourse/kernel";

import type { BacktestEnvironment } from "./environment.ts";

type Settings = Pick<
  BacktestEnvironment,
  "HOST" | "API_KEYS" | "NODE_ENV" | "EXECUTION_ALLOW_LIVE"
>;

/**
 * Keys where there are any; else programs on this machine, on a server that no other machine reaches. None in
 * production, where a proxy stands in front that need not show itself.
 */
export function accessOf({ HOST, API_KEYS, NODE_ENV }: Settings): BacktestAccess {
  return {
    isKey: API_KEYS.length > 0 ? createApiKeyAuthenticator(API_KEYS) : undefined,
    trustsLocal: isLoopback(HOST) && NODE_ENV !== "production",
  };
}

/** @throws KernelError OPTION_INVALID when orders may move real money and no caller can prove anything */
export function checkAccess({ API_KEYS, EXECUTION_ALLOW_LIVE }: Settings): void {
  if (EXECUTION_ALLOW_LIVE === "no" || API_KEYS.length > 0) return;
  throw new KernelError(
    "OPTION_INVALID",
    "EXECUTION_ALLOW_LIVE=yes lets orders move real money, but without API_KEYS every program on this machine, a reverse proxy included, could place them. Set API_KEYS, or EXECUTION_ALLOW_LIVE=no.",
  );
}

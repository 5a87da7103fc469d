/** Access to the APIs of this node, by its settings. */

import { networkInterfaces } from "node:os";

import type { NodeAccess, NodeAccountKeys, Sessions } from "@bourse/handlers/node";
import {
  authServerLog,
  createApiKeyAuthenticator,
  createAuthServerKeys,
  isLoopback,
  trustNobody,
  type HttpLogger,
} from "@bourse/http";
import { DEVELOPMENT_CHAIN_ID } from "@bourse/node-core";

import type { NodeEnvironment } from "./environment.ts";

/** Access rules of the internal API: direct callers on this machine, keys, and the commands of `bourse-node`. */
export function internalAccess(
  config: NodeEnvironment,
  commandKey: string,
  accountKeys?: NodeAccountKeys,
): NodeAccess {
  return {
    isLocal: ({ isLocal }) => isLocal === true && trustsLocal(config, config.INTERNAL_API_HOST),
    isKey: createApiKeyAuthenticator([commandKey]),
    movesRealMoney: movesRealMoney(config),
    accountKeys,
  };
}

/** Access rules of the external API: keys, and the commands of `bourse-node`. */
export function externalAccess(
  config: NodeEnvironment,
  commandKey: string,
  accountKeys?: NodeAccountKeys,
): NodeAccess {
  return { ...internalAccess(config, commandKey, accountKeys), isLocal: () => false };
}

/** Access rules of the dashboard: direct callers on this machine, keys, its own key, and browser sessions. */
export function dashboardAccess(
  config: NodeEnvironment,
  sessions: Sessions,
  accountKeys?: NodeAccountKeys,
): NodeAccess {
  const { DASHBOARD_API_HOST, DASHBOARD_KEY } = config;
  return {
    isLocal: ({ isLocal }) => isLocal === true && trustsLocal(config, DASHBOARD_API_HOST),
    isKey: createApiKeyAuthenticator(DASHBOARD_KEY === undefined ? [] : [DASHBOARD_KEY]),
    sessionOf: ({ headers: { cookie } }) =>
      sessions.find(typeof cookie === "string" ? cookie : undefined),
    movesRealMoney: movesRealMoney(config),
    accountKeys,
  };
}

/** Keys of the accounts of AUTH_URL, for the three APIs together; undefined without it. */
export function openAccountKeys(
  config: NodeEnvironment,
  logger: Pick<HttpLogger, "warn" | "info">,
): NodeAccountKeys | undefined {
  const { AUTH_URL: url, AUTH_KEY: ownKey, AUTH_ACCOUNTS: accounts } = config;
  if (url === undefined) return undefined;
  const accountKeys = createAuthServerKeys({
    url,
    ownKey,
    accounts,
    onChange: authServerLog(logger),
  });
  return {
    ...accountKeys,
    sharesPerDay: config.KEY_SHARES_PER_DAY,
    gasPerDay: config.KEY_GAS_PER_DAY,
  };
}

/** True when a browser needs a session for all that its page offers. */
export function needsSession(config: NodeEnvironment): boolean {
  const isDirect = config.TRUST_PROXY === trustNobody;
  return !isDirect || !trustsLocal(config, config.DASHBOARD_API_HOST) || movesRealMoney(config);
}

/** Never in production, where a proxy stands in front that need not show itself. */
function trustsLocal({ NODE_ENV }: NodeEnvironment, host: string): boolean {
  return isLoopback(host) && NODE_ENV !== "production";
}

/** True on any chain but a development chain. */
export function movesRealMoney({ BLOCKCHAIN_URL, BLOCKCHAIN_ID }: NodeEnvironment): boolean {
  return BLOCKCHAIN_URL.length > 0 && BLOCKCHAIN_ID !== DEVELOPMENT_CHAIN_ID;
}

/** `url`; for a host that stands for all interfaces, the same at an IPv4 address of this machine, if it has one. */
export function reachableUrl(url: string, host: string): string {
  if (host !== "0.0.0.0" && host !== "::") return url;
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === "IPv4");
  if (outer === undefined) return url;
  return `http://${outer.address}:${new URL(url).port}`;
}

/** Who may call: keys where there are any, and no orders from the network where there are none. */

import { Problem, type Authenticate, type BindOptions } from "@bourse/contract";
import { createApiKeyAuthenticator } from "@bourse/http";

import type { BacktestEnvironment } from "./environment.ts";

type Access = Pick<BacktestEnvironment, "HOST" | "API_KEYS">;

/** Whether the server listens to others than this machine and asks none of them for a key. */
export function isOpenToAll({ HOST, API_KEYS }: Access): boolean {
  return API_KEYS.length === 0 && !isLoopback(HOST);
}

/** Authentication by API key for every route but health; without keys on an open network, orders are refused to everyone. */
export function authenticateBy(access: Access): Pick<BindOptions<undefined>, "authenticate"> {
  if (access.API_KEYS.length > 0) return { authenticate: requireKey(access.API_KEYS) };
  return isOpenToAll(access) ? { authenticate: refuseOrders } : {};
}

/** @throws Problem UNAUTHORIZED */
export function requireKey(
  keys: readonly string[],
): (scheme: string, credential: string | undefined) => undefined {
  const isKnown = createApiKeyAuthenticator(keys);
  return (_scheme, credential) => {
    if (isKnown(credential)) return undefined;
    throw new Problem({
      code: "UNAUTHORIZED",
      status: 401,
      message:
        credential === undefined
          ? "this server asks for a key in the header X-API-Key"
          : "the key in X-API-Key is not one of this server's",
    });
  };
}

const refuseOrders: Authenticate<undefined> = (_scheme, _credential, route) => {
  if (!route.definition.path.startsWith("/execution/")) return undefined;
  throw new Problem({
    code: "FORBIDDEN",
    status: 403,
    message:
      "this server is open to the network without keys, so it takes no orders: its operator must set API_KEYS, or HOST to 127.0.0.1",
  });
};

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The Idempotency-Key of a request, with whose it is. */

import type { HandlerContext } from "@bourse/contract";

import type { BacktestCaller } from "./access.ts";

/** Returns the key that the request has, and the caller where an API key proves who calls. */
export function callersKey(
  headers: { readonly "idempotency-key"?: string | undefined },
  { identity }: Pick<HandlerContext<unknown>, "identity">,
): { readonly idempotencyKey?: string; readonly owner?: string } {
  const idempotencyKey = headers["idempotency-key"];
  const owner = (identity as BacktestCaller | undefined)?.owner;
  return {
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(owner !== undefined && { owner }),
  };
}

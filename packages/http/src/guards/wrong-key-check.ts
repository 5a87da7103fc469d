/** Finds the answers that refuse a wrong key, and counts them. */

import type { Incoming } from "@bourse/contract";

import type { WrongKeys } from "../access/wrong-keys.ts";

/** The seconds to wait when an answer refuses one wrong key too many, else undefined. */
export type WrongKeyCheck = (
  request: Pick<Incoming, "headers" | "clientAddress">,
  status: number,
  operation: string | null,
) => number | undefined;

/** Counts by the caller's address; undefined without a count. */
export function createWrongKeyCheck(
  wrongKeys: Pick<WrongKeys, "count"> | undefined,
): WrongKeyCheck | undefined {
  if (wrongKeys === undefined) return undefined;
  return (request, status, operation) => {
    if (status !== 401) return undefined;
    const name = operation === "metrics" ? "authorization" : "x-api-key";
    return request.headers[name] === undefined ? undefined : wrongKeys.count(request.clientAddress);
  };
}

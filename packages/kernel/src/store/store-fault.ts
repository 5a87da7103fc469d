/** Errors that say that the engine failed. For authors of engines. */

import { StoreError } from "./errors.ts";

const FAULTS: ReadonlySet<string> = new Set([
  "STORE_IO",
  "STORE_CORRUPT",
  "STORE_FULL",
  "STORE_FENCED",
]);

/** True when `error` says that the engine failed; false for a refusal of the request. */
export function isFault(error: unknown): boolean {
  return !(error instanceof StoreError) || FAULTS.has(error.code);
}

/** `cause` as an error of the store. */
export function storeFault(cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreError(
    "STORE_IO",
    `The store could not write, and nothing was committed: ${reason}`,
    {
      cause,
      details: { outcome: "none" },
    },
  );
}

/** Names of an idempotency key in a store: the same key of two callers is two keys. */

import { absentOr, anyText, objectOf } from "@bourse/kernel";

/** A key, and whose it is. */
export interface CallersKey {
  /** Key under which a repeated request is answered as before. Default: none. */
  readonly idempotencyKey?: string | undefined;
  /** Name of the caller, proved. Default: none; all calls without an owner are of one caller. */
  readonly owner?: string | undefined;
}

/**
 * Returns the names under which the request of a key may be stored, none without a key. New requests are stored under
 * the first. The other one is the key without its caller: requests of a server without API keys, and of releases that
 * kept keys without callers, must be found by a repeat.
 */
export function keyNames(key: CallersKey): readonly string[] {
  objectOf({ idempotencyKey: absentOr(anyText), owner: absentOr(anyText) })("key", key);
  const { idempotencyKey, owner } = key;
  if (idempotencyKey === undefined) return [];
  // No key of a header has a line break, so that none is the name of another caller's key.
  return owner === undefined ? [idempotencyKey] : [`${owner}\n${idempotencyKey}`, idempotencyKey];
}

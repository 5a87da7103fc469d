/**
 * Idempotency keys: the same key with the same request is answered as the first time, for 24 hours.
 *
 * Key, request and job are one transaction: a crash leaves all of it or nothing.
 */

import { EngineError } from "@bourse/backtest-engine";
import { canonicalJson, type Transaction } from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

import { keyNames, type CallersKey } from "../key-names.ts";
import { jobRequests, type JobRequest } from "./collections.ts";
import type { JsonObject } from "./job.ts";

/** Lifetime of an idempotency key in milliseconds: 24 hours. */
export const idempotencyKeyLifetimeMilliseconds: number = 24 * 60 * 60 * 1000;

/** The hashes of a key and of the request that it stands for. */
export interface RequestIdentity {
  readonly id: string;
  /** Other ids under which an earlier request with this key may be stored. */
  readonly otherIds: readonly string[];
  readonly requestHash: string;
}

/**
 * Hashes a caller's key and a request; the order of the request's fields plays no part. `action`: a job type or a
 * retry. Undefined without a key.
 */
export function identifyRequest(
  key: CallersKey,
  action: string,
  request: JsonObject,
): RequestIdentity | undefined {
  const [id, ...otherIds] = keyNames(key).map((name) => sha256(name, "hex"));
  if (id === undefined) return undefined;
  return { id, otherIds, requestHash: sha256(`${action} ${canonicalJson(request)}`, "hex") };
}

/**
 * Finds the request that was made under this key in the last 24 hours.
 *
 * @throws EngineError IDEMPOTENCY_KEY_REUSED when the key stands for another request
 */
export async function findRequest(
  tx: Transaction,
  identity: RequestIdentity,
  now: number,
): Promise<JobRequest | undefined> {
  for (const id of [identity.id, ...identity.otherIds]) {
    const found = await tx.get(jobRequests, id);
    if (found === undefined) continue;
    if (found.value.expiresAt <= now) {
      await tx.delete(jobRequests, id, found.version);
      continue;
    }
    if (found.value.requestHash === identity.requestHash) return found.value;
    throw new EngineError(
      "IDEMPOTENCY_KEY_REUSED",
      "This Idempotency-Key was used for another request in the last 24 hours; send a new key with a new request.",
    );
  }
  return undefined;
}

/** Stores the job created under a key, and deletes up to two expired keys. */
export async function insertRequest(
  tx: Transaction,
  { id, requestHash }: RequestIdentity,
  jobUuid: string,
  now: number,
): Promise<void> {
  const expiresAt = now + idempotencyKeyLifetimeMilliseconds;
  await tx.insert(jobRequests, { id, requestHash, jobUuid, warning: null, expiresAt });
  // Two are deleted for each one inserted, so the collection never outgrows the keys of a day.
  const old = await tx.find(jobRequests, { index: "by_expiry", range: { lte: now }, limit: 2 });
  for (const { value, version } of old.items) await tx.delete(jobRequests, value.id, version);
}

/** Stores the warning of the first answer, so that a repeated request gets the same one. */
export async function addWarning(
  tx: Transaction,
  identity: RequestIdentity,
  warning: string,
): Promise<void> {
  const found = await tx.get(jobRequests, identity.id);
  if (found !== undefined) {
    await tx.replace(jobRequests, { ...found.value, warning }, found.version);
  }
}

/** Requests for a draft that came with an Idempotency-Key: a repeat within 24 hours makes no second draft. */

import {
  canonicalJson,
  defineCollection,
  type Collection,
  type Entity,
  type Json,
  type Transaction,
} from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

import { CurationError } from "../errors.ts";

const LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1000;

/** A key of one account, and the request that it stands for, both hashed. */
interface RequestIdentity extends Entity {
  /** SHA-256 of account and key. */
  readonly id: string;
  /** SHA-256 of the input. */
  readonly fingerprint: string;
}

/** A key of one account with the draft that was created under it. */
interface DraftRequestDocument extends RequestIdentity {
  readonly draftId: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export const draftRequests: Collection<DraftRequestDocument, "by_expiry"> =
  defineCollection<DraftRequestDocument>()({
    name: "draft_requests",
    indexes: { by_expiry: { fields: ["expiresAt"] } },
  });

/** The identity of the input under the account's key; the order of its members plays no part. */
export function identifyDraftRequest(
  accountId: string,
  key: string,
  input: object,
): RequestIdentity {
  return {
    id: sha256(`${accountId}\n${key}`, "hex"),
    fingerprint: sha256(canonicalJson(input as Json), "hex"),
  };
}

/** Id of the draft that was created under the key in the last 24 hours. @throws CurationError IDEMPOTENCY_KEY_REUSED */
export async function findDraftRequest(
  tx: Transaction,
  { id, fingerprint }: RequestIdentity,
  now: number,
): Promise<string | undefined> {
  const found = await tx.get(draftRequests, id);
  if (found === undefined) return undefined;
  if (found.value.expiresAt <= now) {
    await tx.delete(draftRequests, id, found.version);
    return undefined;
  }
  if (found.value.fingerprint === fingerprint) return found.value.draftId;
  throw new CurationError(
    "IDEMPOTENCY_KEY_REUSED",
    "This Idempotency-Key was used for another draft in the last 24 hours; send a new key with a new draft.",
  );
}

/** Stores the draft that was created under a key, and deletes up to two expired keys. */
export async function insertDraftRequest(
  tx: Transaction,
  identity: RequestIdentity,
  draftId: string,
  now: number,
): Promise<void> {
  const expiresAt = now + LIFETIME_MILLISECONDS;
  await tx.insert(draftRequests, { ...identity, draftId, expiresAt });
  // Two go for each that comes, so the collection never outgrows the keys of a day.
  const old = await tx.find(draftRequests, { index: "by_expiry", range: { lte: now }, limit: 2 });
  for (const { value, version } of old.items) await tx.delete(draftRequests, value.id, version);
}

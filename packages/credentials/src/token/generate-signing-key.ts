/** New signing keys, as they are stored. */

import { seal } from "@bourse/kernel";

import { generateKey } from "./key-material.ts";
import { type SigningKeyDocument, signingKeys } from "./signing-key-document.ts";
import type { ResolvedSigningKeysOptions } from "./signing-keys-options.ts";

type Parts = Pick<ResolvedSigningKeysOptions, "algorithm" | "masterKey" | "ids" | "clock">;

/** A new random key, encrypted under the master key; not stored yet. */
export async function generateSigningKey(
  { algorithm, masterKey, ids, clock }: Parts,
  status: "next" | "active",
): Promise<SigningKeyDocument> {
  const { privateJwk, publicJwk } = await generateKey(algorithm);
  const id = ids.uuid();
  const sealed = await seal(masterKey, id, JSON.stringify(privateJwk));
  return { id, algorithm, status, sealed, publicJwk, createdAt: clock.now(), retiredAt: null };
}

/** Stores an active and a next key in a store without keys. */
export async function storeFirstKeys(
  parts: Parts & Pick<ResolvedSigningKeysOptions, "store">,
): Promise<void> {
  // Generated before the transaction, which may wait for nothing but the store.
  const [active, next] = await Promise.all([
    generateSigningKey(parts, "active"),
    generateSigningKey(parts, "next"),
  ]);
  await parts.store.transaction(async (tx) => {
    if ((await tx.count(signingKeys)) > 0) return;
    await tx.insert(signingKeys, active);
    await tx.insert(signingKeys, next);
  });
}

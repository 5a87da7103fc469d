/**
 * Signing keys of access tokens: stored so that replicas share them, encrypted under a master key, and rotated without
 * refusing a token.
 *
 * A key is published as `next` before it signs, signs as `active`, and verifies as `retired` until the last token that
 * it signed has expired. `maintain` re-reads the set; an unknown kid costs no I/O.
 */

import type { VerifyingKey } from "@bourse/kernel/platform";
import type { JSONWebKeySet } from "jose";

import { storeFirstKeys } from "./generate-signing-key.ts";
import { KeyRing, type UsableKey } from "./key-ring.ts";
import { type Rotation, rotateSigningKeys } from "./rotate-signing-keys.ts";
import { signingKeys } from "./signing-key-document.ts";
import { type SigningKeysOptions, resolveSigningKeysOptions } from "./signing-keys-options.ts";

/** The set of signing keys. */
export interface SigningKeys {
  /** The active key. */
  signer(): UsableKey;
  /** The key to verify with, from memory alone; undefined for a kid that is unknown or no longer accepted. */
  verifier(kid: string): UsableKey<VerifyingKey> | undefined;
  /** The public keys (RFC 7517 §5), with next and retired ones; empty for HS256. */
  jwks(): JSONWebKeySet;
  /** Makes the next key the active one and generates a new next key. @throws StoreError */
  rotate(): Promise<Rotation>;
  /** Re-reads the set, rotates an active key that is old enough, deletes keys that verify nothing any more. */
  maintain(): Promise<void>;
}

/**
 * Opens the set of signing keys; generates its first keys when the store has none.
 *
 * @throws CredentialsError SIGNING_KEYS_UNREADABLE when the store was encrypted under another master key; KernelError
 * OPTION_INVALID
 */
export async function openSigningKeys(given: SigningKeysOptions): Promise<SigningKeys> {
  const options = resolveSigningKeysOptions(given);
  const { store, clock, rotateAfterSeconds } = options;
  const ring = new KeyRing(options);
  const rotate = async (): Promise<Rotation> => {
    const rotation = await rotateSigningKeys(options);
    await ring.load();
    return rotation;
  };
  await storeFirstKeys(options);
  await ring.load();
  // A set without an active key is refused here, not at the first login.
  ring.active();
  return Object.freeze<SigningKeys>({
    signer: () => ring.signer(),
    verifier: (kid) => ring.verifier(kid),
    jwks: () => ring.jwks(),
    rotate,
    maintain: async () => {
      await ring.load();
      const { activeAt, createdAt } = ring.active();
      if (clock.now() - (activeAt ?? createdAt) >= rotateAfterSeconds * 1000) await rotate();
      for (const id of ring.forgotten()) await store.delete(signingKeys, id);
      await ring.load();
    },
  });
}

/** The signing keys of the store, decrypted and ready for use in the memory of this process. */

import { unseal } from "@bourse/kernel";
import type { VerifyingKey } from "@bourse/kernel/platform";
import type { CryptoKey, JSONWebKeySet, JWK } from "jose";

import { CredentialsError } from "../errors.ts";
import { incompleteKeys } from "./incomplete-keys.ts";
import { type SigningAlgorithm, importKey } from "./key-material.ts";
import { type SigningKeyDocument, signingKeys } from "./signing-key-document.ts";
import type { ResolvedSigningKeysOptions } from "./signing-keys-options.ts";

/** A key that can sign or verify. */
export interface UsableKey<Key = CryptoKey | VerifyingKey> {
  /** Key id, as in the header of tokens and in the JWKS. */
  readonly kid: string;
  /** Algorithm of the key. */
  readonly algorithm: SigningAlgorithm;
  /** The imported key. */
  readonly key: Key;
}

/** Keys as the store had them at the last `load`; empty before. */
export class KeyRing {
  readonly #options: KeyRingOptions;
  #keys: readonly LoadedKey[] = [];

  constructor(options: KeyRingOptions) {
    this.#options = options;
  }

  /** Reads the keys of the store; those that are known already are not decrypted again. */
  async load(): Promise<void> {
    const { store, masterKey } = this.#options;
    const { items } = await store.find(signingKeys, { limit: 1000 });
    const known = new Map(this.#keys.map((key) => [key.document.id, key]));
    this.#keys = await Promise.all(
      items.map(async ({ value }) => {
        const before = known.get(value.id);
        if (before !== undefined) return { ...before, document: value };
        return { document: value, ...(await unsealKey(masterKey, value)) };
      }),
    );
  }

  /** The active key as it is stored. @throws CredentialsError SIGNING_KEYS_UNREADABLE */
  active(): SigningKeyDocument {
    return this.#activeKey().document;
  }

  /** The active key. @throws CredentialsError SIGNING_KEYS_UNREADABLE */
  signer(): UsableKey {
    const { document, signing } = this.#activeKey();
    return usable(document, signing);
  }

  /** The key to verify with; undefined for a kid that is unknown or no longer accepted. */
  verifier(kid: string): UsableKey<VerifyingKey> | undefined {
    const key = this.#keys.find(({ document }) => document.id === kid);
    if (key === undefined || !this.#isAccepted(key)) return undefined;
    return usable(key.document, key.verifying);
  }

  /** The public keys that are accepted or will be. */
  jwks(): JSONWebKeySet {
    const published = this.#keys.filter((key) => this.#isAccepted(key));
    return {
      keys: published.flatMap(({ document: { id, algorithm, publicJwk } }): JWK[] =>
        publicJwk === null ? [] : [{ ...publicJwk, kid: id, alg: algorithm, use: "sig" }],
      ),
    };
  }

  /** Ids of retired keys that verify nothing any more. */
  forgotten(): readonly string[] {
    return this.#keys.filter((key) => !this.#isAccepted(key)).map(({ document }) => document.id);
  }

  #activeKey(): LoadedKey {
    const key = this.#keys.find(({ document }) => document.status === "active");
    if (key === undefined) throw incompleteKeys();
    return key;
  }

  #isAccepted({ document: { retiredAt } }: LoadedKey): boolean {
    const { clock, acceptSeconds } = this.#options;
    return retiredAt === null || clock.now() < retiredAt + acceptSeconds * 1000;
  }
}

type KeyRingOptions = Pick<
  ResolvedSigningKeysOptions,
  "store" | "masterKey" | "clock" | "acceptSeconds"
>;

interface LoadedKey {
  readonly document: SigningKeyDocument;
  readonly signing: CryptoKey | VerifyingKey;
  readonly verifying: VerifyingKey;
}

async function unsealKey(
  masterKey: Uint8Array,
  document: SigningKeyDocument,
): Promise<Pick<LoadedKey, "signing" | "verifying">> {
  const text = await unseal(masterKey, document.id, document.sealed);
  if (text === undefined) {
    throw new CredentialsError(
      "SIGNING_KEYS_UNREADABLE",
      "The signing keys in the store are encrypted under another master key. Configure that one, or delete the collection signing_keys, which invalidates all access tokens.",
      { details: { kid: document.id } },
    );
  }
  return importKey(document.algorithm, JSON.parse(text) as JWK, document.publicJwk);
}

function usable<Key>({ id, algorithm }: SigningKeyDocument, key: Key): UsableKey<Key> {
  return { kid: id, algorithm, key };
}

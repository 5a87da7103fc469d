/**
 * Signing keys of access tokens: stored so that replicas share them, encrypted under a master key, and rotated without
 * refusing a token.
 *
 * A key is published as `next` before it signs, signs as `active`, and verifies as `retired` until the last token that
 * it signed has expired. `maintain` re-reads the set; an unknown kid costs no I/O.
 */

import {
  type Clock,
  type Ids,
  type Store,
  choiceOption,
  integerOption,
  portOption,
  resolveOptions,
  systemClock,
  systemIds,
} from "@bourse/kernel";
import type { VerifyingKey } from "@bourse/kernel/platform";
import type { CryptoKey, JSONWebKeySet, JWK } from "jose";

import { CredentialsError } from "../errors.ts";
import { masterKeyOption } from "../master-key/master-key-option.ts";
import { type SigningAlgorithm, generateKey, importKey } from "./key-material.ts";
import { seal, unseal } from "./seal.ts";
import { type SigningKeyDocument, signingKeys } from "./signing-key-document.ts";

/** Options of {@link openSigningKeys}. */
export interface SigningKeysOptions {
  /** Store that was opened with the collection `signingKeys`. */
  readonly store: Store;
  /** 32 bytes that encrypt the private keys in the store; the same on every replica. */
  readonly masterKey: Uint8Array;
  /** Algorithm of new keys. Default ES256, which every common verifier supports. */
  readonly algorithm?: SigningAlgorithm;
  /** Seconds for which a retired key still verifies: lifetime of the tokens plus clock skew. 1–86,460. Default 905. */
  readonly acceptSeconds?: number;
  /** Seconds for which a key must have been published before it may sign. 0–86,400. Default 60. */
  readonly publishSeconds?: number;
  /** Age in seconds at which `maintain` rotates the active key. 60–31,536,000. Default 90 days. */
  readonly rotateAfterSeconds?: number;
  /** Source of the time. Default: the system clock. */
  readonly clock?: Clock;
  /** Source of key ids. Default: random UUIDs. */
  readonly ids?: Ids;
}

/** A key that can sign or verify. */
export interface UsableKey<Key = CryptoKey | VerifyingKey> {
  /** Key id, as in the header of tokens and in the JWKS. */
  readonly kid: string;
  /** Algorithm of the key. */
  readonly algorithm: SigningAlgorithm;
  /** The imported key. */
  readonly key: Key;
}

/** Result of a rotation. */
export interface Rotation {
  /** False when the next key was published too recently; nothing has changed then. */
  readonly rotated: boolean;
  /** Id of the key that signs now. */
  readonly activeKid: string;
  /** Seconds until a rotation is possible; 0 after a rotation. */
  readonly retryAfterSeconds: number;
}

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
  const options = resolveOptions("openSigningKeys", given, {
    store: portOption<Store>(["transaction", "find"]),
    masterKey: masterKeyOption,
    algorithm: choiceOption(["ES256", "EdDSA", "HS256"], { default: "ES256" }),
    acceptSeconds: integerOption({ min: 1, max: 86_460, default: 905 }),
    publishSeconds: integerOption({ min: 0, max: 86_400, default: 60 }),
    rotateAfterSeconds: integerOption({ min: 60, max: 31_536_000, default: 7_776_000 }),
    clock: portOption<Clock>(["now"], { default: systemClock }),
    ids: portOption<Ids>(["uuid"], { default: systemIds }),
  });
  const { store, clock } = options;
  let loaded: LoadedKey[] = [];

  const accepted = (document: SigningKeyDocument): boolean =>
    document.retiredAt === null || clock.now() < document.retiredAt + options.acceptSeconds * 1000;

  const create = async (status: "next" | "active"): Promise<SigningKeyDocument> => {
    const { algorithm } = options;
    const { privateJwk, publicJwk } = await generateKey(algorithm);
    const kid = options.ids.uuid();
    const sealed = await seal(options.masterKey, kid, JSON.stringify(privateJwk));
    return {
      id: kid,
      algorithm,
      status,
      sealed,
      publicJwk,
      createdAt: clock.now(),
      retiredAt: null,
    };
  };

  const load = async (): Promise<void> => {
    const { items } = await store.find(signingKeys, { limit: 1000 });
    const known = new Map(loaded.map((key) => [key.document.id, key]));
    loaded = await Promise.all(
      items.map(async ({ value }) => {
        const before = known.get(value.id);
        if (before !== undefined) return { ...before, document: value };
        return { document: value, ...(await unsealKey(options.masterKey, value)) };
      }),
    );
  };

  const ensure = async (): Promise<void> => {
    // Generated before the transaction, which may wait for nothing but the store.
    const [active, next] = await Promise.all([create("active"), create("next")]);
    await store.transaction(async (tx) => {
      if ((await tx.count(signingKeys)) > 0) return;
      await tx.insert(signingKeys, active);
      await tx.insert(signingKeys, next);
    });
  };

  const rotate = async (): Promise<Rotation> => {
    const fresh = await create("next");
    const rotation = await store.transaction(async (tx): Promise<Rotation> => {
      const { items } = await tx.find(signingKeys, { limit: 1000 });
      const active = items.find(({ value }) => value.status === "active");
      const next = items.find(({ value }) => value.status === "next");
      if (active === undefined || next === undefined) throw incomplete();
      const wait = next.value.createdAt + options.publishSeconds * 1000 - clock.now();
      if (wait > 0) {
        return { rotated: false, activeKid: active.value.id, retryAfterSeconds: wait / 1000 };
      }
      const retired = { ...active.value, status: "retired", retiredAt: clock.now() } as const;
      await tx.replace(signingKeys, retired, active.version);
      const promoted = { ...next.value, status: "active", activeAt: clock.now() } as const;
      await tx.replace(signingKeys, promoted, next.version);
      await tx.insert(signingKeys, fresh);
      return { rotated: true, activeKid: next.value.id, retryAfterSeconds: 0 };
    });
    await load();
    return rotation;
  };

  const forget = async (): Promise<void> => {
    for (const { document } of loaded.filter((key) => !accepted(key.document))) {
      await store.delete(signingKeys, document.id);
    }
  };

  const find = (status: SigningKeyDocument["status"]): LoadedKey => {
    const key = loaded.find(({ document }) => document.status === status);
    if (key === undefined) throw incomplete();
    return key;
  };

  await ensure();
  await load();
  find("active");
  return Object.freeze({
    signer: () => {
      const { document, signing } = find("active");
      return usable(document, signing);
    },
    verifier: (kid: string) => {
      const key = loaded.find(({ document }) => document.id === kid);
      if (key === undefined || !accepted(key.document)) return undefined;
      return usable(key.document, key.verifying);
    },
    jwks: () => ({
      keys: loaded
        .filter(({ document }) => document.publicJwk !== null && accepted(document))
        .map(({ document }): JWK => ({
          ...document.publicJwk,
          kid: document.id,
          alg: document.algorithm,
          use: "sig",
        })),
    }),
    rotate,
    maintain: async () => {
      await load();
      const active = find("active").document;
      const since = active.activeAt ?? active.createdAt;
      if (clock.now() - since >= options.rotateAfterSeconds * 1000) await rotate();
      await forget();
      await load();
    },
  });
}

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

function incomplete(): CredentialsError {
  return new CredentialsError(
    "SIGNING_KEYS_UNREADABLE",
    "The store holds signing keys but no active or no next one: it was edited by hand or copied incompletely.",
  );
}

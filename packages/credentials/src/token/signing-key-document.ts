/** A signing key as it is stored. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { SigningAlgorithm } from "./key-material.ts";

/** A stored signing key. All times in milliseconds since the Unix epoch (UTC). */
export interface SigningKeyDocument extends Entity {
  /** Key id (`kid`). */
  readonly id: string;
  /** Algorithm that the key signs with. */
  readonly algorithm: SigningAlgorithm;
  /** Stage of the key: published before it signs, signing, or verifying only. */
  readonly status: "next" | "active" | "retired";
  /** Private JWK, encrypted under the master key. */
  readonly sealed: string;
  /** Public JWK; null for HS256, which has none. */
  readonly publicJwk: Readonly<Record<string, string>> | null;
  /** Time at which the key was generated. */
  readonly createdAt: number;
  /** Time at which the key began to sign; absent on the first key of a set. */
  readonly activeAt?: number;
  /** Time at which the key ceased to sign; null before. */
  readonly retiredAt: number | null;
}

/** Collection of signing keys; part of the collections that the store of a core is opened with. */
export const signingKeys: Collection<SigningKeyDocument> = defineCollection<SigningKeyDocument>()({
  name: "signing_keys",
});

/** A signing key as it is stored. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { SigningAlgorithm } from "./key-material.ts";

export interface SigningKeyDocument extends Entity {
  /** The kid. */
  readonly id: string;
  readonly algorithm: SigningAlgorithm;
  readonly status: "next" | "active" | "retired";
  /** The private JWK, sealed under the master key. */
  readonly sealed: string;
  /** null for HS256, which has no public half. */
  readonly publicJwk: Readonly<Record<string, string>> | null;
  /** Milliseconds UTC. */
  readonly createdAt: number;
  /** Milliseconds UTC of the moment it began to sign; absent on a set's first key. */
  readonly activeAt?: number;
  /** Milliseconds UTC of the moment it ceased to sign. */
  readonly retiredAt: number | null;
}

export const signingKeys: Collection<SigningKeyDocument> = defineCollection<SigningKeyDocument>()({
  name: "signing_keys",
});

/** API keys as kept: never the key, only its digest. */

import { hash } from "node:crypto";

import { defineCollection, type Collection, type Entity } from "@bourse/kernel";

import type { Address } from "../address.ts";

/**
 * Right of an API key; none includes another. `share` shares data, `read` decrypts all data of the node and reads its
 * lists, `transfer` pays, `admin` manages keys, tokens and the queue of transactions. On a server, `admin` is as good
 * as all of them: such a key opens a session of the dashboard, which may do whatever the operator may.
 */
export type KeyScope = "share" | "read" | "transfer" | "admin";

/** Limit of a key on one token. */
export interface SpendingDocument {
  readonly token: Address;
  /** Smallest unit, decimal; null for no limit. */
  readonly perCall: string | null;
  readonly perDay: string | null;
}

export interface ApiKeyDocument extends Entity {
  /** SHA-256 of the key. It has 256 random bits, so a fast digest keeps it as safe as a slow one would. */
  readonly digest: string;
  /** Id of the key that created this one; absent where the owner did, and in keys of releases that kept no parents. */
  readonly parentId?: string;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** Milliseconds UTC. */
  readonly createdAt: number;
  /** Milliseconds UTC; null while it is good. */
  readonly revokedAt: number | null;
  /** Milliseconds UTC; null for a key that does not expire. */
  readonly expiresAt: number | null;
  /** Null for any payee. */
  readonly payees: readonly Address[] | null;
  /** Null for any token and amount. */
  readonly spending: readonly SpendingDocument[] | null;
  /** Shares a UTC day; absent for the node's default. */
  readonly sharesPerDay?: number;
  /** Units of gas a UTC day; absent for the node's default. */
  readonly gasPerDay?: number;
}

/** The digest under which a key is kept. */
export function digestOf(key: string): string {
  return hash("sha256", key, "hex");
}

/** Store collection of API keys. */
export const apiKeyDocuments: Collection<ApiKeyDocument, "by_digest" | "by_creation"> =
  defineCollection<ApiKeyDocument>()({
    name: "api_keys",
    indexes: {
      by_digest: { fields: ["digest"], unique: true },
      by_creation: { fields: ["createdAt"] },
    },
  });

/** Payment that counts against the limits of a key; its id is the payment's. */
export interface KeyPaymentDocument extends Entity {
  readonly keyId: string;
  readonly token: Address;
  /** Smallest unit, decimal. */
  readonly amount: string;
  /** Milliseconds UTC. */
  readonly at: number;
}

/** Store collection of the payments that count against the limits of API keys. */
export const keyPaymentDocuments: Collection<KeyPaymentDocument, "by_key" | "by_time"> =
  defineCollection<KeyPaymentDocument>()({
    name: "key_payments",
    indexes: { by_key: { fields: ["keyId", "token", "at"] }, by_time: { fields: ["at"] } },
  });

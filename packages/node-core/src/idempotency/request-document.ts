/** Stored document of a request that came with an Idempotency-Key. */

import { defineCollection, type Collection, type Entity, type Json } from "@bourse/kernel";

/** One key of one caller. The key itself is not kept, only its digest. */
export interface RequestDocument extends Entity {
  /** SHA-256 of scope and key. */
  readonly id: string;
  /** SHA-256 of the request. */
  readonly fingerprint: string;
  /** Names what the request set in motion: the same under every retry. */
  readonly operationId: string;
  readonly state: "running" | "done";
  /** First answer, in the state `done`; null when it was an error. */
  readonly answer: Json;
  /** First answer that was an error, in the state `done`. */
  readonly error: StoredError | null;
  /** Milliseconds UTC. */
  readonly expiresAt: number;
}

interface StoredError {
  readonly code: string;
  readonly message: string;
  readonly details: Json;
}

export const requestDocuments: Collection<RequestDocument, "by_expiry"> =
  defineCollection<RequestDocument>()({
    name: "idempotent_requests",
    indexes: { by_expiry: { fields: ["expiresAt"] } },
  });

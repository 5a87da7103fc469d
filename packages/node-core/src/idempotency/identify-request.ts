/** Identity of a request that came with an Idempotency-Key. */

import { hash } from "node:crypto";

import { canonicalJson, type Json } from "@bourse/kernel";

import { NodeError } from "../errors.ts";

/** A key and the request that it stands for, both hashed. */
export interface RequestIdentity {
  readonly id: string;
  readonly fingerprint: string;
}

/**
 * The identity of `request` under `key`; the order of its members plays no part. `scope` keeps callers and routes
 * apart: the same key in another scope is another key.
 *
 * @throws NodeError VALIDATION_ERROR unless the key has 1 to 200 visible ASCII characters
 */
export function identifyRequest(scope: string, key: string, request: Json): RequestIdentity {
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new NodeError(
      "VALIDATION_ERROR",
      "Idempotency-Key: expected 1 to 200 visible ASCII characters.",
      { details: { field: "Idempotency-Key" } },
    );
  }
  return {
    id: hash("sha256", `${scope}\n${key}`, "hex"),
    fingerprint: hash("sha256", canonicalJson(request), "hex"),
  };
}

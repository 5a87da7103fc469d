/** Keys that come out of the server's configuration, checked without telling by time how much of one was right. */

import { createHash, timingSafeEqual } from "node:crypto";

import { anyText, listOf } from "@bourse/kernel";

/** Returns true when the presented key is one of the configured ones. */
export type ApiKeyAuthenticator = (presented: string | undefined) => boolean;

/**
 * Compares SHA-256 digests, all of them at each call: the time depends neither on the key's length nor on which one
 * matched. The keys themselves are not kept.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function createApiKeyAuthenticator(keys: readonly string[]): ApiKeyAuthenticator {
  listOf(anyText)("keys", keys);
  const digests = keys.map(digestOf);
  return (presented) => {
    if (presented === undefined) return false;
    const digest = digestOf(presented);
    let found = false;
    for (const known of digests) found = timingSafeEqual(known, digest) || found;
    return found;
  };
}

function digestOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

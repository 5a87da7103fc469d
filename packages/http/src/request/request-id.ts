/** Request ids: the caller's where they are harmless, else our own. */

import { randomBytes } from "node:crypto";

import type { Ids } from "@bourse/kernel";

/** Pattern of an acceptable request id from outside: safe in a header, a log line and a URL, and not endless. */
const ACCEPTED = /^[A-Za-z0-9._~+/=:@-]{1,128}$/;

/** The caller's `X-Request-Id` when it is 1–128 of `A–Z a–z 0–9 . _ ~ + / = : @ -`, else a new one. */
export function requestId(given: string | string[] | undefined, make: () => string): string {
  return typeof given === "string" && ACCEPTED.test(given) ? given : make();
}

/**
 * Makes ids: UUIDs of `ids`, or without it 72 random bits of this server's, a dash and a count. Those are as unique,
 * shorter, and cost no random number each; that they can be guessed harms nobody, since an id opens nothing.
 */
export function createRequestIds(ids: Ids | undefined): () => string {
  if (ids !== undefined) return () => ids.uuid();
  const prefix = `${randomBytes(9).toString("base64url")}-`;
  let count = 0;
  return () => prefix + (count++).toString(36);
}

/** Versions as entity tags (RFC 9110, 8.8.3), and back. */

import { reply, type Reply } from "@bourse/contract";
import type { Draft as WireDraft } from "@bourse/contract/curation";
import type { Draft } from "@bourse/curation-core";

import { wireDraft } from "./wire/draft.ts";

/** A draft with its version as `ETag`: what PATCH and decisions take in `If-Match`. */
export function draftReply<const Status extends number>(
  status: Status,
  draft: Draft,
): Reply<Status, WireDraft> {
  return reply(status, wireDraft(draft), { etag: `"${draft.version}"` });
}

/**
 * The version that the caller has seen; undefined without a condition. A tag that is none of this API's matches no
 * version: 0. Of several tags the newest counts, for versions only grow.
 */
export function versionSeen(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  // A weak tag never matches (RFC 9110, 13.1.1).
  const tags = ifMatch.split(",").map((tag) => /^\s*"([1-9]\d{0,14})"\s*$/.exec(tag)?.[1]);
  return Math.max(...tags.map((tag) => Number(tag ?? 0)));
}

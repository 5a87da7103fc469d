/** Conversion between draft versions and entity tags (RFC 9110 §8.8.3). */

import { reply, type Reply } from "@bourse/contract";
import type { Draft as WireDraft } from "@bourse/contract/curation";
import type { Draft } from "@bourse/curation-core";

import { wireDraft } from "./wire/draft.ts";

/** A reply with a draft and its version as `ETag`, which PATCH and decisions accept in `If-Match`. */
export function draftReply<const Status extends number>(
  status: Status,
  draft: Draft,
): Reply<Status, WireDraft> {
  return reply(status, wireDraft(draft), { etag: `"${draft.version}"` });
}

/**
 * The version in an `If-Match` header; undefined without a condition. A tag that this API did not issue gives 0, which
 * matches no version. Of several tags the highest version counts, because versions only rise.
 */
export function versionSeen(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  // A weak tag never matches (RFC 9110, 13.1.1).
  const tags = ifMatch.split(",").map((tag) => /^\s*"([1-9]\d{0,14})"\s*$/.exec(tag)?.[1]);
  return Math.max(...tags.map((tag) => Number(tag ?? 0)));
}

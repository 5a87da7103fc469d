/** Conversion between versions and entity tags (RFC 9110 §8.8.3). */

import { reply, type Reply } from "@bourse/contract";
import type { Draft as WireDraft, Market as WireMarket } from "@bourse/contract/curation";
import type { Draft, Market } from "@bourse/curation-core";

import { wireDraft } from "./wire/draft.ts";
import { wireMarket } from "./wire/market.ts";

/** A reply with a draft and its tag, which PATCH and decisions accept in `If-Match`. */
export function draftReply<const Status extends number>(
  status: Status,
  draft: Draft,
): Reply<Status, WireDraft> {
  return reply(status, wireDraft(draft), { etag: draftTag(draft) });
}

/**
 * The tag of a draft: its version, and after a point the change that followed it. A claim or a decision makes another
 * tag without another version.
 */
export function draftTag({ version, revision }: Draft): string {
  return revision === 0 ? `"${version}"` : `"${version}.${revision}"`;
}

/** A reply with a market, whose tag also names the state, because the clock changes it, and a fuller view. */
export function marketReply(market: Market): Reply<200, WireMarket> {
  const view = market.dispute === null ? "" : ".dispute";
  const etag = `"${market.version}.${market.revision}.${market.state}${view}"`;
  return reply(200, wireMarket(market), { etag });
}

/**
 * The version in an `If-Match` header; undefined without a condition. A tag that this API did not issue gives 0, which
 * matches no version. Of several tags the highest version counts, because versions only rise.
 */
export function versionSeen(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  // A tag names a version, whatever the encoding: a proxy that compresses the answer makes a tag weak, `W/"1"`.
  const tags = ifMatch
    .split(",")
    .map((tag) => /^\s*(?:W\/)?"([1-9]\d{0,14})(?:\.[1-9]\d{0,15})?"\s*$/.exec(tag)?.[1]);
  return Math.max(...tags.map((tag) => Number(tag ?? 0)));
}

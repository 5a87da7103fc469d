/** The clients of the server that this page came from. */

import { createCurationClient } from "@bourse/client/curation";
import { createCurationAdminClient } from "@bourse/client/curation/admin";
import { createDraftsClient } from "@bourse/client/curation/drafts";
import { createCuratorEvents } from "@bourse/client/curation/events";
import { createReviewClient } from "@bourse/client/curation/review";
import { sharedTokens } from "@bourse/client/shared-tokens";
import { loginFetch } from "@bourse/ui";
import { signal } from "@preact/signals";

/** True while the page goes away: a call that is made then is finished by the browser. */
export const isLeaving = signal(false);

const fetched = loginFetch("device_secret");

const common = {
  baseUrl: location.origin,
  fetch: ((input, init) =>
    fetched(input, isLeaving.value ? { ...init, keepalive: true } : init)) satisfies typeof fetch,
} as const;

/** Name of the tokens in the browser's storage. */
export const TOKENS = "bourse curation";

export const accounts = createCurationClient({ ...common, tokens: sharedTokens({ name: TOKENS }) });

const signedIn = { ...common, credentials: accounts.credentials };
export const drafts = createDraftsClient(signedIn);
export const review = createReviewClient(signedIn);
export const curatorEvents = createCuratorEvents(signedIn);
export const admin = createCurationAdminClient(signedIn);

/** A page of a list. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  /** Cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
  /** Number of items on all pages, where the server tells it. */
  readonly total: number | undefined;
}

/** The page that an answer is, by its headers `Link` and `X-Total-Count`. */
export function pageOf<Item>(answer: {
  readonly data: readonly Item[];
  readonly headers: Headers;
}): PageOf<Item> {
  const next = /<([^>]*)>;\s*rel="?next/.exec(answer.headers.get("link") ?? "")?.[1];
  const cursor = new URLSearchParams(next?.replace(/^[^?]*/, "")).get("cursor");
  const total = answer.headers.get("x-total-count");
  return {
    items: answer.data,
    next: cursor ?? undefined,
    total: total === null ? undefined : Number(total),
  };
}

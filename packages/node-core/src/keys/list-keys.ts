/** List of the API keys in the store. */

import type { Clock, Store } from "@bourse/kernel";

import { findPage } from "../internal/find-page.ts";
import { apiKeyDocuments } from "./api-key-document.ts";
import { withLine, type DefaultQuotas } from "./key-line.ts";
import { usedToday } from "./key-use.ts";
import { viewOf, type ApiKeyView } from "./key-view.ts";

/** Query for API keys. */
export interface KeysQuery {
  /** Maximum number of keys. 1–1000, default 1000. */
  readonly limit?: number;
  /** Cursor that the page before gave. Default: the newest keys. */
  readonly cursor?: string | undefined;
}

/** Page of the API keys. */
export interface KeysPage {
  /** Keys, newest first. */
  readonly keys: readonly ApiKeyView[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

interface KeyListing {
  readonly store: Store;
  readonly clock: Clock;
  readonly defaults: DefaultQuotas;
}

/** Lists a page of the keys, newest first. @throws NodeError CURSOR_INVALID */
export async function listKeys(
  { store, clock, defaults }: KeyListing,
  { limit = 1000, cursor }: KeysQuery,
): Promise<KeysPage> {
  const more = cursor === undefined ? {} : { cursor };
  const query = { index: "by_creation", order: "desc", limit, ...more } as const;
  const page = await findPage(store, apiKeyDocuments, query);
  const keys = await Promise.all(
    page.items.map(async ({ value }) =>
      viewOf(await withLine(store, value), defaults, await usedToday(store, clock, value.id)),
    ),
  );
  return { keys, next: page.next };
}

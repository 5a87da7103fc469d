/** Optional fields of requests, and pages of answers. */

import { reply, type Reply } from "@bourse/contract";
import type { PageOf } from "@bourse/curation-core";

/** The type of an object whose undefined members are removed. */
export type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** A copy without the members that are undefined: the core takes an optional member as given or absent. */
export function given<T extends object>(value: T): Given<T> {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields) as Given<T>;
}

type QueryValue = string | number | boolean | readonly string[] | undefined;

/**
 * A page as a bare array. The `Link` header (RFC 8288) leads to the next page, relative to the list itself, so that no
 * proxy can break it.
 */
export function pageReply<T, Item>(
  { items, next }: PageOf<T>,
  wireItem: (item: T) => Item,
  query: object,
  headers: Readonly<Record<string, string>> = {},
): Reply<200, Item[]> {
  const link =
    next === null ? {} : { link: `<?${searchOf({ ...query, cursor: next })}>; rel="next"` };
  return reply(200, items.map(wireItem), { ...headers, ...link });
}

function searchOf(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries<QueryValue>({ ...query })) {
    if (value !== undefined)
      search.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  return search.toString();
}

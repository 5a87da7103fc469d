/** From parsed requests to what the core takes, and from its views to answers: the same values, typed for each side. */

import { reply, type Reply } from "@bourse/contract";
import type { PageOf } from "@bourse/curation-core";
import type { Json } from "@bourse/kernel";

/** A field that may be left out is left out: a parsed body holds no undefined. */
export type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

export function given<T extends object>(value: T): Given<T> {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields) as Given<T>;
}

/** A view of the core as an answer: JSON knows no readonly. What a user may put anything into is left as it is. */
export type Wire<T> = Json extends T
  ? unknown
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? string extends keyof T
        ? { [key: string]: T[keyof T] }
        : { -readonly [K in keyof T]: Wire<T[K]> }
      : T;

export function wire<T>(view: T): Wire<T> {
  return view as Wire<T>;
}

type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/**
 * A page as a bare array. The next one stands in `Link` (RFC 8288), relative to the list itself, so that no proxy can
 * make it wrong.
 */
export function pageReply<T>(
  { items, next }: PageOf<T>,
  query: Query,
  headers: Readonly<Record<string, string>> = {},
): Reply<200, Wire<T>[]> {
  const link =
    next === null ? {} : { link: `<?${searchOf({ ...query, cursor: next })}>; rel="next"` };
  return reply(200, items.map(wire), { ...headers, ...link });
}

function searchOf(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined)
      search.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  return search.toString();
}

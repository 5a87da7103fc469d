/** A page of a core's list on the wire. */

import { pageReply, type PageReply } from "@bourse/contract";

/** Answers a page as a bare array of its items, each converted by `wire`. */
export function listReply<T, Wire>(
  { items, next }: { readonly items: readonly T[]; readonly next: string | null },
  wire: (item: T) => Wire,
  headers?: Readonly<Record<string, string>>,
): PageReply<Wire[]> {
  return pageReply(items.map(wire), next, headers);
}

/** Iteration over lists that are longer than a page. */

import type { Problem } from "@bourse/contract/client";

import type { ClientError } from "./errors.ts";
import type { CallOptions } from "./options.ts";

/** A call that answers an array and names the next page in the header `Link` (RFC 8288). */
export interface ListCall {
  (input: never, options?: CallOptions): Promise<readonly unknown[]>;
  /** Makes the same call without throwing. */
  safe(input: never, options?: CallOptions): Promise<ListAnswer>;
}

type ItemOf<L extends ListCall> = Awaited<ReturnType<L>>[number];

type ListAnswer =
  | { readonly ok: true; readonly data: unknown; readonly headers: Headers }
  | { readonly ok: false; readonly error: Problem | ClientError };

/**
 * Iterates over every item of a list in its order; the next page is requested once the last one is used up.
 *
 * `input` is that of the call: `query.limit` sets the size of a page, `query.cursor` the first page. Options hold for
 * each call. Items that are inserted or deleted meanwhile may be returned or not; no item is returned twice.
 *
 * @throws the errors of the call
 */
export async function* iterate<L extends ListCall>(
  list: L,
  input?: Parameters<L>[0],
  options?: CallOptions,
): AsyncGenerator<ItemOf<L>, void, undefined> {
  const given = (input ?? {}) as { readonly query?: object };
  let more = {};
  for (;;) {
    const answer = await list.safe(
      { ...given, query: { ...given.query, ...more } } as never,
      options,
    );
    if (!answer.ok) throw answer.error;
    yield* answer.data as readonly ItemOf<L>[];
    const cursor = cursorIn(answer.headers.get("link"));
    if (cursor === null) return;
    more = { cursor };
  }
}

function cursorIn(link: string | null): string | null {
  const search = /<[^>?]*\?([^>]*)>; *rel="?next/.exec(link ?? "")?.[1];
  return new URLSearchParams(search).get("cursor");
}

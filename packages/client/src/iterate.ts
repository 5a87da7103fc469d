/** Iteration over lists that are longer than a page. */

import type { ItemPlace } from "@bourse/contract/client";

import { ClientError } from "./errors.ts";
import type { CallOptions } from "./options.ts";
import type { AnyInput } from "./request.ts";

/** A call of a route that answers a list a page at a time, such as `client.listJobs`. */
export interface ListCall {
  (input: never, options?: CallOptions): Promise<unknown>;
  /** Place of the items in an answer's data: true for the data itself, else the name of the field that has them. */
  readonly pages: ItemPlace;
  /** Makes the same call and resolves to the data and the headers of the answer. */
  withResponse(
    input: never,
    options?: CallOptions,
  ): Promise<{ readonly data: unknown; readonly headers: Headers }>;
}

/** Type of the items that {@link iterate} yields for a call. */
export type ItemOf<L extends ListCall> = ItemIn<Awaited<ReturnType<L>>, L["pages"]>;

type ItemIn<Data, Place> = Place extends keyof Data ? ElementOf<Data[Place]> : ElementOf<Data>;
type ElementOf<List> = List extends readonly (infer Item)[] ? Item : never;

/** The input of a call that {@link iterate} begins with; required where the call requires one. */
type Arguments<L extends ListCall> = undefined extends Parameters<L>[0]
  ? [input?: Parameters<L>[0], options?: CallOptions]
  : [input: Parameters<L>[0], options?: CallOptions];

/**
 * Iterates over the items of all pages of a list, in its order. The next page is requested once the last one is used
 * up; leaving the loop, by `break` for one, requests no further page.
 *
 * `input` is that of the call: `query.limit` sets the number of items in a page, not in all, and `query.cursor` the
 * first page. Options hold for each call. Items that are inserted or deleted meanwhile may be returned or not; no
 * item is returned twice, unless its place in the order changes meanwhile. Only the cursor is taken from an answer:
 * every page is requested where the client sends its calls.
 *
 * ```ts
 * for await (const job of iterate(client.listJobs, { query: { status: "failed", limit: 100 } })) {
 *   console.log(job.uuid, job.error);
 * }
 * ```
 *
 * @throws ClientError INPUT_INVALID at once, for a call of a route that does not page; RESPONSE_INVALID for an answer
 * without a list, or whose next page is the page itself; and the errors of the call
 */
export function iterate<L extends ListCall>(
  list: L,
  ...[input, options]: Arguments<L>
): AsyncGenerator<ItemOf<L>, void, undefined> {
  checkList(list);
  return itemsOf(list, input, options);
}

async function* itemsOf<Item>(
  list: ListCall,
  input: AnyInput | undefined,
  options: CallOptions | undefined,
): AsyncGenerator<Item, void, undefined> {
  for (let page = await readPage<Item>(list, input, options); ; page = await page.next()) {
    yield* page.items;
    if (!page.hasNext) return;
  }
}

/** A page of a list, as {@link pageOf} reads it. */
export interface Page<Item> {
  /** Items of the page, in the order of the list. */
  readonly items: readonly Item[];
  /** True when there is another page. */
  readonly hasNext: boolean;
  /**
   * Reads the next page with the same query and options.
   *
   * @throws ClientError INPUT_INVALID for the last page; RESPONSE_INVALID; and the errors of the call
   */
  readonly next: () => Promise<Page<Item>>;
}

/**
 * Reads one page of a list, for a button that reads the next. Input and options are those of {@link iterate}.
 *
 * ```ts
 * const page = await pageOf(client.listJobs, { query: { limit: 20 } });
 * const second = page.hasNext ? await page.next() : undefined;
 * ```
 *
 * @throws ClientError INPUT_INVALID for a call of a route that does not page; RESPONSE_INVALID for an answer without a
 * list, or whose next page is the page itself; and the errors of the call
 */
export async function pageOf<L extends ListCall>(
  list: L,
  ...[input, options]: Arguments<L>
): Promise<Page<ItemOf<L>>> {
  checkList(list);
  return await readPage(list, input, options);
}

function checkList(list: ListCall): void {
  if (typeof list === "function" && list.pages !== undefined) return;
  throw new ClientError(
    "INPUT_INVALID",
    "a call of a route that pages is expected, such as client.listJobs; this one answers all that it has at once",
  );
}

async function readPage<Item>(
  list: ListCall,
  input: AnyInput | undefined,
  options: CallOptions | undefined,
): Promise<Page<Item>> {
  const { data, headers } = await list.withResponse(input as never, options);
  const items = list.pages === true ? data : (data as Record<string, unknown> | null)?.[list.pages];
  const cursor = nextIn(headers.get("link"));
  if (!Array.isArray(items) || (cursor !== null && cursor === input?.query?.["cursor"])) {
    throw new ClientError("RESPONSE_INVALID", "the answer is no page of a list that ends");
  }
  return {
    items: items as Item[],
    hasNext: cursor !== null,
    next: async () => {
      if (cursor === null) throw new ClientError("INPUT_INVALID", "this is the last page");
      return readPage(list, { ...input, query: { ...input?.query, cursor } }, options);
    },
  };
}

/** The cursor of the link to the next page (RFC 8288), among the links that proxies may have added. */
function nextIn(links: string | null): string | null {
  const next = /<([^>]*)>[^<]*;\s*rel="?(?:[^",;]*\s)?next(?=[\s",;]|$)/i.exec(links ?? "")?.[1];
  return new URLSearchParams(next?.replace(/^[^?]*/, "")).get("cursor");
}

import type { Collection, Entity, StoreReader } from "@bourse/kernel";

/** All documents of a small collection, page by page. */
export async function* everyDocument<T extends Entity>(
  store: StoreReader,
  collection: Collection<T>,
): AsyncGenerator<T> {
  let cursor: string | null = null;
  do {
    const query: { readonly limit: number; readonly cursor?: string } =
      cursor === null ? { limit: PAGE } : { limit: PAGE, cursor };
    const page = await store.find(collection, query);
    for (const { value } of page.items) yield value;
    cursor = page.next;
  } while (cursor !== null);
}

const PAGE = 500;

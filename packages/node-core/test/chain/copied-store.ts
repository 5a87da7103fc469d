/** A copy of a store as a backup of it would hold it. */
import { createMemoryStore, type Page, type Entity, type Store } from "@bourse/kernel";

/** A new store in memory with every document of `store` as of now. */
export async function copiedStore(store: Store): Promise<Store> {
  const collections = [...store.collections.values()];
  const copy = createMemoryStore({ collections });
  for (const collection of collections) {
    let cursor: string | null = null;
    do {
      const page: Page<Entity> = await store.find(collection, {
        limit: 1000,
        ...(cursor === null ? {} : { cursor }),
      });
      await copy.transaction(async (tx) => {
        for (const item of page.items) {
          const bytes = await store.bytes(collection, item.value.id);
          await tx.restore(collection, item, bytes);
        }
      });
      cursor = page.next;
    } while (cursor !== null);
  }
  return copy;
}

import type { Entity, Page, Store } from "@bourse/kernel";

import { acts } from "./box.ts";

/** Ids of all committed acts of a store. */
export async function everyAct(store: Store): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: Page<Entity> = await store.find(acts, {
      limit: 1000,
      ...(cursor === undefined ? {} : { cursor }),
    });
    ids.push(...page.items.map(({ value }) => value.id));
    cursor = page.next;
  }
  return ids;
}

import { anyFunction, anyText, checkArguments, objectOf, type Store } from "@bourse/kernel";

import { MAX_OWNED } from "./own-webhooks.ts";
import { webhookSubscriptions } from "./webhook-document.ts";

const RULES = {
  store: objectOf({ find: anyFunction, transaction: anyFunction }),
  from: anyText,
  to: anyText,
};

/**
 * Gives the webhooks of one owner to another, as after a change of how owners are named. Resolves to their number.
 *
 * @throws StoreError; KernelError ARGUMENT_INVALID
 */
export async function moveWebhooks(store: Store, from: string, to: string): Promise<number> {
  checkArguments("moveWebhooks", RULES, [store, from, to]);
  const query = { index: "by_owner", equals: [from], limit: MAX_OWNED } as const;
  if ((await store.find(webhookSubscriptions, query)).items.length === 0) return 0;
  return await store.transaction(async (tx) => {
    const { items } = await tx.find(webhookSubscriptions, query);
    for (const { value, version } of items) {
      await tx.replace(webhookSubscriptions, { ...value, owner: to }, version);
    }
    return items.length;
  });
}

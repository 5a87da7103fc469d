/** Events for webhooks: those of a draft go to its author and to curators, who alone may read it. */

import type { Transaction } from "@bourse/kernel";
import type { CoreWebhooks } from "@bourse/outbox";

import { drafts } from "../drafts/draft-document.ts";
import type { CurationEvent, CurationEventType } from "../ledger/curation-event.ts";
import { users } from "../users/user-document.ts";

/** Curators with webhooks that one event is told to; each costs a look at their webhooks. */
const MAX_CURATORS = 1000;

/** Adds an event for the webhooks of all who may read it, in the transaction of the act that it reports. */
export async function tellReaders(
  webhooks: Pick<CoreWebhooks, "emit" | "isOn">,
  tx: Transaction,
  type: CurationEventType,
  data: CurationEvent["data"],
): Promise<void> {
  if (!webhooks.isOn) return;
  const author = (await tx.get(drafts, data.draftId))?.value.creatorId;
  const curators = await tx.find(users, {
    index: "by_feed",
    equals: [true, true],
    limit: MAX_CURATORS,
  });
  const readers = new Set(curators.items.map(({ value }) => value.id));
  if (author !== undefined) readers.add(author);
  for (const reader of readers) await webhooks.emit(tx, reader, { type, data: { ...data } });
}

/** Drafts, their versions, comments and trails for those who may see them. */

import type { Collection, Entity } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import { atTheirTime } from "./draft-claim.ts";
import { type DraftDocument, drafts } from "./draft-document.ts";
import { visible } from "./draft-moves.ts";
import type { DraftsParts } from "./drafts-parts.ts";

type Parts = Pick<DraftsParts, "store" | "ledger">;

/** A draft that the actor may see, as it reads now. @throws CurationError NOT_FOUND */
export async function readDraft(
  { store, ledger }: Parts,
  actor: Actor,
  id: string,
): Promise<DraftDocument> {
  const { value } = visible(await store.get(drafts, id), actor);
  const [draft = value] = await atTheirTime(store, ledger.now, [value]);
  return draft;
}

/** All documents of a draft that the actor may see in a collection, oldest first. @throws CurationError NOT_FOUND */
export async function readAllOfDraft<T extends Entity>(
  parts: Parts,
  actor: Actor,
  id: string,
  collection: Collection<T, "by_draft">,
): Promise<readonly T[]> {
  await readDraft(parts, actor, id);
  const all = { index: "by_draft", equals: [id], limit: 1000 } as const;
  return (await parts.store.find(collection, all)).items.map(({ value }) => value);
}

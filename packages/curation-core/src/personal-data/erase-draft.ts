/** A draft of a deleted account: emptied where it became no market, else without what only its author needed. */

import {
  type Collection,
  type Entity,
  everyDocument,
  type Transaction,
  type Versioned,
} from "@bourse/kernel";

import { draftActions } from "../drafts/draft-action.ts";
import { UNCLAIMED } from "../drafts/draft-claim.ts";
import {
  draftComments,
  type DraftDocument,
  drafts,
  draftVersions,
} from "../drafts/draft-document.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import { DELETED_NAME } from "./erase-account.ts";

/** True for a draft that needs no step any more. */
export function isDraftErased({ isErased, isAuthorErased }: DraftDocument): boolean {
  return isErased === true || isAuthorErased === true;
}

/** Erases one draft of a deleted account, in one transaction. */
export async function eraseDraft({ tx, next }: UnitOfWork, id: string): Promise<void> {
  const found = await tx.get(drafts, id);
  if (found === undefined) return;
  const { value, version } = found;
  const change = next();
  if (value.marketId !== null) {
    const rest = { conversationHistory: null, aiGenerationMetadata: null, change } as const;
    await tx.replace(drafts, { ...value, ...rest, isAuthorErased: true }, version);
    for (const { value: one, version: seen } of await ofDraft(tx, draftVersions, id)) {
      if (one.editorId !== value.creatorId) continue;
      await tx.replace(draftVersions, { ...one, editorName: DELETED_NAME }, seen);
    }
    return;
  }
  await tx.replace(drafts, emptied(value, change), version);
  for (const { value: one } of await ofDraft(tx, draftVersions, id)) {
    await tx.delete(draftVersions, one.id);
  }
  for (const { value: one } of await ofDraft(tx, draftComments, id)) {
    await tx.delete(draftComments, one.id);
  }
  for (const { value: one, version: seen } of await ofDraft(tx, draftActions, id)) {
    if (one.note !== null) await tx.replace(draftActions, { ...one, note: null }, seen);
  }
}

async function ofDraft<T extends Entity>(
  tx: Transaction,
  collection: Collection<T, "by_draft">,
  id: string,
): Promise<readonly Versioned<T>[]> {
  const found: Versioned<T>[] = [];
  const all = { index: "by_draft", equals: [id] } as const;
  for await (const one of everyDocument(tx, collection, all)) found.push(one);
  return found;
}

/** The draft without its content. It stays as a mark, by which every process takes it off its queue. */
function emptied(draft: DraftDocument, change: number): DraftDocument {
  const { id, creatorId, version, createdAt, updatedAt } = draft;
  return {
    ...UNCLAIMED,
    id,
    creatorId,
    creatorWallet: null,
    draftData: {},
    status: "withdrawn",
    aiModelUsed: null,
    aiGenerationMetadata: null,
    conversationHistory: null,
    qualityScore: 0,
    safetyScore: 0,
    clarityScore: 0,
    validationErrors: [],
    validationWarnings: [],
    curatorNotes: null,
    requestedChanges: null,
    version,
    marketId: null,
    createdAt,
    updatedAt,
    submittedAt: null,
    reviewedAt: null,
    approvedAt: null,
    change,
    versionChange: change,
    isErased: true,
  };
}

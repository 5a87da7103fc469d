/**
 * The records of a deleted account. Drafts that became no market lose all of their content; markets stay, and the name
 * of the account goes out of every record that stays, where the id stands for it. Every step is one transaction and may
 * be repeated.
 */

import {
  deleteOwnedBy,
  factorChallenges,
  factorDocuments,
  heldEmails,
  mailTokens,
  openIdIdentities,
  type OwnedCollection,
  rememberedDevices,
  sessions,
} from "@bourse/credentials";
import {
  type Collection,
  type Entity,
  everyDocument,
  type FindQuery,
  type Store,
} from "@bourse/kernel";

import { draftActions } from "../drafts/draft-action.ts";
import { draftComments, drafts } from "../drafts/draft-document.ts";
import { type CurationEventDocument, curationEvents } from "../ledger/curation-event.ts";
import { marketActions } from "../markets/market-action.ts";
import { accountWallets } from "../users/account-wallet-document.ts";
import { DELETED_NAME } from "./erase-account.ts";
import { eraseDraft, isDraftErased } from "./erase-draft.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";

/** Collections whose documents belong to one account each; a new one of this kind belongs here. */
export const OWNED_COLLECTIONS: readonly OwnedCollection[] = [
  sessions,
  mailTokens,
  factorDocuments,
  factorChallenges,
  rememberedDevices,
  heldEmails,
  openIdIdentities,
  accountWallets,
];

type Parts = Pick<PersonalDataParts, "store" | "ledger" | "webhooks">;

/** Documents in one transaction. */
const BATCH = 500;

/**
 * Erases the records of an account in at most `steps` transactions. Resolves to the number of steps that are left;
 * above 0 everything is done.
 */
export async function eraseRecords(parts: Parts, userId: string, steps: number): Promise<number> {
  await parts.webhooks.removeAll(userId);
  // Events first: they are found by the names in the records that follow.
  const eachStep = [eraseEvents, eraseDrafts, renameCurator, renameActor, renameAuthor];
  let left = steps;
  for (const step of eachStep) {
    left = await step(parts, userId, left);
    if (left <= 0) return 0;
  }
  return await deleteOwnedBy(parts.store, OWNED_COLLECTIONS, userId, left);
}

async function eraseDrafts({ store, ledger }: Parts, userId: string, steps: number) {
  let left = steps;
  const own = { index: "by_creator", equals: [userId] } as const;
  for await (const { value } of everyDocument(store, drafts, own)) {
    if (isDraftErased(value)) continue;
    if (left <= 0) break;
    await ledger.run((unit) => eraseDraft(unit, value.id));
    left -= 1;
  }
  return left;
}

/** Takes the name of a curator out of the drafts that the account has claimed or decided. */
async function renameCurator({ store, ledger }: Parts, userId: string, steps: number) {
  let left = steps;
  const held = { index: "by_curator", equals: [userId] } as const;
  for await (const { value } of everyDocument(store, drafts, held)) {
    if (value.assignedCuratorName === DELETED_NAME) continue;
    if (left <= 0) break;
    await ledger.run(async ({ tx, next }) => {
      const found = await tx.get(drafts, value.id);
      if (found?.value.assignedCuratorId !== userId) return;
      const named = { assignedCuratorName: DELETED_NAME, change: next() };
      await tx.replace(drafts, { ...found.value, ...named }, found.version);
    });
    left -= 1;
  }
  return left;
}

async function renameActor({ store }: Parts, userId: string, steps: number): Promise<number> {
  const acts = { index: "by_actor", equals: [userId] } as const;
  const renamed = <T extends { readonly actorName: string }>(act: T): T | null =>
    act.actorName === DELETED_NAME ? null : { ...act, actorName: DELETED_NAME };
  const left = await changeEach(store, draftActions, acts, renamed, steps);
  return await changeEach(store, marketActions, acts, renamed, left);
}

async function renameAuthor({ store }: Parts, userId: string, steps: number): Promise<number> {
  const written = { index: "by_author", equals: [userId] } as const;
  return await changeEach(
    store,
    draftComments,
    written,
    (one) => (one.authorName === DELETED_NAME ? null : { ...one, authorName: DELETED_NAME }),
    steps,
  );
}

/** Takes the account's names and the questions of its drafts out of the kept events. */
async function eraseEvents({ store }: Parts, userId: string, steps: number): Promise<number> {
  const own = new Set<string>();
  const mine = { index: "by_creator", equals: [userId] } as const;
  for await (const { value } of everyDocument(store, drafts, mine)) {
    if (value.marketId === null) own.add(value.id);
  }
  const names = new Set<string>();
  const acts = { index: "by_actor", equals: [userId] } as const;
  for (const trail of [draftActions, marketActions] as const) {
    for await (const { value } of everyDocument<NamedAct, "by_actor">(store, trail, acts)) {
      names.add(nameAt("marketId" in value ? value.marketId : value.draftId, value.actorName));
    }
  }
  const erase = (event: CurationEventDocument): CurationEventDocument | null => {
    const { draftId, marketId, actorName, questionText } = event.data;
    const isActor = names.has(nameAt(draftId, actorName)) || names.has(nameAt(marketId, actorName));
    const isOwn = own.has(draftId);
    const data = {
      ...event.data,
      actorName: isActor ? DELETED_NAME : actorName,
      questionText: isOwn ? null : questionText,
    };
    const isSame = data.actorName === actorName && data.questionText === questionText;
    return isSame ? null : { ...event, data };
  };
  return await changeEach(store, curationEvents, {}, erase, steps);
}

type NamedAct = Entity & { readonly actorName: string } & (
    | { readonly marketId: string }
    | { readonly draftId: string }
  );

function nameAt(id: string | null, name: string): string {
  return `${id ?? ""} ${name}`;
}

/** Replaces each document that `change` changes; null is for one that stays as it is. */
async function changeEach<T extends Entity, Index extends string>(
  store: Store,
  collection: Collection<T, Index>,
  query: FindQuery<Index>,
  change: (document: T) => T | null,
  steps: number,
): Promise<number> {
  let left = steps;
  let cursor: string | undefined;
  do {
    const at = cursor === undefined ? {} : { cursor };
    const page = await store.find(collection, { ...query, limit: BATCH, ...at });
    cursor = page.next ?? undefined;
    const ids = page.items
      .filter(({ value }) => change(value) !== null)
      .map(({ value }) => value.id);
    if (ids.length === 0) continue;
    if (left <= 0) return 0;
    await store.transaction(async (tx) => {
      for (const id of ids) {
        const found = await tx.get(collection, id);
        const changed = found && change(found.value);
        if (found && changed) await tx.replace(collection, changed, found.version);
      }
    });
    left -= 1;
  } while (cursor !== undefined);
  return left;
}

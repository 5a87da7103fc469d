/** Records as their owner reads and moves them; a foreign record is NOT_FOUND, like an unknown one. */

import type { Collection, Entity, Store } from "@bourse/kernel";

import { AuthError } from "../errors.ts";
import type { ListOptions, RecordPage } from "../page.ts";
import {
  type DeploymentDocument,
  type RecordStatus,
  type TransactionDocument,
  deployments,
  mayMove,
  transactions,
} from "./records.ts";

/** A record that belongs to an account. */
interface OwnedRecord extends Entity {
  readonly userId: string;
  readonly status: RecordStatus;
}

/** A kind of records: their collection, and their name in errors. */
interface RecordKind<T extends OwnedRecord> {
  readonly collection: Collection<T, "by_user">;
  readonly noun: string;
}

export const DEPLOYMENT: RecordKind<DeploymentDocument> = {
  collection: deployments,
  noun: "deployment",
};
export const TRANSACTION: RecordKind<TransactionDocument> = {
  collection: transactions,
  noun: "transaction",
};

/** A page of a user's records, newest first. */
export async function listRecords<T extends OwnedRecord>(
  store: Store,
  { collection }: RecordKind<T>,
  userId: string,
  { limit = 20, cursor }: ListOptions = {},
): Promise<RecordPage<T>> {
  const { items, next } = await store.find(collection, {
    index: "by_user",
    equals: [userId],
    order: "desc",
    limit,
    ...(cursor === undefined ? {} : { cursor }),
  });
  return { items: items.map(({ value }) => value), next };
}

/** One record of a user. @throws AuthError NOT_FOUND */
export async function getRecord<T extends OwnedRecord>(
  store: Store,
  { collection, noun }: RecordKind<T>,
  userId: string,
  id: string,
): Promise<T> {
  return owned((await store.get(collection, id))?.value, userId, noun);
}

/** Changes the status of a user's record. @throws AuthError NOT_FOUND, CONFLICT when the change is not allowed */
export function moveRecord<T extends OwnedRecord>(
  store: Store,
  { collection, noun }: RecordKind<T>,
  { userId, id }: { readonly userId: string; readonly id: string },
  to: RecordStatus,
): Promise<T> {
  return store.transaction(async (tx) => {
    const found = await tx.get(collection, id);
    const record = owned(found?.value, userId, noun);
    checkMove(record.status, to);
    const moved = { ...record, status: to };
    return (await tx.replace(collection, moved, found?.version ?? 0)).value;
  });
}

function owned<T extends OwnedRecord>(record: T | undefined, userId: string, noun: string): T {
  if (record !== undefined && record.userId === userId) return record;
  throw new AuthError("NOT_FOUND", `There is no such ${noun}.`);
}

function checkMove(from: RecordStatus, to: RecordStatus): void {
  if (mayMove(from, to)) return;
  throw new AuthError("CONFLICT", `A record that is ${from} cannot become ${to}.`, {
    details: { from, to },
  });
}

/** Documents that an account owns in a store: read for its copy, and deleted with it. */

import {
  type AuditRow,
  type AuditTrail,
  type Collection,
  type Entity,
  deleteFound,
  everyDocument,
  type Store,
} from "@bourse/kernel";

/** A collection whose documents belong to one account each. */
export type OwnedCollection<T extends Entity = Entity> = Collection<T, "by_user">;

/** Documents in one transaction. */
const BATCH = 1000;
const MAX_AUDIT_ROWS = 10_000;

/** The documents of an account in a collection, newest first. */
export async function ownedBy<T extends Entity>(
  store: Store,
  collection: OwnedCollection<T>,
  userId: string,
): Promise<readonly T[]> {
  const query = { index: "by_user", equals: [userId], order: "desc" } as const;
  const found: T[] = [];
  for await (const { value } of everyDocument(store, collection, query)) found.push(value);
  return found;
}

/**
 * Deletes the documents that an account has in some collections, at most `batches` times a thousand of them. Resolves
 * to the number of batches that are left; above 0 everything is deleted.
 */
export async function deleteOwnedBy(
  store: Store,
  collections: readonly OwnedCollection[],
  userId: string,
  batches: number,
): Promise<number> {
  let left = batches;
  for (const collection of collections) {
    for (let deleted = BATCH; deleted === BATCH && left > 0;) {
      deleted = await deleteFound(store, collection, { index: "by_user", equals: [userId] });
      if (deleted > 0) left -= 1;
    }
    if (left === 0) return 0;
  }
  return left;
}

/** The newest rows of the audit trail about an account, at most 10,000. */
export async function auditRowsAbout(
  trail: Pick<AuditTrail, "find" | "flush">,
  account: string,
): Promise<readonly AuditRow[]> {
  await trail.flush();
  const rows: AuditRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await trail.find({ account, limit: 1000, cursor });
    rows.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && rows.length < MAX_AUDIT_ROWS);
  return rows.slice(0, MAX_AUDIT_ROWS);
}

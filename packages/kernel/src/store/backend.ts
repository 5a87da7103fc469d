/**
 * What an engine has to bring: synchronous operations on keys and documents, and the ends of a group of transactions.
 *
 * Everything else (checks, keys, cursors, queueing, group commit, errors) is `createStore`'s, so engines agree.
 */

import type { FindPlan, KeyRange } from "./find-plan.ts";
import type { Collection, Entity, Versioned } from "./port.ts";
import type { StoredDocument } from "./stored-document.ts";

/** Reads of one state. */
export interface BackendReader {
  get(collection: Collection<Entity>, id: string): Versioned<Entity> | undefined;
  find(collection: Collection<Entity>, plan: FindPlan): readonly Versioned<Entity>[];
  count(collection: Collection<Entity>, range: KeyRange): number;
  /** What nobody else holds: the reader may change it. */
  bytes(collection: Collection<Entity>, id: string): Uint8Array | undefined;
}

/** How a write came out; the name of an index (or `id`) when its key is taken. */
export type WriteOutcome =
  | { readonly done: true }
  | { readonly done: false; readonly duplicate: string }
  | { readonly done: false; readonly version: number | null };

/**
 * One open engine. Calls come in this order, never two groups at a time:
 * `begin (savepoint write* (release | rollback))* (commit | abandon)`.
 * A reading outside may come at any time, `drafts` is read within a savepoint only.
 */
export interface StoreBackend {
  readonly engine: string;
  /** The last committed state. */
  readonly committed: BackendReader;
  /** The state that the running transaction sees. */
  readonly draft: BackendReader;

  begin(): void;
  savepoint(): void;
  insert(collection: Collection<Entity>, document: StoredDocument): WriteOutcome;
  /** Replaces the document of that id if it stands at `expectedVersion`; its bytes too if the new one has some. */
  replace(
    collection: Collection<Entity>,
    document: StoredDocument,
    expectedVersion: number,
  ): WriteOutcome;
  /** Deletes it if it stands at `expectedVersion`, or at any when that is undefined. */
  delete(collection: Collection<Entity>, id: string, expectedVersion?: number): WriteOutcome;
  /** Keeps what was written since the savepoint. */
  release(): void;
  /** Undoes what was written since the savepoint. */
  rollback(): void;
  /** Makes the group durable. When it rejects, `abandon` follows. */
  commit(): Promise<void>;
  /** Undoes the whole group. */
  abandon(): void;

  close(): Promise<void>;
}

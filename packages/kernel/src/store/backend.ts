/**
 * Port of a store engine: synchronous operations on keys and documents, and commit or abandon of a transaction group.
 *
 * `createStore` does everything else the same way for all engines: checks, keys, cursors, queueing, group commit,
 * errors.
 */

import type { FindPlan, KeyRange } from "./find-plan.ts";
import type { Collection, Entity, Versioned } from "./port.ts";
import type { StoredDocument } from "./stored-document.ts";

/** Reads of one state of the store. */
export interface BackendReader {
  /** Returns the document of this id. */
  get(collection: Collection<Entity>, id: string): Versioned<Entity> | undefined;
  /** Returns the documents of a plan, in its order and up to its limit. */
  find(collection: Collection<Entity>, plan: FindPlan): readonly Versioned<Entity>[];
  /** Counts the documents in a key range. */
  count(collection: Collection<Entity>, range: KeyRange): number;
  /** Returns a copy of the bytes of a document that the caller may change. */
  bytes(collection: Collection<Entity>, id: string): Uint8Array | undefined;
}

/** Result of a write: done, refused for a duplicate key, or refused for another version. */
export type WriteOutcome =
  | { readonly done: true }
  | {
      readonly done: false;
      /** Name of the index (or `id`) whose key is taken. */ readonly duplicate: string;
    }
  | {
      readonly done: false;
      /** Version found instead; null when there is no such document. */ readonly version:
        | number
        | null;
    };

/**
 * One open engine. Calls come in this order, never two groups at a time:
 * `begin (savepoint write* (release | rollback))* (commit | abandon)`.
 * A reading outside may come at any time, `drafts` is read within a savepoint only.
 */
export interface StoreBackend {
  /** Name of the engine, such as `sqlite`. */
  readonly engine: string;
  /** The last committed state. */
  readonly committed: BackendReader;
  /** The state that the running transaction sees. */
  readonly draft: BackendReader;

  /** Begins a group of transactions. */
  begin(): void;
  /** Begins one transaction of the group. */
  savepoint(): void;
  /** Inserts a document unless its id or a unique key is taken. */
  insert(collection: Collection<Entity>, document: StoredDocument): WriteOutcome;
  /** Replaces the document of that id if it stands at `expectedVersion`; its bytes too if the new one has some. */
  replace(
    collection: Collection<Entity>,
    document: StoredDocument,
    expectedVersion: number,
  ): WriteOutcome;
  /** Deletes it if it stands at `expectedVersion`, or at any when that is undefined. */
  delete(collection: Collection<Entity>, id: string, expectedVersion?: number): WriteOutcome;
  /** Keeps the writes since the savepoint. */
  release(): void;
  /** Undoes the writes since the savepoint. */
  rollback(): void;
  /** Makes the group durable. When it rejects, `abandon` follows. */
  commit(): Promise<void>;
  /** Undoes the whole group. */
  abandon(): void;

  /** Tries whether a commit could be made now; called between two groups. Default: it always can. */
  probe?(): Promise<void> | void;
  /** Releases files and locks. */
  close(): Promise<void>;
}

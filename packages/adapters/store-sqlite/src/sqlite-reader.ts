/** Reads over one connection: the writing one sees its open transaction, the other what is committed. */

import {
  encodeId,
  keyAt,
  type BackendReader,
  type Collection,
  type Entity,
  type FindPlan,
  type KeyRange,
  type Versioned,
  keyBlob,
  type BytesRow,
  type DocumentRow,
  type RowCheck,
} from "@bourse/kernel";

import type { CollectionStatements } from "./collection-statements.ts";
import { storeErrorOr } from "./database.ts";
import type { RecentDocuments } from "./recent-documents.ts";

/** State that a reader reads: what is committed, or what the running transaction sees. */
export type ReadState = "committed" | "drafted";

export class SqliteReader implements BackendReader {
  readonly #statements: ReadonlyMap<string, CollectionStatements>;
  readonly #path: string;
  readonly #check: RowCheck;
  readonly #recent: RecentDocuments;
  readonly #state: ReadState;

  /** Creates a reader; documents in `recent` are not read again. */
  constructor(
    statements: ReadonlyMap<string, CollectionStatements>,
    path: string,
    check: RowCheck,
    recent: RecentDocuments,
    state: ReadState,
  ) {
    this.#statements = statements;
    this.#check = check;
    this.#path = path;
    this.#recent = recent;
    this.#state = state;
  }

  get(collection: Collection<Entity>, id: string): Versioned<Entity> | undefined {
    const known = this.#recent[this.#state](collection, id);
    if (known !== undefined) return known;
    const row = this.#read(collection, (statements) =>
      statements.get().get(keyBlob(encodeId(id))),
    ) as (DocumentRow & { readonly at: number }) | undefined;
    if (row === undefined) return undefined;
    const document = this.#versioned(collection, row, id);
    this.#recent.read(collection, document, row.value.length, row.at);
    return document;
  }

  find(collection: Collection<Entity>, plan: FindPlan): readonly Versioned<Entity>[] {
    const { index, order, from, to, limit } = plan;
    const rows = this.#read(collection, (statements) =>
      statements.find(index, order).all(keyBlob(from), keyBlob(to), limit),
    );
    return (rows as DocumentRow[]).map((row) => {
      const document = this.#versioned(collection, row);
      // An index that leads to another document than its key says is damage too.
      const key = keyAt(collection, document.value, index);
      if (key < from || key >= to) throw this.#check.damaged(collection, document.value.id);
      return document;
    });
  }

  count(collection: Collection<Entity>, { index, from, to }: KeyRange): number {
    const row = this.#read(collection, (statements) =>
      statements.count(index).get(keyBlob(from), keyBlob(to)),
    );
    return (row as { n: number }).n;
  }

  bytes(collection: Collection<Entity>, id: string): Uint8Array | undefined {
    const row = this.#read(collection, (statements) =>
      statements.bytes().get(keyBlob(encodeId(id))),
    ) as BytesRow | undefined;
    return row && this.#check.bytesOf(collection, id, row);
  }

  #versioned(collection: Collection<Entity>, row: DocumentRow, id?: string): Versioned<Entity> {
    return this.#check.versionedOf(collection, row, id, this.#idAt);
  }

  /** The id of a row whose document cannot be read. */
  readonly #idAt = (collection: Collection<Entity>, rowId: number): Uint8Array | undefined => {
    const found = this.#statements.get(collection.name)!.idAt().get(rowId);
    return (found as { readonly id: Uint8Array } | undefined)?.id;
  };

  #read<R>(collection: Collection<Entity>, run: (statements: CollectionStatements) => R): R {
    try {
      return run(this.#statements.get(collection.name)!);
    } catch (error) {
      throw storeErrorOr(error, this.#path);
    }
  }
}

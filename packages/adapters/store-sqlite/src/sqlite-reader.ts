/** Reads over one connection: the writing one sees its open transaction, the other what is committed. */

import {
  encodeId,
  type BackendReader,
  type Collection,
  type Entity,
  type FindPlan,
  type KeyRange,
  type Versioned,
} from "@bourse/kernel";

import type { CollectionStatements } from "./collection-statements.ts";
import { corruptionOr } from "./database.ts";
import { keyBlob } from "./key-blob.ts";
import type { RecentDocuments } from "./recent-documents.ts";

interface Row {
  readonly version: number;
  readonly value: string;
}

export class SqliteReader implements BackendReader {
  readonly #statements: ReadonlyMap<string, CollectionStatements>;
  readonly #path: string;
  readonly #recent: RecentDocuments | undefined;

  /** Creates a reader; documents in `recent` are not read again. */
  constructor(
    statements: ReadonlyMap<string, CollectionStatements>,
    path: string,
    recent?: RecentDocuments,
  ) {
    this.#statements = statements;
    this.#path = path;
    this.#recent = recent;
  }

  get(collection: Collection<Entity>, id: string): Versioned<Entity> | undefined {
    const known = this.#recent?.get(collection, id);
    if (known !== undefined) return known;
    const row = this.#read(collection, (statements) =>
      statements.get().get(keyBlob(encodeId(id))),
    ) as Row | undefined;
    if (row === undefined) return undefined;
    const document = versioned(row);
    this.#recent?.keep(collection, document, row.value);
    return document;
  }

  find(collection: Collection<Entity>, plan: FindPlan): readonly Versioned<Entity>[] {
    const { index, order, from, to, limit } = plan;
    const rows = this.#read(collection, (statements) =>
      statements.find(index, order).all(keyBlob(from), keyBlob(to), limit),
    );
    return (rows as Row[]).map(versioned);
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
    ) as { readonly bytes: Uint8Array | null } | undefined;
    return row?.bytes ?? undefined;
  }

  #read<R>(collection: Collection<Entity>, run: (statements: CollectionStatements) => R): R {
    try {
      return run(this.#statements.get(collection.name)!);
    } catch (error) {
      throw corruptionOr(error, this.#path);
    }
  }
}

function versioned({ version, value }: Row): Versioned<Entity> {
  return Object.freeze({ value: freeze(JSON.parse(value) as Entity), version });
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const child of Object.values(value)) freeze(child);
  return Object.freeze(value);
}

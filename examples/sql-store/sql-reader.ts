/** Reads with the checks of the port. */

import {
  checkReadId,
  encodeId,
  keyBlob,
  knownCollection,
  pageOf,
  planFind,
  planRange,
  storedDocument,
  StoreError,
  type Collection,
  type Entity,
  type FindQuery,
  type Page,
  type StoredDocument,
  type StoreReader,
  type Versioned,
} from "@bourse/kernel";

import type { RunSql, SqlRow } from "./database.ts";

export type Query = Pick<FindQuery, "index" | "equals" | "range">;

export const idOf = (id: string): Uint8Array => keyBlob(encodeId(id));

/** A row as the document that was written. @throws StoreError STORE_CORRUPT */
export function documentOf(
  collection: Collection<Entity>,
  { value, version }: SqlRow,
): StoredDocument {
  try {
    const entity = JSON.parse(String(value)) as Entity;
    return storedDocument(collection, entity, Number(version));
  } catch (cause) {
    const message = `A document of "${collection.name}" is damaged.`;
    throw new StoreError("STORE_CORRUPT", message, { cause });
  }
}

export class SqlReader implements StoreReader {
  readonly run: RunSql;
  readonly #collections: ReadonlyMap<string, Collection<Entity>>;

  constructor(run: RunSql, collections: ReadonlyMap<string, Collection<Entity>>) {
    this.run = run;
    this.#collections = collections;
  }

  known(collection: Collection<Entity>): Collection<Entity> {
    return knownCollection(this.#collections, collection);
  }

  async get<T extends Entity>(
    collection: Collection<T>,
    id: string,
  ): Promise<Versioned<T> | undefined> {
    const row = await this.#rowOf("version, value", collection, id);
    if (row === undefined) return undefined;
    return documentOf(this.known(collection), row).row as Versioned<T>;
  }

  async find<T extends Entity>(collection: Collection<T>, query: FindQuery = {}): Promise<Page<T>> {
    const known = this.known(collection);
    const plan = planFind(known, query);
    const { index, from, to, order, limit } = plan;
    const rows = await this.run(
      `SELECT d.version, d.value FROM bourse_keys k JOIN bourse_documents d
       ON d.collection = k.collection AND d.id = k.id WHERE ${RANGE}
       ORDER BY k.key ${order === "asc" ? "ASC" : "DESC"} LIMIT ?`,
      [known.name, index, keyBlob(from), keyBlob(to), limit + 1],
    );
    const found = rows.map((row) => documentOf(known, row).row);
    return pageOf<T>(known, plan, found);
  }

  async count<T extends Entity>(collection: Collection<T>, query: Query = {}): Promise<number> {
    const known = this.known(collection);
    const { index, from, to } = planRange(known, query);
    const rows = await this.run(`SELECT count(*) AS n FROM bourse_keys k WHERE ${RANGE}`, [
      known.name,
      index,
      keyBlob(from),
      keyBlob(to),
    ]);
    return Number(rows[0]?.["n"]);
  }

  async bytes<T extends Entity>(
    collection: Collection<T>,
    id: string,
  ): Promise<Uint8Array | undefined> {
    const bytes = (await this.#rowOf("bytes", collection, id))?.["bytes"];
    return bytes instanceof Uint8Array ? new Uint8Array(bytes) : undefined;
  }

  async #rowOf(columns: string, collection: Collection<Entity>, id: string) {
    const known = this.known(collection);
    checkReadId(known, id);
    const rows = await this.run(
      `SELECT ${columns} FROM bourse_documents
       WHERE collection = ? AND id = ?`,
      [known.name, idOf(id)],
    );
    return rows[0];
  }
}

const RANGE = "k.collection = ? AND k.place = ? AND k.key >= ? AND k.key < ?";

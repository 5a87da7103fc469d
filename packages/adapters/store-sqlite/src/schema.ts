/**
 * The tables: one for each collection, with the document as JSON, what stands beside it, and one column of sortable
 * bytes for each index.
 *
 * A table follows its collection's definition at every opening: columns of indexes that went are dropped, those
 * of new or changed ones are filled from the documents.
 */

import {
  defineCollection,
  StoreError,
  storedDocument,
  type Collection,
  type Entity,
  type IndexSpec,
} from "@bourse/kernel";

import { isConstraintFault, type Database } from "./database.ts";
import { keyBlob } from "./key-blob.ts";

/** "BRSE" in the file's header tells a store of ours from other SQLite files. */
export const APPLICATION_ID = 0x42525345;

/** Version of the table layout. Version 1 had no column `bytes`. */
export const FORMAT_VERSION = 2;

type Indexes = Readonly<Record<string, IndexSpec>>;

/** The collections that the file holds, by name. */
export function readDefinitions(database: Database): readonly Collection<Entity>[] {
  const rows = database.prepare("SELECT name, indexes FROM bourse_collections ORDER BY name").all();
  return (rows as { name: string; indexes: string }[]).map(({ name, indexes }) =>
    defineCollection<Entity & Record<string, unknown>>()({
      name,
      indexes: JSON.parse(indexes) as Indexes,
    }),
  );
}

/**
 * Makes the file fit `collections`, all or nothing. Collections that are not named stay as they are.
 *
 * @throws STORE_DUPLICATE when documents collide in an index that was made unique
 */
export function migrate(database: Database, collections: readonly Collection<Entity>[]): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    database.exec(
      "CREATE TABLE IF NOT EXISTS bourse_collections (name TEXT PRIMARY KEY, indexes TEXT NOT NULL) STRICT",
    );
    const known = new Map(readDefinitions(database).map((one) => [one.name, one.indexes]));
    if (formatOf(database) === 1) {
      for (const name of known.keys()) database.exec(`ALTER TABLE c_${name} ADD COLUMN bytes BLOB`);
    }
    database.exec(
      `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT_VERSION}`,
    );
    for (const collection of collections) {
      migrateCollection(database, collection, known.get(collection.name));
    }
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function migrateCollection(
  database: Database,
  collection: Collection<Entity>,
  old: Indexes | undefined,
): void {
  const { name, indexes } = collection;
  if (JSON.stringify(old) === JSON.stringify(indexes)) return;
  const table = `c_${name}`;
  if (old === undefined) {
    database.exec(
      `CREATE TABLE ${table} (id BLOB NOT NULL UNIQUE, version INTEGER NOT NULL, value TEXT NOT NULL, bytes BLOB) STRICT`,
    );
  }
  const stays = (index: string): boolean =>
    JSON.stringify(old?.[index]) === JSON.stringify(indexes[index]);
  for (const index of Object.keys(old ?? {})) {
    if (stays(index)) continue;
    database.exec(`DROP INDEX i_${name}__${index}; ALTER TABLE ${table} DROP COLUMN k_${index}`);
  }
  const added = Object.keys(indexes).filter((index) => !stays(index));
  for (const index of added) database.exec(`ALTER TABLE ${table} ADD COLUMN k_${index} BLOB`);
  if (added.length > 0 && old !== undefined) fillColumns(database, collection, added);
  for (const index of added) createIndex(database, name, index);
  database
    .prepare("INSERT OR REPLACE INTO bourse_collections (name, indexes) VALUES (?, ?)")
    .run(name, JSON.stringify(indexes));
}

function formatOf(database: Database): number {
  return (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
}

/** Fills the index columns in runs of a thousand documents, so that a big table is never in memory whole. */
function fillColumns(
  database: Database,
  collection: Collection<Entity>,
  added: readonly string[],
): void {
  const table = `c_${collection.name}`;
  const positions = added.map((index) => Object.keys(collection.indexes).indexOf(index) + 1);
  const select = database.prepare(
    `SELECT rowid AS at, value FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT 1000`,
  );
  const columns = added.map((index) => `k_${index} = ?`).join(", ");
  const update = database.prepare(`UPDATE ${table} SET ${columns} WHERE rowid = ?`);
  let last = -1;
  for (;;) {
    const rows = select.all(last) as { at: number; value: string }[];
    for (const { at, value } of rows) {
      const { keys } = storedDocument(collection, JSON.parse(value) as Entity, 1);
      update.run(...positions.map((position) => keyBlob(keys[position]!)), at);
      last = at;
    }
    if (rows.length === 0) return;
  }
}

/** Every key is unique: one of a plain index ends in the id. */
function createIndex(database: Database, name: string, index: string): void {
  try {
    database.exec(`CREATE UNIQUE INDEX i_${name}__${index} ON c_${name} (k_${index})`);
  } catch (cause) {
    if (!isConstraintFault(cause)) throw cause;
    throw new StoreError(
      "STORE_DUPLICATE",
      `Documents of "${name}" that stand already hold the same values of its unique index "${index}"; ` +
        "make them differ before the index is made unique.",
      { cause, details: { collection: name, index } },
    );
  }
}

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
  type DocumentSums,
  type Entity,
  type IndexSpec,
  keyBlob,
  type DefinitionRow,
  type DocumentRow,
  type RowCheck,
} from "@bourse/kernel";

import { isConstraintFault, type Database } from "./database.ts";

/** "BRSE" in the file's header tells a store of ours from other SQLite files. */
export const APPLICATION_ID = 0x42525345;

/** Version of the table layout. */
export const FORMAT_VERSION = 3;

type Indexes = Readonly<Record<string, IndexSpec>>;

/** The collections that the file holds, by name. */
export function readDefinitions(
  database: Database,
  check: RowCheck,
): readonly Collection<Entity>[] {
  const rows = database
    .prepare("SELECT name, indexes, sum FROM bourse_collections ORDER BY name")
    .all();
  return (rows as DefinitionRow[]).map((row) =>
    defineCollection<Entity & Record<string, unknown>>()({
      name: row.name,
      indexes: JSON.parse(check.definitionOf(row)) as Indexes,
    }),
  );
}

/**
 * Makes the file fit `collections`, all or nothing. Collections that are not named stay as they are.
 *
 * @throws STORE_DUPLICATE when documents collide in an index that was made unique
 */
export function migrate(
  database: Database,
  collections: readonly Collection<Entity>[],
  check: RowCheck,
): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    const known = new Map(readDefinitions(database, check).map((one) => [one.name, one.indexes]));
    for (const collection of collections) {
      migrateCollection(database, collection, known.get(collection.name), check);
    }
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/**
 * Notes the checksums of a new store, or compares them with those that it has: all documents have the same.
 *
 * @throws STORE_KEY_INVALID
 */
export function checkScheme(database: Database, path: string, { scheme }: DocumentSums): void {
  const tables = database.prepare("SELECT count(*) AS n FROM sqlite_schema").get() as { n: number };
  if (tables.n === 0) {
    database.exec("BEGIN IMMEDIATE");
    database.exec(
      `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT_VERSION}; ` +
        "CREATE TABLE bourse_store (checksums TEXT NOT NULL, probes INTEGER NOT NULL) STRICT; " +
        "CREATE TABLE bourse_collections (name TEXT PRIMARY KEY, indexes TEXT NOT NULL, sum TEXT NOT NULL) STRICT",
    );
    database.prepare("INSERT INTO bourse_store (checksums, probes) VALUES (?, 0)").run(scheme);
    database.exec("COMMIT");
    return;
  }
  const row = database.prepare("SELECT checksums FROM bourse_store").get();
  if ((row as { checksums: string } | undefined)?.checksums === scheme) return;
  throw new StoreError(
    "STORE_KEY_INVALID",
    `The checksums of "${path}" were made under another key, or under none: open it with the key that it was written with. ` +
      "It was left as it is.",
    { details: { path } },
  );
}

function migrateCollection(
  database: Database,
  collection: Collection<Entity>,
  old: Indexes | undefined,
  check: RowCheck,
): void {
  const { name, indexes } = collection;
  if (JSON.stringify(old) === JSON.stringify(indexes)) return;
  const table = `c_${name}`;
  if (old === undefined) {
    database.exec(
      `CREATE TABLE ${table} (id BLOB NOT NULL UNIQUE, version INTEGER NOT NULL, value TEXT NOT NULL, sum TEXT NOT NULL, ` +
        "bytes BLOB, bytes_sum TEXT) STRICT",
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
  if (added.length > 0 && old !== undefined) fillColumns(database, collection, added, check);
  for (const index of added) createIndex(database, name, index);
  database
    .prepare("INSERT OR REPLACE INTO bourse_collections (name, indexes, sum) VALUES (?, ?, ?)")
    .run(name, JSON.stringify(indexes), check.sumOfDefinition(name, JSON.stringify(indexes)));
}

/** Fills the index columns in runs of a thousand documents, so that a big table is never in memory whole. */
function fillColumns(
  database: Database,
  collection: Collection<Entity>,
  added: readonly string[],
  check: RowCheck,
): void {
  const table = `c_${collection.name}`;
  const positions = added.map((index) => Object.keys(collection.indexes).indexOf(index) + 1);
  const select = database.prepare(
    `SELECT rowid AS at, version, value, sum FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT 1000`,
  );
  const columns = added.map((index) => `k_${index} = ?`).join(", ");
  const update = database.prepare(`UPDATE ${table} SET ${columns} WHERE rowid = ?`);
  let last = -1;
  for (;;) {
    const rows = select.all(last) as (DocumentRow & { at: number })[];
    for (const row of rows) {
      const { at } = row;
      const { keys } = storedDocument(collection, check.valueOf(collection, row), 1);
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

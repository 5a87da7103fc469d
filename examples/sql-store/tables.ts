/** Tables of the store, beside those of the app. */

import type { Collection, Entity } from "@bourse/kernel";

import type { RunSql } from "./database.ts";
import { documentOf } from "./sql-reader.ts";
import { SqlWriter } from "./sql-writer.ts";

/** Every transaction begins with this row, so that one runs at a time. */
export async function lock(run: RunSql): Promise<number> {
  const rows = await run("UPDATE bourse_commits SET number = number + 1 RETURNING number", []);
  return Number(rows[0]?.["number"]);
}

export const TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS bourse_documents (
    collection TEXT NOT NULL, id BLOB NOT NULL, version INTEGER NOT NULL,
    value TEXT NOT NULL, bytes BLOB, PRIMARY KEY (collection, id))`,
  // The keys of every index, each of which is unique.
  `CREATE TABLE IF NOT EXISTS bourse_keys (
    collection TEXT NOT NULL, place INTEGER NOT NULL, key BLOB NOT NULL,
    id BLOB NOT NULL, PRIMARY KEY (collection, place, key))`,
  `CREATE INDEX IF NOT EXISTS bourse_keys_of ON bourse_keys (collection, id)`,
  `CREATE TABLE IF NOT EXISTS bourse_indexes (
    collection TEXT PRIMARY KEY, definition TEXT NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS bourse_commits (
    one INTEGER PRIMARY KEY, number BIGINT NOT NULL)`,
  `INSERT INTO bourse_commits VALUES (1, 0) ON CONFLICT DO NOTHING`,
];

/** Makes the keys anew where the indexes differ from those before. */
export async function makeKeys(run: RunSql, collection: Collection<Entity>): Promise<void> {
  const { name, indexes } = collection;
  const definition = JSON.stringify(indexes);
  const [held] = await run("SELECT definition FROM bourse_indexes WHERE collection = ?", [name]);
  if (held?.["definition"] === definition) return;
  await run("DELETE FROM bourse_keys WHERE collection = ?", [name]);
  const rows = await run("SELECT version, value FROM bourse_documents WHERE collection = ?", [
    name,
  ]);
  const writer = new SqlWriter(run, collection);
  for (const row of rows) {
    const document = documentOf(collection, row);
    await writer.refuseTaken(document);
    await writer.writeKeys(document);
  }
  await run(
    `INSERT INTO bourse_indexes VALUES (?, ?)
     ON CONFLICT (collection) DO UPDATE SET definition = excluded.definition`,
    [name, definition],
  );
}

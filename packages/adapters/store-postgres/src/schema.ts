/**
 * The tables of a store: one for each collection under its name, and three of the store itself, whose names begin with
 * an underscore, as no collection's does.
 *
 * Everything is made or changed in one transaction under an advisory lock: two starts at once come one after the
 * other, and one that was cut off has changed nothing. A table follows its collection's definition at every opening.
 */

import {
  checkCollection,
  keyBlob,
  StoreError,
  storedDocument,
  type Collection,
  type DocumentSums,
  type Entity,
  type IndexSpec,
  type RowCheck,
} from "@bourse/kernel";
import type { ClientBase } from "pg";

import { columnOf, indexName, quoted } from "./table.ts";

/** Version of the table layout. */
const FORMAT_VERSION = 1;

/** PostgreSQL 14 is the oldest that its makers still mend. */
const OLDEST_SERVER = 140_000;

type Indexes = Readonly<Record<string, IndexSpec>>;

/** Place of a store within a database. */
export interface SchemaPlace {
  readonly client: ClientBase;
  readonly schema: string;
  /** Address without a password. */
  readonly place: string;
}

/** @throws STORE_FORMAT_UNSUPPORTED for a server that is too old, or a database that cannot hold every text */
export async function checkServer({ client, place }: SchemaPlace): Promise<void> {
  const { rows } = await client.query(
    "SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding",
  );
  const { version, encoding } = rows[0] as { readonly version: number; readonly encoding: string };
  if (version < OLDEST_SERVER) {
    throw unsupported(
      place,
      `the server is PostgreSQL ${Math.floor(version / 10_000)}, expected 14 or newer`,
    );
  }
  if (encoding !== "UTF8") {
    throw unsupported(
      place,
      `its encoding is ${encoding}; create the database with ENCODING 'UTF8'`,
    );
  }
}

/** True when the schema holds a store. @throws STORE_FORMAT_UNSUPPORTED, STORE_CORRUPT */
export async function hasStore({ client, schema, place }: SchemaPlace): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace " +
      "WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm')",
    [schema],
  );
  const names = (rows as { readonly name: string }[]).map(({ name }) => name);
  if (!names.includes("_store")) {
    if (names.length === 0) return false;
    throw new StoreError(
      "STORE_CORRUPT",
      `The schema "${schema}" of "${place}" belongs to another program: it holds tables, but no store. It was left as it ` +
        "is; name another schema.",
      { details: { path: place } },
    );
  }
  const found = await client.query(`SELECT format FROM ${quoted(schema)}._store`);
  const { format } = found.rows[0] as { readonly format: number };
  if (format !== FORMAT_VERSION) {
    throw unsupported(
      place,
      `its schema "${schema}" has format ${format}, but this release reads format ${FORMAT_VERSION}; ` +
        (format > FORMAT_VERSION
          ? "run the newer release"
          : "open it with the release that wrote it"),
    );
  }
  return true;
}

/** Makes the tables of an empty store. */
export async function createTables(
  { client, schema }: SchemaPlace,
  { scheme }: DocumentSums,
): Promise<void> {
  const known = await client.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema]);
  // Whoever may use a schema that was made for it may not be allowed to make one.
  if (known.rowCount === 0) await client.query(`CREATE SCHEMA ${quoted(schema)}`);
  const name = quoted(schema);
  await client.query(
    `CREATE TABLE ${name}._store (format int NOT NULL, checksums text NOT NULL, probes int NOT NULL DEFAULT 0, ` +
      "trimmed xid8 NOT NULL DEFAULT '0')",
  );
  await client.query(`INSERT INTO ${name}._store (format, checksums) VALUES ($1, $2)`, [
    FORMAT_VERSION,
    scheme,
  ]);
  await client.query(
    `CREATE TABLE ${name}._collections (name text PRIMARY KEY, indexes json NOT NULL, sum text NOT NULL)`,
  );
  await client.query(
    `CREATE TABLE ${name}._changes (xid xid8 NOT NULL DEFAULT pg_current_xact_id(), ` +
      "seq bigint GENERATED ALWAYS AS IDENTITY (CACHE 100), at timestamptz NOT NULL DEFAULT clock_timestamp(), " +
      "collection text NOT NULL, id text NOT NULL, version bigint, PRIMARY KEY (xid, seq))",
  );
}

/** Makes the table of the writers' terms, when it is missing. */
export async function createTerms({ client, schema }: SchemaPlace): Promise<void> {
  const table = `${quoted(schema)}._writer`;
  const known = await client.query("SELECT to_regclass($1) AS found", [table]);
  if ((known.rows[0] as { readonly found: string | null }).found !== null) return;
  await client.query(`CREATE TABLE ${table} (term bigint NOT NULL)`);
  await client.query(`INSERT INTO ${table} VALUES (0)`);
}

/** @throws STORE_KEY_INVALID when the checksums of the store were made under another key */
export async function checkScheme(
  { client, schema, place }: SchemaPlace,
  { scheme }: DocumentSums,
): Promise<void> {
  const { rows } = await client.query(`SELECT checksums FROM ${quoted(schema)}._store`);
  if ((rows[0] as { readonly checksums: string }).checksums === scheme) return;
  throw new StoreError(
    "STORE_KEY_INVALID",
    `The checksums of the schema "${schema}" of "${place}" were made under another key, or under none: open it with the ` +
      "key that it was written with. It was left as it is.",
    { details: { path: place } },
  );
}

/** The collections that the schema holds. @throws STORE_CORRUPT */
export async function readDefinitions(
  { client, schema }: SchemaPlace,
  check: RowCheck,
): Promise<readonly Collection<Entity>[]> {
  const { rows } = await client.query(
    `SELECT name, indexes::text AS indexes, sum FROM ${quoted(schema)}._collections ORDER BY name`,
  );
  return (rows as { name: string; indexes: string; sum: string }[]).map((row) => {
    const indexes = JSON.parse(check.definitionOf(row)) as Indexes;
    checkCollection(row.name, indexes);
    return { name: row.name, indexes };
  });
}

/** Makes the tables fit `collections`; those that are not named stay. @throws STORE_DUPLICATE, STORE_CORRUPT */
export async function migrate(
  at: SchemaPlace,
  collections: Iterable<Collection<Entity>>,
  check: RowCheck,
): Promise<void> {
  const known = new Map((await readDefinitions(at, check)).map((one) => [one.name, one.indexes]));
  for (const collection of collections) {
    await migrateCollection(at, collection, known.get(collection.name), check);
  }
}

async function migrateCollection(
  at: SchemaPlace,
  collection: Collection<Entity>,
  old: Indexes | undefined,
  check: RowCheck,
): Promise<void> {
  const { name, indexes } = collection;
  const { client, schema } = at;
  const definition = JSON.stringify(indexes);
  if (JSON.stringify(old) === definition) return;
  const table = `${quoted(schema)}.${quoted(name)}`;
  if (old === undefined) {
    await client.query(
      `CREATE TABLE ${table} (id text COLLATE "C" PRIMARY KEY, version bigint NOT NULL, document json NOT NULL, ` +
        "sum text NOT NULL, bytes bytea, bytes_sum text)",
    );
  }
  const stays = (index: string): boolean =>
    JSON.stringify(old?.[index]) === JSON.stringify(indexes[index]);
  for (const index of Object.keys(old ?? {})) {
    if (!stays(index)) await client.query(`ALTER TABLE ${table} DROP COLUMN ${columnOf(index)}`);
  }
  const added = Object.keys(indexes).filter((index) => !stays(index));
  for (const index of added) {
    await client.query(`ALTER TABLE ${table} ADD COLUMN ${columnOf(index)} bytea`);
  }
  if (added.length > 0 && old !== undefined) await fillColumns(at, collection, added, check);
  for (const index of added) await createIndex(at, name, index);
  await client.query(
    `INSERT INTO ${quoted(schema)}._collections (name, indexes, sum) VALUES ($1, $2, $3) ` +
      "ON CONFLICT (name) DO UPDATE SET indexes = excluded.indexes, sum = excluded.sum",
    [name, definition, check.sumOfDefinition(name, definition)],
  );
}

/** Fills the index columns in runs of a thousand documents, so that a big table is never in memory whole. */
async function fillColumns(
  { client, schema }: SchemaPlace,
  collection: Collection<Entity>,
  added: readonly string[],
  check: RowCheck,
): Promise<void> {
  const table = `${quoted(schema)}.${quoted(collection.name)}`;
  const positions = added.map((index) => Object.keys(collection.indexes).indexOf(index) + 1);
  const columns = added.map((index, n) => `${columnOf(index)} = $${n + 2}`).join(", ");
  let last = "";
  for (;;) {
    const { rows } = await client.query(
      `SELECT id, version, document::text AS value, sum FROM ${table} WHERE id > $1 ORDER BY id LIMIT 1000`,
      [last],
    );
    for (const row of rows as { id: string; version: string; value: string; sum: string }[]) {
      const value = check.valueOf(collection, { ...row, version: Number(row.version) });
      const { keys } = storedDocument(collection, value, 1);
      const blobs = positions.map((position) => keyBlob(keys[position]!));
      await client.query(`UPDATE ${table} SET ${columns} WHERE id = $1`, [row.id, ...blobs]);
      last = row.id;
    }
    if (rows.length === 0) return;
  }
}

const UNIQUE_VIOLATION = "23505";

/** Every key is unique: one of a plain index ends in the id. */
async function createIndex(
  { client, schema }: SchemaPlace,
  name: string,
  index: string,
): Promise<void> {
  try {
    await client.query(
      `CREATE UNIQUE INDEX ${quoted(indexName(name, index))} ON ${quoted(schema)}.${quoted(name)} (${columnOf(index)})`,
    );
  } catch (cause) {
    if ((cause as { readonly code?: unknown }).code !== UNIQUE_VIOLATION) throw cause;
    throw new StoreError(
      "STORE_DUPLICATE",
      `Documents of "${name}" that stand already hold the same values of its unique index "${index}"; ` +
        "make them differ before the index is made unique.",
      { cause, details: { collection: name, index } },
    );
  }
}

function unsupported(place: string, why: string): StoreError {
  return new StoreError(
    "STORE_FORMAT_UNSUPPORTED",
    `"${place}" cannot be used: ${why}. It was left as it is.`,
    { details: { path: place } },
  );
}

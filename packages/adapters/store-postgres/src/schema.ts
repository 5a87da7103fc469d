/**
 * The tables of a store: one for each collection under its name, and three of the store itself, whose names begin with
 * an underscore, as no collection's does.
 *
 * Everything is made or changed in one transaction under an advisory lock: two starts at once come one after the
 * other, and one that was cut off has changed nothing. A table gets the indexes of its collection's definition at every
 * opening, and keeps those that another release has added.
 *
 * Processes of an older release may go on while a newer one opens the store: `_store.version` is the layout that the
 * newest of them has made, `_store.format` the oldest layout that a reader has to know.
 */

import {
  keyBlob,
  StoreError,
  storedDocument,
  type Collection,
  type DocumentSums,
  type Entity,
  type RowCheck,
} from "@bourse/kernel";
import type { ClientBase } from "pg";

import {
  combined,
  definedIndexes,
  isSameIndex,
  readDefinitions,
  type Indexes,
} from "./definitions.ts";
import { columnOf, indexName, quoted, type TableDefinition } from "./table.ts";

/** Layout of the tables that this release makes: 2 has the column `generation` in every table. */
const VERSION = 2;

/** Oldest layout that a release has to know to work on these tables, beside processes of this one. */
const MINIMUM_READER = 1;

/** PostgreSQL 14 is the oldest that its makers still mend. */
const OLDEST_SERVER = 140_000;

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
export async function hasStore(at: SchemaPlace): Promise<boolean> {
  return (await storedVersion(at)) !== undefined;
}

/**
 * The layout of the tables; undefined when the schema holds no store.
 *
 * @throws STORE_FORMAT_UNSUPPORTED when only newer releases can use the tables; STORE_CORRUPT
 */
async function storedVersion({ client, schema, place }: SchemaPlace): Promise<number | undefined> {
  const { rows } = await client.query(
    "SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace " +
      "WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm')",
    [schema],
  );
  const names = (rows as { readonly name: string }[]).map(({ name }) => name);
  if (!names.includes("_store")) {
    if (names.length === 0) return undefined;
    throw new StoreError(
      "STORE_CORRUPT",
      `The schema "${schema}" of "${place}" belongs to another program: it holds tables, but no store. It was left as it ` +
        "is; name another schema.",
      { details: { path: place } },
    );
  }
  // Layout 1 had no column for its own number.
  const found = await client.query(
    `SELECT format, coalesce((to_json(store) ->> 'version')::int, 1) AS version FROM ${quoted(schema)}._store AS store`,
  );
  const { format, version } = found.rows[0] as {
    readonly format: number;
    readonly version: number;
  };
  if (format <= VERSION) return version;
  throw unsupported(
    place,
    `a newer release has changed its schema "${schema}" so that a program must know format ${format}, but this release ` +
      `knows no format after ${VERSION}; run the newer release`,
  );
}

/**
 * Brings the tables of an older release to the layout of this one. It only adds what an older release does not look at,
 * so its processes go on.
 */
export async function expand(at: SchemaPlace): Promise<void> {
  const { client, schema } = at;
  const version = await storedVersion(at);
  if (version === undefined || version >= VERSION) return;
  const name = quoted(schema);
  await client.query(
    `ALTER TABLE ${name}._store ADD COLUMN IF NOT EXISTS version int NOT NULL DEFAULT ${VERSION}`,
  );
  await client.query(
    `ALTER TABLE ${name}._collections ADD COLUMN IF NOT EXISTS generation int NOT NULL DEFAULT 1`,
  );
  const { rows } = await client.query(`SELECT name FROM ${name}._collections ORDER BY name`);
  for (const row of rows as { readonly name: string }[]) {
    await client.query(
      `ALTER TABLE ${name}.${quoted(row.name)} ADD COLUMN IF NOT EXISTS generation int`,
    );
  }
  await client.query(`UPDATE ${name}._store SET version = $1, format = greatest(format, $2::int)`, [
    VERSION,
    MINIMUM_READER,
  ]);
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
    `CREATE TABLE ${name}._store (version int NOT NULL, format int NOT NULL, checksums text NOT NULL, ` +
      "probes int NOT NULL DEFAULT 0, trimmed xid8 NOT NULL DEFAULT '0')",
  );
  await client.query(
    `INSERT INTO ${name}._store (version, format, checksums) VALUES ($1, $2, $3)`,
    [VERSION, MINIMUM_READER, scheme],
  );
  await client.query(
    `CREATE TABLE ${name}._collections (name text PRIMARY KEY, indexes json NOT NULL, sum text NOT NULL, ` +
      "generation int NOT NULL DEFAULT 1)",
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

/**
 * Gives the tables what `collections` need. Indexes that they do not name stay while processes of another release are
 * there, and go when `isAlone`. Resolves to the definitions in force, by the names of `collections`.
 *
 * @throws STORE_DUPLICATE, STORE_CORRUPT
 */
export async function migrate(
  at: SchemaPlace,
  collections: Iterable<Collection<Entity>>,
  check: RowCheck,
  isAlone: boolean,
): Promise<Map<string, TableDefinition>> {
  await expand(at);
  const known = await readDefinitions(at, check);
  const definitions = new Map<string, TableDefinition>();
  for (const collection of collections) {
    const { name } = collection;
    definitions.set(name, await migrateCollection(at, collection, known.get(name), check, isAlone));
  }
  return definitions;
}

/** Constraint by which a process that does not know an index yet is told so when it writes. */
const GENERATION = quoted("generation_of_keys");

async function migrateCollection(
  at: SchemaPlace,
  collection: Collection<Entity>,
  old: TableDefinition | undefined,
  check: RowCheck,
  isAlone: boolean,
): Promise<TableDefinition> {
  const { name, indexes } = collection;
  const { client, schema } = at;
  const table = `${quoted(schema)}.${quoted(name)}`;
  const oldIndexes: Indexes = old?.collection.indexes ?? {};
  const changed = Object.keys(indexes).filter(
    (index) => !isSameIndex(oldIndexes[index], indexes[index]),
  );
  const dropped = isAlone
    ? Object.keys(oldIndexes).filter((index) => !Object.hasOwn(indexes, index))
    : [];
  const together: Collection<Entity> = {
    name,
    indexes: isAlone ? indexes : combined(indexes, oldIndexes),
  };
  if (old !== undefined && changed.length + dropped.length === 0)
    return { ...old, collection: together };
  const generation = (old?.generation ?? 0) + 1;
  if (old === undefined) {
    const compression = await fastCompression(at);
    await client.query(
      `CREATE TABLE ${table} (id text COLLATE "C" PRIMARY KEY, version bigint NOT NULL, ` +
        `document json${compression} NOT NULL, sum text NOT NULL, bytes bytea${compression}, bytes_sum text, ` +
        "generation int)",
    );
  } else {
    await client.query(
      `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${GENERATION}, ` +
        `ADD CONSTRAINT ${GENERATION} CHECK (generation >= ${generation}) NOT VALID`,
    );
  }
  for (const index of dropped) {
    await client.query(`ALTER TABLE ${table} DROP COLUMN ${columnOf(index)}`);
  }
  for (const index of changed) {
    if (Object.hasOwn(oldIndexes, index)) {
      await client.query(`ALTER TABLE ${table} DROP COLUMN ${columnOf(index)}`);
    }
    await client.query(`ALTER TABLE ${table} ADD COLUMN ${columnOf(index)} bytea`);
  }
  if (old !== undefined && changed.length > 0)
    await fillColumns(at, together, changed, generation, check);
  for (const index of changed) await createIndex(at, name, index);
  const definition = definedIndexes(together);
  await client.query(
    `INSERT INTO ${quoted(schema)}._collections (name, indexes, sum, generation) VALUES ($1, $2, $3, $4) ` +
      "ON CONFLICT (name) DO UPDATE SET indexes = excluded.indexes, sum = excluded.sum, " +
      "generation = excluded.generation",
    [name, definition, check.sumOfDefinition(name, definition), generation],
  );
  return { collection: together, generation };
}

/**
 * Compression of large values by LZ4, where the server was built with it: PostgreSQL's own method takes as much of a
 * result of some megabytes as everything else about its commit together.
 */
async function fastCompression({ client }: SchemaPlace): Promise<string> {
  const { rows } = await client.query(
    "SELECT 'lz4' = ANY (enumvals) AS known FROM pg_settings WHERE name = 'default_toast_compression'",
  );
  const [row] = rows as { readonly known: boolean }[];
  return row?.known === true ? " COMPRESSION lz4" : "";
}

/** Fills the index columns in runs of a thousand documents, so that a big table is never in memory whole. */
async function fillColumns(
  { client, schema }: SchemaPlace,
  collection: Collection<Entity>,
  added: readonly string[],
  generation: number,
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
      await client.query(
        `UPDATE ${table} SET ${columns}, generation = ${generation} WHERE id = $1`,
        [row.id, ...blobs],
      );
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

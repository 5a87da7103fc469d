/**
 * The tables of a store: one for each collection under its name, and three of the store itself, whose names begin with
 * an underscore, as no collection's does.
 *
 * Tables are made and changed in one transaction under an advisory lock: two starts at once come one after the other,
 * and one that was cut off has changed nothing.
 *
 * Processes of an older release may go on while a newer one opens the store: `_store.version` is the layout that the
 * newest of them has made, `_store.format` the oldest layout that a reader has to know.
 */

import { StoreError, type DocumentSums } from "@bourse/kernel";
import type { ClientBase } from "pg";

import { quoted } from "./table.ts";

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

function unsupported(place: string, why: string): StoreError {
  return new StoreError(
    "STORE_FORMAT_UNSUPPORTED",
    `"${place}" cannot be used: ${why}. It was left as it is.`,
    { details: { path: place } },
  );
}

/**
 * Indexes over documents that stand, built while others read and write.
 *
 * The column of a new index is there, and so is its definition, by which whoever writes fills it. The index is made
 * first, without holding the table, and keeps a unique one unique from then on; then the documents of before get their
 * keys, some hundreds at a time. Until all have, the index has another name: whoever opens the store after a crash
 * finds by that what is left to do.
 */

import { isBourseError, keyBlob, StoreError, storedDocument, type RowCheck } from "@bourse/kernel";

import { noOlder, writeDefinition } from "./definitions.ts";
import type { SchemaPlace } from "./schema.ts";
import { columnOf, indexName, quoted, type TableDefinition } from "./table.ts";

/** Documents that get their keys in one transaction. */
const BATCH = 500;

const UNIQUE_VIOLATION = "23505";

/** Builds the indexes that tables lack. @throws STORE_DUPLICATE, STORE_CORRUPT */
export async function buildIndexes(
  at: SchemaPlace,
  definitions: ReadonlyMap<string, TableDefinition>,
  check: RowCheck,
): Promise<void> {
  const whole = await wholeIndexes(at);
  for (const definition of definitions.values()) {
    const { name, indexes } = definition.collection;
    const lacking = Object.keys(indexes).filter((index) => !whole.has(indexName(name, index)));
    if (lacking.length > 0) await buildOn(at, definition, lacking, check);
  }
}

/** Names of the indexes of a schema that are to be read. */
async function wholeIndexes({ client, schema }: SchemaPlace): Promise<ReadonlySet<string>> {
  const { rows } = await client.query(
    "SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid " +
      "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND i.indisvalid",
    [schema],
  );
  return new Set((rows as { readonly name: string }[]).map(({ name }) => name));
}

async function buildOn(
  at: SchemaPlace,
  definition: TableDefinition,
  lacking: readonly string[],
  check: RowCheck,
): Promise<void> {
  const { name } = definition.collection;
  const { client, schema } = at;
  let building = lacking[0]!;
  try {
    for (const index of lacking) {
      building = index;
      await beginIndex(at, name, index);
    }
    await fillColumns(at, definition, lacking, check);
  } catch (cause) {
    const { code, constraint } = cause as { readonly code?: unknown; readonly constraint?: string };
    if (code !== UNIQUE_VIOLATION || isBourseError(cause)) throw cause;
    const index = lacking.find((one) => unfinished(name, one) === constraint) ?? building;
    await withdraw(at, definition, lacking, check);
    throw duplicate(name, index, cause);
  }
  for (const index of lacking) {
    const whole = quoted(indexName(name, index));
    await client.query(
      `DROP INDEX IF EXISTS ${quoted(schema)}.${whole}; ` +
        `ALTER INDEX ${quoted(schema)}.${quoted(unfinished(name, index))} RENAME TO ${whole}`,
    );
  }
}

/** Name of an index that not all documents have a key in. */
function unfinished(name: string, index: string): string {
  return indexName(name, `${index}_unfinished`);
}

/** Makes an index over the keys that are there; one that a crash has left half made is made anew. */
async function beginIndex(
  { client, schema }: SchemaPlace,
  name: string,
  index: string,
): Promise<void> {
  const made = quoted(unfinished(name, index));
  const { rows } = await client.query(
    "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)",
    [`${quoted(schema)}.${made}`],
  );
  const [found] = rows as { readonly valid: boolean }[];
  if (found?.valid === true) return;
  if (found !== undefined) await client.query(`DROP INDEX CONCURRENTLY ${quoted(schema)}.${made}`);
  // Every key is unique: one of a plain index ends in the id.
  await client.query(
    `CREATE UNIQUE INDEX CONCURRENTLY ${made} ON ${quoted(schema)}.${quoted(name)} (${columnOf(index)})`,
  );
}

interface Row {
  readonly id: string;
  readonly version: string;
  readonly value: string;
  readonly sum: string;
}

/** A document that was written meanwhile has its keys from that. */
async function fillColumns(
  { client, schema }: SchemaPlace,
  { collection, generation }: TableDefinition,
  lacking: readonly string[],
  check: RowCheck,
): Promise<void> {
  const table = `${quoted(schema)}.${quoted(collection.name)}`;
  const all = Object.keys(collection.indexes);
  const positions = lacking.map((index) => all.indexOf(index) + 1);
  const columns = lacking.map(columnOf);
  const empty = columns.map((column) => `${column} IS NULL`).join(" OR ");
  const set = columns.map((column, n) => `${column} = filled.key_${n}`).join(", ");
  const keys = columns.map((_, n) => `key_${n}`).join(", ");
  const given = columns.map((_, n) => `$${n + 3}::bytea[]`).join(", ");
  let last = "";
  for (;;) {
    const { rows } = await client.query(
      `SELECT id, version, document::text AS value, sum FROM ${table} WHERE id > $1 AND (${empty}) ` +
        `ORDER BY id LIMIT ${BATCH}`,
      [last],
    );
    const found = rows as Row[];
    if (found.length === 0) return;
    const blobs = found.map((row) => {
      const value = check.valueOf(collection, { ...row, version: Number(row.version) });
      const { keys: made } = storedDocument(collection, value, 1);
      return positions.map((position) => keyBlob(made[position]!));
    });
    await client.query(
      `UPDATE ${table} AS stored SET ${set}, generation = ${generation} ` +
        `FROM unnest($1::text[], $2::bigint[], ${given}) AS filled (id, version, ${keys}) ` +
        "WHERE stored.id = filled.id AND stored.version = filled.version",
      [
        found.map(({ id }) => id),
        found.map(({ version }) => version),
        ...positions.map((_, n) => blobs.map((made) => made[n])),
      ],
    );
    last = found.at(-1)!.id;
  }
}

/** Takes back indexes that cannot be, so that writers need not keep them. */
async function withdraw(
  at: SchemaPlace,
  { collection, generation }: TableDefinition,
  lacking: readonly string[],
  check: RowCheck,
): Promise<void> {
  const { client, schema } = at;
  const { name } = collection;
  const next = generation + 1;
  const dropped = lacking.map((index) => `DROP COLUMN ${columnOf(index)}`).join(", ");
  const kept = Object.entries(collection.indexes).filter(([index]) => !lacking.includes(index));
  const indexes = Object.fromEntries(kept);
  await client.query("BEGIN");
  await client.query(`ALTER TABLE ${quoted(schema)}.${quoted(name)} ${dropped}, ${noOlder(next)}`);
  await writeDefinition(at, { collection: { name, indexes }, generation: next }, check);
  await client.query("COMMIT");
}

function duplicate(name: string, index: string, cause: unknown): StoreError {
  return new StoreError(
    "STORE_DUPLICATE",
    `Documents of "${name}" that stand already hold the same values of its unique index "${index}"; ` +
      "make them differ before the index is made unique.",
    { cause, details: { collection: name, index } },
  );
}

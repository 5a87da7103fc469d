/**
 * Tables that follow their collections. A table gets a column for each index of its collection's definition at every
 * opening, and keeps those that another release has added. From then on whoever writes fills it.
 */

import type { Collection, Entity, RowCheck } from "@bourse/kernel";

import {
  combined,
  isSameIndex,
  noOlder,
  readDefinitions,
  writeDefinition,
  type Indexes,
} from "./definitions.ts";
import { expand, type SchemaPlace } from "./schema.ts";
import { columnOf, indexName, quoted, type TableDefinition } from "./table.ts";

/**
 * Gives the tables the columns that `collections` need; `buildIndexes` has to follow. Indexes that they do not name
 * stay while processes of another release are there, and go when `isAlone`. Resolves to the definitions in force, by
 * the names of `collections`.
 *
 * @throws STORE_CORRUPT
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
    await client.query(`ALTER TABLE ${table} ${noOlder(generation)}`);
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
  if (old === undefined) for (const index of changed) await createIndex(at, name, index);
  await writeDefinition(at, { collection: together, generation }, check);
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

/** Every key is unique: one of a plain index ends in the id. */
async function createIndex(
  { client, schema }: SchemaPlace,
  name: string,
  index: string,
): Promise<void> {
  await client.query(
    `CREATE UNIQUE INDEX ${quoted(indexName(name, index))} ON ${quoted(schema)}.${quoted(name)} (${columnOf(index)})`,
  );
}

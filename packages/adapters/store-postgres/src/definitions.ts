/**
 * Definitions of collections as the schema holds them. Releases side by side may define different indexes: each table
 * has those of all, and whoever writes keeps them all up to date. The definition is data, so an older release can do
 * that for an index that it never reads.
 */

import {
  checkCollection,
  StoreError,
  type Collection,
  type Entity,
  type IndexSpec,
  type RowCheck,
} from "@bourse/kernel";
import type { QueryResult } from "pg";

import { quoted, type TableDefinition } from "./table.ts";

/** Indexes of a collection by their names. */
export type Indexes = Readonly<Record<string, IndexSpec>>;

/** Something that runs SQL in the database of a schema. */
export interface Definitions {
  readonly client: {
    readonly query: (text: string, values?: unknown[]) => Promise<QueryResult>;
  };
  readonly schema: string;
}

/** The collections that the schema holds, by name. @throws STORE_CORRUPT */
export async function readDefinitions(
  { client, schema }: Definitions,
  check: RowCheck,
): Promise<ReadonlyMap<string, TableDefinition>> {
  const { rows } = await client.query(
    `SELECT name, indexes::text AS indexes, sum, generation FROM ${quoted(schema)}._collections ORDER BY name`,
  );
  type Row = { name: string; indexes: string; sum: string; generation: number };
  return new Map(
    (rows as Row[]).map((row) => {
      const indexes = JSON.parse(check.definitionOf(row)) as Indexes;
      checkCollection(row.name, indexes);
      const collection = { name: row.name, indexes };
      return [row.name, { collection, generation: row.generation }];
    }),
  );
}

/** Constraint by which a process that does not know an index yet is told so when it writes. */
const GENERATION = quoted("generation_of_keys");

/** Change of a table by which writes without the keys of `generation` are refused. */
export function noOlder(generation: number): string {
  return (
    `DROP CONSTRAINT IF EXISTS ${GENERATION}, ` +
    `ADD CONSTRAINT ${GENERATION} CHECK (generation >= ${generation}) NOT VALID`
  );
}

/** Stores the definition of a collection. */
export async function writeDefinition(
  { client, schema }: Definitions,
  { collection, generation }: TableDefinition,
  check: RowCheck,
): Promise<void> {
  const { name } = collection;
  const definition = definedIndexes(collection);
  await client.query(
    `INSERT INTO ${quoted(schema)}._collections (name, indexes, sum, generation) VALUES ($1, $2, $3, $4) ` +
      "ON CONFLICT (name) DO UPDATE SET indexes = excluded.indexes, sum = excluded.sum, " +
      "generation = excluded.generation",
    [name, definition, check.sumOfDefinition(name, definition), generation],
  );
}

/** Indexes of this release first, so that its own have the same place whatever others there are. */
export function combined(own: Indexes, stored: Indexes): Indexes {
  const others = Object.entries(stored).filter(([index]) => !Object.hasOwn(own, index));
  return { ...own, ...Object.fromEntries(others) };
}

/** True when both are the same index. */
export function isSameIndex(one: IndexSpec | undefined, other: IndexSpec | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The indexes of a collection as text, which its checksum covers. */
function definedIndexes({ indexes }: Collection<Entity>): string {
  return JSON.stringify(indexes);
}

/**
 * The definition that a process goes on with when another release has added indexes while it ran.
 *
 * @throws STORE_FORMAT_UNSUPPORTED when an index that it reads has become another one
 */
export function adopted(
  own: Collection<Entity>,
  stored: TableDefinition,
  place: string,
): TableDefinition {
  const { name, indexes } = own;
  const { collection, generation } = stored;
  const other = Object.keys(indexes).find(
    (index) => !isSameIndex(indexes[index], collection.indexes[index]),
  );
  if (other === undefined) {
    return { generation, collection: { name, indexes: combined(indexes, collection.indexes) } };
  }
  throw new StoreError(
    "STORE_FORMAT_UNSUPPORTED",
    `A newer release has changed the index "${other}" of "${name}" in "${place}", so this process cannot go on; run the ` +
      "newer release.",
    { details: { path: place } },
  );
}

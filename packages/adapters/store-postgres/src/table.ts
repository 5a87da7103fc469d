/** The SQL of one collection: a table of its own, with a column of sortable bytes for each index. */

import { createHash } from "node:crypto";

import type { Collection, Entity } from "@bourse/kernel";

/** One statement that the server prepares once for each connection. */
export interface Statement {
  /** Name of the prepared statement; the server cuts what is longer than 63 bytes. */
  readonly name: string;
  /** SQL with numbered parameters. */
  readonly text: string;
}

/** A collection as its table has it. */
export interface TableDefinition {
  /** The collection with all indexes of its table: those of this release, then those that others have added. */
  readonly collection: Collection<Entity>;
  /** Number of the last change of the table's indexes. A row has the number under which its keys were made. */
  readonly generation: number;
}

/** A name as SQL, whatever reserved word it is. The names of collections and indexes have no quotes. */
export function quoted(name: string): string {
  return `"${name}"`;
}

/** Column of an index. */
export function columnOf(index: string): string {
  return quoted(`key_${index}`);
}

/** Name of an index of a table, which has at most 63 bytes. */
export function indexName(collection: string, index: string): string {
  const name = `${collection}_${index}`;
  return name.length <= 63 ? name : `${name.slice(0, 54)}_${shortHash(name)}`;
}

/** Statements of a collection. */
export class Table {
  readonly #collection: Collection<Entity>;
  readonly #table: string;
  readonly #changes: string;
  readonly #columns: readonly string[];
  readonly #generation: number;
  readonly #unique: readonly { readonly index: string; readonly at: number }[];
  readonly #statements = new Map<string, Statement>();

  constructor(schema: string, { collection, generation }: TableDefinition) {
    this.#collection = collection;
    this.#generation = generation;
    this.#table = `${quoted(schema)}.${quoted(collection.name)}`;
    this.#changes = `${quoted(schema)}.${quoted("_changes")}`;
    const indexes = Object.entries(collection.indexes);
    this.#columns = indexes.map(([index]) => columnOf(index));
    this.#unique = indexes.flatMap(([index, { unique }], at) =>
      unique === true ? [{ index, at }] : [],
    );
  }

  /** (id) → version, value, sum */
  get(): Statement {
    return this.#statement("get", () => `SELECT ${DOCUMENT} FROM ${this.#table} WHERE id = $1`);
  }

  /** (id) → bytes, bytesSum */
  bytes(): Statement {
    return this.#statement(
      "bytes",
      () => `SELECT bytes, bytes_sum AS "bytesSum" FROM ${this.#table} WHERE id = $1`,
    );
  }

  /** Parameters from, to, limit → id, version, value, sum; without `to` when every key lies below the end */
  find(index: number, order: "asc" | "desc", isBounded: boolean): Statement {
    const key = this.#key(index);
    const to = isBounded ? ` AND ${key} < $2` : "";
    return this.#statement(
      `find ${index} ${order} ${isBounded}`,
      () =>
        `SELECT id, ${DOCUMENT} FROM ${this.#table} WHERE ${key} >= $1${to} ` +
        `ORDER BY ${key} ${order === "asc" ? "ASC" : "DESC"} LIMIT $${isBounded ? 3 : 2}`,
    );
  }

  /** Parameters from, to → n; see {@link find} */
  count(index: number, isBounded: boolean): Statement {
    const key = this.#key(index);
    const to = isBounded ? ` AND ${key} < $2` : "";
    return this.#statement(
      `count ${index} ${isBounded}`,
      () => `SELECT count(*) AS n FROM ${this.#table} WHERE ${key} >= $1${to}`,
    );
  }

  /** (id, version, document, sum, each key, bytes, bytes_sum) → a row when it was inserted; notes the change */
  insert(): Statement {
    const columns = ["id", "version", "document", "sum", ...this.#columns, "bytes", "bytes_sum"];
    return this.#statement("insert", () =>
      this.#noting(
        `INSERT INTO ${this.#table} (${columns.join(", ")}, generation) ` +
          `VALUES (${columns.map((_, at) => `$${at + 1}`).join(", ")}, ${this.#generation}) ` +
          "ON CONFLICT DO NOTHING RETURNING id, version",
      ),
    );
  }

  /**
   * (id, version, document, sum, each key, expected version, then bytes and bytes_sum if they are replaced) → a row
   * when it was replaced; notes the change. It is not when another document holds a unique key: the violation would
   * end the transaction.
   */
  replace(withBytes: boolean): Statement {
    const expected = 5 + this.#columns.length;
    const keys = this.#columns.map((column, at) => `, ${column} = $${5 + at}`).join("");
    const bytes = withBytes ? `, bytes = $${expected + 1}, bytes_sum = $${expected + 2}` : "";
    const free = this.#unique.map(({ at }) => ` AND NOT ${this.#isTaken(at, 5 + at)}`).join("");
    return this.#statement(`replace ${withBytes}`, () =>
      this.#noting(
        `UPDATE ${this.#table} SET version = $2, document = $3, sum = $4${keys}${bytes}, ` +
          `generation = ${this.#generation} ` +
          `WHERE id = $1 AND version = $${expected}${free} RETURNING id, version`,
      ),
    );
  }

  /** (id, expected version) → a row when it was deleted; notes the change */
  delete(isVersioned: boolean): Statement {
    return this.#statement(`delete ${isVersioned}`, () =>
      this.#noting(
        `DELETE FROM ${this.#table} WHERE id = $1${isVersioned ? " AND version = $2" : ""} ` +
          "RETURNING id, NULL::bigint AS version",
      ),
    );
  }

  /** (id, each key) → version of the document of this id, and the number of the first unique index that is taken */
  why(): Statement {
    const taken = this.#unique.map(({ at }) => `WHEN ${this.#isTaken(at, 2 + at)} THEN ${at}`);
    const first = taken.length === 0 ? "NULL::int" : `CASE ${taken.join(" ")} END`;
    // Every parameter needs a type, also those of indexes that are not unique.
    const typed = this.#columns.map((_, at) => ` AND $${2 + at}::bytea IS NOT NULL`).join("");
    return this.#statement(
      "why",
      () =>
        `SELECT (SELECT version FROM ${this.#table} WHERE id = $1) AS version, ${first} AS taken WHERE true${typed}`,
    );
  }

  /** Name of the index at a number of {@link why}. */
  indexAt(at: number): string {
    return Object.keys(this.#collection.indexes)[at]!;
  }

  #isTaken(at: number, parameter: number): string {
    return (
      `EXISTS (SELECT 1 FROM ${this.#table} AS other ` +
      `WHERE other.${this.#columns[at]!} = $${parameter} AND other.id <> $1)`
    );
  }

  #key(index: number): string {
    return index === 0 ? "id" : this.#columns[index - 1]!;
  }

  /** `write`, whose rows are put into the table of changes by the same statement. */
  #noting(write: string): string {
    return (
      `WITH written AS (${write}), noted AS (INSERT INTO ${this.#changes} (collection, id, version) ` +
      `SELECT '${this.#collection.name}', id, version FROM written) SELECT 1 FROM written`
    );
  }

  /** The definition is in the name: a connection may outlive it. */
  #statement(kind: string, write: () => string): Statement {
    let statement = this.#statements.get(kind);
    if (statement === undefined) {
      const text = write();
      statement = { name: `${kind.split(" ", 1)[0]}_${shortHash(text)}`, text };
      this.#statements.set(kind, statement);
    }
    return statement;
  }
}

/** The document is `json`, which keeps its text to the letter; a cast to text costs nothing. */
const DOCUMENT = 'version, document::text AS "value", sum';

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

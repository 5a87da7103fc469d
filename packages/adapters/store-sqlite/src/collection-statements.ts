/** The prepared statements of one collection on one connection, each made when it is first needed. */

import type { Collection, Entity } from "@bourse/kernel";

import type { Database, Statement } from "./database.ts";

export class CollectionStatements {
  readonly #database: Database;
  readonly #table: string;
  readonly #columns: readonly string[];
  readonly #prepared = new Map<string, Statement>();

  constructor(database: Database, collection: Collection<Entity>) {
    this.#database = database;
    this.#table = `c_${collection.name}`;
    this.#columns = ["id", ...Object.keys(collection.indexes).map((index) => `k_${index}`)];
  }

  /** (id) → at (rowid), version, value, sum */
  get(): Statement {
    return this.#prepare(
      "get",
      () => `SELECT rowid AS at, version, value, sum FROM ${this.#table} WHERE id = ?`,
    );
  }

  /** (id) → bytes, bytesSum */
  bytes(): Statement {
    return this.#prepare(
      "bytes",
      () => `SELECT bytes, bytes_sum AS "bytesSum" FROM ${this.#table} WHERE id = ?`,
    );
  }

  /** (rowid) → id */
  idAt(): Statement {
    return this.#prepare("idAt", () => `SELECT id FROM ${this.#table} WHERE rowid = ?`);
  }

  /** (rowid after which to go on) → 1000 rows in the order of rowid, with all that is not an index */
  rows(): Statement {
    return this.#prepare(
      "rows",
      () =>
        `SELECT rowid AS at, id, version, value, sum, bytes, bytes_sum FROM ${this.#table} WHERE rowid > ? ` +
        "ORDER BY rowid LIMIT 1000",
    );
  }

  /** Selects `at` (rowid), `version`, `value`, `sum`; parameters: from, to, limit. */
  find(index: number, order: "asc" | "desc"): Statement {
    return this.#prepare(`${order}${index}`, () => {
      const key = this.#columns[index]!;
      return (
        `SELECT rowid AS at, version, value, sum FROM ${this.#table} WHERE ${key} >= ? AND ${key} < ? ` +
        `ORDER BY ${key} ${order === "asc" ? "ASC" : "DESC"} LIMIT ?`
      );
    });
  }

  /** Counts rows as `n`; parameters: from, to. */
  count(index: number): Statement {
    return this.#prepare(`count${index}`, () => {
      const key = this.#columns[index]!;
      return `SELECT count(*) AS n FROM ${this.#table} WHERE ${key} >= ? AND ${key} < ?`;
    });
  }

  /** (key, id of the writer) → a row when another document holds the key */
  holder(index: number): Statement {
    return this.#prepare(
      `holder${index}`,
      () => `SELECT 1 FROM ${this.#table} WHERE ${this.#columns[index]!} = ? AND id <> ?`,
    );
  }

  /** (id, each key, version, value, sum, bytes, bytes_sum) */
  insert(): Statement {
    return this.#prepare("insert", () => {
      const places = this.#columns.map(() => "?").join(", ");
      return (
        `INSERT INTO ${this.#table} (${this.#columns.join(", ")}, version, value, sum, bytes, bytes_sum) ` +
        `VALUES (${places}, ?, ?, ?, ?, ?)`
      );
    });
  }

  /** (each key but the id, version, value, sum, bytes and bytes_sum if they are replaced, id, version expected) */
  replace(withBytes: boolean): Statement {
    return this.#replace("replace", "", withBytes);
  }

  /** Replaces a document as {@link replace} does, by its rowid before its id: SQLite needs no index of ids for it. */
  replaceAt(withBytes: boolean): Statement {
    return this.#replace("replaceAt", "rowid = ? AND ", withBytes);
  }

  #replace(name: string, where: string, withBytes: boolean): Statement {
    return this.#prepare(withBytes ? `${name}WithBytes` : name, () => {
      // SQLite writes the index of every column that is set, so the id, which never changes, is not.
      const sets = this.#columns.slice(1).map((column) => `${column} = ?, `);
      const bytes = withBytes ? ", bytes = ?, bytes_sum = ?" : "";
      return `UPDATE ${this.#table} SET ${sets.join("")}version = ?, value = ?, sum = ?${bytes} WHERE ${where}id = ? AND version = ?`;
    });
  }

  /** Deletes the document of an id. */
  delete(): Statement {
    return this.#prepare("delete", () => `DELETE FROM ${this.#table} WHERE id = ?`);
  }

  /** `name` stands for the statement, whose text is long to make and to look up. */
  #prepare(name: string, sql: () => string): Statement {
    let statement = this.#prepared.get(name);
    if (statement === undefined) {
      statement = this.#database.prepare(sql());
      this.#prepared.set(name, statement);
    }
    return statement;
  }
}

/** Writes to one collection, while no other transaction runs. */

import {
  keyBlob,
  writeRefusal,
  type Collection,
  type Entity,
  type StoredDocument,
} from "@bourse/kernel";

import type { RunSql } from "./database.ts";
import { idOf } from "./sql-reader.ts";

export class SqlWriter {
  readonly #run: RunSql;
  readonly #collection: Collection<Entity>;

  constructor(run: RunSql, collection: Collection<Entity>) {
    this.#run = run;
    this.#collection = collection;
  }

  async #versionOf(id: string): Promise<number | null> {
    const rows = await this.#run(
      `SELECT version FROM bourse_documents
       WHERE collection = ? AND id = ?`,
      [this.#collection.name, idOf(id)],
    );
    return rows[0] === undefined ? null : Number(rows[0]["version"]);
  }

  /** @throws StoreError STORE_DUPLICATE */
  async refuseTaken({ row, keys }: StoredDocument): Promise<void> {
    const { name, indexes } = this.#collection;
    const own = keys.slice(1);
    if (own.length === 0) return;
    const places = own.map((_, at) => `(place = ${at + 1} AND key = ?)`);
    const [taken] = await this.#run(
      `SELECT place FROM bourse_keys WHERE collection = ? AND id <> ?
       AND (${places.join(" OR ")}) ORDER BY place LIMIT 1`,
      [name, idOf(row.value.id), ...own.map(keyBlob)],
    );
    if (taken === undefined) return;
    const index = Object.keys(indexes)[Number(taken["place"]) - 1] ?? "";
    this.#refuseDuplicate(row.value.id, index);
  }

  async writeKeys({ row, keys }: StoredDocument): Promise<void> {
    const { name } = this.#collection;
    const id = idOf(row.value.id);
    const rows = keys.map(() => "(?, ?, ?, ?)").join(", ");
    await this.#run(
      `INSERT INTO bourse_keys VALUES ${rows}`,
      keys.flatMap((key, place) => [name, place, keyBlob(key), id]),
    );
  }

  /** @throws StoreError STORE_DUPLICATE */
  async insert(document: StoredDocument): Promise<void> {
    const { row, text, bytes = null } = document;
    const { id } = row.value;
    if ((await this.#versionOf(id)) !== null) this.#refuseDuplicate(id, "id");
    await this.refuseTaken(document);
    await this.#run("INSERT INTO bourse_documents VALUES (?, ?, ?, ?, ?)", [
      this.#collection.name,
      idOf(id),
      row.version,
      text,
      bytes,
    ]);
    await this.writeKeys(document);
  }

  /** @throws StoreError STORE_CONFLICT, STORE_DUPLICATE */
  async replace(document: StoredDocument, expected: number): Promise<void> {
    const { row, text, bytes } = document;
    const { id } = row.value;
    await this.#expect(id, expected);
    await this.refuseTaken(document);
    const beside = bytes === undefined ? [] : [bytes];
    await this.#run(
      `UPDATE bourse_documents SET version = ?, value = ?
       ${bytes === undefined ? "" : ", bytes = ?"}
       WHERE collection = ? AND id = ?`,
      [row.version, text, ...beside, this.#collection.name, idOf(id)],
    );
    await this.#deleteFrom("bourse_keys", id);
    await this.writeKeys(document);
  }

  /** Resolves to false without such a document. @throws STORE_CONFLICT */
  async delete(id: string, expected: number | undefined): Promise<boolean> {
    if (expected !== undefined) await this.#expect(id, expected);
    else if ((await this.#versionOf(id)) === null) return false;
    await this.#deleteFrom("bourse_keys", id);
    await this.#deleteFrom("bourse_documents", id);
    return true;
  }

  async #deleteFrom(table: string, id: string): Promise<void> {
    const sql = `DELETE FROM ${table} WHERE collection = ? AND id = ?`;
    await this.#run(sql, [this.#collection.name, idOf(id)]);
  }

  async #expect(id: string, expected: number): Promise<void> {
    const version = await this.#versionOf(id);
    if (version === expected) return;
    const outcome = { done: false, version } as const;
    throw writeRefusal(this.#collection, id, outcome, expected);
  }

  #refuseDuplicate(id: string, duplicate: string): never {
    const outcome = { done: false, duplicate } as const;
    throw writeRefusal(this.#collection, id, outcome, undefined);
  }
}

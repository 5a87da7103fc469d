/** Writes with the checks of the port, on whatever runs their statements. */

import {
  storedDocument,
  writeRefusal,
  keyBlob,
  type Collection,
  type DocumentSums,
  type Entity,
  type StoredDocument,
  type Versioned,
  type WriteOutcome,
} from "@bourse/kernel";

import type { SqlValue } from "./connections.ts";
import { idText } from "./id-text.ts";
import { Rows, type RunStatement, type StoreParts } from "./rows.ts";
import type { Table } from "./table.ts";

/** Parts of a writer. */
export interface WriteParts extends StoreParts {
  readonly sums: DocumentSums;
}

/** A write that was not done for a reason that is gone by now: another transaction came between. */
export const INTERRUPTED: unique symbol = Symbol("interrupted write");

/** Writer over one way to run statements. A write resolves to INTERRUPTED when it must be tried again. */
export class Writes {
  readonly #parts: WriteParts;
  readonly #rows: Rows;
  readonly #run: RunStatement;

  constructor(parts: WriteParts, run: RunStatement) {
    this.#parts = parts;
    this.#rows = new Rows(parts, run);
    this.#run = run;
  }

  async insert<T extends Entity>(
    collection: Collection<T>,
    value: T,
    version: number,
    bytes: Uint8Array | undefined,
  ): Promise<Versioned<T> | typeof INTERRUPTED> {
    const known = this.#rows.known(collection);
    const document = storedDocument(known, value, version, bytes);
    const [head, keys] = this.#values(known, document);
    const table = this.#table(known);
    const beside = this.#beside(known, document) ?? [null, null];
    const { rowCount } = await this.#run(table.insert(), [...head, ...keys, ...beside]);
    if (rowCount === 1) return document.row as Versioned<T>;
    const why = await this.#why(table, known, document);
    if (why.version !== null) {
      throw writeRefusal(known, value.id, { done: false, duplicate: "id" }, undefined);
    }
    if (why.taken === null) return INTERRUPTED;
    const duplicate = table.indexAt(why.taken);
    throw writeRefusal(known, value.id, { done: false, duplicate }, undefined);
  }

  async replace<T extends Entity>(
    collection: Collection<T>,
    value: T,
    expectedVersion: number,
    bytes: Uint8Array | undefined,
  ): Promise<Versioned<T> | typeof INTERRUPTED> {
    const known = this.#rows.known(collection);
    const document = storedDocument(known, value, expectedVersion + 1, bytes);
    const [head, keys] = this.#values(known, document);
    const table = this.#table(known);
    const beside = this.#beside(known, document);
    const values = [...head, ...keys, expectedVersion, ...(beside ?? [])];
    const { rowCount } = await this.#run(table.replace(beside !== undefined), values);
    if (rowCount === 1) return document.row as Versioned<T>;
    const { version, taken } = await this.#why(table, known, document);
    if (version === expectedVersion && taken === null) return INTERRUPTED;
    const outcome: Exclude<WriteOutcome, { readonly done: true }> =
      version === expectedVersion && taken !== null
        ? { done: false, duplicate: table.indexAt(taken) }
        : { done: false, version };
    throw writeRefusal(known, value.id, outcome, expectedVersion);
  }

  async delete(
    collection: Collection<Entity>,
    id: string,
    expectedVersion: number | undefined,
  ): Promise<boolean | typeof INTERRUPTED> {
    const known = this.#rows.known(collection);
    const isVersioned = expectedVersion !== undefined;
    const values = isVersioned ? [idText(id), expectedVersion] : [idText(id)];
    const { rowCount } = await this.#run(this.#table(known).delete(isVersioned), values);
    if (rowCount === 1) return true;
    if (!isVersioned) return false;
    const found = await this.#rows.get(known, id);
    if (found?.version === expectedVersion) return INTERRUPTED;
    const outcome = { done: false, version: found?.version ?? null } as const;
    throw writeRefusal(known, id, outcome, expectedVersion);
  }

  /** `table` is that of the write: another release may have added an index since. */
  async #why(
    table: Table,
    collection: Collection<Entity>,
    document: StoredDocument,
  ): Promise<{ readonly version: number | null; readonly taken: number | null }> {
    const [[id], keys] = this.#values(collection, document);
    const { rows } = await this.#run(table.why(), [id!, ...keys]);
    const row = rows[0] as { readonly version: string | null; readonly taken: number | null };
    return { version: row.version === null ? null : Number(row.version), taken: row.taken };
  }

  /** Id, version, document and sum; then the keys of the indexes. */
  #values(
    { name }: Collection<Entity>,
    { row, text, keys }: StoredDocument,
  ): readonly [SqlValue[], SqlValue[]] {
    const { value, version } = row;
    const sum = this.#parts.sums.ofDocument(name, version, text);
    return [[idText(value.id), version, text, sum], keys.slice(1).map(keyBlob)];
  }

  #beside({ name }: Collection<Entity>, { row, bytes }: StoredDocument): SqlValue[] | undefined {
    return bytes && [bytes, this.#parts.sums.ofBytes(name, row.value.id, bytes)];
  }

  #table({ name }: Collection<Entity>): Table {
    return this.#parts.tables.get(name)!;
  }
}

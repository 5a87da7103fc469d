/** Reads of one state of the database: a connection's own, or what is committed. */

import {
  checkReadId,
  keyAt,
  keyBlob,
  knownCollection,
  pageOf,
  planFind,
  planRange,
  type BytesRow,
  type Collection,
  type Entity,
  type FindQuery,
  type KeyRange,
  type Page,
  type RowCheck,
  type Versioned,
} from "@bourse/kernel";
import type { QueryResult } from "pg";

import type { SqlValue } from "./connections.ts";
import { idBound, idOfText, idText } from "./id-text.ts";
import type { Statement, Table } from "./table.ts";

/** Runs a statement. */
export type RunStatement = (statement: Statement, values: SqlValue[]) => Promise<QueryResult>;

/** Parts that all readers and writers of a store share. */
export interface StoreParts {
  readonly collections: ReadonlyMap<string, Collection<Entity>>;
  readonly tables: ReadonlyMap<string, Table>;
  readonly check: RowCheck;
}

interface Row {
  readonly id?: string;
  readonly version: string;
  readonly value: string;
  readonly sum: string;
}

/** Reader with the checks of the port. */
export class Rows {
  readonly #parts: StoreParts;
  readonly #run: RunStatement;

  constructor(parts: StoreParts, run: RunStatement) {
    this.#parts = parts;
    this.#run = run;
  }

  async get<T extends Entity>(
    collection: Collection<T>,
    id: string,
  ): Promise<Versioned<T> | undefined> {
    const known = this.known(collection);
    checkReadId(known, id);
    const { rows } = await this.#run(this.#table(known).get(), [idText(id)]);
    const row = rows[0] as Row | undefined;
    return row && (this.#versioned(known, row, id) as Versioned<T>);
  }

  async bytes(collection: Collection<Entity>, id: string): Promise<Uint8Array | undefined> {
    const known = this.known(collection);
    checkReadId(known, id);
    const { rows } = await this.#run(this.#table(known).bytes(), [idText(id)]);
    const row = rows[0] as BytesRow | undefined;
    if (row === undefined) return undefined;
    const { bytes } = row;
    // A Buffer is no value of its own: it may be a view of what else the connection has read.
    const own = bytes === null ? null : new Uint8Array(bytes);
    return this.#parts.check.bytesOf(known, id, { bytes: own, bytesSum: row.bytesSum });
  }

  async find<T extends Entity>(collection: Collection<T>, query: FindQuery = {}): Promise<Page<T>> {
    const known = this.known(collection);
    const plan = planFind(known, query);
    const bounds = boundsOf(plan);
    const statement = this.#table(known).find(plan.index, plan.order, bounds.length === 2);
    const { rows } = await this.#run(statement, [...bounds, plan.limit + 1]);
    const found = (rows as Row[]).map((row) => {
      const document = this.#versioned(known, row);
      // An index that leads to another document than its key says is damage too.
      const key = keyAt(known, document.value, plan.index);
      if (key < plan.from || key >= plan.to) {
        throw this.#parts.check.damaged(known, document.value.id);
      }
      return document;
    });
    return pageOf<T>(known, plan, found);
  }

  async count(
    collection: Collection<Entity>,
    query: Pick<FindQuery, "index" | "equals" | "range"> = {},
  ): Promise<number> {
    const known = this.known(collection);
    const range = planRange(known, query);
    const bounds = boundsOf(range);
    const statement = this.#table(known).count(range.index, bounds.length === 2);
    const { rows } = await this.#run(statement, bounds);
    return Number((rows[0] as { readonly n: string }).n);
  }

  /** The store's own definition of a collection. */
  known(collection: Collection<Entity>): Collection<Entity> {
    return knownCollection(this.#parts.collections, collection);
  }

  #table({ name }: Collection<Entity>): Table {
    return this.#parts.tables.get(name)!;
  }

  #versioned(collection: Collection<Entity>, row: Row, id?: string): Versioned<Entity> {
    const { value, sum } = row;
    const document = { value, sum, version: Number(row.version) };
    return this.#parts.check.versionedOf(collection, document, id ?? idOfText(row.id!));
  }
}

/** The bounds of a range as parameters; the upper one is left out when nothing lies above it. */
function boundsOf({ index, from, to }: KeyRange): SqlValue[] {
  if (index > 0) return [keyBlob(from), keyBlob(to)];
  const first = idBound(from);
  const last = idBound(to);
  // Nothing lies above all ids: an empty range.
  if (first === null) return ["", ""];
  return last === null ? [first] : [first, last];
}

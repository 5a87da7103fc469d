/** Reads of one state of a backend, with the checks of the port. */

import type { BackendReader } from "./backend.ts";
import { writeCursor } from "./cursor.ts";
import { StoreError } from "./errors.ts";
import { planFind, planRange } from "./find-plan.ts";
import type { Collection, Entity, FindQuery, Page, Versioned } from "./port.ts";
import { keyAt } from "./stored-document.ts";

export class CheckedReader {
  readonly #reader: BackendReader;
  readonly #collections: ReadonlyMap<string, Collection<Entity>>;

  constructor(reader: BackendReader, collections: ReadonlyMap<string, Collection<Entity>>) {
    this.#reader = reader;
    this.#collections = collections;
  }

  get<T extends Entity>(collection: Collection<T>, id: string): Versioned<T> | undefined {
    const known = this.known(collection);
    checkId(known, id);
    return this.#reader.get(known, id) as Versioned<T> | undefined;
  }

  bytes(collection: Collection<Entity>, id: string): Uint8Array | undefined {
    const known = this.known(collection);
    checkId(known, id);
    return this.#reader.bytes(known, id);
  }

  find<T extends Entity>(collection: Collection<T>, query: FindQuery = {}): Page<T> {
    const known = this.known(collection);
    const plan = planFind(known, query);
    const found = this.#reader.find(known, { ...plan, limit: plan.limit + 1 });
    const items = found.slice(
      0,
      plan.limit,
    ) as readonly Versioned<Entity>[] as readonly Versioned<T>[];
    const last = items.at(-1);
    if (found.length <= plan.limit || last === undefined) return { items, next: null };
    return { items, next: writeCursor(keyAt(known, last.value, plan.index), plan.signature) };
  }

  count<T extends Entity>(
    collection: Collection<T>,
    query: Pick<FindQuery, "index" | "equals" | "range"> = {},
  ): number {
    const known = this.known(collection);
    return this.#reader.count(known, planRange(known, query));
  }

  /** The store's own definition of that name: a caller's copy of it may differ. */
  known(collection: Collection<Entity>): Collection<Entity> {
    const known = this.#collections.get(collection.name);
    if (known !== undefined) return known;
    throw new StoreError(
      "STORE_COLLECTION_UNKNOWN",
      `The store was opened without the collection "${collection.name}"; name it when opening.`,
      { details: { collection: collection.name } },
    );
  }
}

function checkId({ name }: Collection<Entity>, id: unknown): void {
  if (typeof id === "string") return;
  throw new StoreError(
    "STORE_QUERY_INVALID",
    `A document of "${name}" is read by its id, a text, not by ${typeof id}.`,
  );
}

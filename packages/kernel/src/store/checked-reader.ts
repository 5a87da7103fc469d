/** Reads of one state of a backend, with the checks of the port. */

import type { BackendReader } from "./backend.ts";
import { planFind, planRange } from "./find-plan.ts";
import type { Collection, Entity, FindQuery, Page, Versioned } from "./port.ts";
import { checkReadId, knownCollection, pageOf } from "./read-checks.ts";

export class CheckedReader {
  readonly #reader: BackendReader;
  readonly #collections: ReadonlyMap<string, Collection<Entity>>;

  constructor(reader: BackendReader, collections: ReadonlyMap<string, Collection<Entity>>) {
    this.#reader = reader;
    this.#collections = collections;
  }

  get<T extends Entity>(collection: Collection<T>, id: string): Versioned<T> | undefined {
    const known = this.known(collection);
    checkReadId(known, id);
    return this.#reader.get(known, id) as Versioned<T> | undefined;
  }

  bytes(collection: Collection<Entity>, id: string): Uint8Array | undefined {
    const known = this.known(collection);
    checkReadId(known, id);
    return this.#reader.bytes(known, id);
  }

  find<T extends Entity>(collection: Collection<T>, query: FindQuery = {}): Page<T> {
    const known = this.known(collection);
    const plan = planFind(known, query);
    const found = this.#reader.find(known, { ...plan, limit: plan.limit + 1 });
    return pageOf<T>(known, plan, found);
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
    return knownCollection(this.#collections, collection);
  }
}

/**
 * The backend that holds its documents in memory, in immutable maps: a rollback is to go on with the old ones.
 *
 * What makes a group durable is given from outside, so an engine that keeps a file adds only that.
 */

import type { BackendReader, StoreBackend, WriteOutcome } from "../backend.ts";
import type { FindPlan, KeyRange } from "../find-plan.ts";
import { encodeValue } from "../index-key.ts";
import type { Collection, Entity, Versioned } from "../port.ts";
import type { StoredDocument } from "../stored-document.ts";
import type { OrderedMap } from "./ordered-map.ts";

/** One collection: a sorted map by id, then one for each index in the order of definition. */
export type CollectionState = readonly OrderedMap<StoredDocument>[];

/** All collections by name. */
export type MemoryState = ReadonlyMap<string, CollectionState>;

/** Makes `next` durable; rejects when `previous` is still what stands. */
export type Persist = (next: MemoryState, previous: MemoryState) => Promise<void>;

/** Engine that keeps all documents in memory and hands each new state to a function that persists it. */
export class MemoryBackend implements StoreBackend {
  readonly engine: string;
  readonly committed: BackendReader;
  readonly draft: BackendReader;
  readonly #persist: Persist;
  readonly #release: () => Promise<void>;
  #durable: MemoryState;
  #group: MemoryState;
  #draft: Map<string, CollectionState> | null = null;

  constructor(
    engine: string,
    state: MemoryState,
    persist: Persist = () => Promise.resolve(),
    release: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.engine = engine;
    this.#durable = state;
    this.#group = state;
    this.#persist = persist;
    this.#release = release;
    this.committed = readerOf(() => this.#durable);
    this.draft = readerOf(() => this.#draft ?? this.#group);
  }

  begin(): void {
    this.#group = this.#durable;
  }

  savepoint(): void {
    this.#draft = null;
  }

  insert(collection: Collection<Entity>, document: StoredDocument): WriteOutcome {
    return this.#put(collection, undefined, document);
  }

  replace(
    collection: Collection<Entity>,
    document: StoredDocument,
    expectedVersion: number,
  ): WriteOutcome {
    const old = this.#document(collection, document.row.value.id);
    if (old?.row.version !== expectedVersion)
      return { done: false, version: old?.row.version ?? null };
    return this.#put(collection, old, document);
  }

  delete(collection: Collection<Entity>, id: string, expectedVersion?: number): WriteOutcome {
    const old = this.#document(collection, id);
    if (old === undefined) return { done: false, version: null };
    if (expectedVersion !== undefined && old.row.version !== expectedVersion) {
      return { done: false, version: old.row.version };
    }
    this.#write(collection, (maps) => maps.map((map, at) => map.delete(old.keys[at]!)));
    return { done: true };
  }

  release(): void {
    if (this.#draft !== null) this.#group = this.#draft;
    this.#draft = null;
  }

  rollback(): void {
    this.#draft = null;
  }

  async commit(): Promise<void> {
    if (this.#group === this.#durable) return;
    await this.#persist(this.#group, this.#durable);
    this.#durable = this.#group;
  }

  abandon(): void {
    this.#draft = null;
    this.#group = this.#durable;
  }

  close(): Promise<void> {
    return this.#release();
  }

  #document(collection: Collection<Entity>, id: string): StoredDocument | undefined {
    return mapOf(this.#draft ?? this.#group, collection, 0).get(encodeValue(id));
  }

  #put(
    collection: Collection<Entity>,
    old: StoredDocument | undefined,
    document: StoredDocument,
  ): WriteOutcome {
    const maps = (this.#draft ?? this.#group).get(collection.name)!;
    const taken = maps.findIndex(
      (map, at) => document.keys[at] !== old?.keys[at] && map.get(document.keys[at]!) !== undefined,
    );
    if (taken >= 0) {
      return {
        done: false,
        duplicate: taken === 0 ? "id" : Object.keys(collection.indexes)[taken - 1]!,
      };
    }
    const kept = document.withOwnBytes(old?.bytes);
    this.#write(collection, (now) => now.map((map, at) => swap(map, old?.keys[at], kept, at)));
    return { done: true };
  }

  #write(collection: Collection<Entity>, change: (maps: CollectionState) => CollectionState): void {
    this.#draft ??= new Map(this.#group);
    this.#draft.set(collection.name, change(this.#draft.get(collection.name)!));
  }
}

function swap(
  map: OrderedMap<StoredDocument>,
  oldKey: string | undefined,
  document: StoredDocument,
  at: number,
): OrderedMap<StoredDocument> {
  const key = document.keys[at]!;
  const cleared = oldKey === undefined || oldKey === key ? map : map.delete(oldKey);
  return cleared.set(key, document);
}

function readerOf(state: () => MemoryState): BackendReader {
  return {
    get(collection: Collection<Entity>, id: string): Versioned<Entity> | undefined {
      return mapOf(state(), collection, 0).get(encodeValue(id))?.row;
    },
    find(collection: Collection<Entity>, plan: FindPlan): readonly Versioned<Entity>[] {
      const map = mapOf(state(), collection, plan.index);
      return map.slice(plan.from, plan.to, plan.order, plan.limit).map(({ row }) => row);
    },
    count(collection: Collection<Entity>, { index, from, to }: KeyRange): number {
      const map = mapOf(state(), collection, index);
      return Math.max(0, map.rank(to) - map.rank(from));
    },
    bytes(collection: Collection<Entity>, id: string): Uint8Array | undefined {
      const held = mapOf(state(), collection, 0).get(encodeValue(id))?.bytes;
      return held && new Uint8Array(held);
    },
  };
}

function mapOf(
  state: MemoryState,
  collection: Collection<Entity>,
  index: number,
): OrderedMap<StoredDocument> {
  return state.get(collection.name)![index]!;
}

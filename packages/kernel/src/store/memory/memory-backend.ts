/**
 * The backend that holds its documents in memory, in immutable maps: a rollback is to go on with the old ones.
 *
 * What makes a group durable is given from outside, so an engine that keeps a file adds only that.
 */

import { utf8Length } from "@bourse/kernel/platform";

import type { BackendReader, StoreBackend, WriteOutcome } from "../backend.ts";
import { StoreError } from "../errors.ts";
import type { FindPlan, KeyRange } from "../find-plan.ts";
import { encodeValue } from "../index-key.ts";
import type { Collection, Entity, Versioned } from "../port.ts";
import type { StoredDocument } from "../stored-document.ts";
import type { OrderedMap } from "./ordered-map.ts";

/** One collection: a sorted map by id, then one for each index in the order of definition. */
export type CollectionState = readonly OrderedMap<StoredDocument>[];

/** All collections by name. */
export type MemoryState = ReadonlyMap<string, CollectionState>;

/** Options of a {@link MemoryBackend}: durability and a bound. */
export interface MemoryBackendOptions {
  /** Makes a group durable. Default: nothing is. */
  readonly persist?: Persist;
  /** Tries whether `persist` could write now. */
  readonly probe?: (size: number) => Promise<void>;
  /** Releases files and locks. */
  readonly release?: () => Promise<void>;
  /** The most bytes that all documents may have together, as `sizeOf` counts them. Default: any number. */
  readonly maxBytes?: number | undefined;
}

/** Makes `next` durable; rejects when `previous` is still what stands. */
export type Persist = (next: MemoryState, previous: MemoryState) => Promise<void>;

/** Engine that keeps all documents in memory and hands each new state to a function that persists it. */
export class MemoryBackend implements StoreBackend {
  readonly engine: string;
  readonly committed: BackendReader;
  readonly draft: BackendReader;
  readonly #options: MemoryBackendOptions;
  #durable: MemoryState;
  #group: MemoryState;
  #draft: Map<string, CollectionState> | null = null;
  /** Bytes of all documents, in the state of the same name. */
  readonly #size: { durable: number; group: number; draft: number };
  /** Measures a document. Nobody asks without a bound, and the JSON of the document need not be made then. */
  readonly #sizeOf: (document: StoredDocument) => number = sizeOf;

  constructor(engine: string, state: MemoryState, options: MemoryBackendOptions = {}) {
    this.engine = engine;
    this.#durable = state;
    this.#group = state;
    this.#options = options;
    if (options.maxBytes === undefined) this.#sizeOf = () => 0;
    const size = sizeOfState(state, this.#sizeOf);
    this.#size = { durable: size, group: size, draft: size };
    this.committed = readerOf(() => this.#durable);
    this.draft = readerOf(() => this.#draft ?? this.#group);
  }

  begin(): void {
    this.#group = this.#durable;
    this.#size.group = this.#size.durable;
  }

  savepoint(): void {
    this.rollback();
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
    this.#size.draft -= this.#sizeOf(old);
    return { done: true };
  }

  release(): void {
    if (this.#draft !== null) this.#group = this.#draft;
    this.#draft = null;
    this.#size.group = this.#size.draft;
  }

  rollback(): void {
    this.#draft = null;
    this.#size.draft = this.#size.group;
  }

  async commit(): Promise<void> {
    if (this.#group === this.#durable) return;
    await this.#options.persist?.(this.#group, this.#durable);
    this.#durable = this.#group;
    this.#size.durable = this.#size.group;
  }

  abandon(): void {
    this.begin();
    this.rollback();
  }

  async probe(): Promise<void> {
    this.#checkRoom(this.#size.durable, PROBED_ROOM);
    await this.#options.probe?.(this.#size.durable);
  }

  async close(): Promise<void> {
    await this.#options.release?.();
  }

  /** @throws STORE_FULL when `growth` more bytes would pass the bound */
  #checkRoom(size: number, growth: number): void {
    const { maxBytes = Infinity } = this.#options;
    if (growth <= 0 || size + growth <= maxBytes) return;
    throw new StoreError(
      "STORE_FULL",
      `The ${this.engine} store holds ${size} bytes of at most ${maxBytes} and would pass that; nothing was committed. ` +
        "Delete documents, or move the store to the SQLite engine: bourse store copy FROM sqlite:FILE.",
      { details: { outcome: "none", bytes: size, maxBytes } },
    );
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
    const growth = this.#sizeOf(kept) - (old === undefined ? 0 : this.#sizeOf(old));
    this.#checkRoom(this.#size.draft, growth);
    this.#size.draft += growth;
    this.#write(collection, (now) => now.map((map, at) => swap(map, old?.keys[at], kept, at)));
    return { done: true };
  }

  #write(collection: Collection<Entity>, change: (maps: CollectionState) => CollectionState): void {
    this.#draft ??= new Map(this.#group);
    this.#draft.set(collection.name, change(this.#draft.get(collection.name)!));
  }
}

/** Room that a probe asks for: that of an ordinary request's documents. */
const PROBED_ROOM = 16_384;

/** Bytes that a document takes in a file, about: its JSON, the bytes beside it in base64, and what frames them. */
function sizeOf({ text, bytes }: StoredDocument): number {
  return utf8Length(text) + Math.ceil((bytes?.length ?? 0) / 3) * 4 + FRAME_BYTES;
}

const FRAME_BYTES = 96;

function sizeOfState(state: MemoryState, measure: (document: StoredDocument) => number): number {
  let size = 0;
  for (const maps of state.values()) {
    for (const document of maps[0]!.values()) size += measure(document);
  }
  return size;
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

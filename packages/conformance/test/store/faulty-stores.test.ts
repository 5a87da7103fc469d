import { storeConformance } from "@bourse/conformance/store";
import {
  collectionState,
  createStore,
  MemoryBackend,
  type BackendReader,
  type StoreBackend,
  type StoreOptions,
} from "@bourse/kernel";
import { describe, expect, test } from "vitest";

/** A fault that an engine might have: what it does differently from the memory engine. */
type Mutation = (sound: StoreBackend) => Partial<StoreBackend>;

const MUTANTS: Readonly<Record<string, Mutation>> = {
  "keeps what was rolled back": (sound) => ({ rollback: () => sound.release() }),
  "shows uncommitted writes to readers outside": (sound) => ({ committed: sound.draft }),
  "hides a transaction's writes from itself": (sound) => ({ draft: sound.committed }),
  "ignores the version of a replace": (sound) => ({
    replace: (collection, document) => {
      const found = sound.draft.get(collection, document.row.value.id);
      return sound.replace(collection, document, found?.version ?? 0);
    },
  }),
  "ignores the version of a delete": (sound) => ({
    delete: (collection, id) => sound.delete(collection, id),
  }),
  "inserts over a document that stands": (sound) => ({
    insert: (collection, document) => {
      sound.delete(collection, document.row.value.id);
      return sound.insert(collection, document);
    },
  }),
  "ignores the order of a query": (sound) =>
    readers(sound, (reader) => ({
      find: (collection, plan) => reader.find(collection, { ...plan, order: "asc" }),
    })),
  "includes the end of a range": (sound) =>
    readers(sound, (reader) => ({
      find: (collection, plan) => reader.find(collection, { ...plan, to: `${plan.to}\uffff` }),
    })),
  "counts the whole collection": (sound) =>
    readers(sound, (reader) => ({
      count: (collection) => reader.count(collection, { index: 0, from: "", to: "\uffff" }),
    })),
  "gives an empty page after the last full one": (sound) =>
    readers(sound, (reader) => ({
      find: (collection, plan) => {
        const found = reader.find(collection, plan);
        return found.length === plan.limit - 1 ? [...found, found.at(-1)!] : found;
      },
    })),
  "loses the bytes of a document that is replaced without": (sound) => ({
    replace: (collection, document, version) =>
      sound.replace(collection, document.withOwnBytes(new Uint8Array()), version),
  }),
  "keeps the bytes of a document that is gone": (sound) => {
    const kept = new Map<string, Uint8Array>();
    return readers(sound, (reader) => ({
      bytes: (collection, id) => {
        const bytes = reader.bytes(collection, id) ?? kept.get(id);
        if (bytes !== undefined) kept.set(id, bytes);
        return bytes;
      },
    }));
  },
  "hands out the bytes that it holds": (sound) => {
    const held = new Map<string, Uint8Array>();
    return readers(sound, (reader) => ({
      bytes: (collection, id) => {
        const version = reader.get(collection, id)?.version;
        const bytes = held.get(`${id} ${version}`) ?? reader.bytes(collection, id);
        if (bytes !== undefined) held.set(`${id} ${version}`, bytes);
        return bytes;
      },
    }));
  },
  "hands out what it holds, unfrozen": (sound) =>
    readers(sound, (reader) => ({
      get: (collection, id) => structuredClone(reader.get(collection, id)),
    })),
  "loses the group when one of it fails": (sound) => ({
    rollback: () => {
      sound.rollback();
      sound.begin();
    },
  }),
};

function readers(
  sound: StoreBackend,
  change: (reader: BackendReader) => Partial<BackendReader>,
): Partial<StoreBackend> {
  return {
    draft: { ...sound.draft, ...change(sound.draft) },
    committed: { ...sound.committed, ...change(sound.committed) },
  };
}

/** Number of cases of the suite that fail. */
async function failures(mutation: Mutation): Promise<number> {
  const cases: (() => Promise<void>)[] = [];
  const open = (_place: string, options: StoreOptions): Promise<ReturnType<typeof createStore>> => {
    const state = options.collections.map((one) => [one.name, collectionState(one, [])] as const);
    const sound = new MemoryBackend("mutant", new Map(state), { maxBytes: options.maxBytes });
    const changed = mutation(sound);
    const backend = new Proxy<StoreBackend>(sound, {
      get: (_, key: keyof StoreBackend) => {
        const member = changed[key] ?? sound[key];
        return typeof member === "function" ? (member as () => void).bind(sound) : member;
      },
    });
    const { maxBytes: _, ...ofStore } = options;
    return Promise.resolve(createStore(backend, { transactionIdleMilliseconds: 500, ...ofStore }));
  };
  storeConformance({ test: (_, run) => cases.push(run), open, durable: false });
  const outcomes = await Promise.allSettled(cases.map((run) => run()));
  return outcomes.filter(({ status }) => status === "rejected").length;
}

describe("the suite for stores", () => {
  test("finds nothing wrong with a sound engine", async () => {
    expect(await failures(() => ({}))).toBe(0);
  });

  test.each(Object.entries(MUTANTS))("notices an engine that %s", async (_, mutation) => {
    expect(await failures(mutation)).toBeGreaterThan(0);
  });
});

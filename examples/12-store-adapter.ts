// Writes a store adapter: an engine that reports each of its commits,
// proved by the suite that every engine passes.
import { storeConformance } from "@bourse/conformance/store";
import {
  createMemoryStore,
  type Store,
  type StoreOptions,
} from "@bourse/kernel";

function createReportingStore(
  options: StoreOptions,
  onCommit: () => void,
): Store {
  const inner = createMemoryStore(options);
  const reported = async <Value>(write: Promise<Value>): Promise<Value> => {
    const value = await write;
    onCommit();
    return value;
  };
  return {
    engine: "reporting",
    collections: inner.collections,
    get revision() {
      return inner.revision;
    },
    get: (collection, id) => inner.get(collection, id),
    find: (collection, query) => inner.find(collection, query),
    count: (collection, query) => inner.count(collection, query),
    bytes: (collection, id) => inner.bytes(collection, id),
    insert: (...write) => reported(inner.insert(...write)),
    replace: (...write) => reported(inner.replace(...write)),
    delete: (...write) => reported(inner.delete(...write)),
    transaction: (work) => reported(inner.transaction(work)),
    now: () => inner.now(),
    history: () => inner.history(),
    watch: (listener) => inner.watch(listener),
    probe: () => inner.probe(),
    close: () => inner.close(),
  };
}

let commits = 0;
const cases: Promise<void>[] = [];
storeConformance({
  durable: false,
  open: async (_place, options) =>
    createReportingStore(options, () => commits++),
  test: (name, run) => {
    const before = cases.at(-1);
    const result = Promise.resolve(before).then(run);
    cases.push(
      result.catch((error: unknown) => console.log("failed:", name, error)),
    );
  },
});
await Promise.all(cases);
console.log(
  cases.length > 40 ? "more than 40 cases" : `${cases.length} cases`,
);
console.log(
  commits > 500
    ? "hundreds of commits reported"
    : `${commits} commits reported`,
);

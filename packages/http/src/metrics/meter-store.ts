/** Durations and failures of a store's writes. */

import { anyFunction, anyMap, anyText, objectOf, isBourseError, type Store } from "@bourse/kernel";

import { anyMetrics } from "../part-shapes.ts";
import type { Metrics } from "./metrics.ts";

/** Codes that mean that the store itself failed; others, such as a duplicate, are answers. */
const FAILURES: ReadonlySet<string> = new Set([
  "STORE_CLOSED",
  "STORE_CORRUPT",
  "STORE_FULL",
  "STORE_IO",
  "STORE_TRANSACTION_TIMEOUT",
]);

const METHODS = [
  "get",
  "find",
  "count",
  "bytes",
  "insert",
  "replace",
  "delete",
  "transaction",
  "now",
  "history",
  "watch",
  "probe",
  "close",
] as const satisfies readonly (keyof Store)[];

const anyStore = objectOf({
  engine: anyText,
  collections: anyMap,
  ...Object.fromEntries(METHODS.map((method) => [method, anyFunction])),
});

/**
 * Returns a store that measures its writes, each until it is durable; without metrics `store` itself. A read is not
 * measured.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function meterStore(store: Store, metrics: Metrics | undefined): Store {
  anyStore("store", store);
  anyMetrics("metrics", metrics);
  if (metrics === undefined) return store;
  const { engine } = store;
  const observe = metrics.histogram({
    name: "bourse_store_write_duration_seconds",
    help: "Time of a transaction until it is durable or has failed.",
    labels: ["engine"],
  });
  const countFailure = metrics.counter({
    name: "bourse_store_failures_total",
    help: "Transactions that the store could not commit, by the code of the error.",
    labels: ["engine", "code"],
  });
  const measured = async <R>(write: () => Promise<R>): Promise<R> => {
    const startedAt = performance.now();
    try {
      return await write();
    } catch (error) {
      if (isBourseError(error) && FAILURES.has(error.code)) {
        countFailure({ engine, code: error.code });
      }
      throw error;
    } finally {
      observe({ engine }, (performance.now() - startedAt) / 1000);
    }
  };
  return {
    engine,
    collections: store.collections,
    get revision() {
      return store.revision;
    },
    get: (collection, id) => store.get(collection, id),
    find: (collection, query) => store.find(collection, query),
    count: (collection, query) => store.count(collection, query),
    bytes: (collection, id) => store.bytes(collection, id),
    insert: (...write) => measured(() => store.insert(...write)),
    replace: (...write) => measured(() => store.replace(...write)),
    delete: (...write) => measured(() => store.delete(...write)),
    transaction: (work) => measured(() => store.transaction(work)),
    now: () => store.now(),
    history: () => store.history(),
    watch: (listener) => store.watch(listener),
    probe: () => store.probe(),
    close: () => store.close(),
  };
}

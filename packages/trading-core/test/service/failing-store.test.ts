import { StoreError, type Store } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { createJobService } from "../../src/jobs/job-service.ts";
import { setStage, until } from "./stage.ts";

describe.each([1, 2, 3, 4, 5])("when transaction number %i of a job's life fails", (failing) => {
  test("the job is refused at the door or completed once in the end, never half of either", async () => {
    const stage = setStage();
    const store = failingAt(stage.store, failing);
    const { bus, clock } = stage;
    const jobs = createJobService({ store, bus, clock, ids: { uuid: () => "the-job" } });
    let runs = 0;
    const faults: unknown[] = [];
    const worker = await stage.worker(async () => ({ run: ++runs }), {
      store,
      onError: (error) => faults.push(error),
    });

    const created = await jobs.create("backtest", {}).then(
      () => true,
      () => false,
    );
    expect(created).toBe(failing > 1);
    await until(() => !created || runs > 0 || faults.length > 0);
    // Past a lost lease and the sweep behind it.
    await clock.advance(60_000);
    await worker.stop();

    const stats = await jobs.stats();
    expect(stats).toMatchObject(created ? { total: 1, completed: 1 } : { total: 0 });
    expect(faults.length).toBe(failing === 2 || failing === 3 ? 1 : 0);
  });
});

/** The same store, whose n-th transaction fails and leaves nothing. */
function failingAt(store: Store, failing: number): Store {
  let count = 0;
  return {
    engine: store.engine,
    revision: undefined,
    collections: store.collections,
    get: (collection, id) => store.get(collection, id),
    find: (collection, query) => store.find(collection, query),
    count: (collection, query) => store.count(collection, query),
    bytes: (collection, id) => store.bytes(collection, id),
    insert: (collection, value) => store.insert(collection, value),
    replace: (collection, value, version) => store.replace(collection, value, version),
    delete: (collection, id, version) => store.delete(collection, id, version),
    now: () => store.now(),
    history: () => store.history(),
    watch: (listener) => store.watch(listener),
    probe: () => store.probe(),
    close: () => store.close(),
    transaction(work) {
      count += 1;
      if (count !== failing) return store.transaction(work);
      return Promise.reject(new StoreError("STORE_IO", "the disk is full"));
    },
  };
}

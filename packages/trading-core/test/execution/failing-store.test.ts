import { StoreError, type Store, type Transaction } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { checkBooks } from "./books.ts";
import { flatBar, openMarket } from "./paper-market.ts";

/** More than a story writes; the last numbers prove that the story ends without a failure. */
const WRITES = 60;

describe.each(Array.from({ length: WRITES }, (_, index) => index + 1))(
  "when write number %i inside the broker's transactions fails",
  (failing) => {
    test("nothing of that step remains, and the same orders sent again are each placed once", async () => {
      const market = await openMarket();
      const faults: unknown[] = [];
      const failure = { left: failing };
      const broker = market.reopen({
        store: failingAt(market.store, failure),
        onError: (error) => faults.push(error),
      });
      const tell = async (): Promise<void> => {
        const order = { symbol: "BTCUSDT", quantity: "2" } as const;
        const limit = { ...order, orderType: "limit" } as const;
        await broker.place({ ...order, side: "buy", clientOrderId: "a" });
        await broker.place({ ...limit, side: "sell", price: "110", clientOrderId: "b" });
        await broker.place({ ...limit, side: "buy", price: "95", clientOrderId: "c" });
        await market.minute(flatBar(95));
        await broker.settle();
        await broker.close({ symbol: "BTCUSDT" });
      };
      let failures = 0;
      for (let tries = 0; tries < 3; tries++) {
        await tell().catch((error: unknown) => {
          failures += 1;
          expect(error).toMatchObject({ code: "STORE_IO" });
        });
        await checkBooks(market.store);
      }
      expect(failures + faults.length, "one write fails, once").toBe(failure.left === 0 ? 1 : 0);
      const orders = await broker.orders();
      expect(orders.filter(({ clientOrderId }) => clientOrderId !== null).length).toBe(3);
      expect(await broker.positions()).toEqual([]);
    });
  },
);

/** The same store; the n-th write in a transaction fails as a full disk does. */
function failingAt(store: Store, failure: { left: number }): Store {
  const counted = (tx: Transaction): Transaction => {
    const write = (): void => {
      if (failure.left > 0 && --failure.left === 0) {
        throw new StoreError("STORE_IO", "the disk is full");
      }
    };
    return {
      get: (collection, id) => tx.get(collection, id),
      find: (collection, query) => tx.find(collection, query),
      count: (collection, query) => tx.count(collection, query),
      bytes: (collection, id) => tx.bytes(collection, id),
      restore: (collection, document) => tx.restore(collection, document),
      delete: (collection, id, version) => tx.delete(collection, id, version),
      async insert(collection, value) {
        write();
        return tx.insert(collection, value);
      },
      async replace(collection, value, version) {
        write();
        return tx.replace(collection, value, version);
      },
    };
  };
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
    transaction: (work) => store.transaction((tx) => work(counted(tx))),
  };
}

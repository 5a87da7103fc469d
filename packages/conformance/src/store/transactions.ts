/** Transactions are atomic, isolated, serializable, and over when they end. */

import assert from "node:assert/strict";

import type { Transaction } from "@bourse/kernel";

import type { StoreCase } from "./case.ts";
import { accounts, ids, items, refused } from "./fixtures.ts";

export const transactionCases: readonly StoreCase[] = [
  {
    name: "the revision is another after every commit, and the same while there is none",
    async run(place) {
      const store = await place.open();
      // An engine that others write to as well tells none.
      if (store.revision === undefined) return;
      const seen = new Set([store.revision]);
      let version = (await store.insert(items, { id: "a" })).version;
      for (let sort = 1; sort <= 5; sort++) {
        seen.add(store.revision);
        version = (await store.replace(items, { id: "a", sort }, version)).version;
        await store.get(items, "a");
        await store.find(items);
      }
      await store.delete(items, "a");
      seen.add(store.revision);
      assert.equal(seen.size, 7);
      const still = store.revision;
      await store.find(items);
      assert.equal(await store.get(items, "a"), undefined);
      assert.equal(store.revision, still);
    },
  },
  {
    name: "what was read before a commit is read anew after it, and after one that failed",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a", sort: 0 });
      for (let sort = 1; sort <= 20; sort++) {
        const found = await store.get(items, "a");
        assert.equal(found?.value["sort"], sort - 1);
        const failing = store.transaction(async (tx) => {
          await tx.replace(items, { id: "a", sort: -1 }, found.version);
          throw new Error("changed my mind");
        });
        await assert.rejects(failing, /changed my mind/);
        assert.equal((await store.get(items, "a"))?.value["sort"], sort - 1);
        await store.replace(items, { id: "a", sort }, found.version);
      }
      assert.equal((await store.get(items, "a"))?.value["sort"], 20);
      await store.delete(items, "a");
      assert.equal(await store.get(items, "a"), undefined);
    },
  },
  {
    name: "a transaction writes to several collections at once, and gives what its work gives",
    async run(place) {
      const store = await place.open();
      const result = await store.transaction(async (tx) => {
        await tx.insert(items, { id: "a" });
        await tx.insert(accounts, { id: "b" });
        return 42;
      });
      assert.equal(result, 42);
      assert.equal((await store.get(items, "a"))?.version, 1);
      assert.equal((await store.get(accounts, "b"))?.version, 1);
    },
  },
  {
    name: "a transaction whose work rejects leaves no trace and gives that very error",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "stays", code: "c1", sort: 1 });
      const fault = new Error("changed my mind");
      const failing = store.transaction(async (tx) => {
        await tx.insert(items, { id: "new", code: "c2", sort: 0 });
        await tx.replace(items, { id: "stays", code: "c3", sort: 2 }, 1);
        await tx.insert(accounts, { id: "other" });
        throw fault;
      });
      await assert.rejects(failing, (error) => error === fault);
      assert.deepEqual(await store.get(items, "stays"), {
        value: { id: "stays", code: "c1", sort: 1 },
        version: 1,
      });
      assert.deepEqual(await ids(store, { index: "sort" }), ["stays"]);
      assert.equal(await store.get(accounts, "other"), undefined);
      await store.insert(items, { id: "free", code: "c2" });
    },
  },
  {
    name: "work that throws before its first await is a rejection too",
    async run(place) {
      const store = await place.open();
      const thrown = store.transaction((): Promise<void> => {
        throw new TypeError("at once");
      });
      await assert.rejects(thrown, TypeError);
      await store.insert(items, { id: "a" });
    },
  },
  {
    name: "a transaction sees its own writes at once, and readers outside see them after the commit only",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a", sort: 1 });
      await store.transaction(async (tx) => {
        await tx.insert(items, { id: "b", sort: 2 });
        await tx.replace(items, { id: "a", sort: 3 }, 1);
        assert.deepEqual(await ids(tx, { index: "sort" }), ["b", "a"]);
        assert.equal(await tx.count(items), 2);
        assert.deepEqual(await ids(store, { index: "sort" }), ["a"]);
        assert.equal((await store.get(items, "a"))?.version, 1);
        assert.equal(await store.count(items), 1);
      });
      assert.deepEqual(await ids(store, { index: "sort" }), ["b", "a"]);
    },
  },
  {
    name: "a refused write inside a transaction changes nothing and lets the transaction go on",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a", code: "taken" });
      await store.transaction(async (tx) => {
        await tx.insert(items, { id: "b" });
        await refused(tx.insert(items, { id: "c", code: "taken" }), "STORE_DUPLICATE");
        await refused(tx.insert(items, { id: "a" }), "STORE_DUPLICATE");
        await refused(tx.replace(items, { id: "b" }, 9), "STORE_CONFLICT");
        await refused(tx.find(items, { limit: 0 }), "STORE_QUERY_INVALID");
        await tx.insert(items, { id: "d" });
      });
      assert.deepEqual(await ids(store), ["a", "b", "d"]);
    },
  },
  {
    name: "a failing transaction takes none of its neighbours with it",
    async run(place) {
      const store = await place.open();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 30 }, (_, i) =>
          store.transaction(async (tx) => {
            await tx.insert(items, { id: `n${String(i).padStart(2, "0")}` });
            if (i % 3 === 0) throw new Error("this one");
          }),
        ),
      );
      for (const [i, { status }] of outcomes.entries()) {
        assert.equal(status, i % 3 === 0 ? "rejected" : "fulfilled");
      }
      assert.equal(await store.count(items), 20);
      assert.equal(await store.get(items, "n03"), undefined);
    },
  },
  {
    name: "concurrent read-and-write transactions lose no update",
    async run(place) {
      const store = await place.open();
      await store.insert(accounts, { id: "sum", amount: 0 });
      await Promise.all(
        Array.from({ length: 100 }, () =>
          store.transaction(async (tx) => {
            const sum = (await tx.get(accounts, "sum"))!;
            const amount = (sum.value["amount"] as number) + 1;
            await tx.replace(accounts, { id: "sum", amount }, sum.version);
          }),
        ),
      );
      const sum = await store.get(accounts, "sum");
      assert.deepEqual(sum, { value: { id: "sum", amount: 100 }, version: 101 });
    },
  },
  {
    name: "two transactions that each rely on what the other changes never both succeed (no write skew)",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "ann", group: "on duty" });
      await store.insert(items, { id: "bob", group: "on duty" });
      const leave = (id: string): Promise<void> =>
        store.transaction(async (tx) => {
          const onDuty = await tx.count(items, { index: "pair", equals: ["on duty"] });
          if (onDuty < 2) throw new Error("somebody has to stay");
          await tx.delete(items, id);
        });
      const outcomes = await Promise.allSettled([leave("ann"), leave("bob")]);
      assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
      assert.equal(await store.count(items), 1);
    },
  },
  {
    name: "transactions take effect in the order in which they were begun",
    async run(place) {
      const store = await place.open();
      // Where other processes write as well, nobody knows in which order two that run at once began.
      if (store.revision === undefined) return;
      await store.insert(accounts, { id: "log", lines: [] });
      const add = (line: number): Promise<unknown> =>
        store.transaction(async (tx) => {
          const log = (await tx.get(accounts, "log"))!;
          const lines = [...(log.value["lines"] as number[]), line];
          await tx.replace(accounts, { id: "log", lines }, log.version);
        });
      await Promise.all([1, 2, 3, 4, 5].map(add));
      assert.deepEqual((await store.get(accounts, "log"))?.value["lines"], [1, 2, 3, 4, 5]);
    },
  },
  {
    name: "a transaction can't be used after it has ended",
    async run(place) {
      const store = await place.open();
      const kept: Transaction[] = [];
      await store.transaction(async (tx) => void kept.push(tx));
      await assert.rejects(
        store.transaction(async (tx) => {
          kept.push(tx);
          throw new Error("rolled back");
        }),
      );
      for (const tx of kept) {
        await refused(tx.insert(items, { id: "late" }), "STORE_TRANSACTION_ENDED");
        await refused(tx.get(items, "late"), "STORE_TRANSACTION_ENDED");
        await refused(tx.find(items), "STORE_TRANSACTION_ENDED");
      }
      assert.equal(await store.get(items, "late"), undefined);
    },
  },
  {
    name: "a transaction that does nothing for too long is rolled back, and those behind it go on",
    async run(place) {
      const store = await place.open({ transactionIdleMilliseconds: 40 });
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const stuck = store.transaction(async (tx) => {
        await tx.insert(items, { id: "half" });
        // A call of the store itself waits for the very transaction that it stands in, where one runs at a time.
        await store.insert(items, { id: "inner" });
        await released;
        await tx.insert(items, { id: "whole" });
      });
      const behind = store.insert(items, { id: "behind" });
      await refused(stuck, "STORE_TRANSACTION_TIMEOUT");
      await behind;
      assert.equal(await store.get(items, "half"), undefined);
      assert.equal(await store.get(items, "whole"), undefined);
      assert.equal((await store.get(items, "behind"))?.version, 1);
      release();
    },
  },
];

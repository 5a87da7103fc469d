/** The engine's clock, and news of commits for those who watch. */

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

import type { Store, StoreChange, StoreNews, Subscription } from "@bourse/kernel";

import type { StoreCase } from "./case.ts";
import { accounts, items } from "./fixtures.ts";

/** Time in which an engine must have told of a commit, with room for a slow machine. */
const PATIENCE_MILLISECONDS = 10_000;

/** News that one listener has heard. */
interface Heard {
  /** Every piece of news, in the order of its arrival. */
  readonly news: readonly StoreNews[];
  /** The changes in it. */
  readonly changes: readonly StoreChange[];
  /** Resolves when `holds` is true of what was heard; rejects after ten seconds. */
  until(holds: (changes: readonly StoreChange[]) => boolean): Promise<void>;
  /** Ends the listening. */
  stop(): Promise<void>;
}

/** Watches a store and keeps what it hears. */
async function hear(store: Store): Promise<Heard> {
  const news: StoreNews[] = [];
  const changes: StoreChange[] = [];
  const subscription: Subscription = await store.watch((piece) => {
    news.push(piece);
    if (piece.kind === "changes") changes.push(...piece.changes);
  });
  return {
    news,
    changes,
    async until(holds) {
      const end = Date.now() + PATIENCE_MILLISECONDS;
      while (!holds(changes)) {
        assert.ok(Date.now() < end, `this was never told; heard: ${JSON.stringify(changes)}`);
        await sleep(5);
      }
    },
    stop: () => subscription.stop(),
  };
}

/** Commits one more document and waits until it is told: everything before it was told as well. */
async function all(store: Store, heard: Heard, mark: string): Promise<readonly StoreChange[]> {
  await store.insert(accounts, { id: mark });
  await heard.until((changes) => changes.some(({ id }) => id === mark));
  return heard.changes.filter(({ id }) => id !== mark);
}

export const changeCases: readonly StoreCase[] = [
  {
    name: "the engine's time is milliseconds since the epoch and does not run backwards",
    async run(place) {
      const store = await place.open();
      const before = await store.now();
      await sleep(30);
      const after = await store.now();
      assert.ok(after > before, `${after} after ${before}`);
      assert.ok(Math.abs(after - Date.now()) < 60_000, `${after} is far from ${Date.now()}`);
    },
  },
  {
    name: "a listener hears of every insert, replace and delete, with the version that stands after it",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "before" });
      const heard = await hear(store);
      await store.insert(items, { id: "a\0\ud800" });
      await store.replace(items, { id: "a\0\ud800", sort: 1 }, 1);
      await store.transaction(async (tx) => {
        await tx.insert(items, { id: "b" });
        await tx.restore(accounts, { value: { id: "c" }, version: 7 });
        await tx.delete(items, "before", 1);
      });
      await store.delete(items, "a\0\ud800");
      assert.deepEqual(await all(store, heard, "end"), [
        { collection: "items", id: "a\0\ud800", version: 1 },
        { collection: "items", id: "a\0\ud800", version: 2 },
        { collection: "items", id: "b", version: 1 },
        { collection: "accounts", id: "c", version: 7 },
        { collection: "items", id: "before", version: null },
        { collection: "items", id: "a\0\ud800", version: null },
      ]);
      assert.ok(heard.news.every(({ kind }) => kind === "changes"));
    },
  },
  {
    name: "a listener hears nothing of what was rolled back, refused or only read",
    async run(place) {
      const store = await place.open();
      await store.insert(items, { id: "a", code: "x" });
      const heard = await hear(store);
      const takenBack = store.transaction(async (tx) => {
        await tx.insert(items, { id: "never" });
        throw new Error("taken back");
      });
      await assert.rejects(takenBack, /taken back/);
      await assert.rejects(store.insert(items, { id: "b", code: "x" }));
      await assert.rejects(store.replace(items, { id: "a" }, 9));
      await store.transaction((tx) => tx.get(items, "a"));
      await store.delete(items, "nothing");
      assert.deepEqual(await all(store, heard, "end"), []);
    },
  },
  {
    name: "news of a document come in the order of its versions, also from many writers at once",
    async run(place) {
      const store = await place.open();
      await Promise.all([1, 2, 3].map((n) => store.insert(items, { id: `n${n}`, sort: 0 })));
      const heard = await hear(store);
      await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          store.transaction(async (tx) => {
            const { value, version } = (await tx.get(items, `n${1 + (n % 3)}`))!;
            await tx.replace(items, value, version);
          }),
        ),
      );
      const told = await all(store, heard, "end");
      assert.equal(told.length, 60);
      for (const n of [1, 2, 3]) {
        const versions = told.filter(({ id }) => id === `n${n}`).map(({ version }) => version);
        assert.deepEqual(
          versions,
          Array.from({ length: 20 }, (_, at) => at + 2),
        );
      }
    },
  },
  {
    name: "each listener hears everything once, until it is stopped",
    async run(place) {
      const store = await place.open();
      const one = await hear(store);
      const other = await hear(store);
      await store.insert(items, { id: "a" });
      await all(store, one, "first");
      await other.until((changes) => changes.length === 2);
      await one.stop();
      await one.stop();
      const before = one.changes.length;
      await all(store, other, "second");
      assert.equal(one.changes.length, before);
      assert.deepEqual(
        other.changes.map(({ id }) => id),
        ["a", "first", "second"],
      );
    },
  },
];

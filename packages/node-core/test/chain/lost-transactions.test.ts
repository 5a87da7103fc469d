/** Transactions that a store has lost, and that the chain shows late, or under the nonces of others. */
import type { Store } from "@bourse/kernel";
import { expect, test } from "vitest";

import { laneTransactions } from "../../src/chain/lane/lane-transaction.ts";
import { copiedStore } from "./copied-store.ts";
import {
  enqueue,
  GWEI,
  newStore,
  paid,
  PAYEE,
  restoredWorld,
  waitingForGas,
} from "./restored-world.ts";

test("a payment that waits in the pool behind a missing nonce is found when it is mined after the restore", async () => {
  const { chain, compare, laneOn, mine, settle, clock } = restoredWorld({
    stuckAfterMilliseconds: 60_000,
  });
  const { store, lane } = await waitingForGas({ chain, laneOn, settle });
  const backup = await copiedStore(store);
  chain.baseFee = GWEI;
  await lane.act("p", "cancel");
  await enqueue(store, lane, "first", 1n);
  await enqueue(store, lane, "p, asked for again");
  await clock.advance(20_000);
  await settle();
  await lane.stop();
  // No endpoint counts the payment with nonce 1 as pending now.
  chain.drop(0);
  const restored = await laneOn(backup, "elsewhere");
  await settle();
  await compare();
  await compare();
  await compare();
  const { transactions } = await restored.list({ open: true });
  for (const { id, state, candidate } of transactions) {
    if (state !== "needs_review") continue;
    await restored.act(id, candidate === null ? "send" : "accept");
  }
  await mine(1);
  await mine(3);
  expect((await restored.get("p"))?.state).toBe("confirmed");
  expect(paid(chain)).toEqual([5n]);
});

test("a payment that takes the nonce of a filler of the restored lane can be accepted", async () => {
  const { chain, compare, laneOn, mine, settle } = restoredWorld();
  const store = newStore();
  const lane = await laneOn(store);
  const backup = await copiedStore(store);
  await enqueue(store, lane, "lost");
  await settle();
  await lane.stop();
  const [sent] = (await lane.list()).transactions;
  const restored = await laneOn(backup, "elsewhere");
  await enqueue(backup, restored, "lost, asked for again");
  await settle();
  await compare();
  await compare();
  const [entry] = (await restored.list({ open: true })).transactions;
  expect(entry).toMatchObject({ state: "needs_review", candidate: sent?.hash });
  await restored.act("lost, asked for again", "accept");
  await mine(1);
  expect((await restored.get("lost, asked for again"))?.state).toBe("confirmed");
  expect(paid(chain)).toEqual([5n]);
});

test("a command holds when the lane moves a transaction that it touches while the command runs", async () => {
  const { chain, compare, laneOn, mine, settle } = restoredWorld();
  const store = newStore();
  const lane = await laneOn(store);
  const backup = await copiedStore(store);
  await enqueue(store, lane, "lost");
  await settle();
  await lane.stop();
  const busy = movingBefore(backup);
  const restored = await laneOn(busy.store, "elsewhere");
  await enqueue(backup, restored, "lost, asked for again");
  await settle();
  await compare();
  await compare();
  busy.arm();
  const entry = await restored.act("lost, asked for again", "accept");
  expect(busy.moved()).toBeGreaterThan(0);
  expect(entry.hash).toBe(chain.mined().find(({ value }) => value > 0n)?.hash);
  await mine(1);
  expect((await restored.get("lost, asked for again"))?.state).toBe("confirmed");
});

test("a payment from more than a day of blocks ago is found by the age of what is parked", async () => {
  const { chain, compare, laneOn, mine, settle, clock } = restoredWorld();
  const { store, lane } = await waitingForGas({ chain, laneOn, settle });
  const backup = await copiedStore(store);
  chain.baseFee = GWEI;
  await clock.advance(20_000);
  await mine(1);
  await mine(3);
  await lane.stop();
  const hash = chain.mined().at(-1)?.hash;
  chain.blockSeconds = 3600;
  chain.mine(36);
  await clock.advance(48 * 3_600_000);
  const restored = await laneOn(backup);
  await compare();
  await compare();
  expect((await restored.list({ open: true })).transactions).toMatchObject([
    { id: "p", candidate: hash },
  ]);
  expect(paid(chain)).toEqual([5n]);
});

test("a transaction that the journal does not know is noticed while the lane runs, and what repeats it is parked", async () => {
  const { chain, compare, laneOn, mine, settle } = restoredWorld();
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "first", 1n);
  await mine(3);
  // Another process signs with the same key.
  const other = newStore();
  const stranger = await laneOn(other);
  await enqueue(other, stranger, "p");
  await compare();
  await mine(1);
  await stranger.stop();
  await enqueue(store, lane, "p, asked for again");
  await settle();
  await compare();
  expect(await lane.get("p, asked for again")).toMatchObject({ state: "needs_review" });
  expect(paid(chain)).toEqual([1n, 5n]);
});

test("a copy parks all that was open, however much it is", async () => {
  const { chain, laneOn, settle } = restoredWorld();
  const store = newStore();
  const lane = await laneOn(store);
  chain.baseFee = 900n * GWEI;
  const ids = Array.from({ length: 1050 }, (_, index) => `p${index}`);
  await store.transaction(async (tx) => {
    for (const id of ids) await lane.enqueue(tx, { id, to: PAYEE, data: "0x", value: 5n });
  });
  await settle();
  const backup = await copiedStore(store);
  await lane.stop();
  const restored = await laneOn(backup, "elsewhere");
  await settle();
  const states = await Promise.all(ids.map(async (id) => (await restored.get(id))?.state));
  expect(new Set(states)).toEqual(new Set(["needs_review"]));
});

/** A store in which, once armed, every transaction of the lane has moved before the next commit begins. */
function movingBefore(store: Store) {
  let isArmed = false;
  let moved = 0;
  const moveAll = async (): Promise<void> => {
    const { items } = await store.find(laneTransactions, { limit: 1000 });
    for (const { value, version } of items) {
      await store.replace(laneTransactions, value, version);
      moved++;
    }
  };
  const moving = new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return async (...given: unknown[]): Promise<unknown> => {
        if (name === "transaction" && isArmed) {
          isArmed = false;
          await moveAll();
        }
        return (member as (...all: unknown[]) => unknown).apply(target, given);
      };
    },
  });
  return { store: moving, arm: () => void (isArmed = true), moved: () => moved };
}

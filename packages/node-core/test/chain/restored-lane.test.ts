/** A lane on a copy of its store from before: what was paid since is not paid again. */
import { expect, test } from "vitest";

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

/** A payment waits for cheaper gas, the store is copied, the payment is made: what is left is the copy. */
async function paidAfterTheBackup() {
  const { chain, compare, laneOn, mine, settle, clock } = restoredWorld();
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "before", 1n);
  await mine(3);
  chain.baseFee = 900n * GWEI;
  await enqueue(store, lane, "p");
  await settle();
  expect((await lane.get("p"))?.state).toBe("queued");
  const backup = await copiedStore(store);
  chain.baseFee = GWEI;
  await clock.advance(20_000);
  await mine(1);
  await mine(3);
  expect((await lane.get("p"))?.state).toBe("confirmed");
  await lane.stop();
  expect(paid(chain)).toEqual([1n, 5n]);
  return { chain, compare, laneOn, mine, settle, backup };
}

test("a payment that was made after the backup is parked by the restored store, and not made again", async () => {
  const { chain, compare, laneOn, backup } = await paidAfterTheBackup();
  const hash = chain.mined().at(-1)?.hash;
  const lane = await laneOn(backup);
  await compare();
  expect(await lane.get("p")).toMatchObject({
    state: "needs_review",
    reason: expect.stringContaining(String(hash)) as string,
  });
  expect(paid(chain)).toEqual([1n, 5n]);
});

test("a parked payment that the operator accepts as paid takes the hash that the chain has", async () => {
  const { chain, compare, laneOn, mine, backup } = await paidAfterTheBackup();
  const hash = chain.mined().at(-1)?.hash;
  const lane = await laneOn(backup);
  await compare();
  await lane.act("p", "accept");
  await mine(3);
  expect(await lane.get("p")).toMatchObject({
    state: "confirmed",
    hash,
    nonce: 1,
  });
  expect(paid(chain)).toEqual([1n, 5n]);
});

test("a parked payment is not sent on command before it was compared with the chain", async () => {
  const { chain, laneOn, settle, mine, backup } = await paidAfterTheBackup();
  const lane = await laneOn(backup);
  const asked: unknown[] = [];
  lane.onMove(({ id, state }) => {
    if (id === "p" && state === "needs_review" && asked.length === 0) {
      asked.push(lane.act("p", "send").catch((error: unknown) => error));
    }
  });
  await settle();
  await mine(3);
  expect(await asked[0]).toMatchObject({ code: "ACTION_NOT_POSSIBLE" });
  expect((await lane.get("p"))?.state).toBe("needs_review");
  expect(paid(chain)).toEqual([1n, 5n]);
});

test("a parked payment is sent on command, once", async () => {
  const { chain, compare, laneOn, mine, backup } = await paidAfterTheBackup();
  const lane = await laneOn(backup);
  await compare();
  await lane.act("p", "send");
  await mine(1);
  await mine(3);
  expect((await lane.get("p"))?.state).toBe("confirmed");
  expect(paid(chain)).toEqual([1n, 5n, 5n]);
});

test("a parked payment that is cancelled is refused and never sent", async () => {
  const { chain, compare, laneOn, mine, backup } = await paidAfterTheBackup();
  const lane = await laneOn(backup);
  await compare();
  await lane.act("p", "cancel");
  await mine(3);
  expect((await lane.get("p"))?.state).toBe("refused");
  expect(paid(chain)).toEqual([1n, 5n]);
});

test("a payment that the store has lost is parked when it is asked for again, and paid when it is another", async () => {
  const { chain, compare, laneOn, mine } = restoredWorld();
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "before", 1n);
  await mine(3);
  const backup = await copiedStore(store);
  await enqueue(store, lane, "lost");
  await mine(3);
  await lane.stop();
  const again = await laneOn(backup);
  await enqueue(backup, again, "retried");
  await enqueue(backup, again, "another", 6n);
  await compare();
  await mine(1);
  await mine(3);
  expect((await again.get("retried"))?.state).toBe("needs_review");
  expect((await again.get("another"))?.state).toBe("confirmed");
  expect(paid(chain)).toEqual([1n, 5n, 6n]);
});

test("a signed payment whose fees were raised after the backup is found by its nonce", async () => {
  const { chain, laneOn, mine, settle, clock } = restoredWorld({ stuckAfterMilliseconds: 1000 });
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "p");
  await settle();
  expect((await lane.get("p"))?.state).toBe("sent");
  const backup = await copiedStore(store);
  const first = (await lane.get("p"))?.hash;
  chain.emptyPool();
  chain.baseFee = 4n * GWEI;
  await clock.advance(3000);
  await mine(1);
  await mine(3);
  expect(await lane.get("p")).toMatchObject({ state: "confirmed" });
  const hash = (await lane.get("p"))?.hash;
  expect(hash).not.toBe(first);
  await lane.stop();
  const again = await laneOn(backup);
  await mine(3);
  await mine(3);
  expect(await again.get("p")).toMatchObject({ state: "confirmed", hash });
  expect(paid(chain)).toEqual([5n]);
});

test("a copy in another place parks what was open, though the chain shows nothing yet", async () => {
  const { chain, laneOn, mine, settle } = restoredWorld();
  const { store, lane } = await waitingForGas({ chain, laneOn, settle });
  const backup = await copiedStore(store);
  await lane.stop();
  chain.baseFee = GWEI;
  const again = await laneOn(backup, "elsewhere");
  await mine(3);
  expect((await again.get("p"))?.state).toBe("needs_review");
  await again.stop();
  const restarted = await laneOn(backup, "elsewhere");
  await mine(3);
  expect((await restarted.get("p"))?.state).toBe("needs_review");
  expect(paid(chain)).toEqual([]);
  await restarted.act("p", "send");
  await mine(1);
  await mine(3);
  expect((await restarted.get("p"))?.state).toBe("confirmed");
});

test("a restart in the same place parks nothing", async () => {
  const { chain, laneOn, mine, settle } = restoredWorld();
  const { store, lane } = await waitingForGas({ chain, laneOn, settle });
  await lane.stop();
  chain.baseFee = GWEI;
  const again = await laneOn(store);
  await mine(1);
  await mine(3);
  expect((await again.get("p"))?.state).toBe("confirmed");
  expect(paid(chain)).toEqual([5n]);
});

test("the list tells of each transaction its nonce, hash, confirmations and the cause of waiting", async () => {
  const { chain, laneOn, mine, settle } = restoredWorld();
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "done", 1n);
  await mine(3);
  await enqueue(store, lane, "mined", 2n);
  await settle();
  chain.mine(1);
  await settle();
  chain.baseFee = 900n * GWEI;
  await enqueue(store, lane, "dear", 3n);
  await settle();
  const { transactions: list } = await lane.list({ limit: 10 });
  expect(list.map(({ id, state, confirmations }) => [id, state, confirmations])).toEqual([
    ["dear", "queued", 0],
    ["mined", "mined", 1],
    ["done", "confirmed", 2],
  ]);
  expect(list[0]).toMatchObject({ nonce: null, hash: null, amount: "3", to: PAYEE });
  expect(list[0]?.cause).toContain("500 gwei");
  expect(list[1]).toMatchObject({ nonce: 1, cause: "It has 1 of 2 confirmations." });
  expect(list[2]?.cause).toBeNull();
  expect((await lane.list({ limit: 10, open: true })).transactions).toHaveLength(2);
});

test("a command that does not fit is refused, and changes nothing", async () => {
  const { laneOn, mine } = restoredWorld();
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "p");
  await mine(3);
  await expect(lane.act("nobody", "send")).rejects.toMatchObject({ code: "NOT_FOUND" });
  for (const action of ["send", "accept", "replace", "cancel"] as const) {
    await expect(lane.act("p", action), action).rejects.toMatchObject({
      code: "ACTION_NOT_POSSIBLE",
    });
  }
  expect((await lane.get("p"))?.state).toBe("confirmed");
});

test("cancelling a sent payment uses its nonce for nothing, and replacing it raises its fees", async () => {
  const { chain, laneOn, mine, settle } = restoredWorld();
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "p");
  await enqueue(store, lane, "q", 7n);
  await settle();
  const before = (await lane.get("q"))?.hash;
  await lane.act("p", "cancel");
  await lane.act("q", "replace");
  await settle();
  await mine(1);
  await mine(3);
  expect(await lane.get("p")).toMatchObject({ state: "refused" });
  expect((await lane.get("q"))?.state).toBe("confirmed");
  expect((await lane.get("q"))?.hash).not.toBe(before);
  expect(paid(chain)).toEqual([7n]);
});

test("a copy from before the wallet's first transaction is compared with the chain too", async () => {
  const { chain, laneOn, mine } = restoredWorld();
  const store = newStore();
  const backup = await copiedStore(store);
  const lane = await laneOn(store);
  await enqueue(store, lane, "p");
  await mine(3);
  expect((await lane.get("p"))?.state).toBe("confirmed");
  await lane.stop();
  const restored = await laneOn(backup);
  await enqueue(backup, restored, "p again");
  await mine(3);
  await mine(3);
  expect(await restored.get("p again")).toMatchObject({ state: "needs_review" });
  expect(paid(chain)).toEqual([5n]);
  await enqueue(backup, restored, "another", 7n);
  await mine(3);
  expect(paid(chain)).toEqual([5n, 7n]);
});

test("a parked payment whose nonce is used later, by a version that the copy does not know, is that payment", async () => {
  const { chain, laneOn, settle, mine, clock } = restoredWorld({ stuckAfterMilliseconds: 1000 });
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "p");
  await settle();
  const backup = await copiedStore(store);
  const first = (await lane.get("p"))?.hash;
  // Replaced with a higher fee, which the copy never hears of.
  chain.baseFee = 3n * GWEI;
  await clock.advance(2000);
  await settle();
  const second = (await lane.get("p"))?.hash;
  expect(second).not.toBe(first);
  await lane.stop();
  chain.baseFee = 900n * GWEI;
  const restored = await laneOn(backup, "elsewhere");
  await settle();
  expect(await restored.get("p")).toMatchObject({ state: "needs_review", nonce: 0 });
  chain.baseFee = GWEI;
  chain.mine(1);
  await settle();
  await expect(restored.act("p", "send")).rejects.toMatchObject({ code: "ACTION_NOT_POSSIBLE" });
  await mine(3);
  await mine(3);
  expect(await restored.get("p")).toMatchObject({ state: "confirmed", hash: second });
  expect(paid(chain)).toEqual([5n]);
});

test("a payment that was signed at the highest fee is given up by a restored store, though nothing may outbid it", async () => {
  const { chain, clock, compare, laneOn, settle } = restoredWorld();
  const store = newStore();
  const lane = await laneOn(store);
  await enqueue(store, lane, "p");
  await settle();
  chain.baseFee = 900n * GWEI;
  for (let look = 0; look < 4; look++) {
    await clock.advance(60_000);
    await settle();
  }
  expect(chain.waiting().map(({ maxFeePerGas }) => maxFeePerGas)).toEqual([500n * GWEI]);
  const backup = await copiedStore(store);
  await lane.stop();
  chain.emptyPool();
  chain.baseFee = GWEI;
  const restored = await laneOn(backup, "there");
  for (let look = 0; look < 3; look++) await compare();
  expect(await restored.get("p")).toMatchObject({
    state: "needs_review",
    reason: expect.stringContaining("was used for nothing") as string,
  });
  expect(paid(chain)).toEqual([]);
});

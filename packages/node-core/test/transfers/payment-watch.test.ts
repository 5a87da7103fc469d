import { createMemoryStore, systemClock, type Store } from "@bourse/kernel";
import { expect, onTestFinished, test } from "vitest";

import {
  chainCollections,
  createEventBus,
  createMemoryChain,
  createMemoryLane,
  createTokenList,
  createTransfers,
  memoryLaneCollections,
  NATIVE_TOKEN,
  nodeCollections,
  toAddress,
  type EventBus,
  type Verdict,
} from "../../src/index.ts";
import { openPayments } from "../../src/transfers/open-payments.ts";
import { createPaymentWatch } from "../../src/transfers/payment-watch.ts";

const WALLET = toAddress(`0x${"aa".repeat(20)}`, "wallet");
const PAYEE = toAddress(`0x${"e1".repeat(20)}`, "payee");
const REQUEST = { id: "one", from: WALLET, to: PAYEE, amount: 5n, token: NATIVE_TOKEN };

/** A watch over the twin of the lane, which says `verdict` to everything; `waitMilliseconds` is 0: pending at once. */
function watchOn(store: Store, verdict: Verdict, waitMilliseconds = 0) {
  const rpc = createMemoryChain({ now: () => Date.now() });
  rpc.give(WALLET, 100n);
  const lane = createMemoryLane({
    address: WALLET,
    store,
    clock: systemClock,
    judge: () => verdict,
  });
  const tokens = createTokenList({ rpc, chainId: rpc.chainId, store });
  const transfers = createTransfers({ lane, tokens, store, waitMilliseconds });
  const events: EventBus = createEventBus();
  const isKnown = async (id: string) => (await lane.get(`transfer:${id}`)) !== undefined;
  const watch = createPaymentWatch({
    transfers,
    store,
    events,
    isAway: () => false,
    isKnown,
    reviewed: async () => undefined,
  });
  const stop = async (): Promise<void> => {
    await Promise.all([watch.stop(), transfers.stop()]);
    await lane.stop();
  };
  onTestFinished(stop);
  return { watch, lane, stop, told: () => events.last(100) };
}

const storeOf = () =>
  createMemoryStore({
    collections: [...chainCollections, ...memoryLaneCollections, ...nodeCollections],
  });

test("a payment that was pending when the process ended is told by the next one, once", async () => {
  const store = storeOf();
  const before = watchOn(store, { state: "hold", at: "sent" }, 200);
  await before.lane.start();
  expect((await before.watch.pay(REQUEST)).status).toBe("pending");
  await before.stop();
  expect(before.told()).toEqual([]);
  const after = watchOn(store, { state: "confirmed" }, 1000);
  await after.lane.start();
  await after.watch.start();
  await expect
    .poll(() => after.told().map(({ type }) => type))
    .toEqual(["token.transfer_completed"]);
  expect(after.told()[0]?.data).toMatchObject({ from: WALLET, to: PAYEE, amount: "5" });
  expect(await store.count(openPayments)).toBe(0);
});

test("one that was noted and never set in motion is forgotten, not paid", async () => {
  const store = storeOf();
  await store.insert(openPayments, { ...REQUEST, amount: "5" });
  const after = watchOn(store, { state: "confirmed" }, 1000);
  await after.lane.start();
  await after.watch.start();
  expect(await store.count(openPayments)).toBe(0);
  expect(await after.lane.get("transfer:one")).toBeUndefined();
});

test.each(["refused", "reverted"] as const)("one that is %s is told as failed", async (state) => {
  const store = storeOf();
  const { watch, lane, told } = watchOn(store, { state, reason: "no" }, 1000);
  await lane.start();
  await expect(watch.pay(REQUEST)).rejects.toMatchObject({
    code: state === "refused" ? "TRANSACTION_REFUSED" : "TRANSACTION_REVERTED",
  });
  expect(told()).toMatchObject([{ type: "token.transfer_failed", data: { amount: "5" } }]);
  expect(await store.count(openPayments)).toBe(0);
});

/** A chain that goes away and returns: what was accepted meanwhile waits, and is paid exactly once. */

import { createMemoryStore, systemClock, type Clock, type Store } from "@bourse/kernel";
import { describe, expect, onTestFinished, test } from "vitest";

import {
  chainCollections,
  createChain,
  createEventBus,
  createIdentity,
  createMemoryChain,
  createMemoryHub,
  createMemoryPeers,
  createNode,
  DEMO_TOKEN,
  NATIVE_TOKEN,
  nodeCollections,
  peerCollections,
  toAddress,
  type DataNode,
  type EventBus,
  type MemoryChain,
  type NodeIdentity,
} from "../../src/index.ts";

const ETHER = 10n ** 18n;
const PAYEE = toAddress(`0x${"e1".repeat(20)}`, "payee");

interface World {
  readonly rpc: MemoryChain;
  readonly store: Store;
  readonly identity: NodeIdentity;
  /** Milliseconds by which the clock is ahead. */
  readonly ahead: { milliseconds: number };
}

function world(): World {
  const rpc = createMemoryChain({ now: () => Date.now() });
  const identity = createIdentity();
  rpc.give(identity.address, 10n * ETHER);
  rpc.give(identity.address, 10n * ETHER, rpc.demoToken);
  const collections = [...nodeCollections, ...chainCollections, ...peerCollections];
  return { rpc, identity, store: createMemoryStore({ collections }), ahead: { milliseconds: 0 } };
}

async function startNode(
  { rpc, store, identity, ahead }: World,
  waitMilliseconds = 20_000,
): Promise<{ readonly node: DataNode; readonly events: EventBus }> {
  const clock: Clock = {
    now: () => systemClock.now(),
    sleep: (milliseconds, signal) => systemClock.sleep(milliseconds, signal),
    monotonic: () => systemClock.monotonic() + ahead.milliseconds,
  };
  const events = createEventBus();
  const chain = createChain({
    rpc,
    chainId: rpc.chainId,
    signer: identity,
    store,
    contract: rpc.registry,
    confirmations: 1,
    pollMilliseconds: 5,
    waitMilliseconds,
    clock,
  });
  const peers = createMemoryPeers(createMemoryHub(), { identity, store });
  const node = createNode({ identity, store, chain, peers, events });
  onTestFinished(() => node.stop());
  await node.start();
  return { node, events };
}

/** The chain stops answering, and eleven seconds pass. */
function goAway({ rpc, ahead }: World): void {
  rpc.away(true);
  ahead.milliseconds += 11_000;
}

async function balanceOf({ rpc }: World, address = PAYEE): Promise<bigint> {
  return BigInt(String(await rpc.request("eth_getBalance", [address, "latest"])));
}

const payment = ({ identity }: World, amount = 5n, token: string = NATIVE_TOKEN) => ({
  from: identity.address,
  to: PAYEE,
  amount,
  token,
});

describe("while a chain that was checked is away", () => {
  test("a payment waits and is made once when it is back, however often it is asked for", async () => {
    const on = world();
    const { node, events } = await startNode(on);
    goAway(on);
    const pay = (key: string) => node.payments.pay(payment(on), { idempotencyKey: key });
    const first = await pay("one");
    expect(first).toMatchObject({ status: "queued", txHash: null });
    expect(await pay("one")).toEqual(first);
    const { transactions } = await node.transactions.list({ open: true });
    const [entry] = transactions;
    expect(entry).toMatchObject({ id: first.transactionId, state: "queued", amount: "5" });
    expect(entry?.cause).not.toBeNull();

    on.rpc.away(false);
    await expect
      .poll(() => events.last(100).map(({ type }) => type))
      .toContain("token.transfer_completed");
    expect(await pay("one")).toMatchObject({
      status: "settled",
      transactionId: first.transactionId,
    });
    expect(await balanceOf(on)).toBe(5n);
  });

  test("a payment that waits outlives a restart during which the chain stays away", async () => {
    const on = world();
    const before = await startNode(on);
    goAway(on);
    const call = { idempotencyKey: "one" };
    expect(await before.node.payments.pay(payment(on), call)).toMatchObject({ status: "queued" });
    await before.node.stop();
    const { node } = await startNode(on, 300);
    expect(await node.payments.pay(payment(on), call)).toMatchObject({ status: "queued" });
    on.rpc.away(false);
    await expect.poll(() => balanceOf(on)).toBe(5n);
    await expect
      .poll(async () => (await node.payments.pay(payment(on), call)).status)
      .toBe("settled");
    expect(await balanceOf(on)).toBe(5n);
  });

  test("a payment beyond the funds waits, is refused when the chain is back, and its end is told", async () => {
    const on = world();
    const { node, events } = await startNode(on);
    goAway(on);
    const call = { idempotencyKey: "one" };
    const much = payment(on, 11n * ETHER);
    expect(await node.payments.pay(much, call)).toMatchObject({ status: "queued" });
    on.rpc.away(false);
    await expect
      .poll(() => events.last(100).map(({ type }) => type))
      .toContain("token.transfer_failed");
    await expect(node.payments.pay(much, call)).rejects.toMatchObject({
      code: "TRANSACTION_REFUSED",
    });
    expect(await balanceOf(on)).toBe(0n);
  });

  test("a cancelled payment is never made", async () => {
    const on = world();
    const { node } = await startNode(on);
    goAway(on);
    const { transactionId } = await node.payments.pay(payment(on));
    expect(await node.transactions.act(transactionId, "cancel")).toMatchObject({
      state: "refused",
    });
    on.rpc.away(false);
    await node.payments.pay(payment(on, 7n));
    await expect.poll(() => balanceOf(on)).toBe(7n);
  });

  test("a share with a native payment waits, and is proved and paid once", async () => {
    const on = world();
    const { node } = await startNode(on);
    goAway(on);
    const share = () =>
      node.shares.share(
        { data: "x", recipient: PAYEE, paymentToken: NATIVE_TOKEN, paymentAmount: 9n },
        { request: { scope: "test", key: "one" } },
      );
    expect(await share()).toMatchObject({ kind: "pending", share: { txHash: null } });
    await expect(share()).rejects.toMatchObject({ code: "IDEMPOTENCY_RUNNING" });
    on.rpc.away(false);
    await expect.poll(() => balanceOf(on)).toBe(9n);
    await expect.poll(async () => (await node.shares.list()).shares[0]?.status).toBe("waiting");
    expect(await share()).toMatchObject({ kind: "proved" });
    expect(await balanceOf(on)).toBe(9n);
  });

  test("a share that is paid in an ERC-20 is refused, and nothing is kept", async () => {
    const on = world();
    const { node } = await startNode(on);
    await node.tokens.add(on.rpc.demoToken, DEMO_TOKEN.abi);
    goAway(on);
    const paid = { paymentToken: on.rpc.demoToken, paymentAmount: 9n };
    await expect(node.shares.share({ data: "x", recipient: PAYEE, ...paid })).rejects.toMatchObject(
      { code: "CHAIN_UNAVAILABLE" },
    );
    expect((await node.shares.list()).count).toBe(0);
  });

  test("at most 100 shares wait; the next one is refused, and nothing of it is kept", async () => {
    const on = world();
    const { node } = await startNode(on);
    goAway(on);
    for (let number = 0; number < 100; number++) {
      await node.shares.share({ data: `share ${number}`, recipient: PAYEE });
    }
    await expect(
      node.shares.share({ data: "one too many", recipient: PAYEE }),
    ).rejects.toMatchObject({ code: "CHAIN_UNAVAILABLE" });
    expect((await node.shares.list()).count).toBe(100);
  });

  test("a payment that is refused later no longer counts against the day's limit of its key", async () => {
    const on = world();
    const { node, events } = await startNode(on);
    const { id, scopes } = await node.keys.create({
      name: "ten a day",
      scopes: ["transfer"],
      spending: [{ token: NATIVE_TOKEN, perDay: 10n }],
    });
    const spending = [{ token: NATIVE_TOKEN, perCall: null, perDay: "10" }];
    const by = { id, scopes, expiresAt: null, payees: null, spending };
    goAway(on);
    const queued = await node.payments.pay(payment(on, 10n), { by });
    const second = () => node.payments.pay(payment(on, 10n), { by });
    await expect(second()).rejects.toMatchObject({ code: "FORBIDDEN" });
    await node.transactions.act(queued.transactionId, "cancel");
    await expect
      .poll(() => events.last(100).map(({ type }) => type))
      .toContain("token.transfer_failed");
    expect(await second()).toMatchObject({ status: "queued" });
    await expect(second()).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("at most 1000 payments wait; the next one is refused and never made", async () => {
    const on = world();
    const { node } = await startNode(on);
    goAway(on);
    for (let number = 0; number < 1000; number++) await node.payments.pay(payment(on, 1n));
    await expect(node.payments.pay(payment(on, 1n))).rejects.toMatchObject({
      code: "CHAIN_UNAVAILABLE",
    });
    const { transactions } = await node.transactions.list({ open: true, limit: 1000 });
    expect(transactions).toHaveLength(1000);
  });
});

describe("a chain that was never seen by this process", () => {
  test("takes no payment and no share: nothing waits for a chain that was not checked", async () => {
    const on = world();
    on.rpc.away(true);
    const { node } = await startNode(on);
    await expect(node.payments.pay(payment(on))).rejects.toMatchObject({
      code: "CHAIN_UNAVAILABLE",
    });
    await expect(node.shares.share({ data: "x", recipient: PAYEE })).rejects.toMatchObject({
      code: "CHAIN_UNAVAILABLE",
    });
    expect((await node.transactions.list()).transactions).toEqual([]);
  });
});

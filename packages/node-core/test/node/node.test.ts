/** The node in one piece, over the twins of chain and peer network: what it tells, and when. */

import { createMemoryStore, isBourseError } from "@bourse/kernel";
import { describe, expect, onTestFinished, test } from "vitest";

import { callWithJunk } from "../../../../test/support/junk-calls.ts";
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
  type MemoryHub,
  type NodeIdentity,
} from "../../src/index.ts";

const ETHER = 10n ** 18n;
const PAYEE = toAddress(`0x${"e1".repeat(20)}`, "payee");

interface World {
  readonly node: DataNode;
  readonly events: EventBus;
  readonly types: () => readonly string[];
}

function nodeOn(
  rpc: MemoryChain,
  hub: MemoryHub,
  initialPeers: readonly string[] = [],
  identity: NodeIdentity = createIdentity(),
): World {
  rpc.give(identity.address, 10n * ETHER);
  rpc.give(identity.address, 10n * ETHER, rpc.demoToken);
  const store = createMemoryStore({
    collections: [...nodeCollections, ...chainCollections, ...peerCollections],
  });
  const events = createEventBus();
  const chain = createChain({
    rpc,
    chainId: rpc.chainId,
    signer: identity,
    store,
    contract: rpc.registry,
    confirmations: 1,
    pollMilliseconds: 5,
  });
  const peers = createMemoryPeers(hub, { identity, store, initialPeers });
  const node = createNode({ identity, store, chain, peers, events });
  onTestFinished(() => node.stop());
  return { node, events, types: () => events.last(100).map(({ type }) => type) };
}

async function oneNode(): Promise<World & { readonly rpc: MemoryChain }> {
  const rpc = createMemoryChain({ now: () => Date.now() });
  const world = nodeOn(rpc, createMemoryHub());
  await world.node.start();
  return { ...world, rpc };
}

test("two nodes meet, share with a payment, and tell it on both sides", async () => {
  const rpc = createMemoryChain({ now: () => Date.now() });
  const hub = createMemoryHub();
  const bob = nodeOn(rpc, hub);
  await bob.node.start();
  const alice = nodeOn(rpc, hub, bob.node.self().multiaddrs);
  await alice.node.start();
  await expect.poll(() => alice.node.stats().healthyPeers).toBe(1);
  await alice.node.tokens.add(rpc.demoToken, DEMO_TOKEN.abi);
  const recipient = bob.node.self().address;
  const outcome = await alice.node.shares.share({
    data: "a report",
    recipient,
    paymentToken: rpc.demoToken,
    paymentAmount: 3n,
  });
  expect(outcome.kind).toBe("proved");
  const { dataHash } = outcome.share;
  await expect.poll(bob.types).toContain("data.received");
  expect((await bob.node.shares.read(dataHash)).data).toBe("a report");
  expect((await bob.node.tokens.balance(recipient, rpc.demoToken)).balance).toBe(10n * ETHER + 3n);
  const sender = alice.node.self().address;
  expect(await bob.node.compliance.verify(dataHash, { sender })).toMatchObject({
    hash: dataHash,
    verified: true,
    eventType: "data_share",
    sender,
  });
  expect((await bob.node.compliance.verify(dataHash)).verified).toBe(false);
  expect((await alice.node.compliance.verify(dataHash)).verified).toBe(true);
  expect(bob.types()).toContain("compliance.event");
  expect(alice.types()).toContain("data.verified");
  const told = ["system.node_started", "network.peer_connected", "token.added", "data.shared"];
  for (const type of [...told, "compliance.event"]) {
    expect(alice.types().filter((one) => one === type)).toHaveLength(1);
  }
  await expect.poll(alice.types).toContain("token.balance_update");
});

describe("a transfer", () => {
  const paymentOf = ({ node }: World) => ({
    from: node.self().address,
    to: PAYEE,
    amount: 5n,
    token: NATIVE_TOKEN,
  });

  test("is paid once under its key, and told once", async () => {
    const world = await oneNode();
    const first = await world.node.payments.pay(paymentOf(world), { idempotencyKey: "key-1" });
    expect(first).toMatchObject({ status: "settled", to: PAYEE, amount: 5n });
    expect(await world.node.payments.pay(paymentOf(world), { idempotencyKey: "key-1" })).toEqual(
      first,
    );
    expect((await world.node.tokens.balance(PAYEE)).balance).toBe(5n);
    await expect.poll(world.types).toContain("token.transfer_completed");
    const told = world.types().filter((type) => type === "token.transfer_completed");
    expect(told).toHaveLength(1);
    await expect(
      world.node.payments.pay({ ...paymentOf(world), amount: 6n }, { idempotencyKey: "key-1" }),
    ).rejects.toMatchObject({ code: "IDEMPOTENCY_MISMATCH" });
  });

  test.each([
    { change: { from: PAYEE }, code: "VALIDATION_ERROR", field: "from" },
    { change: { to: "0x12" }, code: "VALIDATION_ERROR", field: "to" },
    { change: { amount: 0n }, code: "VALIDATION_ERROR", field: "amount" },
    { change: { amount: 2n ** 256n }, code: "VALIDATION_ERROR", field: "amount" },
    { change: { amount: 11n * ETHER }, code: "INSUFFICIENT_FUNDS", field: "amount" },
    { change: { token: PAYEE }, code: "TOKEN_UNSUPPORTED", field: "token" },
  ])("with $change is refused as $code at $field", async ({ change, code, field }) => {
    const world = await oneNode();
    await expect(world.node.payments.pay({ ...paymentOf(world), ...change })).rejects.toMatchObject(
      { code, details: { field } },
    );
    expect((await world.node.tokens.balance(PAYEE)).balance).toBe(0n);
  });
});

test("health follows chain and peers, and tells each change once", async () => {
  const { node, types, events } = await oneNode();
  expect(node.health()).toMatchObject({
    status: "healthy",
    components: { blockchain: "connected", peerNetwork: "running", encryption: "initialized" },
  });
  await node.stop();
  expect(node.health().status).toBe("degraded");
  expect(types().at(-1)).toBe("system.node_stopping");
  expect(events.last(100).filter(({ type }) => type === "system.node_stopping")).toHaveLength(1);
});

test("while the chain is away a node starts degraded, refuses to share, and keeps nothing of it", async () => {
  const rpc = createMemoryChain({ now: () => Date.now() });
  rpc.away(true);
  const world = nodeOn(rpc, createMemoryHub());
  await world.node.start();
  expect(world.node.health().status).toBe("degraded");
  await expect(world.node.shares.share({ data: "x", recipient: PAYEE })).rejects.toMatchObject({
    code: "CHAIN_UNAVAILABLE",
  });
  expect((await world.node.shares.list()).count).toBe(0);
});

test("the compliance history is filtered, paged, and iterated oldest first", async () => {
  const { node } = await oneNode();
  for (const data of ["one", "two", "three"]) {
    await node.shares.share({ data, recipient: PAYEE });
  }
  const all = await node.compliance.history();
  expect([all.total, all.records.length, all.next]).toEqual([3, 3, null]);
  const first = await node.compliance.history({ limit: 2, filters: ["data_share"] });
  const rest = await node.compliance.history({
    limit: 2,
    filters: ["data_share"],
    cursor: first.next ?? "",
  });
  expect([...first.records, ...rest.records]).toEqual(all.records);
  expect((await node.compliance.history({ filters: ["other"] })).total).toBe(0);
  const hashes: string[] = [];
  for await (const page of node.compliance.entries()) {
    hashes.push(...page.map(({ dataHash }) => dataHash));
  }
  expect(hashes.toReversed()).toEqual(all.records.map(({ dataHash }) => dataHash));
  expect(() => node.compliance.entries({ filters: ["a/b"] })).toThrow("filters");
  await expect(node.compliance.history({ filters: ["a/b"] })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { field: "filters" },
  });
});

test("a node whose encryption key does not open what is sealed to it is unhealthy", async () => {
  const rpc = createMemoryChain({ now: () => Date.now() });
  const { encryptionPrivateKey } = createIdentity();
  const own = createIdentity();
  const identity: NodeIdentity = {
    address: own.address,
    nodeId: own.nodeId,
    encryptionPublicKey: own.encryptionPublicKey,
    encryptionPrivateKey,
    peerPrivateKey: own.peerPrivateKey,
    signTransaction: (transaction) => own.signTransaction(transaction),
    signTypedData: (typed) => own.signTypedData(typed),
  };
  const { node } = nodeOn(rpc, createMemoryHub(), [], identity);
  await node.start();
  expect(node.health()).toMatchObject({
    status: "unhealthy",
    components: { encryption: "locked" },
  });
});

test("every call with arguments of wrong types ends with an error of the house, never a raw one", async () => {
  const { node } = await oneNode();
  const running = ["start", "stop", "announceStop", "inbox.start", "inbox.stop"];
  const { calls, failed } = await callWithJunk(node, [...running, "shares.start", "shares.stop"]);
  expect(calls).toBeGreaterThan(700);
  expect(failed.length).toBeGreaterThan(500);
  expect(failed.filter(({ error }) => !isBourseError(error))).toEqual([]);
  const payment = {
    from: node.self().address,
    to: PAYEE,
    amount: 1.5 as never,
    token: NATIVE_TOKEN,
  };
  await expect(node.payments.pay(payment)).rejects.toThrow(
    '"node.payments.pay: payment.amount" must be a bigint, found 1.5.',
  );
});

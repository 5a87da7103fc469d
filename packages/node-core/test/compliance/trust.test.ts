/** Anybody can record anything on the chain: whose records count, and what calls of strangers can set off. */

import { hash } from "node:crypto";

import { createMemoryStore } from "@bourse/kernel";
import { expect, onTestFinished, test } from "vitest";

import { rounds } from "../../../../test/support/rounds.ts";
import {
  chainCollections,
  createChain,
  createEventBus,
  createIdentity,
  createMemoryChain,
  createMemoryHub,
  createMemoryPeers,
  createNode,
  nodeCollections,
  peerCollections,
  proofIntent,
  type DataNode,
  type EventBus,
  type NodeIdentity,
  type RecordFilter,
} from "../../src/index.ts";

const ETHER = 10n ** 18n;

interface World {
  readonly node: DataNode;
  readonly events: EventBus;
  readonly identity: NodeIdentity;
  /** Records an event type for a hash from a wallet of its own, and waits until the node has it in its index. */
  readonly record: (
    dataHash: string,
    eventType: string,
    by?: NodeIdentity,
    times?: number,
  ) => Promise<NodeIdentity>;
}

async function world(trusted: readonly string[] = []): Promise<World> {
  const rpc = createMemoryChain({ now: () => Date.now() });
  const identity = createIdentity();
  const chainOf = (signer: NodeIdentity) => {
    rpc.give(signer.address, 10n * ETHER);
    const store = createMemoryStore({
      collections: [...nodeCollections, ...chainCollections, ...peerCollections],
    });
    const common = { rpc, chainId: rpc.chainId, contract: rpc.registry, confirmations: 1 };
    return { store, chain: createChain({ ...common, signer, store, pollMilliseconds: 5 }) };
  };
  const { store, chain } = chainOf(identity);
  const events = createEventBus();
  const peers = createMemoryPeers(createMemoryHub(), { identity, store });
  const node = createNode({ identity, store, chain, peers, events, trusted });
  onTestFinished(() => node.stop());
  await node.start();
  let ids = 0;
  const record: World["record"] = async (dataHash, eventType, by = createIdentity(), times = 1) => {
    const own = by === identity ? { store, chain } : chainOf(by);
    if (by !== identity) await own.chain.lane.start();
    const given = Array.from({ length: times }, () => `record ${ids++}`);
    const fact = { dataHash, eventType, recipient: identity.address };
    await own.store.transaction(async (tx) => {
      for (const id of given) {
        const proof = { id, ...fact, contract: rpc.registry, sender: by.address };
        await own.chain.lane.enqueue(tx, proofIntent(proof));
      }
    });
    own.chain.lane.wake();
    const settled = await Promise.all(given.map((id) => own.chain.lane.settled(id)));
    expect(new Set(settled.map(({ state }) => state))).toEqual(new Set(["confirmed"]));
    if (by !== identity) await own.chain.lane.stop();
    // The newest record of all is in the first page.
    await expect
      .poll(async () => (await chain.index.history()).records.map(({ txHash }) => txHash))
      .toContain(settled.at(-1)?.hash);
    return by;
  };
  return { node, events, identity, record };
}

const HASH = hash("sha256", "audited", "hex");

test("a record by a stranger verifies nothing; the answer names who recorded what", async () => {
  const { node, identity, record } = await world();
  const stranger = await record(HASH, "audit_passed");
  expect(await node.compliance.verify(HASH)).toMatchObject({
    verified: false,
    eventType: null,
    sender: null,
    records: [{ sender: stranger.address, eventType: "audit_passed", trusted: false }],
  });
  await record(HASH, "data_share", identity);
  expect(await node.compliance.verify(HASH)).toMatchObject({
    verified: true,
    eventType: "data_share",
    sender: identity.address,
    records: [
      { sender: stranger.address, trusted: false },
      { sender: identity.address, trusted: true },
    ],
  });
});

test("a wallet of the trusted list counts, and so does the one that the caller names", async () => {
  const auditor = createIdentity();
  const { node, record } = await world([auditor.address]);
  const stranger = await record(HASH, "audit_passed");
  const asked = { sender: stranger.address.toLowerCase() };
  expect(await node.compliance.verify(HASH, asked)).toMatchObject({
    verified: true,
    sender: stranger.address,
  });
  expect((await node.compliance.verify(HASH)).verified).toBe(false);
  await record(HASH, "audit_failed", auditor);
  expect(await node.compliance.verify(HASH)).toMatchObject({
    verified: true,
    eventType: "audit_failed",
    sender: auditor.address,
  });
  await expect(node.compliance.verify(HASH, { sender: "0x1" })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { field: "sender" },
  });
});

test("a record that counts is among the answer's records however many strangers came before", async () => {
  const { node, identity, record } = await world();
  const stranger = createIdentity();
  await record(HASH, "spam", stranger, 101);
  await record(HASH, "data_share", identity);
  const { records, sender } = await node.compliance.verify(HASH);
  expect(sender).toBe(identity.address);
  expect(records).toHaveLength(100);
  expect(records.filter(({ trusted }) => trusted)).toHaveLength(1);
});

test("history has the sender of each record and filters by it, alone and with types", async () => {
  const { node, record } = await world();
  const [one, two] = [await record(HASH, "a"), await record(HASH, "b")];
  await record(HASH, "b", one);
  const history = (query?: RecordFilter) => node.compliance.history(query);
  const sender = one.address.toLowerCase();
  expect((await history()).records.map((row) => row.sender)).toEqual([
    one.address,
    two.address,
    one.address,
  ]);
  expect(await history({ sender })).toMatchObject({ total: 2 });
  expect(await history({ sender, filters: ["b"] })).toMatchObject({
    total: 1,
    records: [{ sender: one.address, eventType: "b" }],
  });
  for await (const rows of node.compliance.entries({ sender, filters: ["a"] })) {
    expect(rows.map((row) => [row.sender, row.eventType])).toEqual([[one.address, "a"]]);
  }
});

test("calls of strangers tell a verdict once per change, and evict no other event", async () => {
  const { node, events, identity, record } = await world();
  await record(HASH, "data_share", identity);
  const before = events.last(1000).map(({ sequence }) => sequence);
  const calls = rounds(2000, 100_000);
  for (let call = 0; call < calls; call++) {
    // Every other call asks for another hash that nobody has recorded.
    const asked = call % 2 === 0 ? HASH : call.toString(16).padStart(64, "0");
    await node.compliance.verify(asked, call > 100 ? { sender: identity.address } : {});
  }
  const after = events.last(1000);
  expect(after.map(({ sequence }) => sequence)).toEqual(expect.arrayContaining(before));
  expect(after.filter(({ type }) => type === "data.verified")).toHaveLength(1);
});

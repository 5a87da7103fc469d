/** Whatever a stopped writer still has in its hands when it wakes up stays there. */

import { createMemoryStore, StoreError } from "@bourse/kernel";
import { expect, onTestFinished, test } from "vitest";

import {
  createChain,
  createEventBus,
  createIdentity,
  createMemoryChain,
  createMemoryHub,
  createMemoryPeers,
  createNode,
  type MemoryChain,
  type MemoryHub,
} from "../../src/index.ts";
import { storeCollections } from "../../src/index.ts";
import { fenceSends, fenceShares, type Confirm } from "../../src/writer/index.ts";

const fenced: Confirm = async () => {
  throw new StoreError("STORE_FENCED", "Another process is the writer.");
};

/** A node on a chain and a network in memory that asks before it sends. */
async function startNode(rpc: MemoryChain, hub: MemoryHub, terms: { confirm: Confirm }) {
  const identity = createIdentity();
  rpc.give(identity.address, 10n ** 19n);
  const store = createMemoryStore({ collections: storeCollections });
  const confirm: Confirm = () => terms.confirm();
  const chain = createChain({
    rpc: fenceSends(rpc, confirm),
    chainId: rpc.chainId,
    signer: identity,
    store,
    contract: rpc.registry,
    confirmations: 1,
    pollMilliseconds: 5,
  });
  const peers = fenceShares(createMemoryPeers(hub, { identity, store }), confirm);
  const node = createNode({ identity, store, chain, peers, events: createEventBus() });
  onTestFinished(() => node.stop());
  await node.start();
  return { node, peers, address: identity.address };
}

const FREE = { confirm: async () => undefined };

test("a node that is the writer no longer hands no transaction to the chain, and sends again as the writer", async () => {
  const rpc = createMemoryChain({ now: () => Date.now() });
  const hub = createMemoryHub();
  const terms: { confirm: Confirm } = { confirm: fenced };
  const writer = await startNode(rpc, hub, terms);
  const other = await startNode(rpc, hub, FREE);
  const share = { data: "sealed", recipient: other.address };
  const outcome = await writer.node.shares.share(share, { waitMilliseconds: 100 });
  expect(outcome.kind).toBe("pending");
  const nonce = () => rpc.request("eth_getTransactionCount", [writer.address, "pending"]);
  expect(await nonce()).toBe("0x0");
  terms.confirm = FREE.confirm;
  await expect.poll(nonce).toBe("0x1");
});

test("it sends no share to a peer", async () => {
  const rpc = createMemoryChain({ now: () => Date.now() });
  const hub = createMemoryHub();
  const terms: { confirm: Confirm } = { confirm: fenced };
  const writer = await startNode(rpc, hub, terms);
  const other = await startNode(rpc, hub, FREE);
  const sent = writer.peers.sendShare(other.address, new Uint8Array(10));
  await expect(sent).rejects.toMatchObject({ code: "STORE_FENCED" });
  expect(writer.peers.state).toBe("running");
});

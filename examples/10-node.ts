// Two nodes in one process: Alice encrypts a report for Bob and pays for
// its delivery, Bob reads it, the chain proves it. In production, use a
// JSON-RPC endpoint and libp2p peers instead of the in-memory chain and
// network.
import { createMemoryStore } from "@bourse/kernel";
import * as core from "@bourse/node-core";

const rpc = core.createMemoryChain({ now: () => Date.now() });
const hub = core.createMemoryHub();

async function startNode(initialPeers: readonly string[] = []) {
  const identity = core.createIdentity();
  rpc.give(identity.address, 10n ** 18n);
  const store = createMemoryStore({
    collections: [
      ...core.nodeCollections,
      ...core.chainCollections,
      ...core.peerCollections,
    ],
  });
  const chain = core.createChain({
    rpc,
    chainId: rpc.chainId,
    contract: rpc.registry,
    signer: identity,
    store,
    confirmations: 1,
    pollMilliseconds: 5,
  });
  const peers = core.createMemoryPeers(hub, {
    identity,
    store,
    initialPeers,
  });
  const events = core.createEventBus();
  const node = core.createNode({ identity, store, chain, peers, events });
  await node.start();
  return { node, events };
}

const bob = await startNode();
const alice = await startNode(bob.node.self().multiaddrs);
const delivered = new Promise((resolve) =>
  bob.events.on("data.received", resolve),
);

const recipient = bob.node.self().address;
const payment = { paymentToken: core.NATIVE_TOKEN, paymentAmount: 5n };
const outcome = await alice.node.shares.share({
  data: "the tide tables",
  recipient,
  ...payment,
});
await delivered;

const { dataHash } = outcome.share;
console.log(
  outcome.kind,
  "and read:",
  (await bob.node.shares.read(dataHash)).data,
);
const sender = alice.node.self().address;
console.log(
  "on chain:",
  (await bob.node.compliance.verify(dataHash, { sender })).eventType,
);
console.log(
  "paid:",
  (await bob.node.tokens.balance(recipient)).balance - 10n ** 18n,
);
await alice.node.stop();
await bob.node.stop();

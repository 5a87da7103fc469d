/**
 * Run as a process: a node on the loopback, killed from outside. Prints its first multiaddr and its address as JSON.
 */
import { createMemoryStore } from "@bourse/kernel";
import { createIdentity, peerCollections } from "@bourse/node-core";

import { createLibp2pPeers } from "../../src/index.ts";

const identity = createIdentity();
const peers = createLibp2pPeers({
  identity,
  store: createMemoryStore({ collections: peerCollections }),
  listen: ["/ip4/127.0.0.1/udp/0/quic-v1"],
});
await peers.start();
process.stdout.write(
  `${JSON.stringify({ multiaddr: peers.multiaddrs()[0], address: identity.address })}\n`,
);

/** Facts about dialling, and about listeners. */

import assert from "node:assert/strict";

import { acquainted, addressOf, rejectsWith, type PeerFact } from "./harness.ts";

export const dialFacts: readonly PeerFact[] = [
  {
    name: "connect dials now, and says when there is nobody",
    run: async (world) => {
      const alice = await world.node({ dialTimeoutMilliseconds: 500 });
      const bob = await world.node();
      await alice.peers.connect(addressOf(bob));
      await acquainted([alice, bob]);
      await rejectsWith(alice.peers.connect("not a multiaddr"), "PEER_UNREACHABLE");
      const carol = await world.node();
      const gone = addressOf(carol);
      await carol.peers.stop();
      await rejectsWith(alice.peers.connect(gone), "PEER_UNREACHABLE");
    },
  },
  {
    name: "nobody but the expected peer is accepted at an address",
    run: async (world) => {
      const alice = await world.node();
      const bob = await world.node();
      const carol = await world.node({ dialTimeoutMilliseconds: 500 });
      const place = addressOf(bob).replace(bob.peers.nodeId, "");
      const impostor = `${place}${alice.peers.nodeId}`;
      if (impostor !== addressOf(alice)) {
        await rejectsWith(carol.peers.connect(impostor), "PEER_UNREACHABLE");
      }
      assert.deepEqual(
        carol.peers.peers().filter(({ connected }) => connected),
        [],
      );
    },
  },
  {
    name: "a listener that throws disturbs nobody",
    run: async (world) => {
      const alice = await world.node();
      alice.peers.onEvent(() => {
        throw new Error("A listener's own fault.");
      });
      const bob = await world.node({ initialPeers: [addressOf(alice)] });
      await acquainted([alice, bob]);
    },
  },
];

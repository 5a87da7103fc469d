/** Facts about what a peer's end and a restart leave behind. */

import assert from "node:assert/strict";

import { eventually, isConnected, rejectsWith, type PeerFact } from "./harness.ts";

export const stopFacts: readonly PeerFact[] = [
  {
    name: "a peer that stops is told as disconnected and soon as unhealthy",
    run: async (world) => {
      const [alice, bob] = await world.pair({ dialTimeoutMilliseconds: 500 });
      await bob.peers.stop();
      await eventually("the end of the connection", () => !isConnected(alice, bob));
      await eventually("bad health", () => alice.peers.peers()[0]?.healthy === false);
      assert.ok(alice.events.some((event) => event.type === "disconnected"));
      assert.ok(alice.events.some((event) => event.type === "health" && !event.peer.healthy));
      const sending = alice.peers.sendShare(bob.identity.address, new Uint8Array(1));
      await rejectsWith(sending, "PEER_UNREACHABLE");
    },
  },
  {
    name: "known peers and announcements outlive a restart",
    run: async (world) => {
      const [alice, bob] = await world.pair();
      const { identity, store } = alice;
      await alice.peers.stop();
      const again = await world.node({ identity, store });
      const known = await again.peers.resolve(bob.identity.address);
      assert.equal(known?.peerId, bob.peers.nodeId);
      await eventually("the connection again", () => isConnected(again, bob));
      const answer = await again.peers.sendShare(bob.identity.address, new Uint8Array(3));
      assert.deepEqual(answer, { accepted: true });
    },
  },
];

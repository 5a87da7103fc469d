/** Facts about connections and their health. */

import assert from "node:assert/strict";

import { acquainted, addressOf, eventually, type PeerFact } from "./harness.ts";

export const connectionFacts: readonly PeerFact[] = [
  {
    name: "a network runs from start to stop, under the identity's node id",
    run: async (world) => {
      const { peers, identity } = await world.node();
      assert.equal(peers.nodeId, identity.nodeId);
      assert.equal(peers.state, "running");
      assert.deepEqual(peers.peers(), []);
      await peers.stop();
      assert.equal(peers.state, "stopped");
    },
  },
  {
    name: "connected peers see each other's address, healthy and lately seen",
    run: async (world) => {
      const [alice, bob] = await world.pair();
      const [seen] = alice.peers.peers();
      assert.equal(seen?.nodeId, bob.peers.nodeId);
      assert.equal(seen.address, bob.identity.address);
      assert.ok(seen.healthy && seen.connected && seen.lastSeen !== null);
      const told = alice.events.find(({ type }) => type === "connected");
      assert.ok(told?.type === "connected" && told.peer.address === bob.identity.address);
      assert.ok(alice.events.some((event) => event.type === "health" && event.peer.healthy));
    },
  },
  {
    name: "probes measure the latency of a connected peer",
    run: async (world) => {
      const [alice] = await world.pair();
      await eventually("a latency", () => {
        const latency = alice.peers.peers()[0]?.latencyMilliseconds;
        return typeof latency === "number" && latency >= 0;
      });
      assert.equal(alice.peers.peers()[0]?.successRate, 1);
    },
  },
  {
    name: "peers of a peer get to know each other",
    run: async (world) => {
      const middle = await world.node();
      const initialPeers = [addressOf(middle)];
      const left = await world.node({ initialPeers });
      const right = await world.node({ initialPeers });
      await acquainted([left, middle, right]);
    },
  },
];

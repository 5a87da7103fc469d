import assert from "node:assert/strict";

import {
  acquainted,
  addressOf,
  eventually,
  isConnected,
  rejectsWith,
  type Fact,
} from "./harness.ts";

/** Connections, health and what outlives a restart. */
export function linkFacts(fact: Fact): void {
  fact("a network runs from start to stop, under the identity's node id", async (world) => {
    const { peers, identity } = await world.node();
    assert.equal(peers.nodeId, identity.nodeId);
    assert.equal(peers.state, "running");
    assert.deepEqual(peers.peers(), []);
    await peers.stop();
    assert.equal(peers.state, "stopped");
  });

  fact("connected peers see each other's address, healthy and lately seen", async (world) => {
    const [alice, bob] = await world.pair();
    const [seen] = alice.peers.peers();
    assert.equal(seen?.nodeId, bob.peers.nodeId);
    assert.equal(seen.address, bob.identity.address);
    assert.ok(seen.healthy && seen.connected && seen.lastSeen !== null);
    const told = alice.events.find(({ type }) => type === "connected");
    assert.ok(told?.type === "connected" && told.peer.address === bob.identity.address);
    assert.ok(alice.events.some((event) => event.type === "health" && event.peer.healthy));
  });

  fact("probes measure the latency of a connected peer", async (world) => {
    const [alice] = await world.pair();
    await eventually("a latency", () => {
      const latency = alice.peers.peers()[0]?.latencyMilliseconds;
      return typeof latency === "number" && latency >= 0;
    });
    assert.equal(alice.peers.peers()[0]?.successRate, 1);
  });

  fact("peers of a peer get to know each other", async (world) => {
    const middle = await world.node();
    const initialPeers = [addressOf(middle)];
    const left = await world.node({ initialPeers });
    const right = await world.node({ initialPeers });
    await acquainted([left, middle, right]);
  });

  fact("a peer that stops is told as disconnected and soon as unhealthy", async (world) => {
    const [alice, bob] = await world.pair({ dialTimeoutMilliseconds: 500 });
    await bob.peers.stop();
    await eventually("the end of the connection", () => !isConnected(alice, bob));
    await eventually("bad health", () => alice.peers.peers()[0]?.healthy === false);
    assert.ok(alice.events.some((event) => event.type === "disconnected"));
    assert.ok(alice.events.some((event) => event.type === "health" && !event.peer.healthy));
    const sending = alice.peers.sendShare(bob.identity.address, new Uint8Array(1));
    await rejectsWith(sending, "PEER_UNREACHABLE");
  });

  fact("known peers and announcements outlive a restart", async (world) => {
    const [alice, bob] = await world.pair();
    const { identity, store } = alice;
    await alice.peers.stop();
    const again = await world.node({ identity, store });
    const known = await again.peers.resolve(bob.identity.address);
    assert.equal(known?.peerId, bob.peers.nodeId);
    await eventually("the connection again", () => isConnected(again, bob));
    const answer = await again.peers.sendShare(bob.identity.address, new Uint8Array(3));
    assert.deepEqual(answer, { accepted: true });
  });

  fact("connect dials now, and says when there is nobody", async (world) => {
    const alice = await world.node({ dialTimeoutMilliseconds: 500 });
    const bob = await world.node();
    await alice.peers.connect(addressOf(bob));
    await acquainted([alice, bob]);
    await rejectsWith(alice.peers.connect("not a multiaddr"), "PEER_UNREACHABLE");
    const carol = await world.node();
    const gone = addressOf(carol);
    await carol.peers.stop();
    await rejectsWith(alice.peers.connect(gone), "PEER_UNREACHABLE");
  });

  fact("nobody but the expected peer is accepted at an address", async (world) => {
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
  });

  fact("a listener that throws disturbs nobody", async (world) => {
    const alice = await world.node();
    alice.peers.onEvent(() => {
      throw new Error("A listener's own fault.");
    });
    const bob = await world.node({ initialPeers: [addressOf(alice)] });
    await acquainted([alice, bob]);
  });
}

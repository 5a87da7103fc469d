/** Facts about shares and their acknowledgements. */

import assert from "node:assert/strict";

import { MAX_SHARE_FRAME_BYTES, NodeError } from "@bourse/node-core";

import { eventually, rejectsWith, type PeerFact } from "./harness.ts";

export const shareAnswerFacts: readonly PeerFact[] = [
  {
    name: "a share arrives byte for byte, with the proved address of its sender",
    run: async (world) => {
      const [alice, bob] = await world.pair();
      const frame = Uint8Array.from({ length: 1000 }, (_, place) => place % 251);
      const answer = await alice.peers.sendShare(bob.identity.address, frame);
      assert.deepEqual(answer, { accepted: true });
      assert.equal(bob.shares.length, 1);
      assert.deepEqual(bob.shares[0]?.frame, frame);
      const { address, nodeId } = alice.identity;
      assert.deepEqual(bob.shares[0]?.from, { nodeId, address });
    },
  },
  {
    name: "the longest frame and the shortest arrive; one byte more is not sent",
    run: async (world) => {
      const [alice, bob] = await world.pair();
      const { address } = bob.identity;
      for (const length of [0, 1, MAX_SHARE_FRAME_BYTES]) {
        const frame = new Uint8Array(length).fill(length % 256);
        assert.deepEqual(await alice.peers.sendShare(address, frame), { accepted: true });
        assert.deepEqual(bob.shares.at(-1)?.frame, frame);
      }
      const tooLong = new Uint8Array(MAX_SHARE_FRAME_BYTES + 1);
      await rejectsWith(alice.peers.sendShare(address, tooLong), "VALIDATION_ERROR");
      assert.equal(bob.shares.length, 3);
    },
  },
  {
    name: "a refusal comes back with its reason, cut at 200 characters",
    run: async (world) => {
      const reason = "é".repeat(300);
      const onShare = () => Promise.resolve({ accepted: false as const, reason });
      const [alice, bob] = await world.pair({}, { onShare });
      const answer = await alice.peers.sendShare(bob.identity.address, new Uint8Array(1));
      assert.deepEqual(answer, { accepted: false, reason: "é".repeat(200) });
    },
  },
  {
    name: "a receiver that fails has not refused: the sender is to try again",
    run: async (world) => {
      const faults: unknown[] = [];
      const onShare = () => Promise.reject(new Error("The disk is full."));
      const onFault = (error: unknown): unknown => faults.push(error);
      const [alice, bob] = await world.pair({}, { onShare, onFault });
      const sending = alice.peers.sendShare(bob.identity.address, new Uint8Array(1));
      await rejectsWith(sending, "PEER_UNREACHABLE");
      assert.equal(String(faults[0]), "Error: The disk is full.");
    },
  },
  {
    name: "a frame that the receiver cannot read costs the connection, not the node",
    run: async (world) => {
      const broken = new NodeError("FRAME_INVALID", "That is no share.");
      const onShare = () => Promise.reject(broken);
      const [alice, bob] = await world.pair({}, { onShare });
      const sending = alice.peers.sendShare(bob.identity.address, new Uint8Array(1));
      await rejectsWith(sending, "PEER_UNREACHABLE");
      await eventually("the end of the connection", () =>
        bob.events.some(({ type }) => type === "disconnected"),
      );
      assert.equal(bob.peers.state, "running");
    },
  },
];

import assert from "node:assert/strict";

import { MAX_SHARE_FRAME_BYTES, NodeError, createIdentity } from "@bourse/node-core";

import { eventually, rejectsWith, type Fact } from "./harness.ts";

/** Shares and their acknowledgements. */
export function shareFacts(fact: Fact): void {
  fact("a share arrives byte for byte, with the proved address of its sender", async (world) => {
    const [alice, bob] = await world.pair();
    const frame = Uint8Array.from({ length: 1000 }, (_, place) => place % 251);
    const answer = await alice.peers.sendShare(bob.identity.address, frame);
    assert.deepEqual(answer, { accepted: true });
    assert.equal(bob.shares.length, 1);
    assert.deepEqual(bob.shares[0]?.frame, frame);
    const { address, nodeId } = alice.identity;
    assert.deepEqual(bob.shares[0]?.from, { nodeId, address });
  });

  fact("the longest frame and the shortest arrive; one byte more is not sent", async (world) => {
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
  });

  fact("a refusal comes back with its reason, cut at 200 characters", async (world) => {
    const reason = "é".repeat(300);
    const onShare = () => Promise.resolve({ accepted: false as const, reason });
    const [alice, bob] = await world.pair({}, { onShare });
    const answer = await alice.peers.sendShare(bob.identity.address, new Uint8Array(1));
    assert.deepEqual(answer, { accepted: false, reason: "é".repeat(200) });
  });

  fact("a receiver that fails has not refused: the sender is to try again", async (world) => {
    const faults: unknown[] = [];
    const onShare = () => Promise.reject(new Error("The disk is full."));
    const onFault = (error: unknown): unknown => faults.push(error);
    const [alice, bob] = await world.pair({}, { onShare, onFault });
    const sending = alice.peers.sendShare(bob.identity.address, new Uint8Array(1));
    await rejectsWith(sending, "PEER_UNREACHABLE");
    assert.equal(String(faults[0]), "Error: The disk is full.");
  });

  fact(
    "a frame that the receiver cannot read costs the connection, not the node",
    async (world) => {
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
  );

  fact("many shares at once all arrive, each with its own answer", async (world) => {
    const onShare = ({ frame }: { readonly frame: Uint8Array }) =>
      Promise.resolve({ accepted: false as const, reason: String(frame[0]) });
    const [alice, bob] = await world.pair({}, { onShare });
    const numbers = Array.from({ length: 40 }, (_, place) => place);
    const answers = await Promise.all(
      numbers.map((place) =>
        alice.peers.sendShare(bob.identity.address, new Uint8Array(5000).fill(place)),
      ),
    );
    const expected = numbers.map((place) => ({ accepted: false, reason: String(place) }));
    assert.deepEqual(answers, expected);
  });

  fact("a share for an address that nobody has announced is RECIPIENT_UNKNOWN", async (world) => {
    const [alice] = await world.pair();
    const { address } = createIdentity();
    await rejectsWith(alice.peers.sendShare(address, new Uint8Array(1)), "RECIPIENT_UNKNOWN");
    assert.equal(await alice.peers.resolve(address), undefined);
  });

  fact("a sender who gives up gets his own reason back", async (world) => {
    const onShare = () => new Promise<never>(() => undefined);
    const [alice, bob] = await world.pair({}, { onShare });
    const patience = new AbortController();
    const options = { signal: patience.signal };
    const sending = alice.peers.sendShare(bob.identity.address, new Uint8Array(1), options);
    await eventually("the share's arrival", () => bob.shares.length === 1);
    patience.abort(new Error("No more time."));
    await assert.rejects(sending, /No more time/);
  });

  fact("traffic counts the frames of both sides", async (world) => {
    const [alice, bob] = await world.pair();
    const before = { alice: alice.peers.traffic(), bob: bob.peers.traffic() };
    await alice.peers.sendShare(bob.identity.address, new Uint8Array(10_000));
    assert.ok(alice.peers.traffic().sent >= before.alice.sent + 10_000);
    assert.ok(bob.peers.traffic().received >= before.bob.received + 10_000);
  });
}

/** Facts about shares as their sender sees them. */

import assert from "node:assert/strict";

import { createIdentity } from "@bourse/node-core";

import { eventually, rejectsWith, type PeerFact } from "./harness.ts";

export const shareSenderFacts: readonly PeerFact[] = [
  {
    name: "many shares at once all arrive, each with its own answer",
    run: async (world) => {
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
    },
  },
  {
    name: "a share for an address that nobody has announced is RECIPIENT_UNKNOWN",
    run: async (world) => {
      const [alice] = await world.pair();
      const { address } = createIdentity();
      await rejectsWith(alice.peers.sendShare(address, new Uint8Array(1)), "RECIPIENT_UNKNOWN");
      assert.equal(await alice.peers.resolve(address), undefined);
    },
  },
  {
    name: "a sender who gives up gets his own reason back",
    run: async (world) => {
      const onShare = () => new Promise<never>(() => undefined);
      const [alice, bob] = await world.pair({}, { onShare });
      const patience = new AbortController();
      const options = { signal: patience.signal };
      const sending = alice.peers.sendShare(bob.identity.address, new Uint8Array(1), options);
      await eventually("the share's arrival", () => bob.shares.length === 1);
      patience.abort(new Error("No more time."));
      await assert.rejects(sending, /No more time/);
    },
  },
  {
    name: "traffic counts the frames of both sides",
    run: async (world) => {
      const [alice, bob] = await world.pair();
      const before = { alice: alice.peers.traffic(), bob: bob.peers.traffic() };
      await alice.peers.sendShare(bob.identity.address, new Uint8Array(10_000));
      assert.ok(alice.peers.traffic().sent >= before.alice.sent + 10_000);
      assert.ok(bob.peers.traffic().received >= before.bob.received + 10_000);
    },
  },
];

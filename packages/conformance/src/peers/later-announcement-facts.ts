/** Facts about later announcements of the same owner: newer ones, revocations, and own ones after a restart. */

import assert from "node:assert/strict";

import { createIdentity, signAnnouncement } from "@bourse/node-core";

import { addressOf, eventually, hasAnnouncement, rejectsWith, type PeerFact } from "./harness.ts";

export const laterAnnouncementFacts: readonly PeerFact[] = [
  {
    name: "an older announcement never takes the place of a newer one",
    run: async (world) => {
      const [alice, bob] = await world.pair();
      const owner = createIdentity();
      const notAfter = Date.now() + 60_000;
      const older = await signAnnouncement(owner, { sequence: 5, notAfter });
      const newer = await signAnnouncement(owner, { sequence: 6, notAfter });
      assert.equal(await alice.peers.publish(newer), true);
      assert.equal(await alice.peers.publish(older), false);
      await eventually("the news", () => hasAnnouncement(bob, owner.address));
      assert.equal(await bob.peers.publish(older), false);
      assert.deepEqual(await bob.peers.resolve(owner.address), newer);
    },
  },
  {
    name: "a revoked key makes its owner unknown everywhere, for good",
    run: async (world) => {
      const [alice, bob] = await world.pair();
      const { address } = bob.identity;
      const known = await alice.peers.resolve(address);
      assert.ok(known !== undefined);
      const terms = {
        sequence: known.sequence + 1,
        notAfter: Date.now() + 3_600_000,
        revoked: true,
      };
      const revocation = await signAnnouncement(bob.identity, terms);
      assert.equal(await bob.peers.publish(revocation), true);
      await eventually("the revocation", () =>
        alice.events.some(
          (event) =>
            event.type === "announced" &&
            event.announcement.address === address &&
            event.announcement.revoked,
        ),
      );
      assert.equal(await alice.peers.resolve(address), undefined);
      await rejectsWith(alice.peers.sendShare(address, new Uint8Array(1)), "RECIPIENT_UNKNOWN");
      assert.equal(await alice.peers.publish(known), false);
      // The node comes back with the same key: that does not undo what its owner has revoked.
      const { identity, store } = bob;
      await bob.peers.stop();
      const again = await world.node({ identity, store, initialPeers: [addressOf(alice)] });
      await eventually("the connection", () => again.peers.peers().some((peer) => peer.connected));
      assert.equal(await alice.peers.resolve(address), undefined);
      assert.equal(await again.peers.resolve(address), undefined);
    },
  },
  {
    name: "an own announcement is kept over a restart while it lasts",
    run: async (world) => {
      const first = await world.node();
      const { identity, store } = first;
      const announced = await first.peers.resolve(identity.address);
      await first.peers.stop();
      const second = await world.node({ identity, store });
      assert.deepEqual(await second.peers.resolve(identity.address), announced);
    },
  },
];

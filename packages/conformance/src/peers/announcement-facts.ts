/** Facts about who can be a recipient. */

import assert from "node:assert/strict";

import { createIdentity, signAnnouncement, type Announcement } from "@bourse/node-core";

import { addressOf, eventually, hasAnnouncement, type PeerFact } from "./harness.ts";

export const announcementFacts: readonly PeerFact[] = [
  {
    name: "a recipient's announcement reaches those who connect later",
    run: async (world) => {
      const [alice, bob] = await world.pair();
      const { address, encryptionPublicKey } = alice.identity;
      await bob.peers.resolve(address);
      const late = await world.node({ initialPeers: [addressOf(bob)] });
      await eventually("the news", () => hasAnnouncement(late, address));
      const found = await late.peers.resolve(address);
      assert.equal(found?.encryptionKey, `0x${Buffer.from(encryptionPublicKey).toString("hex")}`);
    },
  },
  {
    name: "a stranger's announcement is published once and known to all",
    run: async (world) => {
      const [alice, bob] = await world.pair();
      const stranger = createIdentity();
      const announcement = await signAnnouncement(stranger, {
        sequence: Math.floor(Date.now() / 1000),
        notAfter: Date.now() + 60_000,
      });
      assert.equal(await alice.peers.publish(announcement), true);
      await eventually("the news", () => hasAnnouncement(bob, stranger.address));
      assert.deepEqual(await bob.peers.resolve(stranger.address), announcement);
      assert.equal(await bob.peers.publish(announcement), false);
    },
  },
  {
    name: "forged, altered and expired announcements are refused",
    run: async (world) => {
      const [alice, bob] = await world.pair();
      const owner = createIdentity();
      const good = await signAnnouncement(owner, { sequence: 5, notAfter: Date.now() + 60_000 });
      const others = createIdentity();
      const theirs = await signAnnouncement(others, { sequence: 5, notAfter: Date.now() + 60_000 });
      const past = await signAnnouncement(owner, { sequence: 6, notAfter: Date.now() - 1000 });
      const far = await signAnnouncement(owner, {
        sequence: 7,
        notAfter: Date.now() + 400 * 86_400_000,
      });
      const bad: Announcement[] = [
        { ...good, sequence: 9 },
        { ...good, revoked: true },
        { ...good, encryptionKey: theirs.encryptionKey },
        { ...good, address: others.address },
        { ...good, signature: theirs.signature },
        { ...theirs, address: owner.address },
        past,
        far,
      ];
      for (const announcement of bad) {
        assert.equal(await alice.peers.publish(announcement), false);
      }
      assert.equal(await alice.peers.resolve(owner.address), undefined);
      assert.equal(hasAnnouncement(bob, owner.address), false);
    },
  },
];

import assert from "node:assert/strict";

import { createIdentity, signAnnouncement, type Announcement } from "@bourse/node-core";

import { addressOf, eventually, hasAnnouncement, rejectsWith, type Fact } from "./harness.ts";

const now = (): number => Date.now();

/** Announcements: who can be a recipient, and who cannot any more. */
export function announcementFacts(fact: Fact): void {
  fact("a recipient's announcement reaches those who connect later", async (world) => {
    const [alice, bob] = await world.pair();
    const { address, encryptionPublicKey } = alice.identity;
    await bob.peers.resolve(address);
    const late = await world.node({ initialPeers: [addressOf(bob)] });
    await eventually("the news", () => hasAnnouncement(late, address));
    const found = await late.peers.resolve(address);
    assert.equal(found?.encryptionKey, `0x${Buffer.from(encryptionPublicKey).toString("hex")}`);
  });

  fact("a stranger's announcement is published once and known to all", async (world) => {
    const [alice, bob] = await world.pair();
    const stranger = createIdentity();
    const announcement = await signAnnouncement(stranger, {
      sequence: Math.floor(now() / 1000),
      notAfter: now() + 60_000,
    });
    assert.equal(await alice.peers.publish(announcement), true);
    await eventually("the news", () => hasAnnouncement(bob, stranger.address));
    assert.deepEqual(await bob.peers.resolve(stranger.address), announcement);
    assert.equal(await bob.peers.publish(announcement), false);
  });

  fact("forged, altered and expired announcements are refused", async (world) => {
    const [alice, bob] = await world.pair();
    const owner = createIdentity();
    const good = await signAnnouncement(owner, { sequence: 5, notAfter: now() + 60_000 });
    const others = createIdentity();
    const theirs = await signAnnouncement(others, { sequence: 5, notAfter: now() + 60_000 });
    const past = await signAnnouncement(owner, { sequence: 6, notAfter: now() - 1000 });
    const far = await signAnnouncement(owner, { sequence: 7, notAfter: now() + 400 * 86_400_000 });
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
  });

  fact("an older announcement never takes the place of a newer one", async (world) => {
    const [alice, bob] = await world.pair();
    const owner = createIdentity();
    const notAfter = now() + 60_000;
    const older = await signAnnouncement(owner, { sequence: 5, notAfter });
    const newer = await signAnnouncement(owner, { sequence: 6, notAfter });
    assert.equal(await alice.peers.publish(newer), true);
    assert.equal(await alice.peers.publish(older), false);
    await eventually("the news", () => hasAnnouncement(bob, owner.address));
    assert.equal(await bob.peers.publish(older), false);
    assert.deepEqual(await bob.peers.resolve(owner.address), newer);
  });

  fact("a revoked key makes its owner unknown everywhere, for good", async (world) => {
    const [alice, bob] = await world.pair();
    const { address } = bob.identity;
    const known = await alice.peers.resolve(address);
    assert.ok(known !== undefined);
    const terms = { sequence: known.sequence + 1, notAfter: now() + 3_600_000, revoked: true };
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
  });

  fact("an own announcement is kept over a restart while it lasts", async (world) => {
    const first = await world.node();
    const { identity, store } = first;
    const announced = await first.peers.resolve(identity.address);
    await first.peers.stop();
    const second = await world.node({ identity, store });
    assert.deepEqual(await second.peers.resolve(identity.address), announced);
  });
}

import { hash } from "node:crypto";

import { createMemoryStore, type Store } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { receivedData } from "../../src/inbox/received-document.ts";
import { createMemoryHub } from "../../src/peers/index.ts";
import { sealEnvelope } from "../../src/sealing/index.ts";
import { encodeShareFrame, type ShareFrame } from "../../src/shares/share-frame.ts";
import { countsOf, eventsOf, statusOf } from "./support/share-facts.ts";
import { shareNode, shareWorldCollections, STRANGER, twoNodes } from "./support/share-world.ts";

const TEXT = "Привет, market 📈";
const TEXT_HASH = hash("sha256", TEXT, "hex");

describe("what comes from a peer", () => {
  test("twice is one event and one document", async () => {
    const { alice, bob } = await twoNodes();
    const share = { data: TEXT, recipient: bob.identity.address };
    await alice.shares.share(share);
    await alice.shares.share(share);
    await expect
      .poll(async () => (await alice.shares.list()).shares.map(({ status }) => status))
      .toEqual(["delivered", "delivered"]);
    expect(eventsOf(bob, "data.received")).toHaveLength(1);
    expect(await countsOf(bob.store)).toMatchObject({ received_data: 1 });
  });

  test.each<{ what: string; change: (frame: ShareFrame) => Partial<ShareFrame>; reason: RegExp }>([
    {
      what: "in another's name",
      change: () => ({ sender: STRANGER }),
      reason: /not the peer that brings/,
    },
    { what: "for another", change: () => ({ recipient: STRANGER }), reason: /not the recipient/ },
    {
      what: "under another hash",
      change: () => ({ dataHash: "0".repeat(64) }),
      reason: /does not open/,
    },
    {
      what: "with a changed envelope",
      change: ({ envelope }) => ({ envelope: envelope.with(-1, (envelope.at(-1) ?? 0) ^ 1) }),
      reason: /does not open/,
    },
  ])("$what is refused for good and leaves nothing", async ({ change, reason }) => {
    const { alice, bob } = await twoNodes();
    const [sender, recipient] = [alice.identity.address, bob.identity.address];
    const context = { sender, recipient, dataHash: TEXT_HASH };
    const envelope = await sealEnvelope(
      Buffer.from(TEXT),
      bob.identity.encryptionPublicKey,
      context,
    );
    const frame: ShareFrame = { ...context, txHash: `0x${"1".repeat(64)}`, envelope };
    const answer = await alice.peers.sendShare(
      recipient,
      encodeShareFrame({ ...frame, ...change(frame) }),
    );
    expect(answer).toEqual({ accepted: false, reason: expect.stringMatching(reason) as unknown });
    expect(await countsOf(bob.store)).toMatchObject({ received_data: 0 });
    expect(eventsOf(bob, "data.received")).toEqual([]);
  });

  test("sealed over other data than its hash names is refused", async () => {
    const { alice, bob } = await twoNodes();
    const [sender, recipient] = [alice.identity.address, bob.identity.address];
    const context = { sender, recipient, dataHash: "1".repeat(64) };
    const envelope = await sealEnvelope(
      Buffer.from(TEXT),
      bob.identity.encryptionPublicKey,
      context,
    );
    const frame = encodeShareFrame({ ...context, txHash: `0x${"1".repeat(64)}`, envelope });
    expect(await alice.peers.sendShare(recipient, frame)).toMatchObject({
      accepted: false,
      reason: expect.stringMatching(/does not have the hash/) as unknown,
    });
  });

  test("is not durable, so it is not acknowledged, and comes again", async () => {
    const hub = createMemoryHub();
    const inner = createMemoryStore({ collections: shareWorldCollections });
    let failures = 2;
    const failing: Store = {
      engine: inner.engine,
      collections: inner.collections,
      revision: undefined,
      get: (...args) => inner.get(...args),
      find: (...args) => inner.find(...args),
      count: (...args) => inner.count(...args),
      bytes: (...args) => inner.bytes(...args),
      insert: (...args) => inner.insert(...args),
      replace: (...args) => inner.replace(...args),
      delete: (...args) => inner.delete(...args),
      now: () => inner.now(),
      history: () => inner.history(),
      watch: (listener) => inner.watch(listener),
      probe: () => inner.probe(),
      close: () => inner.close(),
      transaction: (work) =>
        inner.transaction(async (tx) =>
          work({
            ...tx,
            get: tx.get.bind(tx),
            find: tx.find.bind(tx),
            count: tx.count.bind(tx),
            bytes: tx.bytes.bind(tx),
            replace: tx.replace.bind(tx),
            delete: tx.delete.bind(tx),
            restore: tx.restore.bind(tx),
            insert: (collection, value, bytes) => {
              if (collection.name === receivedData.name && failures-- > 0) {
                throw new Error("the disk is full");
              }
              return tx.insert(collection, value, bytes);
            },
          }),
        ),
    };
    const bob = shareNode({ hub, store: failing });
    await bob.start();
    const alice = shareNode({ hub, initialPeers: bob.peers.multiaddrs() });
    await alice.start();
    await expect.poll(() => alice.peers.resolve(bob.identity.address)).toBeDefined();
    await alice.shares.share({ data: TEXT, recipient: bob.identity.address });
    await expect.poll(() => statusOf(alice)).toBe("delivered");
    expect(failures).toBeLessThan(0);
    expect((await bob.shares.read(TEXT_HASH)).data).toBe(TEXT);
  }, 20_000);
});

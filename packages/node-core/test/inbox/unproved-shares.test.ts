/** Shares from peers: what is kept of them, for how long, and within which bounds. */

import { hash } from "node:crypto";

import { createManualClock, createMemoryStore } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import type { ReceiveOptions } from "../../src/inbox/index.ts";
import { createMemoryHub, type ShareAnswer } from "../../src/peers/index.ts";
import { sealEnvelope } from "../../src/sealing/index.ts";
import { encodeShareFrame } from "../../src/shares/share-frame.ts";
import { countsOf, eventsOf, statusOf } from "../shares/support/share-facts.ts";
import { recordsOn, type ShareRecords } from "../shares/support/share-records.ts";
import {
  shareNode,
  shareWorldCollections,
  STRANGER,
  type ShareNode,
  type ShareNodeOptions,
} from "../shares/support/share-world.ts";

const MADE_UP = `0x${"1".repeat(64)}` as const;

interface World {
  readonly alice: ShareNode;
  readonly bob: ShareNode;
  readonly records: ShareRecords;
}

/** Bob receives by these rules; nothing that Alice sends is recorded unless the test records it. */
async function world(
  receive: ReceiveOptions = {},
  more: Partial<ShareNodeOptions> = {},
): Promise<World> {
  const hub = createMemoryHub();
  const bob = shareNode({ hub, receive: { proofWaitMilliseconds: 50, ...receive }, ...more });
  await bob.start();
  const alice = shareNode({ hub, initialPeers: bob.peers.multiaddrs() });
  await alice.start();
  await expect.poll(() => alice.peers.resolve(bob.identity.address)).toBeDefined();
  return { alice, bob, records: recordsOn(hub) };
}

/** Sends Alice's frame straight over the peer network, without a proof. */
async function send({ alice, bob }: World, data: string): Promise<ShareAnswer | "later"> {
  const [sender, recipient] = [alice.identity.address, bob.identity.address];
  const context = { sender, recipient, dataHash: hash("sha256", data, "hex") };
  const plaintext = Buffer.from(data);
  const envelope = await sealEnvelope(plaintext, bob.identity.encryptionPublicKey, context);
  const frame = encodeShareFrame({ ...context, txHash: MADE_UP, envelope });
  return alice.peers.sendShare(recipient, frame).catch((error: unknown) => {
    expect(error).toMatchObject({ code: "PEER_UNREACHABLE" });
    return "later" as const;
  });
}

function record({ alice, bob, records }: World, data: string): void {
  const dataHash = hash("sha256", data, "hex");
  const [sender, recipient] = [alice.identity.address, bob.identity.address];
  records.add({ sender, recipient, dataHash, txHash: `0x${"2".repeat(64)}` });
}

describe("a share that the chain does not record", () => {
  test("is not accepted and leaves nothing", async () => {
    const given = await world();
    expect(await send(given, "planted")).toBe("later");
    expect(await countsOf(given.bob.store)).toMatchObject({ received_data: 0 });
    const dataHash = hash("sha256", "planted", "hex");
    await expect(given.bob.shares.read(dataHash)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(eventsOf(given.bob, "data.received")).toEqual([]);
  });

  test("of 1 MiB, sixty times by a stranger, takes no byte of the store", async () => {
    const given = await world();
    const data = Array.from({ length: 60 }, (_, at) => `${at}`.padEnd(2 ** 20, "x"));
    const answers = await Promise.all(data.map((text) => send(given, text)));
    expect(new Set(answers)).toEqual(new Set(["later"]));
    expect(await countsOf(given.bob.store)).toMatchObject({ received_data: 0 });
  });

  test("is kept as soon as the record comes, with the transaction of the record", async () => {
    const given = await world({ proofWaitMilliseconds: 10_000 });
    const answer = send(given, "early");
    await expect.poll(() => given.bob.peers.traffic().received).toBeGreaterThan(300);
    await expect.poll(() => given.records.asked()).toBe(1);
    record(given, "early");
    expect(await answer).toEqual({ accepted: true });
    const { received, total } = await given.bob.inbox.list();
    expect(total).toBe(1);
    expect(received[0]).toMatchObject({
      dataHash: hash("sha256", "early", "hex"),
      sender: given.alice.identity.address,
      txHash: `0x${"2".repeat(64)}`,
      verified: true,
    });
  });

  test("loses its place with the record: not verified and not readable until the chain has it again", async () => {
    const given = await world();
    record(given, "moved");
    expect(await send(given, "moved")).toEqual({ accepted: true });
    const dataHash = hash("sha256", "moved", "hex");
    given.records.reorganise();
    await expect.poll(async () => (await given.bob.inbox.list({ verified: false })).total).toBe(1);
    await expect(given.bob.shares.read(dataHash)).rejects.toMatchObject({ code: "NOT_FOUND" });
    record(given, "moved");
    await expect.poll(async () => (await given.bob.inbox.list({ verified: true })).total).toBe(1);
    expect((await given.bob.shares.read(dataHash)).data).toBe("moved");
  });

  test("is found at the next start when the record went while the node was away", async () => {
    const hub = createMemoryHub();
    const store = createMemoryStore({ collections: shareWorldCollections });
    const bob = shareNode({ hub, store });
    await bob.start();
    const alice = shareNode({ hub, initialPeers: bob.peers.multiaddrs() });
    await alice.start();
    await expect.poll(() => alice.peers.resolve(bob.identity.address)).toBeDefined();
    await alice.shares.share({ data: "x", recipient: bob.identity.address });
    await expect.poll(() => statusOf(alice)).toBe("delivered");
    await bob.stop();
    recordsOn(hub).reorganise();
    const again = shareNode({ hub, store, identity: bob.identity });
    await again.start();
    await expect.poll(async () => (await again.inbox.list({ verified: false })).total).toBe(1);
  });
});

describe("what a sender may make this node keep", () => {
  test.each<{ what: string; receive: ReceiveOptions }>([
    { what: "by number for one sender", receive: { maxCountPerSender: 2 } },
    { what: "by number for all", receive: { maxCount: 2 } },
    { what: "in bytes for one sender", receive: { maxBytesPerSender: 2 * (5 + 51) } },
    { what: "in bytes for all", receive: { maxBytes: 2 * (5 + 51) } },
  ])("is bounded $what, and a deleted share makes room again", async ({ receive }) => {
    const given = await world(receive);
    for (const data of ["one 1", "two 2", "three"]) record(given, data);
    expect(await send(given, "one 1")).toEqual({ accepted: true });
    expect(await send(given, "two 2")).toEqual({ accepted: true });
    expect(await send(given, "three")).toBe("later");
    const { received } = await given.bob.inbox.list();
    expect(received.map(({ bytes }) => bytes)).toEqual([56, 56]);
    await given.bob.inbox.remove(received[0]!.id);
    expect(await send(given, "three")).toEqual({ accepted: true });
    const full = eventsOf(given.bob, "system.error");
    expect(full).toHaveLength("maxCount" in receive || "maxBytes" in receive ? 1 : 0);
  });

  test("is counted over a restart, also for identities that were never seen before", async () => {
    const hub = createMemoryHub();
    const records = recordsOn(hub);
    const store = createMemoryStore({ collections: shareWorldCollections });
    const receive = { proofWaitMilliseconds: 50, maxCount: 2, maxCountPerSender: 1 };
    const before = shareNode({ hub, store, receive });
    await before.start();
    const fromSomebodyNew = async (bob: ShareNode, data: string) => {
      const alice = shareNode({ hub, initialPeers: bob.peers.multiaddrs() });
      await alice.start();
      await expect.poll(() => alice.peers.resolve(bob.identity.address)).toBeDefined();
      record({ alice, bob, records }, data);
      return send({ alice, bob, records }, data);
    };
    expect(await fromSomebodyNew(before, "one 1")).toEqual({ accepted: true });
    await before.stop();
    const bob = shareNode({ hub, store, identity: before.identity, receive });
    await bob.start();
    expect(await fromSomebodyNew(bob, "two 2")).toEqual({ accepted: true });
    expect(await fromSomebodyNew(bob, "three")).toBe("later");
    expect((await bob.inbox.list()).total).toBe(2);
  });

  test("is nothing when the wallet is not on the list", async () => {
    const given = await world({ from: [STRANGER] });
    record(given, "unwanted");
    expect(await send(given, "unwanted")).toEqual({
      accepted: false,
      reason: "this node does not accept shares from this sender",
    });
    expect(await countsOf(given.bob.store)).toMatchObject({ received_data: 0 });
  });

  test("goes after the days of the retention, with its place in the quota", async () => {
    const clock = createManualClock({ now: 1_700_000_000_000 });
    const given = await world({ retentionDays: 1, maxCount: 1 }, { clock });
    record(given, "old");
    expect(await send(given, "old")).toEqual({ accepted: true });
    await clock.advance(23 * 3_600_000);
    expect((await given.bob.inbox.list()).total).toBe(1);
    await clock.advance(2 * 3_600_000);
    await expect.poll(async () => (await given.bob.inbox.list()).total).toBe(0);
    record(given, "new");
    expect(await send(given, "new")).toEqual({ accepted: true });
  });
});

describe("the list of received shares", () => {
  test("pages newest first by cursor, filters by sender, and refuses what does not fit", async () => {
    const given = await world();
    for (const data of ["a", "b", "c"]) {
      record(given, data);
      await send(given, data);
    }
    const { inbox } = given.bob;
    const first = await inbox.list({ limit: 2 });
    const second = await inbox.list({ limit: 2, cursor: first.next! });
    expect([...first.received, ...second.received]).toHaveLength(3);
    expect(second.next).toBeNull();
    const sender = given.alice.identity.address.toLowerCase();
    expect((await inbox.list({ sender, verified: true })).total).toBe(3);
    expect((await inbox.list({ sender: STRANGER })).total).toBe(0);
    for (const [query, code] of [
      [{ sender: "0x1" }, "VALIDATION_ERROR"],
      [{ limit: 0 }, "VALIDATION_ERROR"],
      [{ sender: STRANGER, cursor: first.next! }, "CURSOR_INVALID"],
    ] as const) {
      await expect(inbox.list(query)).rejects.toMatchObject({ code });
    }
    await expect(inbox.remove("unknown")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

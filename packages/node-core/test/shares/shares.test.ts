import { hash } from "node:crypto";

import { describe, expect, test } from "vitest";

import { toAddress } from "../../src/address.ts";
import { NodeError } from "../../src/errors.ts";
import { createIdentity } from "../../src/identity/index.ts";
import { keyPaymentDocuments, type KeyHolder } from "../../src/keys/index.ts";
import { createMemoryHub } from "../../src/peers/index.ts";
import { MAX_DATA_BYTES } from "../../src/shares/index.ts";
import { countsOf, eventsOf, statusOf } from "./support/share-facts.ts";
import {
  shareNode,
  shareWorldCollections,
  STRANGER,
  twoNodes,
  type ShareNode,
} from "./support/share-world.ts";

const TEXT = "Привет, market 📈";
const TEXT_HASH = hash("sha256", TEXT, "hex");
const TOKEN = `0x${"7e".repeat(20)}`;

describe("a share", () => {
  test("is proved, delivered, and read on both sides, each told once", async () => {
    const { alice, bob } = await twoNodes();
    const outcome = await alice.shares.share({ data: TEXT, recipient: bob.identity.address });
    const txHash = expect.stringMatching(/^0x[0-9a-f]{64}$/) as unknown;
    const share = { dataHash: TEXT_HASH, recipient: bob.identity.address, txHash };
    expect(outcome).toEqual({ kind: "proved", share });
    await expect.poll(() => statusOf(alice)).toBe("delivered");
    const read = { hash: TEXT_HASH, data: TEXT };
    expect(await alice.shares.read(TEXT_HASH)).toEqual(read);
    expect(await bob.shares.read(TEXT_HASH.toUpperCase())).toEqual(read);
    expect(eventsOf(alice, "data.shared")).toEqual([
      { dataHash: TEXT_HASH, recipient: bob.identity.address, txHash },
    ]);
    expect(eventsOf(bob, "data.received")).toEqual([
      { dataHash: TEXT_HASH, sender: alice.identity.address },
    ]);
    expect(alice.proofs).toMatchObject([
      { eventType: "data_share", dataHash: TEXT_HASH, payment: null },
    ]);
  });

  test("is nowhere in the store as plain text, and the delivered envelope is gone", async () => {
    const { alice, bob } = await twoNodes();
    await alice.shares.share({ data: TEXT, recipient: bob.identity.address });
    await expect.poll(() => statusOf(alice)).toBe("delivered");
    for (const node of [alice, bob]) {
      for (const collection of shareWorldCollections) {
        const { items } = await node.store.find(collection, {});
        const bytes = await Promise.all(
          items.map(({ value }) => node.store.bytes(collection, value.id)),
        );
        const beside = bytes.map((one = new Uint8Array()) => Buffer.from(one).toString("latin1"));
        const kept = JSON.stringify(items) + beside.join("");
        expect(kept).not.toContain("market");
        expect(kept).not.toContain(Buffer.from(TEXT).toString("base64").slice(4, 16));
      }
    }
    expect(await countsOf(alice.store)).toMatchObject({ own_data: 1, outgoing_envelopes: 0 });
  });

  test("of exactly 1,048,576 bytes passes whole, one byte more is refused and leaves nothing", async () => {
    const { alice, bob } = await twoNodes();
    // Two bytes a character: the limit counts bytes.
    const data = "é".repeat(MAX_DATA_BYTES / 2);
    const recipient = bob.identity.address;
    await expect(alice.shares.share({ data: `${data}x`, recipient })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { field: "data" },
    });
    expect(await countsOf(alice.store)).toMatchObject({ shares: 0, own_data: 0 });
    const outcome = await alice.shares.share({ data, recipient });
    await expect.poll(() => statusOf(alice)).toBe("delivered");
    expect((await bob.shares.read(outcome.share.dataHash)).data).toBe(data);
  });

  test.each([
    { field: "data", share: { data: "\ud800" } },
    { field: "recipient", share: { recipient: "0x123" } },
    { field: "recipient", share: { recipient: "" } },
    { field: "paymentAmount", share: { paymentToken: TOKEN } },
    { field: "paymentToken", share: { paymentAmount: 5n } },
    { field: "paymentAmount", share: { paymentToken: TOKEN, paymentAmount: 0n } },
    { field: "paymentAmount", share: { paymentToken: TOKEN, paymentAmount: 2n ** 256n } },
    { field: "paymentToken", share: { paymentToken: "0x1", paymentAmount: 1n } },
  ])("with a $field that does not fit is refused by name", async ({ field, share }) => {
    const node = shareNode({ hub: createMemoryHub() });
    await node.start();
    const fitting = { data: "x", recipient: STRANGER };
    await expect(node.shares.share({ ...fitting, ...share })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { field },
    });
    expect(await countsOf(node.store)).toMatchObject({ shares: 0, own_data: 0 });
  });

  test("carries its payment into the proof", async () => {
    const { alice, bob } = await twoNodes();
    await alice.shares.share({
      data: TEXT,
      recipient: bob.identity.address,
      paymentToken: TOKEN,
      paymentAmount: 2n ** 200n,
    });
    expect(alice.proofs[0]?.payment).toEqual({
      token: toAddress(TOKEN, "token"),
      amount: 2n ** 200n,
      payer: "sender",
    });
  });

  test("to the node itself is delivered as soon as it is proved", async () => {
    const node = shareNode({ hub: createMemoryHub() });
    await node.start();
    await node.shares.share({ data: TEXT, recipient: node.identity.address });
    expect(await statusOf(node)).toBe("delivered");
    expect((await node.shares.read(TEXT_HASH)).data).toBe(TEXT);
  });

  test("of the same data to two recipients is two shares of one blob", async () => {
    const { alice, bob } = await twoNodes();
    await alice.shares.share({ data: TEXT, recipient: bob.identity.address });
    await alice.shares.share({ data: TEXT, recipient: STRANGER });
    expect(await countsOf(alice.store)).toMatchObject({ shares: 2, own_data: 1 });
  });
});

describe("a share by a key with a limit a day", () => {
  const key: KeyHolder = {
    id: "k",
    scopes: ["share", "transfer"],
    expiresAt: null,
    payees: null,
    spending: [{ token: toAddress(TOKEN, "token"), perCall: null, perDay: "30" }],
  };
  const sharing = ({ shares }: ShareNode, data: string) =>
    shares.share(
      { data, recipient: STRANGER, paymentToken: TOKEN, paymentAmount: 10n },
      { by: key },
    );

  test("is counted with it in one transaction: of eight at once three are stored, and three are counted", async () => {
    const { alice } = await twoNodes();
    const texts = Array.from({ length: 8 }, (_, number) => `share ${number}`);
    const told = await Promise.allSettled(texts.map((text) => sharing(alice, text)));
    const refused = told.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(5);
    expect(refused.map((one) => (one as PromiseRejectedResult).reason as unknown)).toEqual(
      Array.from({ length: 5 }, () => expect.objectContaining({ code: "FORBIDDEN" }) as unknown),
    );
    expect(await countsOf(alice.store)).toMatchObject({ shares: 3, own_data: 3 });
    expect(await alice.store.count(keyPaymentDocuments)).toBe(3);
  });

  test("that cannot be paid counts nothing", async () => {
    const { alice } = await twoNodes();
    alice.beforeProof = () => {
      throw new NodeError("INSUFFICIENT_FUNDS", "too little");
    };
    await expect(sharing(alice, TEXT)).rejects.toMatchObject({ code: "INSUFFICIENT_FUNDS" });
    expect(await alice.store.count(keyPaymentDocuments)).toBe(0);
  });

  test("that is over the limit is refused before anybody looks at the wallet", async () => {
    const { alice } = await twoNodes();
    for (const text of ["a", "b", "c"]) await sharing(alice, text);
    alice.beforeProof = () => {
      throw new NodeError("INSUFFICIENT_FUNDS", "too little");
    };
    await expect(sharing(alice, "d")).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("whose store is closed before it is stored is told so", async () => {
    const { alice } = await twoNodes();
    const closed = Promise.withResolvers<void>();
    alice.beforeProof = () => closed.resolve(alice.store.close());
    await expect(sharing(alice, TEXT)).rejects.toMatchObject({ code: "STORE_CLOSED" });
    await closed.promise;
  });
});

describe("a proof", () => {
  test.each([
    { state: "refused", code: "TRANSACTION_REFUSED" },
    { state: "reverted", code: "TRANSACTION_REVERTED" },
  ] as const)(
    "that is $state is told as $code, paid nothing, and leaves nothing half-done",
    async ({ state, code }) => {
      const { alice, bob } = await twoNodes();
      alice.verdict = { state, reason: "The contract said no." };
      await expect(
        alice.shares.share({ data: TEXT, recipient: bob.identity.address }),
      ).rejects.toMatchObject({
        code,
        message: expect.stringMatching(
          /said no\. Nothing was paid and nothing was shared\.$/,
        ) as string,
        details: { reason: "The contract said no." },
      });
      expect(await countsOf(alice.store)).toEqual({
        shares: 0,
        own_data: 0,
        outgoing_envelopes: 0,
        received_data: 0,
      });
      await expect(alice.shares.read(TEXT_HASH)).rejects.toMatchObject({ code: "NOT_FOUND" });
      expect(eventsOf(alice, "data.shared")).toEqual([]);
      expect(eventsOf(alice, "system.error")).toMatchObject([{ component: "shares", code }]);
    },
  );

  test("that fails keeps the blob of an earlier share of the same data", async () => {
    const { alice, bob } = await twoNodes();
    await alice.shares.share({ data: TEXT, recipient: bob.identity.address });
    alice.verdict = { state: "refused", reason: "no" };
    await expect(alice.shares.share({ data: TEXT, recipient: STRANGER })).rejects.toThrow("no");
    expect((await alice.shares.read(TEXT_HASH)).data).toBe(TEXT);
  });

  test("that cannot be paid is refused before anything is kept", async () => {
    const { alice, bob } = await twoNodes();
    alice.beforeProof = () => {
      throw new NodeError("INSUFFICIENT_FUNDS", "too little");
    };
    await expect(
      alice.shares.share({ data: TEXT, recipient: bob.identity.address }),
    ).rejects.toMatchObject({ code: "INSUFFICIENT_FUNDS" });
    expect(await countsOf(alice.store)).toMatchObject({ shares: 0, own_data: 0 });
  });

  test("that is missing although its transaction succeeded is told as PROOF_MISSING, and its payment counts", async () => {
    const { alice } = await twoNodes();
    alice.verdict = { state: "unproved", reason: "no record" };
    const paid = { data: TEXT, recipient: STRANGER, paymentToken: TOKEN, paymentAmount: 10n };
    const by: KeyHolder = {
      id: "k",
      scopes: ["share", "transfer"],
      expiresAt: null,
      payees: null,
      spending: [{ token: toAddress(TOKEN, "token"), perCall: null, perDay: "15" }],
    };
    const request = { scope: "k", key: "one" };
    const told = {
      code: "PROOF_MISSING",
      message: expect.stringContaining("stays paid") as string,
    };
    await expect(alice.shares.share(paid, { by, request })).rejects.toMatchObject(told);
    expect(await countsOf(alice.store)).toMatchObject({ shares: 0, own_data: 0 });
    alice.verdict = { state: "confirmed" };
    await expect(alice.shares.share(paid, { by, request })).rejects.toMatchObject(told);
    await expect(alice.shares.share(paid, { by })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test.each([
    { at: "sent", told: { kind: "pending", share: { status: "sealed" } }, kept: 1 },
    { at: "queued", told: { code: "CHAIN_UNAVAILABLE" }, kept: 0 },
  ] as const)(
    "that is $at when the node stops is told as what it is",
    async ({ at, told, kept }) => {
      const { alice, bob } = await twoNodes();
      alice.verdict = { state: "hold", at };
      const share = { data: TEXT, recipient: bob.identity.address };
      const outcome = alice.shares.share(share).catch((error: unknown) => error);
      await expect.poll(async () => (await alice.shares.list()).count).toBe(1);
      const [row] = (await alice.shares.list()).shares;
      await expect
        .poll(async () => (await alice.lane.get(row?.transactionId ?? ""))?.state)
        .toBe(at);
      await alice.shares.stop();
      expect(await outcome).toMatchObject(told);
      expect((await alice.shares.list()).count).toBe(kept);
    },
  );

  test("that was sent and is not settled in time is pending, and goes on by itself", async () => {
    const { alice, bob } = await twoNodes();
    alice.verdict = { state: "hold", at: "sent" };
    const outcome = await alice.shares.share(
      { data: TEXT, recipient: bob.identity.address },
      { waitMilliseconds: 20 },
    );
    expect(outcome).toMatchObject({ kind: "pending", share: { status: "sealed" } });
    expect(outcome.share.txHash).toMatch(/^0x/);
    alice.verdict = { state: "confirmed" };
    alice.lane.wake();
    await expect.poll(() => statusOf(alice)).toBe("delivered");
  });

  test("that was not even sent in time is taken back whole", async () => {
    const { alice, bob } = await twoNodes();
    alice.verdict = { state: "hold", at: "queued" };
    const call = { waitMilliseconds: 20, request: { scope: "k", key: "one" } };
    const share = { data: TEXT, recipient: bob.identity.address };
    await expect(alice.shares.share(share, call)).rejects.toMatchObject({
      code: "CHAIN_UNAVAILABLE",
    });
    expect(await countsOf(alice.store)).toMatchObject({ shares: 0, own_data: 0 });
    alice.verdict = { state: "confirmed" };
    const { request } = call;
    expect(await alice.shares.share(share, { request })).toMatchObject({ kind: "proved" });
  });
});

describe("an Idempotency-Key", () => {
  const request = { scope: "caller", key: "key-1" };

  test("gives a retry the first answer, and no second proof", async () => {
    const { alice, bob } = await twoNodes();
    const share = { data: TEXT, recipient: bob.identity.address };
    const first = await alice.shares.share(share, { request });
    expect(await alice.shares.share(share, { request })).toEqual(first);
    expect(alice.proofs).toHaveLength(1);
    const other = { ...share, data: "other" };
    await expect(alice.shares.share(other, { request })).rejects.toMatchObject({
      code: "IDEMPOTENCY_MISMATCH",
    });
    const stranger = { request: { ...request, scope: "another caller" } };
    await alice.shares.share(other, stranger);
    expect(alice.proofs).toHaveLength(2);
  });

  test("of many at once lets one through, and tells the others that it runs", async () => {
    const { alice, bob } = await twoNodes();
    const share = { data: TEXT, recipient: bob.identity.address };
    const calls = Array.from({ length: 20 }, () => alice.shares.share(share, { request }));
    const settled = await Promise.allSettled(calls);
    const codes = settled.map((one) =>
      one.status === "fulfilled" ? "proved" : (one.reason as NodeError).code,
    );
    expect(codes.filter((code) => code === "proved").length).toBeGreaterThanOrEqual(1);
    expect(new Set(codes)).toEqual(new Set(["proved", "IDEMPOTENCY_RUNNING"]));
    expect((await alice.shares.list()).count).toBe(1);
  });

  test("stays told after a revert, and is free again after a refusal", async () => {
    const { alice, bob } = await twoNodes();
    const share = { data: TEXT, recipient: bob.identity.address };
    alice.verdict = { state: "refused", reason: "no" };
    await expect(alice.shares.share(share, { request })).rejects.toThrow("no");
    alice.verdict = { state: "reverted", reason: "out of gas" };
    await expect(alice.shares.share(share, { request })).rejects.toThrow("out of gas");
    alice.verdict = { state: "confirmed" };
    await expect(alice.shares.share(share, { request })).rejects.toMatchObject({
      code: "TRANSACTION_REVERTED",
      details: { reason: "out of gas" },
    });
  });
});

describe("after a restart", () => {
  test("a share that was under way is proved, delivered, and answers a retry", async () => {
    const { hub, alice, bob } = await twoNodes();
    alice.verdict = { state: "hold", at: "sent" };
    const share = { data: TEXT, recipient: bob.identity.address };
    const request = { scope: "caller", key: "key-1" };
    await alice.shares.share(share, { request, waitMilliseconds: 20 });
    await alice.stop();
    const again = shareNode({
      hub,
      identity: alice.identity,
      store: alice.store,
      initialPeers: bob.peers.multiaddrs(),
    });
    await again.start();
    await expect.poll(() => statusOf(again)).toBe("delivered");
    expect(await again.shares.share(share, { request })).toMatchObject({ kind: "proved" });
    expect(eventsOf(bob, "data.received")).toHaveLength(1);
  });

  test("a share that was proved and never delivered is delivered", async () => {
    const hub = createMemoryHub();
    const bob = shareNode({ hub });
    await bob.start();
    const [bobsAddress] = bob.peers.multiaddrs();
    const alice = shareNode({ hub, initialPeers: [bobsAddress ?? ""] });
    await alice.start();
    await expect.poll(() => alice.peers.resolve(bob.identity.address)).toBeDefined();
    await bob.stop();
    await alice.shares.share({ data: TEXT, recipient: bob.identity.address });
    expect(await statusOf(alice)).toBe("proved");
    await alice.stop();
    const bobAgain = shareNode({ hub, identity: bob.identity, store: bob.store });
    await bobAgain.start();
    const aliceAgain = shareNode({
      hub,
      identity: alice.identity,
      store: alice.store,
      initialPeers: [bobsAddress ?? ""],
    });
    await aliceAgain.start();
    await expect.poll(() => statusOf(aliceAgain)).toBe("delivered");
    expect((await bobAgain.shares.read(TEXT_HASH)).data).toBe(TEXT);
  });
});

describe("a recipient that nobody knows", () => {
  test("makes the share wait, sealed to this node only, until it announces itself", async () => {
    const hub = createMemoryHub();
    const bobsIdentity = createIdentity();
    const alice = shareNode({ hub });
    await alice.start();
    await alice.shares.share({ data: TEXT, recipient: bobsIdentity.address });
    await expect.poll(() => statusOf(alice)).toBe("waiting");
    expect(await countsOf(alice.store)).toMatchObject({ own_data: 1, outgoing_envelopes: 0 });
    const bob = shareNode({
      hub,
      identity: bobsIdentity,
      initialPeers: alice.peers.multiaddrs(),
    });
    await bob.start();
    await expect.poll(() => statusOf(alice)).toBe("delivered");
    expect((await bob.shares.read(TEXT_HASH)).data).toBe(TEXT);
  });
});

test("data that this node neither shared nor received is not found", async () => {
  const node = shareNode({ hub: createMemoryHub() });
  await expect(node.shares.read("0".repeat(64))).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(node.shares.read("0".repeat(63))).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { field: "dataHash" },
  });
});

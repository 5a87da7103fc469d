import { createHash } from "node:crypto";

import { hasCode } from "@bourse/kernel";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";

import {
  createIdentity,
  ENVELOPE_OVERHEAD_BYTES,
  openEnvelope,
  sealEnvelope,
  type Address,
  type SealingContext,
} from "../../src/index.ts";
import { envelopeSuite } from "../../src/sealing/envelope.ts";

const alice = createIdentity();
const bob = createIdentity();
const carol = createIdentity();
const keysOf = (identity: typeof alice) => ({
  publicKey: identity.encryptionPublicKey,
  privateKey: identity.encryptionPrivateKey,
});
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const contextFor = (data: Uint8Array): SealingContext => ({
  sender: alice.address,
  recipient: bob.address,
  dataHash: hashOf(data),
});

async function isInvalid(opening: Promise<unknown>): Promise<boolean> {
  const error: unknown = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Error) {
    expect(error.cause, "an envelope's error says nothing about why").toBeUndefined();
  }
  return hasCode(error, "ENVELOPE_INVALID");
}

test("what is sealed opens for the recipient, byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (data) => {
      const context = contextFor(data);
      const envelope = await sealEnvelope(data, bob.encryptionPublicKey, context);
      expect(envelope.length).toBe(data.length + ENVELOPE_OVERHEAD_BYTES);
      const opened = await openEnvelope(envelope, keysOf(bob), context);
      expect(Buffer.compare(opened, data)).toBe(0);
    }),
    { numRuns: 50 },
  );
});

test("a mebibyte goes in and comes out", async () => {
  const data = new Uint8Array(2 ** 20).map((_, place) => place % 253);
  const context = contextFor(data);
  const envelope = await sealEnvelope(data, bob.encryptionPublicKey, context);
  expect(Buffer.compare(await openEnvelope(envelope, keysOf(bob), context), data)).toBe(0);
});

test("the same data sealed twice gives two envelopes with nothing in common", async () => {
  const data = new Uint8Array(64);
  const first = await sealEnvelope(data, bob.encryptionPublicKey, contextFor(data));
  const second = await sealEnvelope(data, bob.encryptionPublicKey, contextFor(data));
  expect(Buffer.compare(first.subarray(3, 35), second.subarray(3, 35))).not.toBe(0);
  expect(Buffer.compare(first.subarray(35), second.subarray(35))).not.toBe(0);
});

test("every single changed bit is ENVELOPE_INVALID", async () => {
  const data = new TextEncoder().encode("a share");
  const context = contextFor(data);
  const envelope = await sealEnvelope(data, bob.encryptionPublicKey, context);
  for (let bit = 0; bit < envelope.length * 8; bit++) {
    const changed = envelope.slice();
    // Also the highest bit of the encapsulated key, which X25519 ignores (RFC 7748 §5): the key schedule does not.
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(await isInvalid(openEnvelope(changed, keysOf(bob), context)), `bit ${bit}`).toBe(true);
  }
});

test("every shorter and every longer envelope is ENVELOPE_INVALID", async () => {
  const data = new TextEncoder().encode("a share");
  const context = contextFor(data);
  const envelope = await sealEnvelope(data, bob.encryptionPublicKey, context);
  for (let length = 0; length < envelope.length; length++) {
    const cut = envelope.slice(0, length);
    expect(await isInvalid(openEnvelope(cut, keysOf(bob), context))).toBe(true);
  }
  const longer = Buffer.concat([envelope, Buffer.of(0)]);
  expect(await isInvalid(openEnvelope(longer, keysOf(bob), context))).toBe(true);
});

test("an envelope does not open in another context", async () => {
  const data = new TextEncoder().encode("a share");
  const context = contextFor(data);
  const envelope = await sealEnvelope(data, bob.encryptionPublicKey, context);
  const others: SealingContext[] = [
    { ...context, sender: carol.address },
    { ...context, recipient: carol.address },
    { ...context, sender: context.recipient, recipient: context.sender },
    { ...context, dataHash: hashOf(new Uint8Array(1)) },
    { ...context, dataHash: "" },
    { ...context, sender: "0x" as Address },
  ];
  for (const other of others) {
    expect(await isInvalid(openEnvelope(envelope, keysOf(bob), other))).toBe(true);
  }
});

test("nobody else opens it, not even the sender", async () => {
  const data = new TextEncoder().encode("a share");
  const context = contextFor(data);
  const envelope = await sealEnvelope(data, bob.encryptionPublicKey, context);
  const mixed = {
    publicKey: bob.encryptionPublicKey,
    privateKey: carol.encryptionPrivateKey,
  };
  for (const keys of [keysOf(alice), keysOf(carol), mixed]) {
    expect(await isInvalid(openEnvelope(envelope, keys, context))).toBe(true);
  }
});

test("whatever bytes come as an envelope are ENVELOPE_INVALID", async () => {
  const context = contextFor(new Uint8Array(0));
  const bytes = fc.uint8Array({ maxLength: 200 });
  const headed = bytes.map((tail) => Uint8Array.from([1, 0, 32, ...tail]));
  await fc.assert(
    fc.asyncProperty(fc.oneof(bytes, headed), async (envelope) => {
      expect(await isInvalid(openEnvelope(envelope, keysOf(bob), context))).toBe(true);
    }),
    { numRuns: 100 },
  );
});

/** RFC 7748 §6.1 and RFC 9180 §7.1.4: points whose shared secret is zero for every private key. */
const SMALL_ORDER = [
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
  "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
];

test.each(SMALL_ORDER)("nothing is sealed to the small-order point %s", async (hex) => {
  const key = Buffer.from(hex, "hex");
  const sealing = sealEnvelope(new Uint8Array(1), key, contextFor(new Uint8Array(1)));
  await expect(sealing).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

test.each([0, 31, 33])("nothing is sealed to a key of %d bytes", async (length) => {
  const sealing = sealEnvelope(
    new Uint8Array(1),
    new Uint8Array(length),
    contextFor(new Uint8Array(1)),
  );
  await expect(sealing).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

test("a failure that is no fault of the key comes as it is", async () => {
  const data = new Uint8Array(1);
  const outage = new Error("no memory for the cipher");
  const sealing = vi.spyOn(envelopeSuite, "Seal").mockRejectedValue(outage);
  const opening = vi.spyOn(envelopeSuite, "Open").mockRejectedValue(outage);
  onTestFinished(() => {
    sealing.mockRestore();
    opening.mockRestore();
  });
  await expect(sealEnvelope(data, bob.encryptionPublicKey, contextFor(data))).rejects.toBe(outage);
  const envelope = Uint8Array.of(1, 0, 32, ...new Uint8Array(48));
  await expect(openEnvelope(envelope, keysOf(bob), contextFor(data))).rejects.toBe(outage);
});

test("an envelope lies in a buffer of its own size", async () => {
  const data = new Uint8Array(100);
  const envelope = await sealEnvelope(data, bob.encryptionPublicKey, contextFor(data));
  expect(envelope.byteOffset).toBe(0);
  expect(envelope.buffer.byteLength).toBe(data.length + ENVELOPE_OVERHEAD_BYTES);
});

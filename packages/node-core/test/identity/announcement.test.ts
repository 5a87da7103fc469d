import { verifyTypedData } from "ethers";
import fc from "fast-check";
import { expect, test } from "vitest";

import {
  addressOfNodeId,
  createIdentity,
  MAX_ANNOUNCEMENT_SECONDS,
  signAnnouncement,
  verifyAnnouncement,
  type Announcement,
} from "../../src/index.ts";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const owner = createIdentity();
const other = createIdentity();
const good = await signAnnouncement(owner, { sequence: 1_800_000_000, notAfter: NOW + HOUR });

function faultOf(value: unknown, now = NOW): string {
  const verdict = verifyAnnouncement(value, now);
  return verdict.good ? "good" : verdict.fault;
}

test("a node id tells the address of its wallet; other keys and texts tell none", () => {
  expect(addressOfNodeId(owner.nodeId)).toBe(owner.address);
  // Ed25519 and RSA ids, and things that are no ids.
  for (const text of [
    "12D3KooWGzxzKZYveHXtpG6AsrUJBcWxHBFS2HsEoGTxrMLvKXtf",
    "QmYyQSo1c1Ym7orWxLYvCrM2EmxFTANf8wXmmE7DWjhx5N",
    "",
    "16Uiu2HAm",
    "x".repeat(10_000),
  ]) {
    expect(addressOfNodeId(text)).toBeUndefined();
  }
});

test("a signed announcement is good, a revocation too", async () => {
  expect(verifyAnnouncement(good, NOW)).toEqual({ good: true, announcement: good });
  const terms = { sequence: 1_800_000_001, notAfter: NOW + HOUR, revoked: true };
  expect(faultOf(await signAnnouncement(owner, terms))).toBe("good");
});

test("the signature is EIP-712 over the documented type, with its expiry in Unix seconds", () => {
  const { signature, address, kemId, notAfter, ...rest } = good;
  const types = {
    Announcement: [
      { name: "account", type: "address" },
      { name: "peerId", type: "string" },
      { name: "kem", type: "uint16" },
      { name: "encryptionKey", type: "bytes32" },
      { name: "sequence", type: "uint64" },
      { name: "notAfter", type: "uint64" },
      { name: "revoked", type: "bool" },
    ],
  };
  const domain = { name: "Bourse Node Announcement", version: "1" };
  const message = { account: address, kem: kemId, notAfter: notAfter / 1000, ...rest };
  expect(verifyTypedData(domain, types, message, signature)).toBe(owner.address);
});

test("an announcement is valid until its expiry and not a millisecond longer", () => {
  expect(faultOf(good, good.notAfter)).toBe("good");
  expect(faultOf(good, good.notAfter + 1)).toBe("expired");
});

test("an end more than 366 days ahead is refused", async () => {
  const notAfter = NOW + MAX_ANNOUNCEMENT_SECONDS * 1000;
  expect(faultOf(await signAnnouncement(owner, { sequence: 1, notAfter }))).toBe("good");
  const further = await signAnnouncement(owner, { sequence: 1, notAfter: notAfter + 1000 });
  expect(faultOf(further)).toBe("too_far_ahead");
});

test("every field is under the signature", () => {
  const changed: Partial<Announcement>[] = [
    { address: other.address },
    { peerId: other.nodeId },
    { encryptionKey: `0x${"11".repeat(32)}` },
    { sequence: good.sequence + 1 },
    { notAfter: good.notAfter + 1000 },
    { revoked: true },
  ];
  for (const change of changed) expect(faultOf({ ...good, ...change })).toBe("forged");
  expect(faultOf({ ...good, kemId: 33 })).toBe("kem_unknown");
});

test("an expiry between two seconds is rounded down when signed, and malformed when it comes in", async () => {
  const terms = { sequence: 1, notAfter: NOW + HOUR + 999 };
  expect((await signAnnouncement(owner, terms)).notAfter).toBe(NOW + HOUR);
  expect(faultOf({ ...good, notAfter: good.notAfter + 1 })).toBe("malformed");
});

test("a wallet cannot announce for another one's peer id", async () => {
  const mixed = Object.create(owner, { nodeId: { value: other.nodeId } }) as typeof owner;
  const signer = Object.assign(mixed, {
    signTypedData: (typed: Parameters<typeof owner.signTypedData>[0]) => owner.signTypedData(typed),
  });
  const forged = await signAnnouncement(signer, { sequence: 1, notAfter: NOW + 60_000 });
  expect(forged.address).toBe(owner.address);
  expect(faultOf(forged)).toBe("forged");
});

test("the malleable twin of a signature is refused", () => {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const r = good.signature.slice(2, 66);
  const s = BigInt(`0x${good.signature.slice(66, 130)}`);
  const v = good.signature.endsWith("1b") ? "1c" : "1b";
  const twin = `0x${r}${(order - s).toString(16).padStart(64, "0")}${v}`;
  expect(faultOf({ ...good, signature: twin })).toBe("forged");
});

test("letter case is no difference, and what comes out is spelt one way", () => {
  const upper = {
    ...good,
    address: good.address.toLowerCase(),
    encryptionKey: `0x${good.encryptionKey.slice(2).toUpperCase()}`,
  };
  expect(verifyAnnouncement(upper, NOW)).toEqual({ good: true, announcement: good });
});

test("a bit flipped anywhere in the signature makes it forged", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 65 * 8 - 1 }), (bit) => {
      const bytes = Buffer.from(good.signature.slice(2), "hex");
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect(faultOf({ ...good, signature: `0x${bytes.toString("hex")}` })).toBe("forged");
    }),
    { numRuns: 60 },
  );
});

test("whatever comes is judged without a throw", () => {
  const strange = fc.oneof(
    fc.anything(),
    fc.record({
      ...Object.fromEntries(Object.entries(good).map(([key, value]) => [key, fc.constant(value)])),
      [Object.keys(good)[0]!]: fc.anything(),
    }),
    fc
      .tuple(fc.constantFrom(...Object.keys(good)), fc.anything())
      .map(([key, value]) => ({ ...good, [key]: value })),
  );
  fc.assert(
    fc.property(strange, (value) => {
      const verdict = verifyAnnouncement(value, NOW);
      expect(verdict.good ? verdict.announcement : good).toEqual(good);
    }),
    { numRuns: 300 },
  );
});

import { hasCode, seededRandom } from "@bourse/kernel";
import fc from "fast-check";
import { expect, test } from "vitest";

import { toAddress, type Announcement } from "../../src/index.ts";
import {
  decodeAnnounceAnswer,
  decodeAnnounceRequest,
  encodeAnnounceAnswer,
  encodeAnnounceRequest,
  type AnnounceAnswer,
  type AnnounceRequest,
} from "../../src/peers/wire/announce-message.ts";
import {
  decodeAnnouncement,
  encodeAnnouncement,
} from "../../src/peers/wire/announcement-record.ts";
import { decodeShareReply, encodeShareReply } from "../../src/peers/wire/share-reply.ts";
import { brokenFrame } from "../support/broken-frame.ts";

const hex = (bytes: number): fc.Arbitrary<`0x${string}`> =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value) => `0x${Buffer.from(value).toString("hex")}` as const);
const count = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const seconds = fc.integer({ min: 0, max: Math.floor(Number.MAX_SAFE_INTEGER / 1000) });
const address = hex(20).map((text) => toAddress(text, "address"));

const announcement: fc.Arbitrary<Announcement> = fc.record({
  address,
  peerId: fc
    .string({ maxLength: 16, unit: "grapheme" })
    .filter((text) => Buffer.byteLength(text) <= 64),
  kemId: fc.integer({ min: 0, max: 0xffff }),
  encryptionKey: hex(32),
  sequence: count,
  notAfter: seconds.map((value) => value * 1000),
  revoked: fc.boolean(),
  signature: hex(65),
});
const announcements = fc.array(announcement, { maxLength: 5 });
const multiaddrs = fc.array(fc.string({ maxLength: 60 }), { maxLength: 8 });

const request: fc.Arbitrary<AnnounceRequest> = fc.oneof(
  fc.record({ kind: fc.constant("hello" as const), multiaddrs, announcements }),
  fc.record({ kind: fc.constant("find" as const), address }),
  fc.record({ kind: fc.constant("news" as const), announcements }),
);
const answer: fc.Arbitrary<AnnounceAnswer> = fc.record({
  announcements,
  peers: fc.array(fc.record({ nodeId: fc.string({ maxLength: 20 }), multiaddrs }), {
    maxLength: 4,
  }),
});

test("messages come out as they went in", () => {
  fc.assert(
    fc.property(request, answer, announcement, (asked, told, single) => {
      expect(decodeAnnounceRequest(encodeAnnounceRequest(asked))).toEqual(asked);
      expect(decodeAnnounceAnswer(encodeAnnounceAnswer(told))).toEqual(told);
      expect(decodeAnnouncement(encodeAnnouncement(single))).toEqual(single);
    }),
    { numRuns: 200 },
  );
});

test("share replies come out as they went in, reasons cut at 200 characters", () => {
  expect(decodeShareReply(encodeShareReply({ kind: "accepted" }))).toEqual({ kind: "accepted" });
  expect(decodeShareReply(encodeShareReply({ kind: "busy" }))).toEqual({ kind: "busy" });
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (reason) => {
      const decoded = decodeShareReply(encodeShareReply({ kind: "refused", reason }));
      const expected = reason.slice(0, 200).toWellFormed();
      expect(decoded).toEqual({ kind: "refused", reason: expected });
    }),
  );
});

/** Outcome of decoding bytes: decoded, refused as a broken frame, or, which must not be, anything else. */
function outcome(decode: (bytes: Uint8Array) => unknown, bytes: Uint8Array): string {
  try {
    decode(bytes);
    return "decoded";
  } catch (error) {
    return hasCode(error, "FRAME_INVALID") ? "refused" : String(error);
  }
}

const DECODERS = [
  decodeAnnounceRequest,
  decodeAnnounceAnswer,
  decodeAnnouncement,
  decodeShareReply,
];

test("every proper prefix of a message is refused, and every longer one", () => {
  fc.assert(
    fc.property(request, (asked) => {
      const bytes = encodeAnnounceRequest(asked);
      for (let length = 0; length < bytes.length; length++) {
        expect(outcome(decodeAnnounceRequest, bytes.subarray(0, length))).toBe("refused");
      }
      const longer = Buffer.concat([bytes, Buffer.of(0)]);
      expect(outcome(decodeAnnounceRequest, longer)).toBe("refused");
    }),
    { numRuns: 20 },
  );
});

test("whatever bytes come, a decoder decodes or refuses", () => {
  const random = fc.uint8Array({ maxLength: 300 });
  const changed = fc
    .tuple(
      fc.oneof(request.map(encodeAnnounceRequest), answer.map(encodeAnnounceAnswer)),
      fc.nat(),
      fc.nat(),
    )
    .map(([bytes, place, value]) => {
      const copy = Uint8Array.from(bytes);
      if (copy.length > 0) copy[place % copy.length] = value % 256;
      return copy;
    });
  fc.assert(
    fc.property(fc.oneof(random, changed), (bytes) => {
      for (const decode of DECODERS) {
        expect(["decoded", "refused"]).toContain(outcome(decode, bytes));
      }
    }),
    { numRuns: 1000 },
  );
});

test("broken frames, a hundred thousand in all, are decoded or refused by every decoder", () => {
  const random = seededRandom("wire");
  const model = encodeAnnounceRequest({ kind: "hello", multiaddrs: ["/x"], announcements: [] });
  const outcomes = new Set<string>();
  for (let sent = 0; sent < 25_000; sent++) {
    const frame = brokenFrame(random, model);
    for (const decode of DECODERS) outcomes.add(outcome(decode, frame));
  }
  expect([...outcomes].toSorted((left, right) => left.localeCompare(right))).toEqual([
    "decoded",
    "refused",
  ]);
}, 60_000);

test("numbers past 2^53 − 1, counts past the bounds and flags past 1 are refused", () => {
  const good = encodeAnnouncement({
    address: toAddress(`0x${"11".repeat(20)}`, "address"),
    peerId: "p",
    kemId: 32,
    encryptionKey: `0x${"22".repeat(32)}`,
    sequence: Number.MAX_SAFE_INTEGER,
    notAfter: 1000,
    revoked: false,
    signature: `0x${"33".repeat(65)}`,
  });
  const sequenceAt = 20 + 3 + 2 + 32;
  const tooLarge = Uint8Array.from(good);
  tooLarge[sequenceAt + 1] = 0x20;
  expect(outcome(decodeAnnouncement, tooLarge)).toBe("refused");
  const flagged = Uint8Array.from(good);
  flagged[sequenceAt + 16] = 2;
  expect(outcome(decodeAnnouncement, flagged)).toBe("refused");
  expect(outcome(decodeAnnouncement, good)).toBe("decoded");
  expect(outcome(decodeAnnounceRequest, Uint8Array.of(3, 65))).toBe("refused");
  expect(outcome(decodeAnnounceRequest, Uint8Array.of(9))).toBe("refused");
});

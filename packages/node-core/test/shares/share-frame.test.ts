import fc from "fast-check";
import { expect, test } from "vitest";

import { toAddress } from "../../src/address.ts";
import type { NodeError } from "../../src/errors.ts";
import { decodeShareFrame, encodeShareFrame } from "../../src/shares/share-frame.ts";

const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((array) => Buffer.from(array).toString("hex"));
const address = hexOf(20).map((hex) => toAddress(`0x${hex}`, "address"));

test("what goes into a frame comes out of it", () => {
  fc.assert(
    fc.property(
      fc.record({
        sender: address,
        recipient: address,
        dataHash: hexOf(32),
        txHash: hexOf(32).map((hex) => `0x${hex}` as const),
        envelope: fc.uint8Array({ minLength: 1, maxLength: 300 }),
      }),
      (share) => {
        const { envelope, ...rest } = decodeShareFrame(encodeShareFrame(share));
        expect({ ...rest, envelope: new Uint8Array(envelope) }).toEqual(share);
      },
    ),
  );
});

test("any bytes are a frame or FRAME_INVALID, never anything else", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      try {
        expect(encodeShareFrame(decodeShareFrame(bytes))).toEqual(new Uint8Array(bytes));
      } catch (error) {
        expect((error as NodeError).code).toBe("FRAME_INVALID");
      }
    }),
  );
});

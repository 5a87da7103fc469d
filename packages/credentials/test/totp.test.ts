import * as fc from "fast-check";
import { expect, test } from "vitest";

import { fromBase32, toBase32 } from "../src/factors/base32.ts";
import { hotp, matchingStep, otpauthUri, stepAt } from "../src/factors/totp.ts";

const SECRET = new TextEncoder().encode("12345678901234567890");

test("one-time codes by time are those of RFC 6238, appendix B (SHA-1)", async () => {
  const vectors = [
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ] as const;
  for (const [seconds, code] of vectors) {
    expect(await hotp(SECRET, stepAt(seconds * 1000), 8)).toBe(code);
  }
});

test("one-time codes by counter are those of RFC 4226, appendix D", async () => {
  const codes = await Promise.all(Array.from({ length: 10 }, (_, at) => hotp(SECRET, at)));
  expect(codes.join(" ")).toBe(
    "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489",
  );
});

test("base32 is that of RFC 4648, section 10, without padding, and is read back", () => {
  const encode = (text: string): string => toBase32(new TextEncoder().encode(text));
  expect(["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(encode)).toEqual([
    "",
    "MY",
    "MZXQ",
    "MZXW6",
    "MZXW6YQ",
    "MZXW6YTB",
    "MZXW6YTBOI",
  ]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect([...fromBase32(toBase32(bytes))]).toEqual([...bytes]);
    }),
  );
});

test("a code of the step before and of the step after is accepted, none of two steps away", async () => {
  const now = 1_800_000_000_000;
  const present = stepAt(now);
  const matches = await Promise.all(
    [-2, -1, 0, 1, 2].map(async (away) =>
      matchingStep(SECRET, await hotp(SECRET, present + away), now, null),
    ),
  );
  expect(matches).toEqual([undefined, present - 1, present, present + 1, undefined]);
});

test("no code of a step that was used, or of one before it, is accepted", async () => {
  const now = 1_800_000_000_000;
  const present = stepAt(now);
  const code = async (step: number, used: number): Promise<number | undefined> =>
    matchingStep(SECRET, await hotp(SECRET, step), now, used);
  expect(await code(present, present)).toBeUndefined();
  expect(await code(present - 1, present)).toBeUndefined();
  expect(await code(present + 1, present)).toBe(present + 1);
});

test("no other text than six digits is a code", async () => {
  for (const text of ["", "12345", "1234567", "１２３４５６", "12345a", "123456\n"]) {
    expect(await matchingStep(SECRET, text, 0, null)).toBeUndefined();
  }
});

test("the address of a QR code names service and account, whatever signs are in them", () => {
  const uri = otpauthUri(SECRET, "Böurse & Co", "ada+x@example.com");
  expect(uri).toBe(
    "otpauth://totp/B%C3%B6urse%20%26%20Co:ada%2Bx%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=B%C3%B6urse%20%26%20Co&algorithm=SHA1&digits=6&period=30",
  );
});

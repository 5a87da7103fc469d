/** Ed25519 keys and signatures that prove nothing, whatever the cryptographic library thinks of them. */
import { generateKeyPairSync, sign } from "node:crypto";

import { describe, expect, test } from "vitest";

import { isSignedByEd25519, isSoundPoint } from "../src/wallet/ed25519.ts";
import { isSignedBySolana } from "../src/wallet/solana-signature.ts";
import { base58 } from "./support/base58.ts";

/**
 * All encodings of the points of small order, canonical or not, in hexadecimal: the values of A and R in the test
 * vectors of ZIP 215 (https://zips.z.cash/zip-0215).
 */
const SMALL_ORDER: readonly string[] = [
  `00${"00".repeat(31)}`,
  `00${"00".repeat(30)}80`,
  `01${"00".repeat(31)}`,
  `01${"00".repeat(30)}80`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
  `ec${"ff".repeat(30)}7f`,
  `ec${"ff".repeat(31)}`,
  `ed${"ff".repeat(30)}7f`,
  `ed${"ff".repeat(31)}`,
  `ee${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(31)}`,
];

/**
 * Cases 0 to 2 of https://github.com/novifinancial/ed25519-speccheck ("Taming the Many EdDSAs", 2020): small order of A
 * and R, of A, and of R. All of them satisfy the verification equation.
 */
const SPECCHECK: readonly { key: string; message: string; signature: string }[] = [
  {
    key: "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    message: "8c93255d71dcab10e8f379c26200f3c7bd5f09d9bc3068d3ef4edeb4853022b6",
    signature: `c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a${"00".repeat(32)}`,
  },
  {
    key: "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    message: "9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79",
    signature:
      "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43a5bb704786be79fc476f91d3f3f89b03984d8068dcf1bb7dfc6637b45450ac04",
  },
  {
    key: "f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43",
    message: "aebf3f2601a0c8c5d39cc7d8911642f740b78168218da8471772b35f9d35b9ab",
    signature:
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa8c4bd45aecaca5b24fb97bc10ac27ac8751a7dfe1baff8b953ec9f5833ca260e",
  },
];

describe("a point of small order", () => {
  test("is refused in every encoding, before the cryptographic library sees it", () => {
    expect(SMALL_ORDER.filter((point) => isSoundPoint(bytesOf(point)))).toEqual([]);
  });

  test("is no key that has signed anything, with any R of small order and S = 0", async () => {
    for (const key of SMALL_ORDER) {
      for (const r of SMALL_ORDER) {
        for (const message of ["Zcash", "message 1", "message 2", "message 3"]) {
          const isForged = await isSignedBySolana(
            base58(bytesOf(key)),
            message,
            base58(bytesOf(r + "00".repeat(32))),
          );
          expect(isForged, `${key} ${r} ${message}`).toBe(false);
        }
      }
    }
    expect(await isSignedBySolana("1".repeat(32), "anything", "1".repeat(64))).toBe(false);
  });

  test("makes none of the published edge cases a signature", async () => {
    const verdicts = await Promise.all(
      SPECCHECK.map(({ key, message, signature }) =>
        isSignedByEd25519(bytesOf(key), bytesOf(message), bytesOf(signature)),
      ),
    );
    expect(verdicts).toEqual(SPECCHECK.map(() => false));
  });
});

describe("an honest signature", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  const address = base58(raw);
  const message = "a message";
  const signature = sign(null, Buffer.from(message), privateKey);

  test.each([
    ["base58", base58(signature)],
    ["base64", signature.toString("base64")],
    ["base64 without padding", signature.toString("base64").replace(/=+$/, "")],
    ["base64url", signature.toString("base64url")],
    ["hexadecimal", signature.toString("hex")],
    ["hexadecimal with 0x, in capitals", `0x${signature.toString("hex").toUpperCase()}`],
  ])("is accepted in %s", async (_, text) => {
    expect(await isSignedBySolana(address, message, text)).toBe(true);
    expect(await isSignedBySolana(address, `${message}!`, text)).toBe(false);
  });

  test("is refused with S + L, and in any other encoding or length", async () => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString("hex")}`);
    const more = Buffer.from((s + order).toString(16).padStart(64, "0"), "hex").reverse();
    const malleable = Buffer.concat([signature.subarray(0, 32), more]).toString("hex");
    const hex = signature.toString("hex");
    for (const text of [malleable, hex.slice(2), `${hex}00`, `[${signature.join(",")}]`, ""]) {
      expect(await isSignedBySolana(address, message, text)).toBe(false);
    }
  });
});

function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, "hex"));
}

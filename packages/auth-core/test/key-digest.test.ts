/** The digest of API keys is SHA-256, as OpenSSL computes it. */
import { hash } from "node:crypto";

import fc from "fast-check";
import { expect, test } from "vitest";

import { digestText, digestUnits, digestUnitsOf } from "../src/api-keys/key-digest.ts";
import { KEY_PREFIX, KEY_RANDOM_LENGTH, newKey } from "../src/api-keys/key-format.ts";
import { PASSWORD, codeOf, fixture, identifyKey } from "./support/auth.ts";

const ascii = fc.string({
  unit: "binary-ascii",
  minLength: KEY_RANDOM_LENGTH,
  maxLength: KEY_RANDOM_LENGTH,
});

test("any 49 ASCII characters after the prefix have the digest that OpenSSL gives, both ways", () => {
  fc.assert(
    fc.property(ascii, (text) => {
      const units = digestUnitsOf(KEY_PREFIX + text) ?? "";
      expect(digestText(units)).toBe(hash("sha256", text, "base64url"));
      expect(digestUnits(digestText(units))).toBe(units);
    }),
    { numRuns: 2000 },
  );
});

test("a new key has the digest that OpenSSL gives for what follows its prefix", () => {
  for (let count = 0; count < 200; count++) {
    const key = newKey();
    const expected = hash("sha256", key.slice(KEY_PREFIX.length), "base64url");
    expect(digestText(digestUnitsOf(key) ?? "")).toBe(expected);
  }
});

test("characters beyond ASCII, whose bits would run into others, have no digest", () => {
  const text = "a".repeat(KEY_RANDOM_LENGTH - 1);
  for (const odd of ["\u0080", "\u0161", "\ud800", "\uffff"]) {
    for (const key of [KEY_PREFIX + odd + text, KEY_PREFIX + text + odd]) {
      expect(digestUnitsOf(key)).toBeUndefined();
    }
  }
});

test("a cached key is refused under another prefix and with one letter changed", async () => {
  const { auth } = await fixture();
  const { user } = await auth.accounts.register({ email: "a@b.co", password: PASSWORD });
  const { key } = await auth.keys.create(user.id, { name: "ci", permissions: ["read"] });
  expect(await codeOf(identifyKey(auth, key))).toBe("resolved");
  const body = key.slice(KEY_PREFIX.length);
  const swapped = body.replace(/^./, (first) => (first === "a" ? "b" : "a"));
  for (const other of [`bk_test_${body}`, `BK_LIVE_${body}`, KEY_PREFIX + swapped]) {
    expect(await codeOf(identifyKey(auth, other))).toBe("INVALID_API_KEY");
  }
  expect(await codeOf(identifyKey(auth, key))).toBe("resolved");
});

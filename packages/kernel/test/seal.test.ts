import { createDecipheriv } from "node:crypto";

import fc from "fast-check";
import { expect, test } from "vitest";

import { seal, unseal } from "../src/index.ts";

const key = new Uint8Array(32).fill(7);

test("what is sealed is opened with the same key and name only", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (name, text) => {
      const sealed = await seal(key, name, text);
      expect(await unseal(key, name, sealed)).toBe(text.toWellFormed());
      expect(await unseal(key, `${name}!`, sealed)).toBeUndefined();
      expect(await unseal(new Uint8Array(32), name, sealed)).toBeUndefined();
    }),
    { numRuns: 30 },
  );
});

test("it is AES-256-GCM: nonce, tag and ciphertext in base64url, as Node.js reads it", async () => {
  const text = "long ".repeat(100_000);
  const bytes = Buffer.from(await seal(key, "a name", text), "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from("a name"));
  decipher.setAuthTag(bytes.subarray(12, 28));
  expect(`${decipher.update(bytes.subarray(28), undefined, "utf8")}${decipher.final("utf8")}`).toBe(
    text,
  );
});

test("no two sealings are alike, and an altered one is not opened", async () => {
  const [one, two] = await Promise.all([seal(key, "n", "text"), seal(key, "n", "text")]);
  expect(one).not.toBe(two);
  const last = one.at(-2) === "A" ? "B" : "A";
  expect(await unseal(key, "n", `${one.slice(0, -2)}${last}${one.at(-1)}`)).toBeUndefined();
  expect(await unseal(key, "n", "")).toBeUndefined();
});

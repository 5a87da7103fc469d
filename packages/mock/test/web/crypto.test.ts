/** The replacements of `node:crypto` and Argon2 for pages give the same as the originals. */

import * as crypto from "node:crypto";

import { hash, verify } from "@node-rs/argon2";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import * as argon2 from "../../web/argon2.ts";
import { Buffer as PageBuffer } from "../../web/buffer.ts";
import * as page from "../../web/crypto.ts";

const bytes = fc.uint8Array({ maxLength: 200 });
const hex = (value: unknown): string => Buffer.from(value as Uint8Array).toString("hex");

describe("in pages", () => {
  test("digests are those of Node.js, in every encoding", () => {
    const encoding = fc.constantFrom("hex" as const, "base64" as const, "base64url" as const);
    fc.assert(
      fc.property(bytes, fc.string(), encoding, (data, text, as) => {
        const node = crypto.createHash("sha256").update(data).update(text);
        expect(page.createHash("sha256").update(data).update(text).digest(as)).toBe(
          node.digest(as),
        );
        expect(page.hash("sha256", text, as)).toBe(crypto.hash("sha256", text, as));
        expect(hex(page.hash("sha256", data, "buffer"))).toBe(crypto.hash("sha256", data));
      }),
    );
    expect(() => page.createHash("md5")).toThrow('no "md5"');
  });

  test("an X25519 key has the public key and the DER that Node.js gives it", () => {
    const { privateKey } = crypto.generateKeyPairSync("x25519");
    const der = privateKey.export({ format: "der", type: "pkcs8" });
    const own = page.createPrivateKey({ key: der });
    expect(hex(own.export())).toBe(hex(der));
    const spki = crypto.createPublicKey(privateKey).export({ format: "der", type: "spki" });
    expect(hex(page.createPublicKey(own).export())).toBe(hex(spki));
    expect(page.generateKeyPairSync("x25519").privateKey.export()).toHaveLength(der.length);
  });

  test("an Argon2id hash of one is verified by the other, with the same parameters in it", async () => {
    const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };
    const phc = await argon2.hash("correct horse", cheap);
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect(await verify(phc, "correct horse")).toBe(true);
    expect(await verify(phc, "another")).toBe(false);
    const native = await hash("correct horse", { ...cheap, memoryCost: 16, timeCost: 2 });
    expect(await argon2.verify(native, "correct horse")).toBe(true);
    expect(await argon2.verify(native, "another")).toBe(false);
    await expect(argon2.verify("no hash", "x")).rejects.toThrow("PHC");
  });

  test("base64url goes there and back as on Node.js", () => {
    fc.assert(
      fc.property(bytes, (data) => {
        const text = PageBuffer.from(data).toString("base64url" as "base64");
        expect(text).toBe(Buffer.from(data).toString("base64url"));
        expect(hex(PageBuffer.from(text, "base64url" as "base64"))).toBe(hex(data));
      }),
    );
  });
});

/** The replacements of `node:crypto` and `Buffer` for pages give the same as the originals. */

import * as crypto from "node:crypto";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { Buffer as PageBuffer } from "../../platform/web/buffer.ts";
import * as page from "../../platform/web/crypto.ts";

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

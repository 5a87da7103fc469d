import { generateKeyPairSync, sign } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";

import * as node from "../../src/platform/node/index.ts";
import * as web from "../../src/platform/web/index.ts";

const bytes = fc.uint8Array({ maxLength: 300 });
const text = fc.string({ unit: "grapheme", maxLength: 100 });
/** Any code units, lone surrogates among them. */
const units = fc.string({ unit: "binary", maxLength: 60 });
const content = fc.oneof(bytes, text, units);
const plain = (given: Uint8Array): readonly number[] => [...given];

test("both platforms have the same functions with the same types", () => {
  expect(Object.keys(web).toSorted()).toEqual(Object.keys(node).toSorted());
  expectTypeOf(web).toEqualTypeOf(node);
});

describe("the web platform answers as Node does", () => {
  test("in hexadecimal, base64 and base64url, both ways", () => {
    fc.assert(
      fc.property(bytes, (given) => {
        expect(web.toHex(given)).toBe(node.toHex(given));
        expect(web.toBase64(given)).toBe(node.toBase64(given));
        expect(web.toBase64url(given)).toBe(node.toBase64url(given));
        for (const { fromHex, fromBase64, toHex, toBase64, toBase64url } of [web, node]) {
          expect(plain(fromHex(toHex(given)))).toEqual(plain(given));
          expect(plain(fromBase64(toBase64(given)))).toEqual(plain(given));
          expect(plain(fromBase64(toBase64url(given)))).toEqual(plain(given));
        }
      }),
    );
  });

  test("of ASCII texts that are no encoding", () => {
    const ascii = fc.string({ unit: "binary-ascii" });
    fc.assert(
      fc.property(fc.oneof(ascii, fc.base64String()), (given) => {
        expect(plain(web.fromBase64(given))).toEqual(plain(node.fromBase64(given)));
        expect(plain(web.fromHex(given))).toEqual(plain(node.fromHex(given)));
      }),
    );
  });

  test("in the length of texts in UTF-8", () => {
    fc.assert(
      fc.property(fc.oneof(text, units), (given) => {
        expect(web.utf8Length(given)).toBe(node.utf8Length(given));
      }),
    );
  });

  test("in digests, whole and in pieces", () => {
    fc.assert(
      fc.property(content, content, (one, other) => {
        expect(web.sha256(one, "hex")).toBe(node.sha256(one, "hex"));
        expect(web.sha256(one, "base64url")).toBe(node.sha256(one, "base64url"));
        const running = [web, node].map(({ beginSha256 }) =>
          beginSha256().update(one).update(other).digest("hex"),
        );
        expect(running[0]).toBe(running[1]);
      }),
    );
    expect(web.sha256("abc", "hex")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });

  test("in keyed digests and derived keys", () => {
    fc.assert(
      fc.property(content, content, (key, data) => {
        expect(plain(web.hmacSha256(key, data))).toEqual(plain(node.hmacSha256(key, data)));
      }),
    );
    fc.assert(
      fc.property(bytes, text, fc.integer({ min: 1, max: 100 }), (key, info, length) => {
        const derived = plain(web.hkdfSha256(key, info, length));
        expect(derived).toEqual(plain(node.hkdfSha256(key, info, length)));
      }),
    );
  });

  test("in check sums and comparisons", () => {
    fc.assert(
      fc.property(text, content, content, (one, a, b) => {
        expect(web.crc32(one)).toBe(node.crc32(one));
        expect(web.isSameInConstantTime(a, b)).toBe(node.isSameInConstantTime(a, b));
        expect(web.isSameInConstantTime(a, a)).toBe(true);
      }),
    );
    expect(web.crc32("123456789")).toBe(0xcbf43926);
  });

  test("when it reads what the other has compressed", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000, size: "max" }), (given) => {
        expect(plain(web.inflate(node.deflate(given)))).toEqual(plain(given));
        expect(plain(node.inflate(web.deflate(given)))).toEqual(plain(given));
      }),
      { numRuns: 30 },
    );
    expect(() => web.inflate(Uint8Array.of(1, 2, 3))).toThrow(/invalid|unexpected/u);
  });
});

describe.each([
  ["node", node],
  ["web", web],
])("on %s", (_, platform) => {
  test("signatures are verified, and a wrong one is false, never an error", async () => {
    const signed = Buffer.from("signed");
    const pairs = {
      ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
      EdDSA: generateKeyPairSync("ed25519"),
    };
    for (const [algorithm, { publicKey, privateKey }] of Object.entries(pairs) as [
      keyof typeof pairs,
      (typeof pairs)["EdDSA"],
    ][]) {
      const key = await platform.importVerifyingKey(
        algorithm,
        publicKey.export({ format: "jwk" }) as node.KeyJwk,
      );
      const hash = algorithm === "ES256" ? "sha256" : null;
      const proof = sign(hash, signed, { key: privateKey, dsaEncoding: "ieee-p1363" });
      expect(key.type).toBe("public");
      expect(await platform.isSigned(algorithm, key, signed, proof)).toBe(true);
      expect(await platform.isSigned(algorithm, key, Buffer.from("other"), proof)).toBe(false);
      expect(await platform.isSigned(algorithm, key, signed, proof.subarray(1))).toBe(false);
      expect(await platform.isSigned(algorithm, key, signed, new Uint8Array(0))).toBe(false);
    }
    const secret = Buffer.alloc(32, 7);
    const jwk = { kty: "oct", k: secret.toString("base64url") };
    const key = await platform.importVerifyingKey("HS256", jwk);
    const proof = node.hmacSha256(secret, signed);
    expect(key.type).toBe("secret");
    expect(await platform.isSigned("HS256", key, signed, proof)).toBe(true);
    expect(await platform.isSigned("HS256", key, signed, proof.slice(1))).toBe(false);
  });

  test("a key of another algorithm is refused when it is imported", async () => {
    const { publicKey } = generateKeyPairSync("ed25519");
    const { crv: _, ...broken } = publicKey.export({ format: "jwk" }) as node.KeyJwk;
    await expect(platform.importVerifyingKey("EdDSA", broken)).rejects.toThrow(/crv|key/iu);
  });

  test("random values have their length, their bounds and their form", () => {
    expect(platform.randomBytes(70_000)).toHaveLength(70_000);
    expect(new Set(platform.randomBytes(1000)).size).toBeGreaterThan(200);
    const drawn = Array.from({ length: 1000 }, () => platform.randomInteger(62));
    expect(Math.min(...drawn)).toBe(0);
    expect(Math.max(...drawn)).toBe(61);
    expect(drawn.every(Number.isInteger)).toBe(true);
    expect(platform.randomUuid()).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  test("a turn lets everything run that is ready", async () => {
    const order: string[] = [];
    setImmediate(() => order.push("immediate"));
    void Promise.resolve().then(() => order.push("reaction"));
    await platform.nextTurn();
    expect(order).toEqual(["reaction", "immediate"]);
  });

  test("a timer calls once, unless it is stopped", async () => {
    const calls: string[] = [];
    const stop = platform.startTimer(5, () => calls.push("stopped"));
    stop();
    await new Promise<void>((resolve) => {
      const hold = setTimeout(() => undefined, 60_000);
      platform.startTimer(20, () => {
        calls.push("timer");
        clearTimeout(hold);
        resolve();
      });
    });
    expect(calls).toEqual(["timer"]);
  });

  test("an idle timer waits anew after each touch, and never calls once it is stopped", async () => {
    const calls: string[] = [];
    const stopped = platform.startIdleTimer(1, () => calls.push("stopped"));
    stopped.stop();
    const waited = await new Promise<number>((resolve) => {
      let touched = performance.now();
      const timer = platform.startIdleTimer(30, () => resolve(performance.now() - touched));
      // No timer can call back while this thread is busy, so the touch always comes first.
      while (performance.now() - touched < 20);
      touched = performance.now();
      timer.touch();
    });
    expect(waited).toBeGreaterThanOrEqual(29);
    expect(calls).toEqual([]);
  });

  test("an idle timer that is touched while it calls back calls again, and no more once it is stopped there", async () => {
    let calls = 0;
    await new Promise<void>((resolve) => {
      const timer = platform.startIdleTimer(1, () => {
        calls += 1;
        timer.touch();
        if (calls < 3) return;
        timer.stop();
        resolve();
      });
    });
    await sleep(10);
    expect(calls).toBe(3);
  });

  test("there is at least one processor", () => {
    expect(platform.processorCount()).toBeGreaterThanOrEqual(1);
  });
});

/** The attacks of RFC 8725 and its kin: each is refused, and nothing outside is ever asked. */
import assert from "node:assert/strict";
import { createHmac, createPublicKey, randomBytes } from "node:crypto";

import { createManualClock, createMemoryStore, seededIds } from "@bourse/kernel";
import {
  CompactSign,
  SignJWT,
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  jwtVerify,
} from "jose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import {
  type AccessClaims,
  type AccessTokens,
  type SigningKeys,
  createAccessTokens,
  openSigningKeys,
  signingKeys,
} from "../src/index.ts";

const START = Date.UTC(2026, 0, 1);
const clock = createManualClock({ now: START });
let keys: SigningKeys;
let tokens: AccessTokens;
let good: string;

beforeEach(async () => {
  const store = createMemoryStore({ collections: [signingKeys] });
  keys = await openSigningKeys({
    store,
    masterKey: randomBytes(32),
    publishSeconds: 0,
    clock,
    ids: seededIds(1),
  });
  tokens = createAccessTokens({ keys, issuer: "bourse", audience: "api", clock });
  good = await tokens.issue("user-1", "session-1");
});

/** A network that no token may ever make us touch. */
const canary = vi.spyOn(globalThis, "fetch");
afterEach(() => {
  assert.equal(canary.mock.calls.length, 0, "a token's header made us ask the network");
});

const encode = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const decode = (part: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(part ?? "", "base64url").toString()) as Record<string, unknown>;

/** The good token with another header and payload, signed by the real key. */
async function forged(
  header: Record<string, unknown>,
  claims: Record<string, unknown> | string = {},
): Promise<string> {
  const { kid, algorithm, key } = keys.signer();
  const payload =
    typeof claims === "string"
      ? claims
      : JSON.stringify({ ...decode(good.split(".")[1]), ...claims });
  return await new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader({ alg: algorithm, typ: "at+jwt", kid, ...header })
    .sign(key, { crit: { "urn:bourse:test": false } });
}

const refusal = async (token: string, verifier = tokens): Promise<string> => {
  const verdict = await verifier.verify(token);
  return verdict.ok ? "accepted" : verdict.code;
};

const claimsOf = async (token: string, verifier = tokens): Promise<AccessClaims | undefined> => {
  const verdict = await verifier.verify(token);
  return verdict.ok ? verdict.claims : undefined;
};

describe("a token that we issued", () => {
  test("is accepted, first seen and repeated, with its claims", async () => {
    const claims = await claimsOf(good);
    expect(claims).toMatchObject({ sub: "user-1", sid: "session-1", iss: "bourse", aud: "api" });
    expect(await claimsOf(good)).toBe(claims);
    expect(tokens.verify(good)).not.toBeInstanceOf(Promise);
  });

  test("carries the type, algorithm and kid that RFC 9068 asks for", () => {
    expect(decode(good.split(".")[0])).toEqual({
      alg: "ES256",
      typ: "at+jwt",
      kid: keys.signer().kid,
    });
  });

  test("verifies in a foreign verifier from the published key set", async () => {
    const { payload } = await jwtVerify(good, createLocalJWKSet(keys.jwks()), {
      issuer: "bourse",
      audience: "api",
      currentDate: new Date(clock.now()),
    });
    expect(payload.sub).toBe("user-1");
  });

  test("that is forged, malformed or expired is refused without an exception", async () => {
    const [header, payload] = (await tokens.issue("user-2", "session-2")).split(".");
    const forgery = `${header}.${payload}.${good.split(".")[2]}`;
    expect(await tokens.verify(forgery)).toEqual({ ok: false, code: "INVALID_TOKEN" });
    expect(await tokens.verify("a".repeat(5000))).toEqual({ ok: false, code: "INVALID_TOKEN" });
    await clock.advance(906_000);
    expect(await tokens.verify(good)).toEqual({ ok: false, code: "TOKEN_EXPIRED" });
  });

  test("expires after its lifetime and the skew, cached or not", async () => {
    await tokens.verify(good);
    await clock.advance(904_999);
    expect(await claimsOf(good)).toMatchObject({ sub: "user-1" });
    await clock.advance(1);
    expect(await refusal(good)).toBe("TOKEN_EXPIRED");
    const fresh = createAccessTokens({ keys, issuer: "bourse", audience: "api", clock });
    expect(await refusal(good, fresh)).toBe("TOKEN_EXPIRED");
  });
});

describe("alg", () => {
  test.each(["none", "None", "NONE", "nOnE", "", "ES384", "HS256", "RS256", "EdDSA"])(
    "%j with the signature kept, and without one, is refused",
    async (alg) => {
      const [header, payload, signature] = good.split(".");
      const other = encode({ ...decode(header), alg });
      expect(await refusal(`${other}.${payload}.${signature}`)).toBe("INVALID_TOKEN");
      expect(await refusal(`${other}.${payload}.`)).toBe("INVALID_TOKEN");
      expect(await refusal(`${other}.${payload}`)).toBe("INVALID_TOKEN");
    },
  );

  test("HS256 keyed by our public key, in whatever spelling, is refused", async () => {
    const [jwk] = keys.jwks().keys;
    const key = createPublicKey({ key: { ...jwk }, format: "jwk" });
    const secrets = [
      key.export({ type: "spki", format: "pem" }),
      key.export({ type: "spki", format: "der" }),
      JSON.stringify(jwk),
      JSON.stringify(key.export({ format: "jwk" })),
      await calculateJwkThumbprint(jwk ?? {}),
    ];
    const input = `${encode({ alg: "HS256", typ: "at+jwt", kid: keys.signer().kid })}.${good.split(".")[1]}`;
    for (const secret of secrets) {
      const signature = createHmac("sha256", secret).update(input).digest("base64url");
      expect(await refusal(`${input}.${signature}`)).toBe("INVALID_TOKEN");
    }
  });
});

describe("the signature", () => {
  const withSignature = (bytes: (signature: Buffer) => Buffer): string => {
    const [header, payload, signature = ""] = good.split(".");
    return `${header}.${payload}.${bytes(Buffer.from(signature, "base64url")).toString("base64url")}`;
  };
  test.each<[string, (signature: Buffer) => Buffer]>([
    ["all zero", (bytes) => Buffer.alloc(bytes.length)],
    ["truncated", (bytes) => bytes.subarray(0, -1)],
    ["longer by a byte", (bytes) => Buffer.concat([bytes, Buffer.from([0])])],
    [
      "with one bit changed",
      (bytes) => Buffer.from(bytes.map((byte, i) => (i === 9 ? byte ^ 1 : byte))),
    ],
    ["with r and s swapped", (bytes) => Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)])],
    ["of one byte", () => Buffer.from([1])],
  ])("%s is refused", async (_, change) => {
    expect(await refusal(withSignature(change))).toBe("INVALID_TOKEN");
  });

  test("of another token is refused", async () => {
    const other = await tokens.issue("user-2", "session-2");
    const [header, payload] = good.split(".");
    expect(await refusal(`${header}.${payload}.${other.split(".")[2]}`)).toBe("INVALID_TOKEN");
  });

  test("of a stranger's key under our kid is refused", async () => {
    const stranger = await generateKeyPair("ES256");
    const token = await new SignJWT(decode(good.split(".")[1]))
      .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: keys.signer().kid })
      .sign(stranger.privateKey);
    expect(await refusal(token)).toBe("INVALID_TOKEN");
  });
});

describe("spelling", () => {
  test("one token has one spelling: padding, white space and altered trailing bits are refused", async () => {
    const [header, payload, signature = ""] = good.split(".");
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet.indexOf(signature.at(-1) ?? "");
    const altered = signature.slice(0, -1) + (alphabet[last ^ 1] ?? "");
    const spellings = [
      `${good}=`,
      `${good} `,
      ` ${good}`,
      `${good}\n`,
      `${header}=.${payload}.${signature}`,
      `${header}.${payload}.${altered}`,
      `${header}.${payload}.${signature}.`,
      `${header}..${signature}`,
      good.replaceAll(".", ".."),
      "",
      ".",
      "..",
      "a.b.c",
      "é.é.é",
    ];
    for (const spelling of spellings) {
      expect(await refusal(spelling), JSON.stringify(spelling)).toBe("INVALID_TOKEN");
    }
  });

  test("a token of a megabyte is refused by its length", async () => {
    expect(await refusal(`${good}${"A".repeat(1 << 20)}`)).toBe("INVALID_TOKEN");
  });
});

describe("header members", () => {
  test("jwk, jku, x5u and x5c are never followed", async () => {
    const attacker = await generateKeyPair("ES256", { extractable: true });
    const jwk = await exportJWK(attacker.publicKey);
    const headers = [
      { jwk },
      { jku: "http://127.0.0.1:9/keys.json" },
      { x5u: "http://127.0.0.1:9/cert.pem" },
      { x5c: ["MIIB"] },
    ];
    for (const header of headers) {
      const token = await new SignJWT(decode(good.split(".")[1]))
        .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: keys.signer().kid, ...header })
        .sign(attacker.privateKey);
      expect(await refusal(token)).toBe("INVALID_TOKEN");
    }
  });

  test.each<[string, unknown]>([
    ["absent", undefined],
    ["a path", "../../etc/passwd"],
    ["SQL", "' OR 1=1 --"],
    ["a number", 1],
    ["an object", { kid: 1 }],
    ["an array", ["a"]],
    ["null", null],
    ["empty", ""],
    ["__proto__", "__proto__"],
    ["100 kB", "k".repeat(2000)],
  ])("a kid that is %s is refused", async (_, kid) => {
    const [header, payload, signature] = good.split(".");
    const other = encode({ ...decode(header), kid });
    expect(await refusal(`${other}.${payload}.${signature}`)).toBe("INVALID_TOKEN");
  });

  test("crit is refused even where the signature is ours", async () => {
    const token = await forged({ crit: ["urn:bourse:test"], "urn:bourse:test": 1 });
    expect(await refusal(token)).toBe("INVALID_TOKEN");
  });

  test.each(["JWT", "at+JWT", "rt+jwt", "application/at+jwt", undefined])(
    "typ %j is refused: only at+jwt is an access token",
    async (typ) => {
      expect(await refusal(await forged({ typ }))).toBe("INVALID_TOKEN");
    },
  );

  test("duplicate members cannot smuggle another algorithm in", async () => {
    const [, payload, signature] = good.split(".");
    const { kid } = keys.signer();
    const header = `{"alg":"none","alg":"ES256","typ":"at+jwt","kid":"${kid}"}`;
    expect(await refusal(`${encode(header)}.${payload}.${signature}`)).toBe("INVALID_TOKEN");
  });

  test("a header that is no object is refused", async () => {
    const [, payload, signature] = good.split(".");
    for (const header of ["null", "[]", '"x"', "1", "{", ""]) {
      expect(await refusal(`${encode(header)}.${payload}.${signature}`)).toBe("INVALID_TOKEN");
    }
  });
});

describe("claims", () => {
  test.each<[string, Record<string, unknown>]>([
    ["a foreign issuer", { iss: "elsewhere" }],
    ["no issuer", { iss: undefined }],
    ["a foreign audience", { aud: "other" }],
    ["an audience list", { aud: ["api", "other"] }],
    ["no session", { sid: undefined }],
    ["a session that is no text", { sid: 7 }],
    ["an empty subject", { sub: "" }],
    ["no jti", { jti: undefined }],
    ["exp as text", { exp: "9999999999" }],
    ["exp as null", { exp: null }],
    ["no exp", { exp: undefined }],
    ["exp as a fraction", { exp: 9_999_999_999.5 }],
    ["exp as an array", { exp: [9_999_999_999] }],
    ["exp past all time", { exp: 1e300 }],
    ["iat as text", { iat: "1" }],
    ["nbf in the future", { nbf: 9_999_999_999 }],
  ])("%s is refused", async (_, claims) => {
    expect(await refusal(await forged({}, claims))).toBe("INVALID_TOKEN");
  });

  test("a payload that is no JSON object is refused", async () => {
    for (const payload of ["", "null", "[]", "1", "{"]) {
      expect(await refusal(await forged({}, payload))).toBe("INVALID_TOKEN");
    }
  });

  test("exp in the past is TOKEN_EXPIRED, so that a client knows to refresh", async () => {
    expect(await refusal(await forged({}, { exp: 1 }))).toBe("TOKEN_EXPIRED");
  });
});

describe("rotation", () => {
  test("a token of the retired key is good until it expires, and no longer", async () => {
    await keys.rotate();
    expect(await claimsOf(good)).toMatchObject({ sub: "user-1" });
    const next = await tokens.issue("user-1", "session-1");
    expect(decode(next.split(".")[0])["kid"]).not.toBe(decode(good.split(".")[0])["kid"]);
    await clock.advance(905_000);
    expect(await refusal(good)).toMatch(/TOKEN_/);
    expect(keys.jwks().keys).toHaveLength(2);
  });

  test("the next key is published before it signs", async () => {
    const published = keys.jwks().keys.map(({ kid }) => kid);
    await keys.rotate();
    expect(published).toContain(keys.signer().kid);
  });

  test("a thousand verifications while keys rotate: none is refused", async () => {
    const issued = [good];
    for (let round = 0; round < 20; round++) {
      issued.push(await tokens.issue("user-1", `session-${round}`));
      const [, ...verified] = await Promise.all([
        keys.rotate(),
        ...Array.from({ length: 50 }, (_, i) => tokens.verify(issued[i % issued.length] ?? good)),
      ]);
      expect(verified).toHaveLength(50);
    }
  });
});

test("EdDSA and HS256 sign and verify as ES256 does", async () => {
  for (const algorithm of ["EdDSA", "HS256"] as const) {
    const other = await openSigningKeys({
      store: createMemoryStore({ collections: [signingKeys] }),
      masterKey: randomBytes(32),
      algorithm,
      clock,
    });
    const theirs = createAccessTokens({ keys: other, issuer: "i", audience: "a", clock });
    expect(await claimsOf(await theirs.issue("u", "s"), theirs)).toMatchObject({ sub: "u" });
    expect(await refusal(good, theirs)).toBe("INVALID_TOKEN");
    expect(other.jwks().keys).toHaveLength(algorithm === "HS256" ? 0 : 2);
  }
});

test("the store holds no private key in clear, and another master key opens nothing", async () => {
  const store = createMemoryStore({ collections: [signingKeys] });
  const masterKey = randomBytes(32);
  await openSigningKeys({ store, masterKey, clock });
  const { items } = await store.find(signingKeys);
  expect(JSON.stringify(items)).not.toContain('"d":');
  await expect(openSigningKeys({ store, masterKey: randomBytes(32), clock })).rejects.toMatchObject(
    {
      code: "SIGNING_KEYS_UNREADABLE",
    },
  );
  await expect(openSigningKeys({ store, masterKey, clock })).resolves.toBeDefined();
});

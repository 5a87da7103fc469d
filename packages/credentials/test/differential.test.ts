/**
 * Our judgement of tokens against jose's, on tokens that nobody would think of: what we take, jose takes; what jose
 * takes and we refuse is refused by one of the rules below, each of which is seen at work.
 */
import { createHmac, KeyObject, webcrypto } from "node:crypto";

import { createManualClock, createMemoryStore } from "@bourse/kernel";
import fc from "fast-check";
import { errors, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";

import {
  createAccessTokens,
  openSigningKeys,
  type SigningAlgorithm,
  signingKeys,
  type SigningKeys,
} from "../src/index.ts";

type Members = Readonly<Record<string, unknown>>;
interface Token {
  readonly text: string;
  readonly header: Members;
  readonly claims: Members;
}

/**
 * Inputs on which ours is stricter than jose, which was configured as strictly as it can be: algorithm, type, issuer,
 * audience, claims.
 */
const STRICTER: Readonly<Record<string, (token: Token) => boolean>> = {
  "longer than 4096 characters": ({ text }) => text.length > 4096,
  "another spelling of the same bytes": ({ text }) =>
    text.split(".").some((part) => Buffer.from(part, "base64url").toString("base64url") !== part),
  "a byte order mark": ({ text }) =>
    text.split(".").some((part) => Buffer.from(part, "base64url").indexOf("\uFEFF") === 0),
  "crit, even of what is known": ({ header }) => Object.hasOwn(header, "crit"),
  "another spelling of the type": ({ header }) => header["typ"] !== "at+jwt",
  "a list of audiences": ({ claims }) => Array.isArray(claims["aud"]),
  "sub, sid or jti that is no text": ({ claims }) =>
    ["sub", "sid", "jti"].some((name) => typeof claims[name] !== "string" || claims[name] === ""),
  "times that are no whole seconds": ({ claims }) =>
    ["iat", "exp"].some((name) => !Number.isSafeInteger(claims[name])),
};

const NOW = Date.UTC(2026, 0, 1);
const SECONDS = NOW / 1000;
const clock = createManualClock({ now: NOW });

describe.each<SigningAlgorithm>(["ES256", "EdDSA", "HS256"])("%s", async (algorithm) => {
  const store = createMemoryStore({ collections: [signingKeys] });
  const keys = await openSigningKeys({
    store,
    masterKey: new Uint8Array(32).fill(7),
    algorithm,
    clock,
  });
  // No cache: every token is judged anew.
  const tokens = createAccessTokens({ keys, issuer: "i", audience: "a", cacheSize: 0, clock });
  const { kid } = keys.signer();
  const header = { alg: algorithm, typ: "at+jwt", kid };
  const claims = {
    iss: "i",
    aud: "a",
    sub: "u",
    sid: "s",
    jti: "j",
    iat: SECONDS,
    exp: SECONDS + 900,
  };
  const good = await textOf(keys, bytesOf(JSON.stringify(header)), bytesOf(JSON.stringify(claims)));

  const verifyOurs = async (text: string): Promise<string> => {
    const verdict = await tokens.verify(text);
    return verdict.ok ? "good" : verdict.code;
  };
  const verifyByJose = (text: string): Promise<string> =>
    jwtVerify(
      text,
      ({ kid: named }) => {
        const key = typeof named === "string" ? keys.verifier(named)?.key : undefined;
        if (key === undefined) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      {
        algorithms: [algorithm],
        typ: "at+jwt",
        issuer: "i",
        audience: "a",
        requiredClaims: ["sub", "sid", "jti", "iat", "exp"],
        clockTolerance: 5,
        currentDate: new Date(NOW),
      },
    ).then(
      () => "good",
      (error: unknown) => (error instanceof errors.JWTExpired ? "TOKEN_EXPIRED" : "INVALID_TOKEN"),
    );

  /** Verdicts of ours and jose where they differ and no rule says why; else nothing. */
  const disagreement = async (text: string): Promise<string> => {
    const [ours, theirs] = [await verifyOurs(text), await verifyByJose(text)];
    if (ours === theirs) return "";
    const [head = "", payload = ""] = text.split(".");
    const token = { text, header: objectIn(head), claims: objectIn(payload) };
    const isRuled = Object.values(STRICTER).some((applies) => applies(token));
    return ours === "INVALID_TOKEN" && isRuled ? "" : `jose: ${theirs}, ours: ${ours}`;
  };

  test("both take a good token", async () => {
    expect([await verifyOurs(good), await verifyByJose(good)]).toEqual(["good", "good"]);
  });

  test("signed headers and claims of any kind", async () => {
    const parts = [
      membersOf(header, HEADER_NAMES, headerValue),
      membersOf(claims, CLAIM_NAMES, claimValue),
    ] as const;
    await fc.assert(
      fc.asyncProperty(...parts, fc.nat(3), async (head, payload, marks) => {
        const mark = (bit: number): string => (marks === bit ? "\uFEFF" : "");
        expect(
          await disagreement(
            await textOf(keys, bytesOf(mark(1) + head), bytesOf(mark(2) + payload)),
          ),
        ).toBe("");
      }),
      { numRuns: 600 },
    );
  });

  test("signed bytes that are no text, and no JSON", async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.json().map(bytesOf),
      // One wrong byte inside what is else as it should be.
      fc
        .tuple(fc.constantFrom(header, claims), fc.nat(200), fc.integer({ min: 0, max: 255 }))
        .map(([members, at, byte]) => {
          const text = bytesOf(JSON.stringify(members));
          text[at % text.length] = byte;
          return text;
        }),
    );
    const whole = fc.constantFrom(bytesOf(JSON.stringify(header)));
    // U+FFFD in its place would make a text of it.
    const notUtf8 = Buffer.from(JSON.stringify({ ...claims, jti: "\u00FF" }), "latin1");
    const text = await textOf(keys, bytesOf(JSON.stringify(header)), notUtf8);
    expect([await verifyOurs(text), await verifyByJose(text)]).toEqual([
      "INVALID_TOKEN",
      "INVALID_TOKEN",
    ]);
    await fc.assert(
      fc.asyncProperty(fc.oneof(whole, bytes), bytes, async (head, payload) => {
        expect(await disagreement(await textOf(keys, head, payload))).toBe("");
      }),
      { numRuns: 400 },
    );
  });

  test("good tokens with characters changed, left out and put in", async () => {
    const edit = fc.record({
      at: fc.nat(good.length),
      remove: fc.nat(2),
      insert: fc.string({
        unit: fc.constantFrom(...Array.from("AQgwz019-_.=+/ \n\t\u00E9\0")),
        maxLength: 2,
      }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
        expect(
          await disagreement(
            edits.reduce(
              (text, { at, remove, insert }) =>
                text.slice(0, at) + insert + text.slice(at + remove),
              good,
            ),
          ),
        ).toBe("");
      }),
      { numRuns: 600 },
    );
    const last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (const character of last)
      expect(await disagreement(good.slice(0, -1) + character)).toBe("");
  });

  test("signatures of any bytes, and those of ECDSA's mirror", async () => {
    const signed = good.slice(0, good.lastIndexOf(".") + 1);
    const signature = Buffer.from(good.slice(signed.length), "base64url");
    const change = fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc.tuple(fc.nat(signature.length - 1), fc.integer({ min: 1, max: 255 })).map(([at, mask]) => {
        const bytes = Uint8Array.from(signature);
        bytes[at] = (bytes[at] ?? 0) ^ mask;
        return bytes;
      }),
      fc.nat(signature.length).map((end) => Uint8Array.from(signature.subarray(0, end))),
    );
    await fc.assert(
      fc.asyncProperty(change, async (bytes) => {
        expect(await disagreement(signed + Buffer.from(bytes).toString("base64url"))).toBe("");
      }),
      { numRuns: 300 },
    );
    if (algorithm !== "ES256") return;
    // n − s verifies as s does, here as everywhere: two signatures, and the same claims.
    const s = BigInt(`0x${signature.subarray(32).toString("hex")}`);
    const mirror = Buffer.from((P256_ORDER - s).toString(16).padStart(64, "0"), "hex");
    const mirrored = Buffer.concat([signature.subarray(0, 32), mirror]).toString("base64url");
    expect([await verifyOurs(signed + mirrored), await verifyByJose(signed + mirrored)]).toEqual([
      "good",
      "good",
    ]);
  });

  test.each<[keyof typeof STRICTER, Members, Members, (text: string) => string]>([
    ["longer than 4096 characters", {}, { more: "x".repeat(4096) }, asItIs],
    ["another spelling of the same bytes", {}, {}, (text) => `${text} `],
    ["a byte order mark", {}, {}, asItIs],
    ["crit, even of what is known", { crit: ["b64"], b64: true }, {}, asItIs],
    ["another spelling of the type", { typ: "application/AT+JWT" }, {}, asItIs],
    ["a list of audiences", {}, { aud: ["a"] }, asItIs],
    ["sub, sid or jti that is no text", {}, { sid: 1 }, asItIs],
    ["times that are no whole seconds", {}, { exp: SECONDS + 0.5 }, asItIs],
  ])("jose takes %s, and we do not", async (rule, moreHeader, moreClaims, spelled) => {
    const mark = rule === "a byte order mark" ? "\uFEFF" : "";
    const head = { ...header, ...moreHeader };
    const payload = mark + JSON.stringify({ ...claims, ...moreClaims });
    const text = spelled(await textOf(keys, bytesOf(JSON.stringify(head)), bytesOf(payload)));
    expect([await verifyByJose(text), await verifyOurs(text)]).toEqual(["good", "INVALID_TOKEN"]);
    expect(await disagreement(text)).toBe("");
  });
});

const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const HEADER_NAMES = ["alg", "typ", "kid", "crit", "b64", "jwk", "jku", "cty", "__proto__"];
const headerValue = fc.oneof(
  fc.constantFrom<unknown>("none", "ES256", "EdDSA", "HS256", "RS256", "at+jwt", "AT+JWT"),
  fc.constantFrom<unknown>("application/at+jwt", "JWT", ["b64"], [], ["exp"], true, false, null),
  fc.jsonValue({ maxDepth: 1 }),
);

const CLAIM_NAMES = ["iss", "aud", "sub", "sid", "jti", "iat", "exp", "nbf", "crit", "__proto__"];
const claimValue = fc.oneof(
  fc.constantFrom<unknown>("i", "a", "", ["a"], ["a", "b"], ["i"], [], null, "9999999999"),
  fc.integer({ min: -10, max: 10 }).map((distance) => SECONDS + distance),
  fc.constantFrom<unknown>(0, -1, 1e300, SECONDS + 0.5, 2 ** 53, -(2 ** 60)),
  fc.jsonValue({ maxDepth: 1 }),
);

/** JSON of the members, some changed, left out, or said twice. */
function membersOf(
  members: Members,
  names: readonly string[],
  value: fc.Arbitrary<unknown>,
): fc.Arbitrary<string> {
  const name = fc.constantFrom(...names);
  return fc
    .record({
      omitted: fc.array(name, { maxLength: 1 }),
      changed: fc.array(fc.tuple(name, value), { maxLength: 2 }),
      twice: fc.boolean(),
    })
    .map(({ omitted, changed, twice }) => {
      const dropped = new Set([...omitted, ...(twice ? [] : changed.map(([key]) => key))]);
      const kept = Object.entries(members).filter(([key]) => !dropped.has(key));
      const texts = [...kept, ...changed].map(
        ([key, one]) => `${JSON.stringify(key)}:${JSON.stringify(one)}`,
      );
      return `{${texts.join(",")}}`;
    });
}

/** A compact JWS of any two parts, signed by our own key. */
async function textOf(keys: SigningKeys, header: Uint8Array, payload: Uint8Array): Promise<string> {
  const input = [header, payload].map((part) => Buffer.from(part).toString("base64url")).join(".");
  const { algorithm, key } = keys.signer();
  const signature =
    key instanceof KeyObject
      ? createHmac("sha256", key).update(input).digest()
      : await webcrypto.subtle.sign(
          SUBTLE[algorithm],
          key as webcrypto.CryptoKey,
          Buffer.from(input),
        );
  return `${input}.${Buffer.from(new Uint8Array(signature)).toString("base64url")}`;
}

const SUBTLE = {
  ES256: { name: "ECDSA", hash: "SHA-256" },
  EdDSA: { name: "Ed25519" },
  HS256: { name: "HMAC" },
};

function asItIs(text: string): string {
  return text;
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text));
}

function objectIn(part: string): Members {
  try {
    const text = Buffer.from(part, "base64url")
      .toString()
      .replace(/^\uFEFF/u, "");
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Members) : {};
  } catch {
    return {};
  }
}

/** Our tokens in the hands of others: they get the published key set and nothing else of ours. */
import { createPublicKey, randomBytes, verify, webcrypto } from "node:crypto";

import { createMemoryStore } from "@bourse/kernel";
import { createVerifier } from "fast-jwt";
import { type JSONWebKeySet, createLocalJWKSet, jwtVerify } from "jose";
import jsonwebtoken from "jsonwebtoken";
import { beforeAll, expect, test } from "vitest";

import { createAccessTokens, openSigningKeys, signingKeys } from "../src/index.ts";

let jwks: JSONWebKeySet;
let token: string;

beforeAll(async () => {
  const store = createMemoryStore({ collections: [signingKeys] });
  const keys = await openSigningKeys({ store, masterKey: randomBytes(32), publishSeconds: 0 });
  await keys.rotate();
  token = await createAccessTokens({ keys, issuer: "bourse", audience: "api" }).issue("u", "s");
  // As it comes over the wire.
  jwks = JSON.parse(JSON.stringify(keys.jwks())) as JSONWebKeySet;
});

/** The key that the token's header names, as a verifier looks it up. */
function namedKey(): { readonly jwk: JSONWebKeySet["keys"][number]; readonly pem: string } {
  const [header = ""] = token.split(".");
  const { kid } = JSON.parse(Buffer.from(header, "base64url").toString()) as { kid: string };
  const jwk = jwks.keys.find((key) => key.kid === kid);
  if (jwk === undefined) throw new Error(`no published key is called ${kid}`);
  const pem = createPublicKey({ key: { ...jwk }, format: "jwk" }).export({
    type: "spki",
    format: "pem",
  });
  return { jwk, pem: pem.toString() };
}

test("jose accepts it", async () => {
  const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), {
    issuer: "bourse",
    audience: "api",
    typ: "at+jwt",
  });
  expect(payload.sub).toBe("u");
});

test("jsonwebtoken accepts it", () => {
  const payload = jsonwebtoken.verify(token, namedKey().pem, {
    algorithms: ["ES256"],
    issuer: "bourse",
    audience: "api",
  });
  expect(payload.sub).toBe("u");
});

test("fast-jwt accepts it", () => {
  const judge = createVerifier({
    key: namedKey().pem,
    algorithms: ["ES256"],
    allowedIss: "bourse",
    allowedAud: "api",
  });
  expect((judge(token) as { sub: string }).sub).toBe("u");
});

test("OpenSSL and WebCrypto accept its signature", async () => {
  const { jwk, pem } = namedKey();
  const signed = Buffer.from(token.slice(0, token.lastIndexOf(".")));
  const signature = Buffer.from(token.slice(token.lastIndexOf(".") + 1), "base64url");
  expect(verify("sha256", signed, { key: pem, dsaEncoding: "ieee-p1363" }, signature)).toBe(true);
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const key = await webcrypto.subtle.importKey("jwk", { ...jwk }, algorithm, false, ["verify"]);
  expect(await webcrypto.subtle.verify(algorithm, key, signature, signed)).toBe(true);
});

import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
  jwtVerify,
} from "jose";
import { describe, expect, onTestFinished, test } from "vitest";

import { type Calls, signUp } from "./support/calls.ts";
import { runTestServer, type TestServer } from "./support/running-server.ts";

async function jwks(server: Calls): Promise<JSONWebKeySet> {
  return JSON.parse((await server.get("/.well-known/jwks.json")).text) as JSONWebKeySet;
}

describe("a token", () => {
  test.each(["ES256", "EdDSA"])("of %s verifies by the key set alone", async (algorithm) => {
    const server = await runTestServer({
      AUTH_ALGORITHM: algorithm,
      AUTH_ISSUER: "https://auth.example",
      AUTH_AUDIENCE: "shop",
      ACCESS_TOKEN_TTL_SECONDS: "60",
    });
    const { token, id } = await signUp(server);
    const { payload, protectedHeader } = await jwtVerify(
      token,
      createLocalJWKSet(await jwks(server)),
      {
        issuer: "https://auth.example",
        audience: "shop",
        typ: "at+jwt",
        algorithms: [algorithm],
        currentDate: new Date(server.clock.now()),
      },
    );
    expect(protectedHeader.kid).toBeTypeOf("string");
    expect(payload).toMatchObject({ sub: id, jti: expect.any(String) as string });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(60);
    expect(payload["sid"]).toBeTypeOf("string");
  });

  test("of HS256 works here, and its secret is in no key set", async () => {
    const server = await runTestServer({ AUTH_ALGORITHM: "HS256" });
    const { token } = await signUp(server);
    expect((await server.get("auth/me", { token })).status).toBe(200);
    expect(await jwks(server)).toEqual({ keys: [] });
  });

  test("allows five seconds of skew and no more", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    await server.clock.advance(904_000);
    expect((await server.get("auth/me", { token })).status).toBe(200);
    await server.clock.advance(2000);
    expect((await server.get("auth/me", { token })).error?.code).toBe("TOKEN_EXPIRED");
  });

  test("has one spelling", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const last = token.at(-1) ?? "";
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const sibling = alphabet[alphabet.indexOf(last) ^ 1] ?? "";
    for (const spelling of [
      `${token}=`,
      `${token}==`,
      `${token.slice(0, -1)}${sibling}`,
      token.replace(".", ". "),
      `${token}.`,
      `${token.replaceAll("-", "+").replaceAll("_", "/")}+`,
    ]) {
      expect((await server.get("auth/me", { token: spelling })).error?.code).toBe("INVALID_TOKEN");
    }
    expect((await server.get("auth/me", { token })).status).toBe(200);
  });
});

/** Every way in which a token was forged elsewhere (RFC 8725 and its kin), made out of a good one. */
const forgeries: Readonly<Record<string, (token: string, keys: JSONWebKeySet) => string>> = {
  "alg none": (token) => `${part({ ...header(token), alg: "none" })}.${body(token)}.`,
  "alg nOnE with its signature": (token) =>
    `${part({ ...header(token), alg: "nOnE" })}.${body(token)}.${signature(token)}`,
  "HS256 keyed by the public key": (token, keys) => {
    const head = part({ ...header(token), alg: "HS256" });
    const secret = JSON.stringify(keys.keys[0]);
    const mac = createHmac("sha256", secret)
      .update(`${head}.${body(token)}`)
      .digest("base64url");
    return `${head}.${body(token)}.${mac}`;
  },
  "a stripped signature": (token) => `${part(header(token))}.${body(token)}.`,
  "two parts": (token) => token.slice(0, token.lastIndexOf(".")),
  "a signature of zeros": (token) =>
    `${part(header(token))}.${body(token)}.${Buffer.alloc(64).toString("base64url")}`,
  "other claims": (token) =>
    `${part(header(token))}.${part({ ...decodeJwt(token), sub: "root" })}.${signature(token)}`,
  "an exp that is text": (token) =>
    `${part(header(token))}.${part({ ...decodeJwt(token), exp: "9999999999" })}.${signature(token)}`,
  "typ JWT": (token) =>
    `${part({ ...header(token), typ: "JWT" })}.${body(token)}.${signature(token)}`,
  "a crit": (token) =>
    `${part({ ...header(token), crit: ["exp"] })}.${body(token)}.${signature(token)}`,
  "a key of its own": (token, keys) =>
    `${part({ ...header(token), jwk: keys.keys[0] })}.${body(token)}.${signature(token)}`,
  "an unknown kid": (token) =>
    `${part({ ...header(token), kid: "x" })}.${body(token)}.${signature(token)}`,
  "a kid that is a path": (token) =>
    `${part({ ...header(token), kid: "../../etc/passwd" })}.${body(token)}.${signature(token)}`,
  "a kid that is a number": (token) =>
    `${part({ ...header(token), kid: 1 })}.${body(token)}.${signature(token)}`,
  "no kid": (token) =>
    `${part({ ...header(token), kid: undefined })}.${body(token)}.${signature(token)}`,
  "five parts": (token) => `${token}.a.b`,
  "nothing at all": () => "..",
  "a megabyte's tenth": () => "a".repeat(10_000),
};

describe("a forged token is 401 INVALID_TOKEN and harms nobody", () => {
  test.each(Object.keys(forgeries))("%s", async (name) => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const forged = forgeries[name]?.(token, await jwks(server)) ?? "";
    expect(forged).not.toBe(token);
    const answer = await server.get("auth/me", { token: forged });
    expect([answer.status, answer.error?.code]).toEqual([401, "INVALID_TOKEN"]);
    expect((await server.get("auth/me", { token })).status).toBe(200);
  });

  test("one of another service, with other keys, issuer or audience", async () => {
    const server = await runTestServer();
    const others: TestServer[] = [
      await runTestServer(),
      await runTestServer({ AUTH_ISSUER: "other" }),
      await runTestServer({ AUTH_AUDIENCE: "other" }),
    ];
    for (const other of others) {
      const { token } = await signUp(other);
      expect((await server.get("auth/me", { token })).error?.code).toBe("INVALID_TOKEN");
    }
  });

  test.each(["jku", "x5u"])("a %s is not contacted", async (name) => {
    const canary = await startCanary();
    const server = await runTestServer();
    const { token } = await signUp(server);
    const head = { ...header(token), [name]: `${canary.url}/keys.json` };
    const forged = `${part(head)}.${body(token)}.${signature(token)}`;
    expect((await server.get("auth/me", { token: forged })).error?.code).toBe("INVALID_TOKEN");
    await fetch(canary.url, { headers: { connection: "close" } });
    expect(canary.visits()).toBe(1);
  });
});

/** A server that counts who comes. */
async function startCanary(): Promise<{ readonly url: string; visits(): number }> {
  let visits = 0;
  const server = createServer((_, response) => {
    visits += 1;
    response.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    visits: () => visits,
  };
}

function header(token: string): object {
  return decodeProtectedHeader(token);
}

function body(token: string): string {
  return token.split(".")[1] ?? "";
}

function signature(token: string): string {
  return token.split(".")[2] ?? "";
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

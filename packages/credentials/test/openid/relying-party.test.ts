/** The basic checks of a relying party (OpenID Connect conformance profiles, RP, code flow), and our own limits. */

import { base64url } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { OpenIdAnswer, OpenIdClient } from "../../src/index.ts";
import { createOpenIdClient } from "../../src/openid-client/index.ts";
import {
  type LyingProvider,
  lyingProvider,
  providerKey,
  signed,
} from "../support/lying-provider.ts";

const REQUEST = {
  provider: "liar",
  redirectUri: "https://accounts.example/api/v1/auth/oidc/liar/callback",
  state: "s".repeat(43),
  nonce: "n".repeat(43),
  // RFC 7636, appendix B.
  codeVerifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
} as const;
const ANSWER: OpenIdAnswer = { ...REQUEST, search: `?code=c0de&state=${REQUEST.state}` };

let provider: LyingProvider;
let client: OpenIdClient;

beforeEach(async () => {
  provider = await lyingProvider();
  provider.nonce = REQUEST.nonce;
  client = await createOpenIdClient({ providers: [provider.settings] });
});
afterEach(() => provider.close());

const verdict = async (answer: OpenIdAnswer = ANSWER): Promise<string> => {
  try {
    return (await client.prove(answer)).subject;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("a request", () => {
  test("has state, nonce, an S256 challenge and the exact address of the callback", async () => {
    const url = new URL(await client.authorizationUrl(REQUEST));
    expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: "bourse",
      redirect_uri: REQUEST.redirectUri,
      scope: "openid email profile",
      state: REQUEST.state,
      nonce: REQUEST.nonce,
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
    });
  });

  test("for tokens has the verifier, the same address, and the secret in its header only", async () => {
    expect(await verdict()).toBe("ada");
    const { authorization, ...form } = provider.tokenRequest;
    expect(form).toEqual({
      grant_type: "authorization_code",
      code: "c0de",
      code_verifier: REQUEST.codeVerifier,
      redirect_uri: REQUEST.redirectUri,
    });
    expect(authorization).toMatch(/^Basic /);
  });

  test("asks for the description once in ten minutes, and for the keys at each sign-in", async () => {
    await Promise.all([client.authorizationUrl(REQUEST), client.authorizationUrl(REQUEST)]);
    await verdict();
    await verdict();
    const count = (path: string): number => provider.asked.filter((one) => one === path).length;
    expect(count("/.well-known/openid-configuration")).toBe(1);
    expect(count("/jwks")).toBe(2);
  });
});

describe("a person", () => {
  test("is known by issuer and subject, with an address and its proof", async () => {
    expect(await client.prove(ANSWER)).toEqual({
      provider: "liar",
      issuer: provider.issuer,
      subject: "ada",
      email: "ada@example.com",
      isEmailVerified: true,
      name: "Ada",
    });
  });

  test("has no proved address where the provider does not say so in so many words", async () => {
    for (const claim of [undefined, false, "false", 1, "yes", null]) {
      provider.claims = { email_verified: claim };
      expect(await client.prove(ANSWER)).toMatchObject({ isEmailVerified: false });
    }
  });

  test("gets the address from userinfo where the id token has none, and never half from each", async () => {
    provider.claims = { email: undefined, email_verified: true };
    provider.userinfo = { sub: "ada", email: "eve@example.com" };
    expect(await client.prove(ANSWER)).toMatchObject({
      email: "eve@example.com",
      isEmailVerified: false,
    });
  });

  test("of another subject in userinfo is refused", async () => {
    provider.claims = { email: undefined };
    for (const userinfo of [{ sub: "eve", email: "ada@example.com" }, { email: "a@example.com" }]) {
      provider.userinfo = userinfo;
      expect(await verdict()).toBe("OPENID_ANSWER_REFUSED");
    }
  });
});

describe("an id token is refused", () => {
  const now = (): number => Math.floor(Date.now() / 1000);

  test.each([
    ["another issuer", () => ({ iss: "https://evil.example" })],
    ["no issuer", () => ({ iss: undefined })],
    ["another audience", () => ({ aud: "another" })],
    ["no audience", () => ({ aud: undefined })],
    ["two audiences without azp", () => ({ aud: ["bourse", "another"] })],
    ["another azp", () => ({ aud: ["bourse", "another"], azp: "another" })],
    ["another nonce", () => ({ nonce: "x".repeat(43) })],
    ["no nonce", () => ({ nonce: undefined })],
    ["no subject", () => ({ sub: undefined })],
    ["an empty subject", () => ({ sub: "" })],
    ["a subject of 256 characters", () => ({ sub: "s".repeat(256) })],
    ["an expiry in the past", () => ({ exp: now() - 60 })],
    ["no expiry", () => ({ exp: undefined })],
    ["a time of issue in the future", () => ({ iat: now() + 60 })],
    ["a time of issue eleven minutes ago", () => ({ iat: now() - 660 })],
    ["no time of issue", () => ({ iat: undefined })],
    ["a time before which it does not count", () => ({ nbf: now() + 60 })],
  ])("with %s", async (_, claims) => {
    provider.claims = claims();
    expect(await verdict()).toBe("OPENID_ANSWER_REFUSED");
  });

  test("but for clocks that are 20 s apart", async () => {
    provider.claims = { iat: now() + 20, exp: now() - 20 };
    expect(await verdict()).toBe("ada");
  });

  test("without a signature (alg none)", async () => {
    const encode = (value: unknown): string => base64url.encode(JSON.stringify(value));
    provider.idToken = async (claims) => `${encode({ alg: "none" })}.${encode(claims)}.`;
    expect(await verdict()).toBe("OPENID_ANSWER_REFUSED");
  });

  test("with a signature by the shared secret, though the provider offers it (HS256)", async () => {
    const secret = new TextEncoder().encode(provider.settings.clientSecret);
    provider.idToken = (claims) =>
      signed(claims, { privateKey: secret as never, jwk: { alg: "HS256", kty: "oct" } });
    expect(await verdict()).toBe("OPENID_ANSWER_REFUSED");
  });

  test("with an algorithm that the provider does not offer", async () => {
    const other = await providerKey("two", "ES256");
    provider.keys.push(other.jwk);
    provider.idToken = (claims) => signed(claims, other);
    expect(await verdict()).toBe("ada");
    provider.description = { id_token_signing_alg_values_supported: ["RS256"] };
    client = await createOpenIdClient({ providers: [provider.settings] });
    expect(await verdict()).toBe("OPENID_ANSWER_REFUSED");
  });

  test("with a signature of another key under the same id", async () => {
    const forged = await providerKey("one");
    provider.idToken = (claims) => signed(claims, forged);
    expect(await verdict()).toBe("OPENID_ANSWER_REFUSED");
  });

  test("with a changed content", async () => {
    provider.idToken = async (claims) => {
      const [head, , tail] = (await signed(claims, provider.key)).split(".");
      return `${head}.${base64url.encode(JSON.stringify({ ...claims, sub: "eve" }))}.${tail}`;
    };
    expect(await verdict()).toBe("OPENID_ANSWER_REFUSED");
  });

  test("that is missing", async () => {
    provider.answers["/token"] = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ access_token: "at", token_type: "Bearer" }));
    };
    expect(await verdict()).toBe("OPENID_ANSWER_REFUSED");
  });
});

describe("keys of a provider", () => {
  test("are taken up at once when it has rotated them, and gone at once when withdrawn", async () => {
    expect(await verdict()).toBe("ada");
    const next = await providerKey("two");
    provider.idToken = (claims) => signed(claims, next);
    expect(await verdict()).toBe("OPENID_ANSWER_REFUSED");
    provider.keys = [next.jwk];
    expect(await verdict()).toBe("ada");
    provider.idToken = undefined;
    expect(await verdict()).toBe("OPENID_ANSWER_REFUSED");
  });

  test("need no id while there is one, and need one when there are several", async () => {
    provider.idToken = (claims) => signed(claims, provider.key, { kid: undefined });
    expect(await verdict()).toBe("ada");
    provider.keys.push((await providerKey("two")).jwk);
    expect(await verdict()).toBe("OPENID_ANSWER_REFUSED");
  });
});

describe("an answer", () => {
  test.each([
    ["of another state", "?code=c0de&state=other"],
    ["without a state", "?code=c0de"],
    ["with two states", `?code=c0de&state=${REQUEST.state}&state=${REQUEST.state}`],
    ["without a code", `?state=${REQUEST.state}`],
    ["with an error", `?error=server_error&state=${REQUEST.state}`],
    ["of another issuer (RFC 9207)", `?code=c0de&state=${REQUEST.state}&iss=https://evil.example`],
    ["with an id token beside its code", `?code=c0de&state=${REQUEST.state}&id_token=a.b.c`],
  ])("%s is refused, and no code is sent to the provider", async (_, search) => {
    expect(await verdict({ ...ANSWER, search })).toBe("OPENID_ANSWER_REFUSED");
    expect(provider.asked).not.toContain("/token");
  });

  test("without an issuer is refused where the provider promises one (RFC 9207)", async () => {
    provider.description = { authorization_response_iss_parameter_supported: true };
    expect(await verdict()).toBe("OPENID_ANSWER_REFUSED");
    const search = `${ANSWER.search}&iss=${encodeURIComponent(provider.issuer)}`;
    expect(await verdict({ ...ANSWER, search })).toBe("ada");
  });

  test("of a person who has refused is told apart", async () => {
    const search = `?error=access_denied&state=${REQUEST.state}`;
    expect(await verdict({ ...ANSWER, search })).toBe("OPENID_ACCESS_DENIED");
  });
});

describe("a provider", () => {
  test.each([
    ["calls itself by another issuer", { issuer: "https://evil.example" }],
    ["has an issuer with a slash more", { issuer: "SLASH" }],
    ["names an address of another machine for its tokens", { token_endpoint: "http://10.0.0.1/t" }],
    ["names a file for its keys", { jwks_uri: "file:///etc/passwd" }],
  ])("that %s signs nobody in", async (_, description) => {
    const isSlash = "issuer" in description && description.issuer === "SLASH";
    provider.description = isSlash ? { issuer: `${provider.issuer}/` } : description;
    expect(await verdict()).not.toBe("ada");
  });

  test("is not followed to another place", async () => {
    for (const path of ["/.well-known/openid-configuration", "/token", "/jwks"]) {
      const other = await lyingProvider();
      other.nonce = REQUEST.nonce;
      provider.answers = {
        [path]: (_, response) => response.writeHead(302, { location: other.issuer + path }).end(),
      };
      client = await createOpenIdClient({ providers: [provider.settings] });
      expect(await verdict()).not.toBe("ada");
      expect(other.asked).toEqual([]);
      await other.close();
    }
  });

  test("whose answer has no end is cut off", async () => {
    provider.answers["/jwks"] = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        while (!response.destroyed && response.write(" ".repeat(65_536)));
        response.once("drain", more);
      };
      more();
    };
    expect(await verdict()).toBe("OPENID_ANSWER_REFUSED");
  });

  test("that is away is told as such, and is asked again after five seconds only", async () => {
    let time = 0;
    const clock = { now: () => time };
    client = await createOpenIdClient({ providers: [provider.settings], clock: clock as never });
    provider.answers["/.well-known/openid-configuration"] = (_, response) =>
      response.writeHead(503).end();
    const url = (): Promise<string> =>
      client.authorizationUrl(REQUEST).catch((error: unknown) => (error as { code: string }).code);
    expect(await url()).toBe("OPENID_PROVIDER_UNREACHABLE");
    provider.answers = {};
    expect(await url()).toBe("OPENID_PROVIDER_UNREACHABLE");
    expect(provider.asked).toHaveLength(1);
    time += 5000;
    expect(await url()).toContain("/authorize?");
  });

  test("that breaks down at the tokens is away", async () => {
    provider.answers["/token"] = (_, response) => response.writeHead(502).end();
    expect(await verdict()).toBe("OPENID_PROVIDER_UNREACHABLE");
  });

  test("that accepts secrets in the body only gets it there", async () => {
    provider.description = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
    expect(await verdict()).toBe("ada");
    expect(provider.tokenRequest).toMatchObject({ client_secret: "a secret of the client" });
  });
});

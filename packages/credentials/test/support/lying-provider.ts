/** An OpenID provider on this machine that answers and signs whatever a test tells it. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

import type { OpenIdProviderSettings } from "../../src/openid-client/index.ts";

/** A key that the provider signs with. */
export interface ProviderKey {
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** The provider, whose members tests replace. */
export interface LyingProvider {
  readonly issuer: string;
  readonly settings: OpenIdProviderSettings;
  readonly key: ProviderKey;
  /** Keys that it publishes. */
  keys: JWK[];
  /** Fields of its description, over the honest ones. */
  description: Record<string, unknown>;
  /** Claims of the id token, over the honest ones; undefined leaves one out. */
  claims: Record<string, unknown>;
  /** The id token in place of the honest one. */
  idToken: ((claims: Record<string, unknown>) => Promise<string>) | undefined;
  userinfo: Record<string, unknown>;
  /** Answers of its own, by path. */
  answers: Record<string, Answer>;
  /** Paths that were asked for. */
  readonly asked: string[];
  /** Form of the last request of a token, with its header `authorization`. */
  tokenRequest: Readonly<Record<string, string>>;
  /** Nonce that the authorization request carried. */
  nonce: string;
  close(): Promise<void>;
}

/** A key of an algorithm, RS256 by default. */
export async function providerKey(kid: string, alg = "RS256"): Promise<ProviderKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

/** RSA keys take long to make: one for all providers. */
const honestKey = providerKey("one");

const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
};

/** Starts a provider that is honest until a test says otherwise. */
export async function lyingProvider(name = "liar"): Promise<LyingProvider> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (body += part));
    request.on("end", () => answer(request, response, body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = await honestKey;
  const made: LyingProvider = {
    issuer,
    settings: {
      name,
      issuer,
      clientId: "bourse",
      clientSecret: "a secret of the client",
      scopes: ["openid", "email", "profile"],
      label: "Liar",
    },
    key,
    keys: [key.jwk],
    description: {},
    claims: {},
    idToken: undefined,
    userinfo: {},
    answers: {},
    asked: [],
    tokenRequest: {},
    nonce: "",
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  const routes: Readonly<Record<string, Answer>> = {
    "/.well-known/openid-configuration": (_, response) => json(response, describe(made)),
    "/jwks": (_, response) => json(response, { keys: made.keys }),
    "/userinfo": (_, response) => json(response, made.userinfo),
    "/token": (request, response, body) => {
      const { authorization = "" } = request.headers;
      made.tokenRequest = { ...Object.fromEntries(new URLSearchParams(body)), authorization };
      void idTokenOf(made).then((id_token) =>
        json(response, { access_token: "at", token_type: "Bearer", id_token }),
      );
    },
  };
  const answer: Answer = (request, response, body) => {
    const path = new URL(request.url ?? "/", issuer).pathname;
    made.asked.push(path);
    const found = made.answers[path] ?? routes[path];
    if (found === undefined) json(response, {}, 404);
    else found(request, response, body);
  };
  return made;
}

function describe({ issuer, description }: LyingProvider): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    id_token_signing_alg_values_supported: ["RS256", "ES256", "HS256", "none"],
    ...description,
  };
}

async function idTokenOf(made: LyingProvider): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims: Record<string, unknown> = {
    iss: made.issuer,
    sub: "ada",
    aud: made.settings.clientId,
    iat: now,
    exp: now + 300,
    nonce: made.nonce,
    email: "ada@example.com",
    email_verified: true,
    name: "Ada",
    ...made.claims,
  };
  for (const [name, value] of Object.entries(claims)) if (value === undefined) delete claims[name];
  return (await made.idToken?.(claims)) ?? (await signed(claims, made.key));
}

/** A token that a key signs. */
export function signed(
  claims: Record<string, unknown>,
  { privateKey, jwk }: ProviderKey,
  header: Record<string, unknown> = {},
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: String(jwk.alg), kid: jwk.kid, ...header } as never)
    .sign(privateKey);
}

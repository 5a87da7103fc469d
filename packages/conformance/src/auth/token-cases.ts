import assert from "node:assert/strict";

import { JsonWebKeySet, Me, Refreshed } from "@bourse/contract/auth";

import { shown } from "../http/expect.ts";
import type { AuthCase } from "./auth-service.ts";
import { expectError, expectOk } from "./expect.ts";

const REFRESHES = 100;

/** Cases of tokens that belong to another caller or to nobody. */
const FORGERIES: Readonly<Record<string, (token: string) => string>> = {
  "an empty token": () => "",
  "a malformed token": () => "abc",
  "a token of two parts": (token) => token.split(".").slice(0, 2).join("."),
  "a token without its signature": (token) => `${token.split(".").slice(0, 2).join(".")}.`,
  "a token with an altered payload": (token) =>
    withPart(token, 1, (claims) => ({ ...claims, sub: crypto.randomUUID() })),
  "a token that expires later than it was signed for": (token) =>
    withPart(token, 1, (claims) => ({ ...claims, exp: Number(claims["exp"]) + 3600 })),
  "a token of the algorithm none": (token) =>
    withPart(token, 0, (header) => ({ ...header, alg: "none" })).replace(/[^.]*$/, ""),
  "a token of the algorithm HS256": (token) =>
    withPart(token, 0, (header) => ({ ...header, alg: "HS256" })),
  "a token of another type": (token) => withPart(token, 0, (header) => ({ ...header, typ: "JWT" })),
  "a token with crit": (token) =>
    withPart(token, 0, (header) => ({ ...header, crit: ["exp"], exp: 1 })),
  "a token of an unknown key": (token) =>
    withPart(token, 0, (header) => ({ ...header, kid: "unknown" })),
  "a token with padding": (token) => `${token}=`,
  "a token with its signature of zeros": (token) =>
    token.replace(/[^.]*$/, (signature) => "A".repeat(signature.length)),
};

/** Access tokens, refresh tokens and the keys that verify them. */
export const tokenCases: readonly AuthCase[] = [
  ...Object.entries(FORGERIES).map(([what, forge]): AuthCase => {
    return {
      name: `${what} is 401 INVALID_TOKEN`,
      run: async ({ call, signUp }) => {
        const { token } = await signUp();
        const answer = await call("GET", "/auth/me", { token: forge(token) });
        expectError(answer, 401, "INVALID_TOKEN");
      },
    };
  }),
  {
    name: "the scheme Bearer counts in any case, another scheme does not",
    run: async ({ call, signUp }) => {
      const { token } = await signUp();
      const as = (scheme: string): ReturnType<typeof call> =>
        call("GET", "/auth/me", { headers: { authorization: `${scheme} ${token}` } });
      expectOk(await as("bearer"), 200, Me);
      expectOk(await as("BEARER"), 200, Me);
      expectError(await as("Basic"), 401, "UNAUTHORIZED");
    },
  },
  {
    name: "the scheme Bearer without a token is 401 INVALID_TOKEN",
    run: async ({ call }) => {
      for (const authorization of ["Bearer", "bearer"]) {
        const answer = await call("GET", "/auth/me", { headers: { authorization } });
        expectError(answer, 401, "INVALID_TOKEN");
      }
    },
  },
  {
    name: "no credentials are 401 UNAUTHORIZED",
    run: async ({ call }) => expectError(await call("GET", "/auth/me"), 401, "UNAUTHORIZED"),
  },
  {
    name: "a refresh token is no access token, and an access token no refresh token",
    run: async ({ call, signUp }) => {
      const { token, refreshToken } = await signUp();
      expectError(await call("GET", "/auth/me", { token: refreshToken }), 401, "INVALID_TOKEN");
      const refresh = await call("POST", "/auth/refresh", { body: { refreshToken: token } });
      expectError(refresh, 401, "INVALID_TOKEN");
    },
  },
  {
    name: "refresh is 200 with exactly token and expiresIn, and the new token works",
    run: async ({ call, signUp }) => {
      const { refreshToken } = await signUp();
      const answer = await call("POST", "/auth/refresh", { body: { refreshToken } });
      const { token } = expectOk(answer, 200, Refreshed, ["token", "expiresIn"]);
      expectOk(await call("GET", "/auth/me", { token }), 200, Me);
    },
  },
  {
    name: "a rotation gives a new refresh token, and the old one still does for a while",
    run: async ({ call, signUp }) => {
      const { refreshToken } = await signUp();
      const rotated = await call("POST", "/auth/refresh", { body: { refreshToken, rotate: true } });
      const data = expectOk(rotated, 200, Refreshed, ["token", "expiresIn", "refreshToken"]);
      assert.notEqual(data.refreshToken, refreshToken, shown(rotated));
      for (const one of [data.refreshToken, refreshToken]) {
        const answer = await call("POST", "/auth/refresh", { body: { refreshToken: one } });
        expectOk(answer, 200, Refreshed, ["token", "expiresIn"]);
      }
    },
  },
  {
    name: "a refresh token that was rotated away twice ends its session when it is used again",
    run: async ({ call, signUp }) => {
      const { token, refreshToken: first } = await signUp();
      let refreshToken = first;
      for (let rotation = 0; rotation < 2; rotation++) {
        const answer = await call("POST", "/auth/refresh", {
          body: { refreshToken, rotate: true },
        });
        const data = expectOk(answer, 200, Refreshed, ["token", "expiresIn", "refreshToken"]);
        refreshToken = data.refreshToken ?? "";
      }
      for (const one of [first, refreshToken]) {
        const answer = await call("POST", "/auth/refresh", { body: { refreshToken: one } });
        expectError(answer, 401, "INVALID_TOKEN");
      }
      expectError(await call("GET", "/auth/me", { token }), 401, "INVALID_TOKEN");
    },
  },
  {
    name: "a hundred refreshes of one token at once are a hundred 200",
    run: async ({ call, signUp }) => {
      const { refreshToken } = await signUp();
      const answers = await Promise.all(
        Array.from({ length: REFRESHES }, () =>
          call("POST", "/auth/refresh", { body: { refreshToken } }),
        ),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, REFRESHES);
    },
  },
  {
    name: "an unknown refresh token is 401 INVALID_TOKEN",
    run: async ({ call }) => {
      for (const refreshToken of ["x", `rt_${crypto.randomUUID()}_${"A".repeat(43)}`]) {
        const answer = await call("POST", "/auth/refresh", { body: { refreshToken } });
        expectError(answer, 401, "INVALID_TOKEN");
      }
    },
  },
  {
    name: "the key set stands bare at the root, may be cached, has no private part and the token's kid",
    run: async ({ root, signUp }) => {
      const { token } = await signUp();
      const answer = await root("GET", "/.well-known/jwks.json");
      assert.equal(answer.status, 200, shown(answer));
      assert.match(answer.headers.get("cache-control") ?? "", /max-age=\d+/);
      const { keys } = JsonWebKeySet.parse(answer.json);
      assert.doesNotMatch(answer.text, /"(d|p|q|k)":/, "a private member");
      const { kid, alg, typ } = partOf(token, 0);
      assert.equal(typ, "at+jwt");
      assert.ok(
        keys.some((key) => key.kid === kid && key.alg === alg),
        shown(answer),
      );
    },
  },
  {
    name: "a token names issuer, audience, subject, session, its own id and its times",
    run: async ({ signUp }) => {
      const { id, token } = await signUp();
      const claims = partOf(token, 1);
      assert.deepEqual(
        new Set(Object.keys(claims)),
        new Set(["iss", "aud", "sub", "iat", "exp", "jti", "sid"]),
      );
      assert.equal(claims["sub"], id);
      assert.ok(Number(claims["exp"]) > Number(claims["iat"]));
    },
  },
];

function partOf(token: string, place: number): Record<string, unknown> {
  const part = token.split(".")[place] ?? "";
  return JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
}

function withPart(
  token: string,
  place: number,
  change: (part: Record<string, unknown>) => object,
): string {
  const parts = token.split(".");
  parts[place] = Buffer.from(JSON.stringify(change(partOf(token, place)))).toString("base64url");
  return parts.join(".");
}

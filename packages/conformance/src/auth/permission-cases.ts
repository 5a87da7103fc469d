import assert from "node:assert/strict";

import type { Route } from "@bourse/contract";
import { authApi, Me, Refreshed, Session, TokenPair } from "@bourse/contract/auth";

import { shown } from "../http/expect.ts";
import { type Account, type AuthCase, type AuthService, PASSWORD } from "./auth-service.ts";
import { expectError, expectOk } from "./expect.ts";

/** A route for each permission that guards one; none of the bodies is needed to be refused. */
const GUARDED: readonly (readonly [permission: string, method: string, path: string])[] = [
  ["read", "GET", "/deployments"],
  ["read", "GET", "/deployments/none"],
  ["read", "GET", "/transactions"],
  ["read", "GET", "/transactions/none"],
  ["deploy", "POST", "/deployments"],
  ["deploy", "POST", "/transactions"],
  ["deploy", "PATCH", "/deployments/none"],
  ["deploy", "PATCH", "/transactions/none"],
  ["billing", "GET", "/billing/usage"],
  ["admin", "GET", "/auth/api-keys"],
  ["admin", "GET", "/auth/api-keys/none"],
  ["admin", "DELETE", "/auth/api-keys/none"],
  ["admin", "POST", "/auth/api-keys"],
  ["admin", "POST", "/auth/api-keys/verify"],
];

const BODIES: Readonly<Record<string, object>> = {
  "POST /deployments": { name: "d", chains: ["base"] },
  "POST /transactions": { deploymentId: "none", chain: "base", hash: "none" },
  "PATCH /deployments/none": { status: "in_progress" },
  "PATCH /transactions/none": { status: "in_progress" },
  "POST /auth/api-keys": { name: "k", permissions: ["read"] },
  "POST /auth/api-keys/verify": { key: "k" },
};

/** A second login of an account, with some of its permissions. */
async function narrowed(
  call: AuthService["call"],
  { email }: Account,
  permissions: readonly string[],
): Promise<TokenPair> {
  const body = { email, password: PASSWORD, permissions };
  const answer = await call("POST", "/auth/login", { body });
  return expectOk(answer, 200, TokenPair);
}

/** Cases of permissions: who may do what, with which of the two credentials. */
export const permissionCases: readonly AuthCase[] = [
  ...GUARDED.map(([permission, method, path]): AuthCase => {
    const body = BODIES[`${method} ${path}`];
    const options = body === undefined ? {} : { body };
    return {
      name: `${method} ${path} needs ${permission}: any other permission is 403 FORBIDDEN, admin will do`,
      run: async ({ call, signUp, makeKey }) => {
        const account = await signUp();
        const others = ["read", "deploy", "billing"].filter((other) => other !== permission);
        const { key: without } = await makeKey(account, others);
        expectError(await call(method, path, { ...options, key: without }), 403, "FORBIDDEN");
        for (const permissions of [[permission], ["admin"]]) {
          const { key } = await makeKey(account, permissions);
          const { status } = await call(method, path, { ...options, key });
          assert.ok([200, 201, 404].includes(status), `${permissions.join(" ")}: ${status}`);
        }
        expectError(await call(method, path, options), 401, "UNAUTHORIZED");
      },
    };
  }),
  {
    name: "a login that is narrowed has no other permission, after a refresh neither, and is listed as such",
    run: async ({ call, signUp }) => {
      const account = await signUp();
      const { token, refreshToken } = await narrowed(call, account, ["read"]);
      const again = expectOk(
        await call("POST", "/auth/refresh", { body: { refreshToken, rotate: true } }),
        200,
        Refreshed,
      );
      for (const held of [token, again.token]) {
        const me = expectOk(await call("GET", "/auth/me", { token: held }), 200, Me);
        assert.deepEqual(me.permissions, ["read"]);
        assert.equal((await call("GET", "/deployments", { token: held })).status, 200);
        const body = BODIES["POST /deployments"];
        const refused = await call("POST", "/deployments", { token: held, body });
        expectError(refused, 403, "FORBIDDEN");
      }
      const list = await call("GET", "/auth/sessions", { token: account.token });
      const sessions = expectOk(list, 200, Session.array());
      const told = sessions.map(({ permissions = [], current }) => [current, ...permissions]);
      const [first, second] = told.toSorted(([a], [b]) => Number(b) - Number(a));
      assert.deepEqual([first, second], [[true], [false, "read"]], shown(list));
    },
  },
  {
    name: "a login that is narrowed without admin reaches no route of the account itself: 403 FORBIDDEN",
    run: async ({ call, signUp }) => {
      const account = await signUp();
      const { token } = await narrowed(call, account, ["read", "deploy", "billing"]);
      const administrator = await narrowed(call, account, ["admin"]);
      assert.equal((await call("GET", "/auth/factors", administrator)).status, 200);
      for (const { definition } of Object.values<Route>(authApi.routes)) {
        const { method, path, security, body } = definition;
        if (security !== "bearer") continue;
        const options = body === undefined ? { token } : { token, body: {} };
        expectError(
          await call(method, path.replaceAll(/:\w+/g, "none"), options),
          403,
          "FORBIDDEN",
        );
      }
      expectOk(await call("GET", "/auth/me", { token: account.token }), 200, Me);
    },
  },
  {
    name: "a login is narrowed to permissions that there are, each named once: 400 VALIDATION_ERROR",
    run: async ({ call, signUp }) => {
      const { email } = await signUp();
      for (const permissions of [[], ["read", "read"], ["everything"], "read", [null]]) {
        const body = { email, password: PASSWORD, permissions };
        expectError(await call("POST", "/auth/login", { body }), 400, "VALIDATION_ERROR");
      }
    },
  },
  {
    name: "me tells the method api_key and the key's own permissions",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const { key } = await makeKey(account, ["billing", "read"]);
      const me = expectOk(await call("GET", "/auth/me", { key }), 200, Me);
      assert.deepEqual(
        [me.method, me.permissions, me.user.id],
        ["api_key", ["billing", "read"], account.id],
      );
    },
  },
  {
    name: "with both credentials the token is judged: a good one counts, a bad one is not rescued by the key",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const { key } = await makeKey(account, ["read"]);
      const both = await call("GET", "/auth/me", { token: account.token, key });
      assert.equal(expectOk(both, 200, Me).method, "jwt", shown(both));
      expectOk(await call("GET", "/auth/me", { token: account.token, key: "x" }), 200, Me);
      expectError(await call("GET", "/auth/me", { token: "x", key }), 401, "INVALID_TOKEN");
      const empty = await call("GET", "/auth/me", { headers: { authorization: "Bearer" }, key });
      expectError(empty, 401, "INVALID_TOKEN");
    },
  },
  {
    name: "the header of a key counts in any case of its letters",
    run: async ({ call, signUp, makeKey }) => {
      const { key } = await makeKey(await signUp(), ["read"]);
      for (const name of ["X-API-Key", "x-api-key", "X-Api-KEY"]) {
        expectOk(await call("GET", "/auth/me", { headers: { [name]: key } }), 200, Me);
      }
    },
  },
  {
    name: "a malformed, a mistyped and an unknown key are 401 INVALID_API_KEY",
    run: async ({ call, signUp, makeKey }) => {
      const { key } = await makeKey(await signUp(), ["read"]);
      const mistyped = key.slice(0, -1) + (key.endsWith("A") ? "B" : "A");
      for (const one of [
        "x",
        "bk_live_",
        key.slice(0, -1),
        `${key}A`,
        mistyped,
        key.toUpperCase(),
      ]) {
        expectError(await call("GET", "/auth/me", { key: one }), 401, "INVALID_API_KEY");
      }
    },
  },
];

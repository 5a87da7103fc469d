import assert from "node:assert/strict";

import { AccountExport, Me, PlannedDeletion, TokenPair } from "@bourse/contract/auth";

import { shown } from "../http/expect.ts";
import { PASSWORD, type AuthCase } from "./auth-service.ts";
import { expectError, expectInvalid, expectOk } from "./expect.ts";

const KEYS = [
  "apiKeys",
  "audit",
  "deployments",
  "exportedAt",
  "factors",
  "identities",
  "organizations",
  "profile",
  "rememberedDevices",
];

/** The copy and the deletion of an account; the waiting time is at least a minute. */
export const personalDataCases: readonly AuthCase[] = [
  {
    name: "an export holds the caller's account, sessions, keys and records, and no secret",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const { key, id } = await makeKey(account, ["read"]);
      const answer = await call("GET", "/auth/me/export", { token: account.token });
      const copy = expectOk(answer, 200, AccountExport, [
        ...KEYS,
        "sessions",
        "transactions",
        "usage",
      ]);
      assert.equal(copy.profile.email, account.email, shown(answer));
      assert.deepEqual([copy.sessions.length, copy.apiKeys.map((one) => one.id)], [1, [id]]);
      for (const secret of [key, account.token, account.refreshToken, "argon2"]) {
        assert.ok(!answer.text.includes(secret), shown(answer));
      }
      expectError(await call("GET", "/auth/me/export"), 401, "UNAUTHORIZED");
      expectError(await call("GET", "/auth/me/export", { key }), 401, "UNAUTHORIZED");
    },
  },
  {
    name: "a deletion needs the password, ends sessions, stops keys, and a login tells of it",
    run: async ({ call, signUp, makeKey, logIn }) => {
      const account = await signUp();
      const { token } = account;
      const { key } = await makeKey(account, ["read"]);
      const ask = (body?: object): ReturnType<typeof call> =>
        call("DELETE", "/auth/me", { token, ...(body === undefined ? {} : { body }) });
      expectInvalid(await ask({}), "password");
      expectError(await ask({ password: "not the password" }), 401, "INVALID_CREDENTIALS");
      assert.equal((await call("GET", "/auth/me", { token })).status, 200);
      const planned = expectOk(await ask({ password: PASSWORD }), 202, PlannedDeletion);
      assert.ok(Date.parse(planned.deletesAt) > 0);
      expectError(await call("GET", "/auth/me", { token }), 401, "INVALID_TOKEN");
      expectError(await call("GET", "/deployments", { key }), 401, "INVALID_API_KEY");
      const login = expectOk(await logIn(account), 200, TokenPair);
      assert.equal(login.deletesAt, planned.deletesAt);
    },
  },
  {
    name: "a deletion is cancelled by its owner, after which the keys are accepted again",
    run: async ({ call, signUp, makeKey, logIn }) => {
      const account = await signUp();
      const { key } = await makeKey(account, ["read"]);
      const { token } = account;
      expectError(await call("DELETE", "/auth/me/deletion", { token }), 404, "NOT_FOUND");
      await call("DELETE", "/auth/me", { token, body: { password: PASSWORD } });
      const { token: again } = expectOk(await logIn(account), 200, TokenPair);
      const me = expectOk(await call("GET", "/auth/me", { token: again }), 200, Me);
      assert.ok(me.deletesAt !== undefined);
      const cancelled = await call("DELETE", "/auth/me/deletion", { token: again });
      assert.deepEqual([cancelled.status, cancelled.json], [200, { success: true, data: {} }]);
      const after = expectOk(await call("GET", "/auth/me", { token: again }), 200, Me);
      assert.equal(after.deletesAt, undefined);
      assert.equal((await call("GET", "/deployments", { key })).status, 200);
    },
  },
];

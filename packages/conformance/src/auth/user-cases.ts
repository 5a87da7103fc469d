import assert from "node:assert/strict";

import { AuditEntry, Deployment, UserDetail, UserItem } from "@bourse/contract/auth";

import { shown } from "../http/expect.ts";
import type { AuthCase } from "./auth-service.ts";
import { expectError, expectInvalid, expectOk, TIME } from "./expect.ts";

const ITEM = ["id", "email", "name", "status", "createdAt", "lastLoginAt"];
const DETAIL = [...ITEM, "sessions", "apiKeys"];
const NOBODY = "00000000-0000-4000-8000-000000000000";

/** Cases of the accounts of the service, which only its operator sees. */
export const userCases: readonly AuthCase[] = [
  {
    name: "users are refused to accounts, their own too: a token and a key with admin are 403 FORBIDDEN",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const { key } = await makeKey(account, ["admin"]);
      for (const [method, path] of [
        ["GET", "/users"],
        ["GET", `/users/${account.id}`],
        ["POST", `/users/${account.id}/disable`],
        ["POST", `/users/${account.id}/enable`],
      ] as const) {
        for (const credential of [{ token: account.token }, { key }]) {
          expectError(await call(method, path, credential), 403, "FORBIDDEN");
        }
      }
    },
  },
  {
    name: "the operator finds a user by its e-mail, in any case, with exactly the fields of a list",
    needsOperator: true,
    run: async ({ call, signUp, operatorKey: key }) => {
      const { id, email } = await signUp();
      for (const search of [email, email.toUpperCase(), email.slice(0, -4)]) {
        const path = `/users?email=${encodeURIComponent(search)}`;
        const answer = await call("GET", path, { key });
        const [user, ...more] = expectOk(answer, 200, UserItem.array());
        assert.deepEqual(more, [], shown(answer));
        assert.deepEqual(Object.keys(user ?? {}).toSorted(), ITEM.toSorted(), shown(answer));
        assert.deepEqual([user?.id, user?.email, user?.status], [id, email, "active"]);
        assert.match(user?.lastLoginAt ?? "", TIME);
      }
    },
  },
  {
    name: "the operator reads a user with the numbers of its live sessions and usable keys",
    needsOperator: true,
    run: async ({ call, signUp, makeKey, operatorKey: key }) => {
      const account = await signUp();
      await makeKey(account, ["read"]);
      const { id } = await makeKey(account, ["read"]);
      await call("DELETE", `/auth/api-keys/${id}`, { token: account.token });
      const answer = await call("GET", `/users/${account.id}`, { key });
      const user = expectOk(answer, 200, UserDetail, DETAIL);
      assert.deepEqual([user.sessions, user.apiKeys], [1, 1], shown(answer));
    },
  },
  {
    name: "a disabled user's tokens, keys and login are refused at once; enabled, keys and login are good again",
    needsOperator: true,
    run: async ({ call, signUp, makeKey, logIn, operatorKey }) => {
      const account = await signUp();
      const { id, token, refreshToken } = account;
      const { key } = await makeKey(account, ["read"]);
      expectOk(await call("GET", "/deployments", { key }), 200, Deployment.array());
      const change = async (act: string): Promise<UserDetail> => {
        const answer = await call("POST", `/users/${id}/${act}`, { key: operatorKey });
        return expectOk(answer, 200, UserDetail, DETAIL);
      };
      for (const _ of ["the first time", "again"]) {
        const disabled = await change("disable");
        assert.deepEqual([disabled.status, disabled.sessions], ["disabled", 0]);
      }
      expectError(await call("GET", "/auth/me", { token }), 401, "INVALID_TOKEN");
      expectError(await call("GET", "/deployments", { key }), 401, "INVALID_API_KEY");
      const refresh = { body: { refreshToken } };
      expectError(await call("POST", "/auth/refresh", refresh), 401, "INVALID_TOKEN");
      expectError(await logIn(account), 401, "INVALID_CREDENTIALS");
      assert.equal((await change("enable")).status, "active");
      expectOk(await call("GET", "/deployments", { key }), 200, Deployment.array());
      expectError(await call("GET", "/auth/me", { token }), 401, "INVALID_TOKEN");
      const login = await logIn(account);
      assert.equal(login.status, 200, shown(login));
    },
  },
  {
    name: "a list of disabled users has them alone, and each change is a row of the operator's",
    needsOperator: true,
    run: async ({ call, signUp, operatorKey: key }) => {
      const { id } = await signUp();
      const other = await signUp();
      await call("POST", `/users/${id}/disable`, { key });
      const answer = await call("GET", "/users?status=disabled&limit=100", { key });
      const users = expectOk(answer, 200, UserItem.array());
      assert.ok(
        users.every(({ status }) => status === "disabled"),
        shown(answer),
      );
      const ids = users.map((user) => user.id);
      assert.deepEqual([ids.includes(id), ids.includes(other.id)], [true, false], shown(answer));
      const audit = await call("GET", `/audit?account=${id}&actor=operator`, { key });
      const rows = expectOk(audit, 200, AuditEntry.array());
      assert.deepEqual(
        rows.map(({ action, subject, outcome }) => [action, subject, outcome]),
        [["account.disabled", id, "ok"]],
        shown(audit),
      );
    },
  },
  {
    name: "the operator gives a user the role owner, which it has, and no role that the service does not know",
    needsOperator: true,
    run: async ({ call, signUp, operatorKey: key }) => {
      const account = await signUp();
      const path = `/users/${account.id}/role`;
      const change = (role: unknown): ReturnType<typeof call> =>
        call("POST", path, { key, body: { role } });
      assert.equal((await change("owner")).status, 200);
      expectInvalid(await change("no-such-role"), "role");
      expectInvalid(await change(5), "role");
      const me = await call("GET", "/auth/me", { token: account.token });
      assert.equal(me.status, 200, shown(me));
      const by = { token: account.token, body: { role: "owner" } };
      expectError(await call("POST", path, by), 403, "FORBIDDEN");
    },
  },
  {
    name: "the operator's wrong requests are refused: an unknown filter, status and user",
    needsOperator: true,
    run: async ({ call, operatorKey: key }) => {
      expectError(await call("GET", "/users?mail=a", { key }), 400, "VALIDATION_ERROR");
      expectInvalid(await call("GET", "/users?status=gone", { key }), "status");
      expectInvalid(await call("GET", "/users?email=", { key }), "email");
      for (const [method, path] of [
        ["GET", `/users/${NOBODY}`],
        ["POST", `/users/${NOBODY}/disable`],
        ["POST", `/users/${NOBODY}/enable`],
      ] as const) {
        expectError(await call(method, path, { key }), 404, "NOT_FOUND");
      }
      expectError(await call("GET", "/users"), 401, "UNAUTHORIZED");
    },
  },
];

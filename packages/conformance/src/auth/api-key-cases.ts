import assert from "node:assert/strict";

import {
  ApiKeyDetail,
  ApiKeyItem,
  CreatedApiKey,
  KeyVerdict,
  Me,
  RevokedApiKey,
} from "@bourse/contract/auth";

import { shown } from "../http/expect.ts";
import type { Answer } from "../http/wire.ts";
import type { AuthCase } from "./auth-service.ts";
import { expectError, expectInvalid, expectOk, TIME } from "./expect.ts";

type Item = ReturnType<typeof ApiKeyItem.parse>;

const LONG = "x".repeat(100);

/** Bodies that make no key, with the place of their fault. */
const NO_KEYS: readonly (readonly [what: string, body: object, path: string])[] = [
  ["an empty name", { name: "", permissions: ["read"] }, "name"],
  ["a name of 101 characters", { name: `${LONG}x`, permissions: ["read"] }, "name"],
  ["a name of invisible characters", { name: "\u200b\u2060", permissions: ["read"] }, "name"],
  ["no name", { permissions: ["read"] }, "name"],
  ["no permissions", { name: "k" }, "permissions"],
  ["an empty list of permissions", { name: "k", permissions: [] }, "permissions"],
  ["a permission twice", { name: "k", permissions: ["read", "read"] }, "permissions"],
  ["an unknown permission", { name: "k", permissions: ["write"] }, "permissions.0"],
  ["0 days", { name: "k", permissions: ["read"], expiresInDays: 0 }, "expiresInDays"],
  ["366 days", { name: "k", permissions: ["read"], expiresInDays: 366 }, "expiresInDays"],
  ["1.5 days", { name: "k", permissions: ["read"], expiresInDays: 1.5 }, "expiresInDays"],
];

/** The life of a key. */
export const apiKeyCases: readonly AuthCase[] = [
  {
    name: "a key is created as 201 with exactly id, name, key, permissions and createdAt",
    run: async ({ call, signUp }) => {
      const { token } = await signUp();
      const body = { name: LONG, permissions: ["read", "deploy"], expiresInDays: 365 };
      const answer = await call("POST", "/auth/api-keys", { body, token });
      const fields = ["id", "name", "key", "permissions", "createdAt"];
      const data = expectOk(answer, 201, CreatedApiKey, fields);
      assert.match(data.key, /^bk_live_[0-9A-Za-z]{49}$/, shown(answer));
      assert.match(data.createdAt, TIME);
      assert.deepEqual([data.name, data.permissions], [LONG, ["read", "deploy"]]);
    },
  },
  {
    name: "the list holds exactly id, name, lastUsed and createdAt of each; lastUsed is null before a use",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const { token } = account;
      const { id, key } = await makeKey(account, ["read"]);
      const list = async (): Promise<readonly Item[]> => {
        const answer = await call("GET", "/auth/api-keys", { token });
        assert.doesNotMatch(answer.text, new RegExp(key), "the key is never shown again");
        return expectOk(answer, 200, ApiKeyItem.array());
      };
      const [item] = await list();
      assert.deepEqual(item, { id, name: "a key", lastUsed: null, createdAt: item?.createdAt });
      expectOk(await call("GET", "/auth/me", { key }), 200, Me);
      assert.match((await list())[0]?.lastUsed ?? "", TIME);
    },
  },
  {
    name: "one key is shown with prefix, permissions, status and times, without the key",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const { id, key } = await makeKey(account, ["billing"], { expiresInDays: 1 });
      const answer = await call("GET", `/auth/api-keys/${id}`, { token: account.token });
      const absent = ["organizationId", "lastUsedAddress"];
      const fields = Object.keys(ApiKeyDetail.shape).filter((name) => !absent.includes(name));
      const data = expectOk(answer, 200, ApiKeyDetail, fields);
      assert.equal(data.status, "active");
      assert.ok(key.startsWith(data.prefix) && data.prefix.length < 20, shown(answer));
      const life = Date.parse(data.expiresAt ?? "") - Date.parse(data.createdAt);
      assert.equal(life, 86_400_000, shown(answer));
    },
  },
  {
    name: "a revoked key is refused at the very next request and gone from the list; again is 404",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const { token } = account;
      const { id, key } = await makeKey(account, ["read"]);
      expectOk(await call("GET", "/auth/me", { key }), 200, Me);
      const revoke = (): ReturnType<typeof call> =>
        call("DELETE", `/auth/api-keys/${id}`, { token });
      const revoked = expectOk(await revoke(), 200, RevokedApiKey, ["id", "revokedAt"]);
      assert.equal(revoked.id, id);
      expectError(await call("GET", "/auth/me", { key }), 401, "INVALID_API_KEY");
      const list = await call("GET", "/auth/api-keys", { token });
      assert.deepEqual(expectOk(list, 200, ApiKeyItem.array()), []);
      expectError(await revoke(), 404, "NOT_FOUND");
      const one = await call("GET", `/auth/api-keys/${id}`, { token });
      expectError(one, 404, "NOT_FOUND");
    },
  },
  {
    name: "another user's key is 404 to look at and to revoke, and lives on",
    run: async ({ call, signUp, makeKey }) => {
      const [ada, bob] = [await signUp(), await signUp()];
      const { id, key } = await makeKey(ada, ["read"]);
      for (const method of ["GET", "DELETE"]) {
        const answer = await call(method, `/auth/api-keys/${id}`, { token: bob.token });
        expectError(answer, 404, "NOT_FOUND");
      }
      expectOk(await call("GET", "/auth/me", { key }), 200, Me);
    },
  },
  ...NO_KEYS.map(([what, body, path]): AuthCase => {
    return {
      name: `a key with ${what} is a VALIDATION_ERROR at ${path}`,
      run: async ({ call, signUp }) => {
        const { token } = await signUp();
        expectInvalid(await call("POST", "/auth/api-keys", { body, token }), path);
        const list = await call("GET", "/auth/api-keys", { token });
        assert.deepEqual(expectOk(list, 200, ApiKeyItem.array()), []);
      },
    };
  }),
  {
    name: "verify judges a key that was handed over, and uses it: VALID, FORBIDDEN, INVALID_API_KEY",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const { id, key } = await makeKey(account, ["read"]);
      const verdict = async (body: object): Promise<object> => {
        const answer = await call("POST", "/auth/api-keys/verify", { body, token: account.token });
        return expectOk(answer, 200, KeyVerdict, ["valid", "code", "id", "permissions"]);
      };
      const known = { id, permissions: ["read"] };
      assert.deepEqual(await verdict({ key }), { valid: true, code: "VALID", ...known });
      const permission = "deploy";
      const forbidden = { valid: false, code: "FORBIDDEN", ...known };
      assert.deepEqual(await verdict({ key, permission }), forbidden);
      const nothing = { valid: false, code: "INVALID_API_KEY", id: null, permissions: [] };
      assert.deepEqual(await verdict({ key: `${key}x` }), nothing);
      const read = await call("GET", `/auth/api-keys/${id}`, { token: account.token });
      assert.notEqual(expectOk(read, 200, ApiKeyDetail).lastUsed, null, shown(read));
    },
  },
  {
    name: "verify tells the owner of a valid key where it is asked for, and of no other",
    run: async ({ call, signUp, makeKey }) => {
      const [ada, bob] = [await signUp(), await signUp()];
      const { key } = await makeKey(ada, ["read"]);
      const verdict = async (body: object): Promise<KeyVerdict> => {
        const answer = await call("POST", "/auth/api-keys/verify", { body, token: bob.token });
        return expectOk(answer, 200, KeyVerdict);
      };
      const me = expectOk(await call("GET", "/auth/me", { key }), 200, Me);
      assert.equal((await verdict({ key, owner: true })).ownerId, me.user.id);
      assert.equal((await verdict({ key })).ownerId, undefined);
      const refused = { key, owner: true, permission: "deploy" };
      assert.equal((await verdict(refused)).ownerId, undefined);
      assert.equal((await verdict({ key: `${key}x`, owner: true })).ownerId, undefined);
    },
  },
  {
    name: "a key without admin verifies itself, and another key is FORBIDDEN to it",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const [one, other] = [await makeKey(account, ["read"]), await makeKey(account, ["read"])];
      const ask = (key: string): Promise<Answer> =>
        call("POST", "/auth/api-keys/verify", { key: one.key, body: { key } });
      assert.equal(expectOk(await ask(one.key), 200, KeyVerdict).id, one.id);
      expectError(await ask(other.key), 403, "FORBIDDEN");
      expectError(await ask(`${one.key}x`), 403, "FORBIDDEN");
    },
  },
];

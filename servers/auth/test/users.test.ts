/** The accounts of the service over HTTP: what the operator may see and do, and nobody else. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { authCollections } from "@bourse/auth-core";
import { masterKeyOf } from "@bourse/credentials";
import type { Entity } from "@bourse/kernel";
import { openStore } from "@bourse/store";
import { describe, expect, test } from "vitest";

import { makeKey, PASSWORD, signUp, type Answer, type Calls } from "./support/calls.ts";
import { collectingLogger } from "./support/collecting-logger.ts";
import { runTestServer, type TestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

const KEY = "an-operator-key-of-the-tests";
const AUDIT_KEY = "an-auditor-key-of-the-tests";
const NOBODY = "00000000-0000-4000-8000-000000000000";

interface User {
  readonly id: string;
  readonly email: string;
  readonly status: string;
}

interface Row {
  readonly action: string;
  readonly actor: string;
}

const serve = (more: Readonly<Record<string, string>> = {}): Promise<TestServer> =>
  runTestServer({ AUTH_OPERATOR_KEY: KEY, AUTH_AUDIT_KEY: AUDIT_KEY, ...more });

const verdict = ({ status, error }: Answer<unknown>): readonly unknown[] => [status, error?.code];

/** Calls of every route of users about one account. */
function routesOf(id: string): readonly (readonly [method: string, path: string])[] {
  return [
    ["GET", "users"],
    ["GET", `users/${id}`],
    ["POST", `users/${id}/disable`],
    ["POST", `users/${id}/enable`],
  ];
}

async function listed(server: Calls, query: string): Promise<readonly string[]> {
  const { data, status, text } = await server.get<User[]>(`users?${query}`, { key: KEY });
  expect(status, text).toBe(200);
  return data.map(({ email }) => email);
}

/** Opens the store as a release did whose accounts had one index, and writes the account as that release did. */
async function rewriteAsOlder(url: string, keyFile: string, id: string): Promise<void> {
  const masterKey = masterKeyOf((await readFile(keyFile, "utf8")).trim());
  const collections = authCollections.map((one) =>
    one.name === "accounts"
      ? { ...one, indexes: { by_email: { fields: ["emailKey"], unique: true } } }
      : one,
  );
  const store = await openStore(url, { collections, checksumKey: async () => masterKey! });
  const accounts = store.collections.get("accounts")!;
  const { value, version } = (await store.get(accounts, id))!;
  const { lastLoginAt: _, ...older } = value as Entity & { readonly lastLoginAt: number };
  await store.replace(accounts, older, version);
  await store.close();
}

describe("the operator's key", () => {
  test("lists the accounts newest first, and by the header Link every page of them", async () => {
    const server = await serve();
    const emails: string[] = [];
    for (let count = 0; count < 5; count++) {
      emails.unshift((await signUp(server)).email);
      await server.clock.advance(1000);
    }
    const seen: string[] = [];
    let next: string | undefined = "?limit=2";
    while (next !== undefined) {
      const page: Answer<User[]> = await server.get<User[]>(`users${next}`, { key: KEY });
      seen.push(...page.data.map(({ email }) => email));
      next = /^<([^>]*)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual(emails);
  });

  test("finds by the beginning of an address, by all of it, and by status", async () => {
    const server = await serve();
    const [ada, bob] = [await signUp(server), await signUp(server)];
    await server.post(`users/${bob.id}/disable`, undefined, { key: KEY });
    expect(await listed(server, "email=USER")).toEqual([ada.email, bob.email].toSorted());
    expect(await listed(server, `email=${ada.email}`)).toEqual([ada.email]);
    expect(await listed(server, "email=nobody")).toEqual([]);
    expect(await listed(server, "status=disabled")).toEqual([bob.email]);
    expect(await listed(server, "status=active&email=user")).toEqual([ada.email]);
  });

  test("reads an account with the numbers of its sessions and keys, and nothing that is secret", async () => {
    const server = await serve();
    const { id, email, token } = await signUp(server);
    await makeKey(server, token, ["read"]);
    await server.post("auth/login", { email, password: PASSWORD });
    const user = {
      id,
      email,
      name: "",
      status: "active",
      createdAt: "2026-01-15T00:00:00.000Z",
      lastLoginAt: "2026-01-15T00:00:00.000Z",
    };
    const { data } = await server.get(`users/${id}`, { key: KEY });
    expect(data).toEqual({ ...user, sessions: 2, apiKeys: 1 });
    expect((await server.get("users", { key: KEY })).data).toEqual([user]);
  });

  test("disables an account: its tokens, sessions, keys and logins are refused from the next request on", async () => {
    const server = await serve();
    const { id, email, token, refreshToken } = await signUp(server);
    const { key } = await makeKey(server, token, ["read"]);
    expect((await server.get("deployments", { key })).status).toBe(200);
    expect((await server.get("deployments", { token })).status).toBe(200);
    const disabled = await server.post(`users/${id}/disable`, undefined, { key: KEY });
    expect([disabled.status, disabled.data]).toMatchObject([
      200,
      { id, status: "disabled", sessions: 0, apiKeys: 1 },
    ]);
    const refused = async () => [
      verdict(await server.get("deployments", { token })),
      verdict(await server.get("deployments", { key })),
      verdict(await server.post("auth/refresh", { refreshToken })),
      verdict(await server.post("auth/login", { email, password: PASSWORD })),
    ];
    expect(await refused()).toEqual([
      [401, "INVALID_TOKEN"],
      [401, "INVALID_API_KEY"],
      [401, "INVALID_TOKEN"],
      [401, "INVALID_CREDENTIALS"],
    ]);
    const enabled = await server.post(`users/${id}/enable`, undefined, { key: KEY });
    expect(enabled.data).toMatchObject({ id, status: "active", sessions: 0 });
    expect(await refused()).toEqual([
      [401, "INVALID_TOKEN"],
      [200, undefined],
      [401, "INVALID_TOKEN"],
      [200, undefined],
    ]);
  });

  test("leaves a row for each change: who, from where, what; a repetition leaves none", async () => {
    const { logger, lines } = collectingLogger();
    const server = await runTestServer({ AUTH_OPERATOR_KEY: KEY }, { logger });
    const { id } = await signUp(server);
    for (const act of ["disable", "disable", "enable"]) {
      await server.post(`users/${id}/${act}`, undefined, { key: KEY });
    }
    await server.post(`users/${NOBODY}/disable`, undefined, { key: KEY });
    const { data } = await server.get<Row[]>("audit?actor=operator", { key: KEY });
    const row = { actor: "operator", address: "127.0.0.1", subject: id, account: id };
    expect(data).toMatchObject([
      { action: "account.disabled", outcome: "refused", code: "NOT_FOUND", subject: NOBODY },
      { ...row, action: "account.enabled", outcome: "ok", code: null },
      { ...row, action: "account.disabled", outcome: "ok", code: null },
    ]);
    const logged = lines.filter(({ message }) => message.startsWith("account."));
    expect(logged.map(({ message }) => message)).toEqual([
      "account.registered",
      "account.disabled",
      "account.enabled",
    ]);
    expect(JSON.stringify([lines, data])).not.toContain(KEY);
  });

  test.each(["sqlite", "lowdb"])(
    "lists the accounts that an older release wrote in %s, which knew neither the indexes nor the last login",
    async (engine) => {
      const folder = await tempFolder();
      const url = `${engine}:${join(folder, "auth.data")}`;
      const variables = { DATA_DIR: folder, AUTH_STORE_URL: url };
      const server = await serve(variables);
      const { id, email } = await signUp(server);
      await server.close();
      await rewriteAsOlder(url, join(folder, "auth.key"), id);

      const newer = await serve(variables);
      const other = await signUp(newer);
      expect((await listed(newer, "limit=100")).toSorted()).toEqual(
        [email, other.email].toSorted(),
      );
      expect(await listed(newer, `status=active&email=${email}`)).toEqual([email]);
      const read = async () => (await newer.get(`users/${id}`, { key: KEY })).data["lastLoginAt"];
      expect(await read()).toBeNull();
      await newer.post("auth/login", { email, password: PASSWORD });
      expect(await read()).toBe("2026-01-15T00:00:00.000Z");
    },
  );

  test("sees the whole audit trail, and opens nothing else", async () => {
    const server = await serve();
    const { id } = await signUp(server);
    const { data } = await server.get<{ account: string | null }[]>("audit", { key: KEY });
    expect(data.map(({ account }) => account)).toEqual([id, null]);
    for (const path of ["auth/me", "deployments", "auth/api-keys", "billing/usage"]) {
      const answer = await server.get(path, { key: KEY });
      expect([path, ...verdict(answer)]).toEqual([path, 401, "INVALID_API_KEY"]);
    }
  });

  test("is told from one that is nearly it, and does not rescue a token", async () => {
    const server = await serve();
    const { token } = await signUp(server);
    const { id } = await signUp(server);
    for (const [method, path] of routesOf(id)) {
      const call = async (options: object) => verdict(await server.call(method, path, options));
      for (const key of [KEY.slice(0, -1), `${KEY}x`, KEY.toUpperCase(), "x"]) {
        expect(await call({ key })).toEqual([401, "INVALID_API_KEY"]);
      }
      expect(await call({ key: KEY, token })).toEqual([403, "FORBIDDEN"]);
      expect(await call({ key: KEY, token: "x" })).toEqual([401, "INVALID_TOKEN"]);
      const empty = { authorization: "Bearer" };
      expect(await call({ key: KEY, headers: empty })).toEqual([401, "INVALID_TOKEN"]);
      const basic = { authorization: "Basic YWRhOnB3" };
      expect(await call({ key: KEY, headers: basic })).toEqual([200, undefined]);
      expect(await call({ headers: { "x-api-key": `${KEY}, ${KEY}` } })).toEqual([
        401,
        "INVALID_API_KEY",
      ]);
    }
  });

  test("is asked for by its name where nothing is sent", async () => {
    const server = await serve();
    const { status, error } = await server.get("users", {});
    expect([status, error?.code]).toEqual([401, "UNAUTHORIZED"]);
    expect(error?.message).toBe(
      "Send the operator's key, AUTH_OPERATOR_KEY of the server, in X-API-Key.",
    );
  });

  test("is not AUTH_AUDIT_KEY: a server with one key for both does not start", async () => {
    await expect(runTestServer({ AUTH_OPERATOR_KEY: KEY, AUTH_AUDIT_KEY: KEY })).rejects.toThrow(
      "AUTH_AUDIT_KEY: expected another key than AUTH_OPERATOR_KEY",
    );
  });
});

describe("users are refused", () => {
  test("to the auditor's key, with a row; it reads the audit trail all the same", async () => {
    const server = await serve();
    const { id } = await signUp(server);
    for (const [method, path] of routesOf(id)) {
      const answer = await server.call(method, path, { key: AUDIT_KEY });
      expect(verdict(answer)).toEqual([403, "FORBIDDEN"]);
    }
    const { data } = await server.get<Row[]>("audit?limit=2", { key: AUDIT_KEY });
    const row = { actor: "auditor", outcome: "refused", code: "FORBIDDEN", subject: id };
    expect(data).toMatchObject([
      { ...row, action: "account.enabled" },
      { ...row, action: "account.disabled" },
    ]);
    expect((await server.get(`users/${id}`, { key: KEY })).data["status"]).toBe("active");
  });

  test("to an account, its own and others', by token and by a key with admin", async () => {
    const server = await serve();
    const [ada, bob] = [await signUp(server), await signUp(server)];
    const { key } = await makeKey(server, ada.token, ["admin"]);
    for (const id of [ada.id, bob.id, NOBODY]) {
      for (const [method, path] of routesOf(id)) {
        for (const credential of [{ token: ada.token }, { key }]) {
          const { status, error } = await server.call(method, path, credential);
          expect([status, error?.code]).toEqual([403, "FORBIDDEN"]);
          expect(error?.message).toContain("Only the operator of the service");
        }
      }
    }
    const { data } = await server.get<Row[]>(`audit?actor=user:${ada.id}&outcome=refused`, {
      key: KEY,
    });
    expect(data).toHaveLength(6);
  });

  test("to everyone where AUTH_OPERATOR_KEY is not set, with what to do", async () => {
    const server = await runTestServer({ AUTH_AUDIT_KEY: AUDIT_KEY });
    const { id, token } = await signUp(server);
    const { key } = await makeKey(server, token, ["admin"]);
    for (const [method, path] of routesOf(id)) {
      for (const credential of [{}, { token }, { key }, { key: KEY }, { key: AUDIT_KEY }]) {
        const { status, error } = await server.call(method, path, credential);
        expect([status, error?.code]).toEqual([403, "FORBIDDEN"]);
        expect(error?.message).toContain("once AUTH_OPERATOR_KEY is set");
      }
    }
  });
});

describe("a wrong request is refused", () => {
  test.each([
    ["stauts=disabled", ""],
    ["status=gone", "status"],
    ["email=", "email"],
    ["email=%20", "email"],
    [`email=${"a".repeat(255)}`, "email"],
    ["email=a%00", "email"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["cursor=x", "cursor"],
  ])("for users?%s", async (query, path) => {
    const server = await serve();
    const answer = await server.get(`users?${query}`, { key: KEY });
    expect(verdict(answer)).toEqual([400, "VALIDATION_ERROR"]);
    if (path !== "") expect(answer.error?.details?.map((one) => one.path)).toContain(path);
  });

  test("for an account that does not exist", async () => {
    const server = await serve();
    for (const id of [NOBODY, "x", "%00", "a".repeat(300)]) {
      for (const [method, path] of routesOf(id).slice(1)) {
        const { status } = await server.call(method, path, { key: KEY });
        expect([id, [400, 404].includes(status)]).toEqual([id, true]);
      }
    }
  });

  test("for AUTH_OPERATOR_KEY of fewer than 16 characters, without showing it", async () => {
    const short = "too-short-a-key";
    const refusal = runTestServer({ AUTH_OPERATOR_KEY: short });
    await expect(refusal).rejects.toThrow("AUTH_OPERATOR_KEY: expected a key of 16 to 512");
    await expect(refusal).rejects.not.toThrow(short);
  });
});

/** The directory of accounts, which only the operator of a service sees. */

import { describe, expect, test } from "vitest";

import { type AuthCore, type UserQuery, authCollections } from "../src/index.ts";
import { codeOf, fixture, identifyKey, identifyToken, PASSWORD } from "./support/auth.ts";

const ORIGIN = { ip: "192.0.2.7" };

/** Registers an account for each address, a second apart; resolves to their ids by address. */
async function registered(
  { auth, clock }: Pick<Awaited<ReturnType<typeof fixture>>, "auth" | "clock">,
  emails: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const ids: Record<string, string> = {};
  for (const email of emails) {
    ids[email] = (await auth.accounts.register({ email, password: PASSWORD })).user.id;
    await clock.advance(1000);
  }
  return ids;
}

/** Addresses of all pages of a list, and the number of pages. */
async function walk(
  { users }: AuthCore,
  query: UserQuery,
): Promise<{ readonly emails: readonly string[]; readonly pages: number }> {
  const emails: string[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages++) {
    const page = await users.list({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    emails.push(...page.items.map(({ email }) => email));
    if (page.next === null) return { emails, pages };
    cursor = page.next;
  }
}

describe("a list of accounts", () => {
  const EMAILS = ["bob@b.co", "Ada@b.co", "adam@b.co", "eve@b.co", "ada@b.com"];

  test("has the newest first, a page at a time, each account once", async () => {
    const given = await fixture();
    await registered(given, EMAILS);
    expect(await walk(given.auth, { limit: 2 })).toEqual({
      emails: EMAILS.toReversed(),
      pages: 3,
    });
  });

  test("finds the beginning of an address and all of it, in any case, in the order of addresses", async () => {
    const given = await fixture();
    await registered(given, EMAILS);
    const found = async (email: string) => (await walk(given.auth, { email, limit: 1 })).emails;
    expect(await found("ADA")).toEqual(["Ada@b.co", "ada@b.com", "adam@b.co"]);
    expect(await found(" ada@b.com ")).toEqual(["ada@b.com"]);
    expect(await found("da")).toEqual([]);
    expect(await found("z")).toEqual([]);
    // 254 characters whose compatibility form is longer than any key of an index.
    expect(await found("\ufdfa".repeat(254))).toEqual([]);
  });

  test("has the accounts of one status, with and without a search", async () => {
    const given = await fixture();
    const ids = await registered(given, EMAILS);
    await given.auth.users.disable(ids["Ada@b.co"]!);
    await given.auth.users.disable(ids["eve@b.co"]!);
    const found = async (query: UserQuery) =>
      (await walk(given.auth, { ...query, limit: 1 })).emails;
    expect(await found({ status: "disabled" })).toEqual(["eve@b.co", "Ada@b.co"]);
    expect(await found({ status: "active" })).toEqual(["ada@b.com", "adam@b.co", "bob@b.co"]);
    expect(await found({ status: "disabled", email: "a" })).toEqual(["Ada@b.co"]);
    expect(await found({ status: "active", email: "ada" })).toEqual(["ada@b.com", "adam@b.co"]);
  });

  test("has no password, hash or key of an index in it", async () => {
    const given = await fixture();
    const { "bob@b.co": id } = await registered(given, EMAILS);
    const fields = ["id", "email", "name", "status", "role", "createdAt", "lastLoginAt"];
    const { items } = await given.auth.users.list();
    expect(items.map(Object.keys)).toEqual(EMAILS.map(() => fields));
    expect(Object.keys(await given.auth.users.get(id!))).toEqual([
      ...fields,
      "sessions",
      "apiKeys",
    ]);
  });

  test("refuses the cursor of other filters, a blank search, a long one and an unknown status", async () => {
    const given = await fixture();
    await registered(given, EMAILS);
    const { next } = await given.auth.users.list({ limit: 1 });
    const code = (query: UserQuery) => codeOf(given.auth.users.list(query));
    expect(await code({ cursor: next!, status: "active" })).toBe("STORE_CURSOR_INVALID");
    expect(await code({ cursor: "x" })).toBe("STORE_CURSOR_INVALID");
    const invalid = (path: string) => ({ code: "VALIDATION_ERROR", details: { path } });
    for (const email of ["", " ", "a".repeat(255)]) {
      await expect(given.auth.users.list({ email })).rejects.toMatchObject(invalid("email"));
    }
    await expect(given.auth.users.list({ status: "gone" as never })).rejects.toMatchObject(
      invalid("status"),
    );
  });
});

describe("one account", () => {
  test("has the numbers of its live sessions and of the keys that are neither revoked nor expired", async () => {
    const { auth, clock } = await fixture();
    const login = { email: "a@b.co", password: PASSWORD };
    const { user } = await auth.accounts.register(login);
    const second = await auth.accounts.login(login);
    await auth.accounts.login(login);
    const key = (more: object = {}) =>
      auth.keys.create(user.id, { name: "k", permissions: ["read"], ...more });
    await key();
    await key({ expiresInDays: 2 });
    await key({ expiresInDays: 1 });
    await auth.keys.revoke(user.id, (await key()).id);
    await auth.sessions.logout(second.refreshToken);
    expect(await auth.users.get(user.id)).toMatchObject({ sessions: 2, apiKeys: 3 });
    await clock.advance(86_400_000);
    expect(await auth.users.get(user.id)).toMatchObject({ sessions: 2, apiKeys: 2 });
    await clock.advance(30 * 86_400_000);
    expect(await auth.users.get(user.id)).toMatchObject({ sessions: 0, apiKeys: 1 });
  });

  test("has the time of its last login, which a refresh and a failed login do not move", async () => {
    const { auth, clock } = await fixture();
    const { user, refreshToken } = await auth.accounts.register({
      email: "a@b.co",
      password: PASSWORD,
    });
    const registeredAt = clock.now();
    const lastLoginAt = async () => (await auth.users.get(user.id)).lastLoginAt;
    await clock.advance(1000);
    await auth.sessions.refresh(refreshToken);
    expect(await codeOf(auth.accounts.login({ email: "a@b.co", password: "no" }))).toBe(
      "INVALID_CREDENTIALS",
    );
    expect(await lastLoginAt()).toBe(registeredAt);
    await auth.accounts.login({ email: "a@b.co", password: PASSWORD });
    expect(await lastLoginAt(), "a time of less than a minute ago stays").toBe(registeredAt);
    await clock.advance(59_000);
    await auth.accounts.login({ email: "a@b.co", password: PASSWORD });
    expect(await lastLoginAt()).toBe(registeredAt + 60_000);
  });

  test("has the time of its last login again, after a clock that was far ahead", async () => {
    const { auth, clock, store } = await fixture();
    const { user } = await auth.accounts.register({ email: "a@b.co", password: PASSWORD });
    const accounts = authCollections.find(({ name }) => name === "accounts")!;
    const { value, version } = (await store.get(accounts, user.id))!;
    const ahead = { ...value, lastLoginAt: clock.now() + 365 * 86_400_000 };
    await store.replace(accounts, ahead, version);
    await auth.accounts.login({ email: "a@b.co", password: PASSWORD });
    expect((await auth.users.get(user.id)).lastLoginAt).toBe(clock.now());
  });

  test("that an older release wrote has no last login until the next one", async () => {
    const { auth, clock, store } = await fixture();
    const { user } = await auth.accounts.register({ email: "a@b.co", password: PASSWORD });
    const accounts = authCollections.find(({ name }) => name === "accounts")!;
    const { value, version } = (await store.get(accounts, user.id))!;
    const { lastLoginAt: _, ...older } = value as typeof value & { lastLoginAt: number };
    await store.replace(accounts, older, version);
    expect((await auth.users.get(user.id)).lastLoginAt).toBeNull();
    await auth.accounts.login({ email: "a@b.co", password: PASSWORD });
    expect((await auth.users.get(user.id)).lastLoginAt).toBe(clock.now());
  });

  test("that does not exist is NOT_FOUND, and nothing is recorded", async () => {
    const { auth, events } = await fixture();
    for (const call of ["get", "disable", "enable"] as const) {
      expect(await codeOf(auth.users[call]("nobody"))).toBe("NOT_FOUND");
    }
    expect(events).toEqual([]);
  });
});

describe("a disabled account", () => {
  test("loses its sessions and access tokens at once, and its keys and logins are refused", async () => {
    const { auth, again } = await fixture();
    const login = { email: "a@b.co", password: PASSWORD };
    const { user, token, refreshToken } = await auth.accounts.register(login);
    const { key } = await auth.keys.create(user.id, { name: "ci", permissions: ["read"] });
    await identifyKey(auth, key);
    await identifyToken(auth, token);
    expect(await auth.users.disable(user.id, ORIGIN)).toMatchObject({
      status: "disabled",
      sessions: 0,
      apiKeys: 1,
    });
    for (const core of [auth, await again()]) {
      expect(await codeOf(identifyToken(core, token))).toBe("INVALID_TOKEN");
      expect(await codeOf(identifyKey(core, key))).toBe("INVALID_API_KEY");
      expect(await codeOf(core.sessions.refresh(refreshToken))).toBe("INVALID_TOKEN");
      expect(await codeOf(core.accounts.login(login))).toBe("INVALID_CREDENTIALS");
    }
  });

  test("that is enabled has its keys and logins again, and none of its sessions", async () => {
    const { auth } = await fixture();
    const login = { email: "a@b.co", password: PASSWORD };
    const { user, token, refreshToken } = await auth.accounts.register(login);
    const { key } = await auth.keys.create(user.id, { name: "ci", permissions: ["read"] });
    await auth.users.disable(user.id);
    expect(await codeOf(identifyKey(auth, key))).toBe("INVALID_API_KEY");
    expect(await auth.users.enable(user.id)).toMatchObject({ status: "active", sessions: 0 });
    expect(await codeOf(identifyKey(auth, key))).toBe("resolved");
    expect(await codeOf(identifyToken(auth, token))).toBe("INVALID_TOKEN");
    expect(await codeOf(auth.sessions.refresh(refreshToken))).toBe("INVALID_TOKEN");
    expect(await codeOf(auth.accounts.login(login))).toBe("resolved");
  });

  test("is one row of the operator's in the trail, and so is an enabled one; a repetition is none", async () => {
    const { auth, events } = await fixture();
    const { user } = await auth.accounts.register({ email: "a@b.co", password: PASSWORD });
    events.length = 0;
    for (const call of ["enable", "disable", "disable", "enable", "enable"] as const) {
      await auth.users[call](user.id, ORIGIN);
    }
    expect(events.map(({ action }) => action)).toEqual(["account.disabled", "account.enabled"]);
    await auth.trail.flush();
    const { items } = await auth.trail.find({ actor: "operator", limit: 10 });
    const row = { actor: "operator", account: user.id, subject: user.id, address: ORIGIN.ip };
    expect(items).toMatchObject([
      { ...row, action: "account.enabled" },
      { ...row, action: "account.disabled" },
    ]);
  });

  test("has no session of a login that was under way", async () => {
    const { auth } = await fixture();
    const login = { email: "a@b.co", password: PASSWORD };
    const { user } = await auth.accounts.register(login);
    const logins = Array.from({ length: 20 }, () =>
      auth.accounts.login(login).then(
        ({ token }) => token,
        () => null,
      ),
    );
    await logins[0];
    await auth.users.disable(user.id);
    for (const token of await Promise.all(logins)) {
      if (token !== null) expect(await codeOf(identifyToken(auth, token))).toBe("INVALID_TOKEN");
    }
    expect(await auth.users.get(user.id)).toMatchObject({ status: "disabled", sessions: 0 });
  });
});

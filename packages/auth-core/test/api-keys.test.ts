import { systemClock, type Store } from "@bourse/kernel";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";

import { apiKeys } from "../src/api-keys/api-key.ts";
import { isWellFormedKey, newKey } from "../src/api-keys/key-format.ts";
import {
  type ApiKeyView,
  type AuthCore,
  type KeyPageOptions,
  type Permission,
  PERMISSIONS,
  type RecordPage,
} from "../src/index.ts";
import { codeOf, fixture, identifyKey, PASSWORD, type Fixture } from "./support/auth.ts";

let given: Fixture;
let auth: AuthCore;
let userId: string;
beforeEach(async () => {
  given = await fixture();
  auth = given.auth;
  userId = (await auth.accounts.register({ email: "a@b.co", password: PASSWORD })).user.id;
});

describe("the form of a key", () => {
  test("is bk_live_, 43 random characters and a checksum", () => {
    expect(newKey("live")).toMatch(/^bk_live_[0-9A-Za-z]{49}$/);
  });

  test("is refused with any one character changed, without a look into the store", async () => {
    const key = newKey("live");
    const silent = new Proxy({} as Store, {
      get: (_, name) => {
        throw new Error(`the store was asked: ${String(name)}`);
      },
    });
    const { openApiKeys } = await import("../src/api-keys/api-keys.ts");
    const { keys } = openApiKeys({ store: silent, clock: systemClock } as never);
    for (let i = 0; i < key.length; i++) {
      const changed = key.slice(0, i) + (key[i] === "x" ? "y" : "x") + key.slice(i + 1);
      expect(isWellFormedKey(changed), `character ${i}`).toBe(false);
    }
    for (const text of ["", "bk_live_", `${key} `, key.toLowerCase(), `${key}\n`, "bk_test_x"]) {
      expect(await keys.verify(text)).toMatchObject({ valid: false, code: "INVALID_API_KEY" });
    }
  });

  test("is its own in a thousand draws", () => {
    const keys = Array.from({ length: 1000 }, () => newKey("test"));
    expect(new Set(keys).size).toBe(1000);
    expect(keys.every(isWellFormedKey)).toBe(true);
  });
});

test("the name of a key has at most 100 characters, counted in code points", async () => {
  const create = (name: string) => auth.keys.create(userId, { name, permissions: ["read"] });
  expect((await create("🚀".repeat(100))).name).toBe("🚀".repeat(100));
  expect(await codeOf(create("🚀".repeat(101)))).toBe("VALIDATION_ERROR");
});

describe("a search of keys", () => {
  const create = (name: string, expiresInDays?: number) =>
    auth.keys.create(userId, { name, permissions: ["read"], expiresInDays });
  const found = async (options: KeyPageOptions) =>
    (await auth.keys.page(userId, options)).items.map(({ name }) => name);

  test("finds a part of the name and the first characters of the key in any case", async () => {
    await create("Build server");
    await given.clock.advance(1);
    const { key } = await create("مفتاح 🚀");
    expect(await found({ q: "D SER" })).toEqual(["Build server"]);
    expect(await found({ q: "🚀" })).toEqual(["مفتاح 🚀"]);
    expect(await found({ q: key.slice(0, 12).toUpperCase() })).toEqual(["مفتاح 🚀"]);
    expect(await found({ q: key.slice(0, 14) })).toEqual([]);
  });

  test("finds those that have expired, and those that have not", async () => {
    await create("short", 1);
    await create("long", 30);
    await given.clock.advance(24 * 3_600_000);
    expect(await found({ status: "expired" })).toEqual(["short"]);
    expect(await found({ status: "active" })).toEqual(["long"]);
  });

  test("leads through all that it finds, page after page", async () => {
    for (let at = 0; at < 40; at++) await create(at % 4 === 0 ? `kept ${at}` : `other ${at}`);
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const page: RecordPage<ApiKeyView> = await auth.keys.page(userId, {
        q: "kept",
        limit: 3,
        ...(cursor === null ? {} : { cursor }),
      });
      names.push(...page.items.map(({ name }) => name));
      cursor = page.next;
    } while (cursor !== null);
    expect(names).toHaveLength(10);
    expect(new Set(names).size).toBe(10);
  });

  test.each([{ q: "" }, { q: "x".repeat(101) }, { status: "revoked" }])(
    "%o is refused",
    async (options) => {
      expect(await codeOf(auth.keys.page(userId, options as KeyPageOptions))).toBe(
        "VALIDATION_ERROR",
      );
    },
  );
});

test("the address of the last use is that of the newest one, through a restart", async () => {
  const { id, key } = await auth.keys.create(userId, { name: "k", permissions: ["read"] });
  const address = async (core: AuthCore = auth) =>
    (await core.keys.get(userId, id)).lastUsedAddress;
  expect(await address()).toBeNull();
  await auth.keys.authenticate(key, { ip: "192.0.2.1" });
  await given.clock.advance(1000);
  await auth.keys.authenticate(key, { ip: "192.0.2.2" });
  expect(await address()).toBe("192.0.2.2");
  await auth.close();
  const again = await given.again();
  expect(await address(again)).toBe("192.0.2.2");
  await given.clock.advance(1000);
  await again.keys.verify(key, undefined, { ip: "192.0.2.9" });
  expect(await address(again), "a service that does not tell who has sent the key").toBeNull();
});

test("the life of a key: created once in clear, used, listed without it, revoked, dead", async () => {
  const created = await auth.keys.create(userId, { name: "ci", permissions: ["deploy"] });
  expect(Object.keys(created)).toEqual([
    "id",
    "name",
    "key",
    "permissions",
    "createdAt",
    "expiresAt",
  ]);
  expect(await auth.keys.list(userId)).toMatchObject([{ id: created.id, lastUsedAt: null }]);

  await given.clock.advance(5000);
  expect(await identifyKey(auth, created.key)).toEqual({
    method: "api_key",
    userId,
    permissions: ["deploy"],
    sessionId: null,
    keyId: created.id,
  });
  const [listed] = await auth.keys.list(userId);
  expect(listed?.lastUsedAt).toBe(given.clock.now());
  expect(JSON.stringify(listed)).not.toContain(created.key);
  expect(JSON.stringify((await given.store.find(await collection())).items)).not.toContain(
    created.key,
  );

  await auth.keys.revoke(userId, created.id);
  expect(await codeOf(identifyKey(auth, created.key))).toBe("INVALID_API_KEY");
  expect(await auth.keys.list(userId)).toEqual([]);
  expect(await codeOf(auth.keys.revoke(userId, created.id))).toBe("NOT_FOUND");
  expect(await codeOf(auth.keys.get(userId, created.id))).toBe("NOT_FOUND");
  expect(given.events.map(({ action }) => action)).toEqual([
    "account.registered",
    "api_key.created",
    "api_key.first_used",
    "api_key.revoked",
  ]);
});

test("a revocation is felt at once here and within a second on a replica", async () => {
  const replica = await given.again();
  const { id, key } = await auth.keys.create(userId, { name: "ci", permissions: ["read"] });
  await Promise.all([identifyKey(auth, key), identifyKey(replica, key)]);
  await auth.keys.revoke(userId, id);
  expect(await codeOf(identifyKey(auth, key))).toBe("INVALID_API_KEY");
  await given.clock.advance(1000);
  expect(await codeOf(identifyKey(replica, key))).toBe("INVALID_API_KEY");
});

test("a key expires after its days, to the millisecond, remembered or not", async () => {
  const { id, key } = await auth.keys.create(userId, {
    name: "ci",
    permissions: ["read"],
    expiresInDays: 1,
  });
  await given.clock.advance(86_400_000 - 1);
  expect(await codeOf(identifyKey(auth, key))).toBe("resolved");
  await given.clock.advance(1);
  expect(await codeOf(identifyKey(auth, key))).toBe("INVALID_API_KEY");
  expect(await auth.keys.get(userId, id)).toMatchObject({ status: "expired" });
});

test("ten thousand uses of a key write the store at most once a minute, and the last is not lost", async () => {
  const { id, key } = await auth.keys.create(userId, { name: "ci", permissions: ["read"] });
  const versionNow = async (): Promise<number> =>
    (await given.store.get(await collection(), id))?.version ?? 0;
  for (let i = 0; i < 10_000; i++) {
    await identifyKey(auth, key);
    if (i % 100 === 0) {
      await given.clock.advance(600);
      await auth.maintain();
    }
  }
  expect(await versionNow()).toBeLessThanOrEqual(3);
  await given.clock.advance(1000);
  await identifyKey(auth, key);
  await auth.close();
  const later = await given.again();
  expect((await later.keys.get(userId, id)).lastUsedAt).toBe(given.clock.now());
});

test("a service that verifies a valid key uses it, whatever permission it asks for", async () => {
  const { id, key } = await auth.keys.create(userId, { name: "ci", permissions: ["read"] });
  await given.clock.advance(5000);
  await auth.keys.verify(key, "deploy");
  expect((await auth.keys.get(userId, id)).lastUsedAt).toBe(given.clock.now());
  expect(given.events.at(-1)).toMatchObject({ action: "api_key.first_used" });
  await given.clock.advance(5000);
  await auth.keys.verify(key);
  const [listed] = await auth.keys.list(userId);
  expect(listed?.lastUsedAt).toBe(given.clock.now());
});

test("a use that another process has written is told where it is the later one", async () => {
  const { id, key } = await auth.keys.create(userId, { name: "ci", permissions: ["read"] });
  await identifyKey(auth, key);
  await given.clock.advance(5000);
  const other = await given.again();
  await other.keys.verify(key);
  await other.close();
  expect((await auth.keys.get(userId, id)).lastUsedAt).toBe(given.clock.now());
});

test("another's key cannot be seen or revoked", async () => {
  const { id } = await auth.keys.create(userId, { name: "ci", permissions: ["read"] });
  const stranger = await auth.accounts.register({ email: "s@b.co", password: PASSWORD });
  expect(await codeOf(auth.keys.get(stranger.user.id, id))).toBe("NOT_FOUND");
  expect(await codeOf(auth.keys.revoke(stranger.user.id, id))).toBe("NOT_FOUND");
});

test.each<[string, unknown]>([
  ["permissions", { name: "x", permissions: [] }],
  ["permissions", { name: "x", permissions: ["read", "read"] }],
  ["permissions", { name: "x", permissions: ["root"] }],
  ["name", { name: "", permissions: ["read"] }],
  ["name", { name: "n".repeat(101), permissions: ["read"] }],
  ["name", { name: "a\0b", permissions: ["read"] }],
  ["expiresInDays", { name: "x", permissions: ["read"], expiresInDays: 0 }],
  ["expiresInDays", { name: "x", permissions: ["read"], expiresInDays: 366 }],
  ["expiresInDays", { name: "x", permissions: ["read"], expiresInDays: 1.5 }],
])("a new key with a bad %s is refused and nothing is written", async (path, key) => {
  await expect(auth.keys.create(userId, key as never)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { path },
  });
  expect(await auth.keys.list(userId)).toEqual([]);
});

test("a key allows what it holds, and admin allows all", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray([...PERMISSIONS], { minLength: 1 }),
      fc.constantFrom<Permission>(...PERMISSIONS),
      async (permissions, needed) => {
        const { key } = await auth.keys.create(userId, { name: "k", permissions });
        const allowed = permissions.includes(needed) || permissions.includes("admin");
        expect(await codeOf(auth.guard.authorize({ apiKey: key }, needed))).toBe(
          allowed ? "resolved" : "FORBIDDEN",
        );
        expect(await auth.keys.verify(key, needed)).toMatchObject({
          valid: allowed,
          code: allowed ? "VALID" : "FORBIDDEN",
        });
      },
    ),
    { numRuns: 40 },
  );
});

async function collection() {
  return (await import("../src/api-keys/api-key.ts")).apiKeys;
}

describe("a key that a key creates", () => {
  const DAY = 86_400_000;
  const make = (parentId?: string, more: object = {}) =>
    auth.keys.create(userId, { name: "k", permissions: ["admin"], parentId, ...more });

  test("gets its parent's end where none is asked for, and no later one", async () => {
    const parent = await make(undefined, { expiresInDays: 10 });
    await given.clock.advance(DAY);
    const child = await make(parent.id);
    expect(child.expiresAt).toBe(parent.expiresAt);
    expect((await make(parent.id, { expiresInDays: 9 })).expiresAt).toBe(parent.expiresAt);
    const late = make(parent.id, { expiresInDays: 10 });
    await expect(late).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining("2026-01-11T00:00:00.000Z") as string,
      details: { path: "expiresInDays" },
    });
    expect(await auth.keys.get(userId, child.id)).toMatchObject({ parentId: parent.id });
    await given.clock.advance(9 * DAY - 1);
    expect(await auth.keys.verify(child.key)).toMatchObject({ valid: true });
    await given.clock.advance(1);
    expect(await auth.keys.verify(child.key)).toMatchObject({ valid: false });
    expect(await codeOf(make(parent.id)), "of an expired key").toBe("INVALID_API_KEY");
  });

  test("has no permission that its parent lacks", async () => {
    const { id } = await make(undefined, { permissions: ["deploy", "read"] });
    const permissions = ["read", "billing"];
    const refusal = { code: "FORBIDDEN", details: { permission: "billing" } };
    await expect(make(id, { permissions })).rejects.toMatchObject(refusal);
    expect((await make(id, { permissions: ["read"] })).permissions).toEqual(["read"]);
  });

  test("is revoked with its parent at once, with all that it created, in the cache and in the audit trail", async () => {
    const parent = await make();
    const child = await make(parent.id);
    const grandchild = await make(child.id);
    const other = await make();
    for (const { key } of [parent, child, grandchild, other]) await identifyKey(auth, key);
    given.events.length = 0;
    await auth.keys.revoke(userId, parent.id);
    for (const { key } of [parent, child, grandchild]) {
      expect(await codeOf(identifyKey(auth, key))).toBe("INVALID_API_KEY");
    }
    await identifyKey(auth, other.key);
    expect((await auth.keys.list(userId)).map(({ id }) => id)).toEqual([other.id]);
    expect(given.events.map(({ action, keyId }) => [action, keyId])).toEqual(
      [parent, child, grandchild].map(({ id }) => ["api_key.revoked", id]),
    );
    expect(await codeOf(make(parent.id)), "of a revoked key").toBe("INVALID_API_KEY");
  });

  test("is refused when its parent's row alone has ended, has lost a right or is another user's", async () => {
    const parent = await make();
    const child = await make(parent.id, { permissions: ["deploy", "read"] });
    const change = async (changes: object): Promise<void> => {
      await given.clock.advance(1000);
      await given.store.transaction(async (tx) => {
        const found = (await tx.get(apiKeys, parent.id))!; // created above
        await tx.replace(apiKeys, { ...found.value, ...changes }, found.version);
      });
    };
    await change({ permissions: ["read"] });
    expect((await identifyKey(auth, child.key)).permissions).toEqual(["read"]);
    await change({ expiresAt: given.clock.now() + 1500 });
    expect((await identifyKey(auth, child.key)).userId).toBe(userId);
    await given.clock.advance(500);
    expect(await codeOf(identifyKey(auth, child.key)), "cached").toBe("INVALID_API_KEY");
    await change({ expiresAt: null, revokedAt: 1 });
    expect(await codeOf(identifyKey(auth, child.key))).toBe("INVALID_API_KEY");
    await change({ revokedAt: null, userId: "somebody" });
    expect(await codeOf(identifyKey(auth, child.key))).toBe("INVALID_API_KEY");
    await change({ userId });
    await identifyKey(auth, child.key);
  });

  test("is the last of a line of eight at most", async () => {
    let { id } = await make();
    for (let place = 2; place <= 8; place++) ({ id } = await make(id));
    expect(await codeOf(make(id))).toBe("QUOTA_EXCEEDED");
  });

  test("of another account, or that nobody has, is no parent", async () => {
    const other = await auth.accounts.register({ email: "b@b.co", password: PASSWORD });
    const { id } = await auth.keys.create(other.user.id, { name: "k", permissions: ["admin"] });
    expect(await codeOf(make(id))).toBe("INVALID_API_KEY");
    expect(await codeOf(make("nobody"))).toBe("INVALID_API_KEY");
  });
});

test("a key whose parent no release recorded works on as it did", async () => {
  const { id, key } = await auth.keys.create(userId, { name: "old", permissions: ["read"] });
  expect((await given.store.get(apiKeys, id))?.value).not.toHaveProperty("parentId");
  expect((await identifyKey(auth, key)).keyId).toBe(id);
  expect(await auth.keys.get(userId, id)).toMatchObject({ parentId: null, expiresAt: null });
});

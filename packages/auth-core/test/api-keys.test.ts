import { systemClock, type Store } from "@bourse/kernel";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";

import { isWellFormedKey, newKey } from "../src/api-keys/key-format.ts";
import { type AuthCore, type Permission, PERMISSIONS } from "../src/index.ts";
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
    expect(newKey()).toMatch(/^bk_live_[0-9A-Za-z]{49}$/);
  });

  test("is refused with any one character changed, without a look into the store", async () => {
    const key = newKey();
    const silent = new Proxy({} as Store, {
      get: (_, name) => {
        throw new Error(`the store was asked: ${String(name)}`);
      },
    });
    const { createApiKeys } = await import("../src/api-keys/api-keys.ts");
    const keys = createApiKeys({ store: silent, clock: systemClock } as never);
    for (let i = 0; i < key.length; i++) {
      const changed = key.slice(0, i) + (key[i] === "x" ? "y" : "x") + key.slice(i + 1);
      expect(isWellFormedKey(changed), `character ${i}`).toBe(false);
    }
    for (const text of ["", "bk_live_", `${key} `, key.toLowerCase(), `${key}\n`, "bk_test_x"]) {
      expect(await keys.verify(text)).toMatchObject({ valid: false, code: "INVALID_API_KEY" });
    }
  });

  test("is its own in a thousand draws", () => {
    const keys = Array.from({ length: 1000 }, newKey);
    expect(new Set(keys).size).toBe(1000);
    expect(keys.every(isWellFormedKey)).toBe(true);
  });
});

test("the name of a key has at most 100 characters, counted in code points", async () => {
  const create = (name: string) => auth.keys.create(userId, { name, permissions: ["read"] });
  expect((await create("🚀".repeat(100))).name).toBe("🚀".repeat(100));
  expect(await codeOf(create("🚀".repeat(101)))).toBe("VALIDATION_ERROR");
});

test("the life of a key: created once in clear, used, listed without it, revoked, dead", async () => {
  const created = await auth.keys.create(userId, { name: "ci", permissions: ["deploy"] });
  expect(Object.keys(created)).toEqual(["id", "name", "key", "permissions", "createdAt"]);
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

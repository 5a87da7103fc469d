import { createManualClock, createMemoryStore, systemIds } from "@bourse/kernel";
import { expect, test } from "vitest";

import { apiKeyDocuments, createApiKeys, type ApiKeys } from "../../src/keys/index.ts";

function world(given: readonly string[] = []) {
  const store = createMemoryStore({ collections: [apiKeyDocuments] });
  const clock = createManualClock();
  const keys: ApiKeys = createApiKeys({ store, clock, ids: systemIds, given });
  return { store, clock, keys };
}

test("a key has nk_ and 256 bits, and only its digest is kept", async () => {
  const { keys, store } = world();
  const { key } = await keys.create({ name: "feed", scopes: ["share"] });
  expect(key).toMatch(/^nk_[0-9a-hjkmnp-tv-z]{52}$/);
  const page = await store.find(apiKeyDocuments, {});
  expect(JSON.stringify(page)).not.toContain(key.slice(3));
});

test("a key opens what its scopes name, and admin opens everything", async () => {
  const { keys } = world();
  const share = await keys.create({ name: "a", scopes: ["share"] });
  const admin = await keys.create({ name: "b", scopes: ["admin"] });
  expect((await keys.authorize(share.key, "share")).id).toBe(share.id);
  await expect(keys.authorize(share.key, "read")).rejects.toMatchObject({
    code: "FORBIDDEN",
    details: { scope: "read" },
  });
  expect((await keys.authorize(admin.key, "read")).id).toBe(admin.id);
});

test("no key, a wrong one and a revoked one are the same refusal", async () => {
  const { keys } = world();
  const { id, key } = await keys.create({ name: "a", scopes: ["read"] });
  await keys.revoke(id);
  await keys.revoke(id);
  for (const bad of [undefined, "", "nk_wrong", key]) {
    await expect(keys.authorize(bad, "read")).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  }
});

test("the list shows revoked keys as such, newest first, and never a key or digest", async () => {
  const { keys, clock } = world();
  const first = await keys.create({ name: "first", scopes: ["read", "share"] });
  await clock.advance(1000);
  await keys.create({ name: "second", scopes: ["admin"] });
  await keys.revoke(first.id);
  const list = await keys.list();
  expect(list.map(({ name, scopes }) => [name, scopes])).toEqual([
    ["second", ["admin"]],
    ["first", ["share", "read"]],
  ]);
  expect(list[0]?.revokedAt).toBeNull();
  expect(list[1]?.revokedAt).toBe(clock.now());
  expect(Object.keys(list[0] ?? {})).not.toContain("digest");
});

test("the first key is made once, and not at all where keys are given", async () => {
  const { keys } = world();
  const key = await keys.createFirst();
  expect((await keys.authorize(key, "admin")).scopes).toEqual(["share", "read", "admin"]);
  expect(await keys.createFirst()).toBeUndefined();
  const outside = world(["a-key-from-outside"]);
  expect(await outside.keys.createFirst()).toBeUndefined();
  expect((await outside.keys.authorize("a-key-from-outside", "admin")).id).toBe("given-1");
});

test.each([
  { name: "", scopes: ["read"] as const, field: "name" },
  { name: "n".repeat(101), scopes: ["read"] as const, field: "name" },
  { name: "n", scopes: [], field: "scopes" },
])("a key without a fitting $field is refused", async ({ field, ...request }) => {
  await expect(world().keys.create(request)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { field },
  });
});

test("an id that is no key's is not found", async () => {
  await expect(world().keys.revoke("nobody")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

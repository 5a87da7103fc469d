import { createManualClock, createMemoryStore, systemIds } from "@bourse/kernel";
import { expect, test } from "vitest";

import { NATIVE_TOKEN, nodeCollections, toAddress } from "../../src/index.ts";
import {
  apiKeyDocuments,
  createApiKeys,
  type ApiKeys,
  type KeyHolder,
  type NewApiKey,
} from "../../src/keys/index.ts";

const PAYEE = toAddress(`0x${"e1".repeat(20)}`, "payee");
const STRANGER = toAddress(`0x${"5a".repeat(20)}`, "stranger");
const TOKEN = toAddress(`0x${"7c".repeat(20)}`, "token");
const DAY = 86_400_000;

function world(given: readonly string[] = []) {
  const store = createMemoryStore({ collections: nodeCollections });
  const clock = createManualClock();
  const keys: ApiKeys = createApiKeys({ store, clock, ids: systemIds, given });
  const payer = async (request: Partial<NewApiKey>) => {
    const { key } = await keys.create({ name: "payer", scopes: ["transfer"], ...request });
    return keys.authorize(key, "transfer");
  };
  return { store, clock, keys, payer };
}

test("a key has nk_ and 256 bits, and only its digest is kept", async () => {
  const { keys, store } = world();
  const { key } = await keys.create({ name: "feed", scopes: ["share"] });
  expect(key).toMatch(/^nk_[0-9a-hjkmnp-tv-z]{52}$/);
  const page = await store.find(apiKeyDocuments, {});
  expect(JSON.stringify(page)).not.toContain(key.slice(3));
});

test("a key's name has at most 100 characters, counted in code points", async () => {
  const { keys } = world();
  const named = (length: number) => keys.create({ name: "🚀".repeat(length), scopes: ["read"] });
  expect((await named(100)).name).toBe("🚀".repeat(100));
  await expect(named(101)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

const SCOPES = ["share", "read", "transfer", "admin"] as const;

test.each(SCOPES)("a key with the scope %s alone has no other right", async (own) => {
  const { keys } = world();
  const { id, key } = await keys.create({ name: "a", scopes: [own] });
  for (const scope of SCOPES) {
    if (scope === own) expect((await keys.authorize(key, scope)).id).toBe(id);
    else {
      await expect(keys.authorize(key, scope), scope).rejects.toMatchObject({
        code: "FORBIDDEN",
        details: { scope },
      });
    }
  }
});

test("a key without scopes is not created, and the refusal names the scopes", async () => {
  const { keys } = world();
  for (const scopes of [undefined, []]) {
    await expect(keys.create({ name: "a", scopes } as unknown as NewApiKey)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining("share, read, transfer, admin") as unknown,
      details: { field: "scopes" },
    });
  }
  expect((await keys.list()).keys).toEqual([]);
});

test("no key, a wrong one, a revoked and an expired one are the same refusal", async () => {
  const { keys, clock } = world();
  const { id, key } = await keys.create({ name: "a", scopes: ["read"] });
  const expiresAt = clock.now() + DAY;
  const short = await keys.create({ name: "b", scopes: ["read"], expiresAt });
  expect((await keys.authorize(short.key, "read")).id).toBe(short.id);
  await clock.advance(DAY);
  await keys.revoke(id);
  await keys.revoke(id);
  for (const bad of [undefined, "", "nk_wrong", key, short.key]) {
    await expect(keys.authorize(bad, "read")).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  }
});

test("the list shows revoked keys as such, newest first, and never a key or digest", async () => {
  const { keys, clock } = world();
  const first = await keys.create({ name: "first", scopes: ["read", "share"] });
  await clock.advance(1000);
  await keys.create({ name: "second", scopes: ["admin"] });
  await keys.revoke(first.id);
  const { keys: list } = await keys.list();
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
  const key = await keys.createFirst(["share", "read", "transfer"]);
  expect((await keys.authorize(key, "transfer")).scopes).toEqual(["share", "read", "transfer"]);
  await expect(keys.authorize(key, "admin")).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await keys.createFirst(["share"])).toBeUndefined();
  const outside = world(["a-key-from-outside"]);
  expect(await outside.keys.createFirst(["share"])).toBeUndefined();
  const holder = await outside.keys.authorize("a-key-from-outside", "transfer");
  expect(holder).toMatchObject({ id: "given-1", scopes: ["share", "read", "transfer"] });
});

test.each<NewApiKey & { readonly field: string }>([
  { name: "", scopes: ["read"], field: "name" },
  { name: "n".repeat(101), scopes: ["read"], field: "name" },
  { name: "n", scopes: [], field: "scopes" },
  { name: "n", scopes: ["read"], expiresAt: 0, field: "expiresAt" },
  { name: "n", scopes: ["transfer"], payees: [], field: "payees" },
  { name: "n", scopes: ["transfer"], payees: ["0x12"], field: "payees" },
  { name: "n", scopes: ["read"], payees: [PAYEE], field: "payees" },
  { name: "n", scopes: ["transfer"], spending: [], field: "spending" },
  { name: "n", scopes: ["transfer"], spending: [{ token: TOKEN, perCall: 0n }], field: "spending" },
  {
    name: "n",
    scopes: ["transfer"],
    spending: [
      { token: TOKEN, perCall: 1n },
      { token: TOKEN, perCall: 2n },
    ],
    field: "spending",
  },
])("a key without a fitting $field is refused", async ({ field, ...request }) => {
  await expect(world().keys.create(request)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { field },
  });
});

test("a key with payees pays nobody else", async () => {
  const { keys, payer } = world();
  const holder = await payer({ payees: [PAYEE] });
  const payment = { token: NATIVE_TOKEN, amount: 1n };
  await keys.spend(holder, { id: "p1", to: PAYEE, ...payment });
  await expect(keys.spend(holder, { id: "p2", to: STRANGER, ...payment })).rejects.toMatchObject({
    code: "FORBIDDEN",
    message: expect.stringContaining(STRANGER) as string,
  });
});

test("a key with spending limits pays no more in a call, no more in a day, and no other token", async () => {
  const { keys, payer, clock } = world();
  const holder = await payer({ spending: [{ token: TOKEN, perCall: 10n, perDay: 25n }] });
  const pay = (id: string, amount: bigint, token = TOKEN): Promise<void> =>
    keys.spend(holder, { id, to: PAYEE, token, amount });
  await expect(pay("over", 11n)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(pay("other", 1n, NATIVE_TOKEN)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await pay("a", 10n);
  await pay("b", 10n);
  await pay("b", 10n);
  await expect(pay("c", 6n)).rejects.toMatchObject({
    code: "FORBIDDEN",
    message: expect.stringContaining("5 are left") as string,
  });
  await pay("c", 5n);
  await keys.unspend("c");
  await pay("d", 5n);
  await clock.advance(DAY);
  await pay("e", 10n);
});

test("of payments that come together no more than the day's limit is let through", async () => {
  const { keys, payer } = world();
  const holder = await payer({ spending: [{ token: TOKEN, perDay: 30n }] });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) =>
      keys.spend(holder, { id: `p${index}`, to: PAYEE, token: TOKEN, amount: 10n }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
});

test("a key without the scope transfer spends nothing", async () => {
  const { keys } = world();
  const { key } = await keys.create({ name: "a", scopes: ["share", "admin"] });
  const holder = await keys.authorize(key, "share");
  const payment = { id: "p", to: PAYEE, token: NATIVE_TOKEN, amount: 1n };
  await expect(keys.spend(holder, payment)).rejects.toMatchObject({
    code: "FORBIDDEN",
    details: { scope: "transfer" },
  });
});

test("an id that is no key's is not found", async () => {
  await expect(world().keys.revoke("nobody")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a key that a key creates has no right that its parent lacks", async () => {
  const { keys } = world();
  const { key } = await keys.create({ name: "parent", scopes: ["admin", "share"] });
  const by = await keys.authorize(key, "admin");
  for (const scope of ["read", "transfer"] as const) {
    await expect(
      keys.create({ name: "child", scopes: ["share", scope] }, by),
    ).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { scope },
    });
  }
  const child = await keys.create({ name: "child", scopes: ["share", "admin"] }, by);
  expect((await keys.authorize(child.key, "share")).id).toBe(child.id);
});

test("a key that a key creates pays nobody whom its parent may not pay, and nothing where its amounts are limited", async () => {
  const { keys } = world();
  const parent = async (more: Partial<NewApiKey>) => {
    const { key } = await keys.create({ name: "parent", scopes: ["admin", "transfer"], ...more });
    return keys.authorize(key, "admin");
  };
  const child = { name: "child", scopes: ["transfer"] } as const;
  const few = await parent({ payees: [PAYEE] });
  expect((await keys.create(child, few)).payees).toEqual([PAYEE]);
  const wider = keys.create({ ...child, payees: [PAYEE, STRANGER] }, few);
  await expect(wider).rejects.toMatchObject({ details: { field: "payees" } });
  const limited = await parent({ spending: [{ token: TOKEN, perDay: 100n }] });
  await expect(keys.create(child, limited)).rejects.toMatchObject({
    code: "FORBIDDEN",
    details: { scope: "transfer" },
  });
  expect((await keys.create({ name: "child", scopes: ["admin"] }, few)).payees).toBeNull();
});

test("a key that a key creates ends with its parent, at its time and at its revocation, and so do those after it", async () => {
  const { keys, clock } = world();
  const expiresAt = clock.now() + DAY;
  const make = async (by?: KeyHolder, more: Partial<NewApiKey> = {}) => {
    const made = await keys.create({ name: "k", scopes: ["admin"], ...more }, by);
    return { made, holder: await keys.authorize(made.key, "admin") };
  };
  const parent = await make(undefined, { expiresAt });
  const child = await make(parent.holder);
  const grandchild = await make(child.holder, { expiresAt: expiresAt - 1 });
  expect([child.made.expiresAt, grandchild.made.expiresAt]).toEqual([expiresAt, expiresAt - 1]);
  await expect(make(parent.holder, { expiresAt: expiresAt + 1 })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { field: "expiresAt" },
  });
  const free = await make();
  const heir = await make((await make(free.holder)).holder);
  await keys.revoke(free.made.id);
  await expect(keys.authorize(heir.made.key, "admin")).rejects.toMatchObject({
    code: "UNAUTHORIZED",
  });
  const listed = (await keys.list()).keys.find(({ id }) => id === heir.made.id);
  expect(listed?.revokedAt, "in the list").toBe(clock.now());
  expect((await keys.authorize(child.made.key, "admin")).expiresAt).toBe(expiresAt);
  await clock.advance(DAY);
  await expect(keys.authorize(child.made.key, "admin")).rejects.toMatchObject({
    code: "UNAUTHORIZED",
  });
});

test("a line has eight keys at most, and the operator and given keys are in none", async () => {
  const { keys, store } = world(["a key of the settings"]);
  let { key } = await keys.create({ name: "1", scopes: ["admin"] });
  const next = async () =>
    keys.create({ name: "k", scopes: ["admin"] }, await keys.authorize(key, "admin"));
  for (let place = 2; place <= 8; place++) ({ key } = await next());
  await expect(next()).rejects.toMatchObject({ code: "FORBIDDEN" });
  const given = await keys.authorize("a key of the settings", "read");
  const { id } = await keys.create({ name: "child", scopes: ["read"] }, given);
  expect((await store.get(apiKeyDocuments, id))?.value).not.toHaveProperty("parentId");
});

test("a key whose parent is gone from the store is refused", async () => {
  const { keys, store } = world();
  const parent = await keys.create({ name: "parent", scopes: ["admin"] });
  const holder = await keys.authorize(parent.key, "admin");
  const child = await keys.create({ name: "child", scopes: ["admin"] }, holder);
  await store.delete(apiKeyDocuments, parent.id);
  await expect(keys.authorize(child.key, "admin")).rejects.toMatchObject({ code: "UNAUTHORIZED" });
});

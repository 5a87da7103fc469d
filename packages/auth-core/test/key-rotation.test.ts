/** Rotation of keys with a grace period, and changes of keys. */

import { beforeEach, describe, expect, test } from "vitest";

import type { AuthCore } from "../src/index.ts";
import { codeOf, fixture, type Fixture, PASSWORD } from "./support/auth.ts";

const DAY_MILLISECONDS = 86_400_000;

let given: Fixture;
let auth: AuthCore;
let userId: string;
let id: string;
let first: string;

beforeEach(async () => {
  given = await fixture();
  ({ auth } = given);
  userId = (await auth.accounts.register({ email: "ada@example.com", password: PASSWORD })).user.id;
  const made = await auth.keys.create(userId, { name: "k", permissions: ["read"] });
  [id, first] = [made.id, made.key];
});

/** Validity of keys, for a core that has none of them in its cache. */
async function accepted(...keys: readonly string[]): Promise<readonly boolean[]> {
  const core = await given.again();
  const verdicts = await Promise.all(keys.map((key) => core.keys.verify(key)));
  return verdicts.map(({ valid }) => valid);
}

describe("a rotation", () => {
  test("answers as a creation does, under the same id, in the same environment", async () => {
    const made = await auth.keys.create(userId, {
      name: "t",
      permissions: ["read"],
      environment: "test",
    });
    const rotated = await auth.keys.rotate(userId, made.id);
    expect(Object.keys(rotated)).toEqual(Object.keys(made));
    expect(rotated).toMatchObject({ id: made.id, name: "t", createdAt: made.createdAt });
    expect(rotated.key).toMatch(/^bk_test_[0-9A-Za-z]{49}$/);
    expect(await accepted(made.key, rotated.key)).toEqual([true, true]);
    expect(await auth.keys.get(userId, made.id)).toMatchObject({
      environment: "test",
      prefix: rotated.key.slice(0, 12),
      former: [{ prefix: made.key.slice(0, 12), lastUsedAt: null }],
    });
  });

  test("accepts the replaced key for a day, or for as long as was asked, to the millisecond", async () => {
    const { key } = await auth.keys.rotate(userId, id);
    await given.clock.advance(DAY_MILLISECONDS - 1);
    expect(await auth.keys.verify(first)).toMatchObject({ valid: true, id });
    await given.clock.advance(1);
    expect(await auth.keys.verify(first)).toMatchObject({ valid: false });
    expect(await accepted(first, key)).toEqual([false, true]);
    expect((await auth.keys.get(userId, id)).former).toEqual([]);
    const { key: third } = await auth.keys.rotate(userId, id, { graceSeconds: 1 });
    await given.clock.advance(1000);
    expect(await accepted(key, third)).toEqual([false, true]);
  });

  test("tells the last use of the replaced key, through a restart", async () => {
    await auth.keys.verify(first);
    await auth.keys.rotate(userId, id);
    expect((await auth.keys.get(userId, id)).former[0]?.lastUsedAt).toBe(given.clock.now());
    await given.clock.advance(5000);
    await auth.keys.verify(first);
    const usedAt = given.clock.now();
    await auth.close();
    const again = await given.again();
    expect((await again.keys.get(userId, id)).former[0]?.lastUsedAt).toBe(usedAt);
  });

  test("without a grace period ends every replaced key at once", async () => {
    const second = await auth.keys.rotate(userId, id);
    const third = await auth.keys.rotate(userId, id);
    expect(await accepted(first, second.key, third.key)).toEqual([true, true, true]);
    const fourth = await auth.keys.rotate(userId, id, { graceSeconds: 0 });
    expect(await auth.keys.verify(first)).toMatchObject({ valid: false });
    const all = [first, second.key, third.key, fourth.key];
    expect(await accepted(...all)).toEqual([false, false, false, true]);
  });

  test("shortens the grace periods before it, and never lengthens one", async () => {
    const second = await auth.keys.rotate(userId, id, { graceSeconds: 100 });
    await auth.keys.rotate(userId, id, { graceSeconds: 10 });
    await given.clock.advance(10_000);
    expect(await accepted(first, second.key)).toEqual([false, false]);
    const third = await auth.keys.rotate(userId, id, { graceSeconds: 10 });
    const fourth = await auth.keys.rotate(userId, id, { graceSeconds: 100 });
    await given.clock.advance(10_000);
    expect(await accepted(third.key, fourth.key)).toEqual([true, true]);
  });

  test("is refused with eight replaced keys beside the key, and possible again without grace", async () => {
    for (let turn = 0; turn < 8; turn++) await auth.keys.rotate(userId, id);
    expect(await codeOf(auth.keys.rotate(userId, id))).toBe("CONFLICT");
    expect(await codeOf(auth.keys.rotate(userId, id, { graceSeconds: 0 }))).toBe("resolved");
  });

  test("of fifty at the same time one wins, and it and the key before it are accepted", async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 50 }, () => auth.keys.rotate(userId, id)),
    );
    const won = made.flatMap((one) => (one.status === "fulfilled" ? [one.value.key] : []));
    const refused = made.flatMap((one) =>
      one.status === "rejected" ? [(one.reason as { code: string }).code] : [],
    );
    expect(won).toHaveLength(1);
    expect(new Set(refused)).toEqual(new Set(["CONFLICT"]));
    expect(await accepted(first, won[0]!)).toEqual([true, true]);
    expect((await auth.keys.get(userId, id)).former).toHaveLength(1);
  });

  test("a revocation ends the key and the replaced one", async () => {
    const { key } = await auth.keys.rotate(userId, id);
    await auth.keys.revoke(userId, id);
    for (const one of [first, key]) expect((await auth.keys.verify(one)).valid).toBe(false);
    expect(await accepted(first, key)).toEqual([false, false]);
    expect(await codeOf(auth.keys.rotate(userId, id))).toBe("NOT_FOUND");
  });

  test("is refused for a foreign key, an expired one and a grace period that cannot be", async () => {
    expect(await codeOf(auth.keys.rotate("another", id))).toBe("NOT_FOUND");
    for (const graceSeconds of [-1, 1.5, 2_592_001]) {
      const rotated = auth.keys.rotate(userId, id, { graceSeconds });
      expect(await codeOf(rotated)).toBe("VALIDATION_ERROR");
    }
    const short = await auth.keys.create(userId, {
      name: "s",
      permissions: ["read"],
      expiresInDays: 1,
    });
    await given.clock.advance(DAY_MILLISECONDS);
    expect(await codeOf(auth.keys.rotate(userId, short.id))).toBe("CONFLICT");
  });

  test("replaced keys are deleted once their grace period is over", async () => {
    await auth.keys.rotate(userId, id, { graceSeconds: 1 });
    const { formerKeys } = await import("../src/api-keys/former-key.ts");
    await auth.maintain();
    expect(await given.store.count(formerKeys)).toBe(1);
    await given.clock.advance(1001);
    await auth.maintain();
    expect(await given.store.count(formerKeys)).toBe(0);
  });
});

describe("a change of a key", () => {
  test("renames it, and keeps what is left out", async () => {
    const limits = { requests: 5, windowSeconds: 60 };
    await auth.keys.update(userId, id, { limits, addresses: ["192.0.2.7"] });
    const changed = await auth.keys.update(userId, id, { name: "new" });
    expect(changed).toMatchObject({ id, name: "new", limits, addresses: ["192.0.2.7"] });
    const lifted = await auth.keys.update(userId, id, { limits: null, addresses: [] });
    expect(lifted).toMatchObject({ name: "new", limits: null, addresses: [] });
  });

  test.each([
    ["name", { name: "" }],
    ["limits", { limits: { windowSeconds: 60 } }],
    ["limits", { limits: { requests: -1, windowSeconds: 60 } }],
    ["limits", { limits: { requests: 1.5, windowSeconds: 60 } }],
    ["limits", { limits: { requests: 1, windowSeconds: 0 } }],
    ["addresses", { addresses: ["192.0.2.0/33"] }],
    ["addresses", { addresses: ["example.com"] }],
    ["addresses", { addresses: Array.from({ length: 33 }, (_, at) => `192.0.2.${at}`) }],
    ["origins", { origins: ["https://app.example.com/path"] }],
    ["origins", { origins: ["null"] }],
  ])("with a wrong value of %s is refused, and nothing changes", async (path, change) => {
    const before = await auth.keys.get(userId, id);
    const refused = auth.keys.update(userId, id, change);
    await expect(refused).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: { path } });
    expect(await auth.keys.get(userId, id)).toEqual(before);
  });

  test("of a foreign or revoked key is NOT_FOUND", async () => {
    expect(await codeOf(auth.keys.update("another", id, { name: "x" }))).toBe("NOT_FOUND");
    await auth.keys.revoke(userId, id);
    expect(await codeOf(auth.keys.update(userId, id, { name: "x" }))).toBe("NOT_FOUND");
  });

  test("a key changes only its descendants, and rotates itself and them", async () => {
    const admin = { name: "a", permissions: ["admin"] as const };
    const parent = await auth.keys.create(userId, admin);
    const child = await auth.keys.create(userId, { ...admin, parentId: parent.id });
    const grandchild = await auth.keys.create(userId, { ...admin, parentId: child.id });
    const changes = [parent, child, grandchild, { id }].map((one) =>
      codeOf(auth.keys.update(userId, one.id, { name: "n", byKeyId: child.id })),
    );
    const refused = "FORBIDDEN";
    expect(await Promise.all(changes)).toEqual([refused, refused, "resolved", refused]);
    const rotations = [parent, child, grandchild, { id }].map((one) =>
      codeOf(auth.keys.rotate(userId, one.id, { byKeyId: child.id })),
    );
    expect(await Promise.all(rotations)).toEqual([refused, "resolved", "resolved", refused]);
  });
});

test("an environment that cannot be is refused", async () => {
  for (const environment of ["", "Live", "a_b", "1a", "thirteenchars"]) {
    const made = auth.keys.create(userId, { name: "k", permissions: ["read"], environment });
    expect(await codeOf(made)).toBe("VALIDATION_ERROR");
  }
});

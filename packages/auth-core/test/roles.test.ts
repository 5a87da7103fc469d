import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  type AuthCore,
  defaultPermissions,
  definePermissions,
  defineRoles,
  type PermissionSet,
} from "../src/index.ts";
import { codeOf, fixture, identifyKey, identifyToken, PASSWORD } from "./support/auth.ts";

const ADA = "ada@example.com";
const roles = defineRoles(defaultPermissions, { reader: ["read"], auditor: ["read", "billing"] });

async function world() {
  const mails: string[] = [];
  const made = await fixture({
    roles,
    mail: {
      publicUrl: "https://accounts.example",
      sender: { send: async ({ text }) => void mails.push(text) },
    },
  });
  const { user, token } = await made.auth.accounts.register({ email: ADA, password: PASSWORD });
  return { ...made, user, token, mails };
}

describe("a role", () => {
  test("is owner at first, and bounds the next request of a login and a key of before", async () => {
    const { auth, user, token, mails, events } = await world();
    const keys: string[] = [];
    for (const permission of ["admin", "read", "deploy"] as const) {
      const given = { name: permission, permissions: [permission] };
      keys.push((await auth.keys.create(user.id, given)).key);
    }
    const held = async (): Promise<unknown> => [
      (await identifyToken(auth, token)).permissions,
      ...(await Promise.all(keys.map(async (key) => (await identifyKey(auth, key)).permissions))),
    ];
    const all = [defaultPermissions.names, ["admin"], ["read"], ["deploy"]];
    expect(await held()).toEqual(all);
    expect((await auth.users.get(user.id)).role).toBe("owner");
    expect((await auth.users.setRole(user.id, "reader")).role).toBe("reader");
    expect(await held()).toEqual([["read"], ["read"], ["read"], []]);
    const asked = auth.guard.authorize({ token }, "deploy");
    expect(await codeOf(asked)).toBe("FORBIDDEN");
    const verdict = await auth.keys.verify(keys[0] ?? "", "deploy");
    expect(verdict).toMatchObject({ code: "FORBIDDEN" });
    await auth.users.setRole(user.id, "owner");
    expect(await held()).toEqual(all);
    await auth.mails.deliverDue();
    const told = mails.filter((text) => text.includes("The account has the role"));
    expect(told).toHaveLength(2);
    expect(events.map(({ action }) => action)).toContain("account.role_changed");
  });

  test("counts in another process within a second", async () => {
    const { auth, again, clock, user, token } = await world();
    const replica = await again();
    expect((await identifyToken(replica, token)).permissions).toContain("admin");
    await auth.users.setRole(user.id, "reader");
    await clock.advance(1000);
    expect((await identifyToken(replica, token)).permissions).toEqual(["read"]);
  });

  test("that the host defines no more opens nothing", async () => {
    const { auth, store, clock, masterKey, user, token } = await world();
    const { key } = await auth.keys.create(user.id, { name: "k", permissions: ["admin"] });
    await auth.users.setRole(user.id, "reader");
    const later = await fixture({ store, clock, masterKey });
    expect((await identifyToken(later.auth, token)).permissions).toEqual([]);
    expect((await identifyKey(later.auth, key)).permissions).toEqual([]);
    expect((await later.auth.users.get(user.id)).role).toBe("reader");
  });

  test("is one of the host's, given to an account that is there; the same one changes nothing", async () => {
    const { auth, user, events } = await world();
    expect(await codeOf(auth.users.setRole(user.id, "king"))).toBe("VALIDATION_ERROR");
    expect(await codeOf(auth.users.setRole("nobody", "reader"))).toBe("NOT_FOUND");
    await auth.users.setRole(user.id, "owner");
    expect(events.filter(({ action }) => action === "account.role_changed")).toEqual([]);
  });

  test("stays through a refresh, a new login, a step-up, a changed password and a suspension", async () => {
    const { auth, user } = await world();
    await auth.users.setRole(user.id, "reader");
    const first = await auth.accounts.login({ email: ADA, password: PASSWORD });
    const refreshed = await auth.sessions.refresh(first.refreshToken, { rotate: true });
    await auth.accounts.changePassword(user.id, first.session.id, {
      currentPassword: PASSWORD,
      newPassword: "staple correct horse",
    });
    await auth.accounts.disable(ADA);
    await auth.accounts.enable(ADA);
    const second = await auth.accounts.login({ email: ADA, password: "staple correct horse" });
    expect(await codeOf(identifyToken(auth, refreshed.token))).toBe("INVALID_TOKEN");
    expect((await identifyToken(auth, second.token)).permissions).toEqual(["read"]);
  });

  test("holds for a device that its account lets in", async () => {
    const { auth, user, token } = await world();
    await auth.users.setRole(user.id, "reader");
    const { sessionId } = await identifyToken(auth, token);
    const { deviceCode, userCode } = await auth.devices.request({});
    await auth.devices.approve(user.id, sessionId ?? "", userCode);
    const device = await auth.devices.login(deviceCode);
    expect((await identifyToken(auth, device.token)).permissions).toEqual(["read"]);
  });
});

describe("whatever roles and permissions a host defines", () => {
  const NAMES = ["a", "b", "c", "d"] as const;
  const some = fc.subarray([...NAMES]);
  const sets = fc
    .record({ a: some, b: some, c: some, d: some })
    .map((implied) =>
      definePermissions(
        Object.fromEntries(NAMES.map((name) => [name, { implies: implied[name] }])),
      ),
    );

  const reach = (set: PermissionSet, held: readonly string[]): readonly string[] =>
    set.names.filter((name) => set.permits(held, name));

  test("no login and no key, of a key or not, has a right outside of the account's role", async () => {
    await fc.assert(
      fc.asyncProperty(
        sets,
        some,
        fc.subarray([...NAMES, "admin"], { minLength: 1 }),
        async (permissions, own, asked) => {
          const given = { permissions, roles: defineRoles(permissions, { narrow: own }) };
          const made = await fixture<string>(given);
          const auth: AuthCore<string> = made.auth;
          const { user, token } = await auth.accounts.register({ email: ADA, password: PASSWORD });
          const parent = await auth.keys.create(user.id, { name: "p", permissions: asked });
          const child = { name: "c", permissions: asked, parentId: parent.id };
          const { key } = await auth.keys.create(user.id, child);
          await auth.users.setRole(user.id, "narrow");
          const late = await auth.keys.create(user.id, { name: "l", permissions: asked });
          const allowed = reach(permissions, own);
          const within = (held: readonly string[]): void => {
            for (const right of reach(permissions, held)) expect(allowed).toContain(right);
          };
          within((await identifyToken(auth as never, token)).permissions);
          for (const one of [parent.key, key, late.key]) {
            const { permissions: held } = await identifyKey(auth as never, one);
            within(held);
            const both = reach(permissions, asked).filter((right) => allowed.includes(right));
            expect(reach(permissions, held)).toEqual(both);
            for (const needed of permissions.names) {
              const { valid } = await auth.keys.verify(one, needed);
              expect(valid).toBe(both.includes(needed));
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("defineRoles", () => {
  test("refuses names and permissions that cannot be, by the nearest one", () => {
    const define = (given: unknown) => () => defineRoles(defaultPermissions, given as never);
    expect(define({ owner: ["read"] })).toThrow('the role "owner" has all permissions');
    expect(define({ "1x": [] })).toThrow('"1x" is no name of a role');
    expect(define({ reader: ["raed"] })).toThrow('did you mean "read"?');
    expect(define({ reader: "read" })).toThrow("must be");
    expect(define(undefined)).toThrow("must be an object");
    const many = Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`r${at}`, []]));
    expect(define(many)).toThrow("define at most 63 roles");
    expect(defineRoles(defaultPermissions, {}).names).toEqual(["owner"]);
  });
});

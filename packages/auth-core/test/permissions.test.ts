/** Sets of permissions that a host defines. */

import { hasCode } from "@bourse/kernel";
import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";

import {
  type AuthCore,
  type AuthCoreOptions,
  createAuthCore,
  defaultPermissions,
  definePermissions,
  type Identity,
  type PermissionDefinition,
  type PermissionOf,
  permits,
  PERMISSIONS,
  requirePermission,
} from "../src/index.ts";
import { codeOf, fixture, type Fixture, PASSWORD } from "./support/auth.ts";

const notes = definePermissions({
  "notes:read": { description: "Read notes." },
  "notes:write": { implies: ["notes:read"] },
  "notes:own": { implies: ["notes:write"] },
});
type Notes = PermissionOf<typeof notes>;

interface NotesService extends Fixture<Notes> {
  readonly userId: string;
  readonly token: string;
}

async function notesService(options: Partial<AuthCoreOptions<Notes>> = {}): Promise<NotesService> {
  const made = await fixture({ permissions: notes, ...options });
  const input = { email: "ada@example.com", password: PASSWORD };
  const { user, token } = await made.auth.accounts.register(input);
  return { ...made, userId: user.id, token };
}

describe("a set of a host's own", () => {
  test("has admin, which implies all others, and what a permission implies, however far", () => {
    expect(notes.names).toEqual(["notes:read", "notes:write", "notes:own", "admin"]);
    expect(notes.descriptions["notes:read"]).toBe("Read notes.");
    expect(notes.permits(["admin"], "notes:own")).toBe(true);
    expect(notes.permits(["notes:own"], "notes:read")).toBe(true);
    expect(notes.permits(["notes:read"], "notes:write")).toBe(false);
    expect(notes.permits(["notes:own"], "admin")).toBe(false);
  });

  test.each<[string, Record<string, PermissionDefinition>]>([
    ["a name with a space", { "notes read": {} }],
    ["an empty name", { "": {} }],
    ["a name of 65 characters", { ["x".repeat(65)]: {} }],
    ["an implied name that is not there", { a: { implies: ["b"] } }],
    ["an unknown member", { a: { implied: [] } as PermissionDefinition }],
    ["a description of 201 characters", { a: { description: "x".repeat(201) } }],
    ["65 names", Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`p${at}`, {}]))],
    ["null for a definition", { a: null as unknown as PermissionDefinition }],
    ["an array", [] as unknown as Record<string, PermissionDefinition>],
  ])("%s is refused", (_, definitions) => {
    expect(refusal(() => definePermissions(definitions))).toBe("ARGUMENT_INVALID");
  });

  test("a circle of implications ends", () => {
    const set = definePermissions({ a: { implies: ["b"] }, b: { implies: ["a"] }, c: {} });
    expect(["a", "b", "c"].map((name) => set.permits(["a"], name))).toEqual([true, true, false]);
  });

  test("permits what a walk over the implications reaches", () => {
    const names = ["a", "b", "c", "d", "e"];
    const some = fc.subarray(names);
    const edges = fc.record({ a: some, b: some, c: some, d: some, e: some });
    fc.assert(
      fc.property(
        edges,
        fc.constantFrom(...names),
        fc.constantFrom(...names),
        (given, from, to) => {
          const definitions = Object.entries(given).map(([name, implies]) => [name, { implies }]);
          const set = definePermissions<string>(
            Object.fromEntries(definitions) as Record<string, PermissionDefinition>,
          );
          expect(set.permits([from], to)).toBe(walk(given, from).has(to));
        },
      ),
    );
  });
});

test("the default set is the documented four, and admin implies the others", () => {
  expect(defaultPermissions.names).toEqual([...PERMISSIONS]);
  for (const held of PERMISSIONS)
    for (const needed of PERMISSIONS) {
      expect(permits([held], needed)).toBe(held === needed || held === "admin");
      expect(defaultPermissions.permits([held], needed)).toBe(permits([held], needed));
    }
});

describe("a core with a host's own permissions", () => {
  test("makes keys with them, and judges by what they imply", async () => {
    const { auth, userId, token } = await notesService();
    const { key } = await auth.keys.create(userId, { name: "k", permissions: ["notes:write"] });
    const holder = await auth.guard.authorize({ apiKey: key }, "notes:read");
    expect(holder.permissions).toEqual(["notes:write"]);
    expect(await codeOf(auth.guard.authorize({ apiKey: key }, "notes:own"))).toBe("FORBIDDEN");
    expect((await auth.guard.authorize({ token }, "admin")).permissions).toEqual(notes.names);
    expect(await auth.keys.verify(key, "notes:read")).toMatchObject({ valid: true, code: "VALID" });
    expect(await auth.keys.verify(key, "notes:own")).toMatchObject({ code: "FORBIDDEN" });
  });

  test("refuses a name that is not in its set, of the default set too", async () => {
    const { auth, userId } = await notesService();
    for (const name of ["deploy", "notes:delete", "__proto__", "constructor", ""]) {
      const asked = auth.keys.create(userId, { name: "k", permissions: [name as Notes] });
      expect([name, await codeOf(asked)]).toEqual([name, "VALIDATION_ERROR"]);
    }
    expect(await auth.keys.list(userId)).toEqual([]);
  });

  test("a key makes keys with what its own permissions imply, and no others", async () => {
    const { auth, userId } = await notesService();
    const { id } = await auth.keys.create(userId, { name: "p", permissions: ["notes:write"] });
    const child = (permissions: readonly Notes[]): Promise<unknown> =>
      auth.keys.create(userId, { name: "c", permissions, parentId: id });
    expect(await codeOf(child(["notes:read"]))).toBe("resolved");
    expect(await codeOf(child(["notes:own"]))).toBe("FORBIDDEN");
  });

  test("a permission that was taken out of the set opens nothing and is not shown", async () => {
    const { auth, userId, store } = await notesService();
    const { id, key } = await auth.keys.create(userId, {
      name: "k",
      permissions: ["notes:own", "notes:read"],
    });
    const fewer = definePermissions({ "notes:read": {} });
    const { auth: next } = await fixture({ store, permissions: fewer });
    expect((await next.keys.get(userId, id)).permissions).toEqual(["notes:read"]);
    expect(await next.keys.verify(key)).toMatchObject({ permissions: ["notes:read"] });
  });

  test("an object that is no set is refused", async () => {
    for (const permissions of [null, [], {}, "read", { names: ["a"] }]) {
      const made = fixture({ permissions } as unknown as Partial<AuthCoreOptions>);
      expect(await codeOf(made)).toBe("OPTION_INVALID");
    }
  });
});

test("a wrong name is a type error", () => {
  expectTypeOf<Notes>().toEqualTypeOf<"notes:read" | "notes:write" | "notes:own" | "admin">();
  expectTypeOf(createAuthCore<Notes>).returns.resolves.toEqualTypeOf<AuthCore<Notes>>();
  // Compiled, never run.
  const compiled = (core: AuthCore<Notes>, own: AuthCore, identity: Identity<Notes>): unknown[] => [
    core.guard.authorize({}, "notes:write"),
    // @ts-expect-error no such permission in the set
    core.guard.authorize({}, "deploy"),
    // @ts-expect-error no such permission in the set
    core.keys.create("u", { name: "k", permissions: ["notes:delete"] }),
    // @ts-expect-error no such permission in the set
    core.keys.verify("k", "read"),
    // @ts-expect-error no such permission in the set
    requirePermission(identity, "read", notes),
    // @ts-expect-error no such permission in the default set
    own.guard.authorize({}, "notes:write"),
    // @ts-expect-error implies a permission that is not defined
    definePermissions({ a: { implies: ["b"] } }),
  ];
  expect(compiled).toBeTypeOf("function");
});

function walk(edges: Readonly<Record<string, readonly string[]>>, from: string): Set<string> {
  const seen = new Set([from]);
  for (const one of seen) for (const next of edges[one] ?? []) seen.add(next);
  return seen;
}

function refusal(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return hasCode(error, "ARGUMENT_INVALID") ? "ARGUMENT_INVALID" : "another";
  }
}

/** Rules of becoming an admin, by what proof, and of ceasing to be one. */
import { describe, expect, test } from "vitest";

import { adminCodes } from "../src/accounts/admin-code-document.ts";
import type { CurationCore } from "../src/index.ts";
import { ADMIN_EMAIL, DAY, PASSWORD, codeOf, fixture } from "./support/curation.ts";

const BOSS = "boss@example.com";
const walletAddress = `0x${"ab".repeat(20)}`;
const registration = { walletAddress, username: "boss", email: BOSS, password: PASSWORD };

async function codeFor(core: CurationCore, email: string): Promise<string> {
  const code = (await core.admins.renewCodes(new Map())).codes.get(email);
  if (code === undefined) throw new Error(`no code for ${email}`);
  return code;
}

describe("a reserved e-mail address", () => {
  test("is registered only with its code: without, with a wrong and with a used one nothing is made", async () => {
    const { core, admin } = await fixture({ adminEmails: [ADMIN_EMAIL, BOSS] });
    const adminCode = await codeFor(core, BOSS);
    const wrong = [undefined, "", `${adminCode}x`, adminCode.toUpperCase(), "0".repeat(26)];
    for (const code of wrong) {
      const input = code === undefined ? registration : { ...registration, adminCode: code };
      expect(await codeOf(core.accounts.register(input))).toBe("FORBIDDEN");
    }
    expect((await core.users.list(admin, { search: "boss" })).items).toEqual([]);
    const { user } = await core.accounts.register({ ...registration, adminCode });
    expect(user.roles).toEqual(["admin"]);
    const again = { ...registration, email: "x@example.com", adminCode };
    expect(await codeOf(core.accounts.register(again))).toBe("FORBIDDEN");
  });

  test("is reserved in any case and width of its letters", async () => {
    const { core } = await fixture({ adminEmails: [ADMIN_EMAIL, "Boss@Example.com"] });
    for (const email of ["BOSS@EXAMPLE.COM", " boss@example.com ", "ｂoss@example.com"]) {
      const code = await codeOf(core.accounts.register({ ...registration, email }));
      expect(code).toBe("FORBIDDEN");
    }
  });

  test("gives the role to one of many who register with its code at the same time", async () => {
    const { core, admin } = await fixture({ adminEmails: [ADMIN_EMAIL, BOSS] });
    const adminCode = await codeFor(core, BOSS);
    const tries = Array.from({ length: 10 }, (_, at) =>
      codeOf(
        core.accounts.register({
          ...registration,
          adminCode,
          username: `boss${at}`,
          walletAddress: `0x${String(at).repeat(40)}`,
        }),
      ),
    );
    const outcomes = (await Promise.all(tries)).toSorted();
    expect(outcomes).toEqual([...Array<string>(9).fill("FORBIDDEN"), "resolved"]);
    expect((await core.admins.list(admin)).items).toHaveLength(2);
  });

  test("has a code for seven days, of which the store holds a digest only", async () => {
    const { core, clock, store, again } = await fixture({ adminEmails: [ADMIN_EMAIL, BOSS] });
    const adminCode = await codeFor(core, BOSS);
    expect(adminCode).toMatch(/^[0-9a-z]{26}$/);
    const stored = (await store.find(adminCodes, { limit: 10 })).items;
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(adminCode);
    // It survives a restart.
    const restarted = await again();
    const kept = await restarted.admins.renewCodes(new Map([[BOSS, adminCode]]));
    expect(kept.codes.get(BOSS)).toBe(adminCode);
    await clock.advance(7 * DAY);
    expect(await codeOf(core.accounts.register({ ...registration, adminCode }))).toBe("FORBIDDEN");
    const renewed = await core.admins.renewCodes(new Map([[BOSS, adminCode]]));
    expect(renewed.codes.get(BOSS)).not.toBe(adminCode);
  });

  test("whose account existed before gives no role by password, and the role by its code", async () => {
    const early = await fixture();
    const { token } = await early.core.accounts.register(registration);
    const core = await early.again({ adminEmails: [ADMIN_EMAIL, BOSS] });
    const { codes, unproved } = await core.admins.renewCodes(new Map());
    expect([codes.size, unproved]).toEqual([0, [BOSS]]);
    const login = { email: BOSS, password: PASSWORD };
    expect((await core.accounts.login(login)).user.roles).toEqual([]);
    const actor = await core.guard.identify(`Bearer ${token}`);
    const { code, user } = await core.admins.invite(early.admin, BOSS);
    expect(user?.id).toBe(actor.id);
    expect(await codeOf(core.accounts.redeemAdminCode(early.author, code))).toBe("FORBIDDEN");
    expect(await codeOf(core.accounts.redeemAdminCode(actor, `${code}0`))).toBe("FORBIDDEN");
    expect((await core.accounts.redeemAdminCode(actor, code)).roles).toEqual(["admin"]);
    expect((await core.guard.identify(`Bearer ${token}`)).roles).toEqual(["admin"]);
    expect(await codeOf(core.accounts.redeemAdminCode(actor, code))).toBe("FORBIDDEN");
  });

  test("that is invited a second time has only the new code", async () => {
    const { core, admin, author } = await fixture();
    expect(await codeOf(core.admins.invite(author, BOSS))).toBe("FORBIDDEN");
    expect(await codeOf(core.admins.invite(admin, "nobody"))).toBe("VALIDATION_ERROR");
    const first = await core.admins.invite(admin, BOSS);
    const second = await core.admins.invite(admin, BOSS);
    expect(await codeOf(core.accounts.register(registration))).toBe("FORBIDDEN");
    const register = (adminCode: string): Promise<string> =>
      codeOf(core.accounts.register({ ...registration, adminCode }));
    expect(await register(first.code)).toBe("FORBIDDEN");
    expect(await register(second.code)).toBe("resolved");
  });
});

describe("the admins", () => {
  test("are listed, granted and revoked by admins only, and felt on the next request", async () => {
    const { core, admin, author } = await fixture();
    const { user, token } = await core.accounts.register({ walletAddress, username: "ann" });
    for (const call of [
      core.admins.list(author),
      core.admins.grant(author, author.id),
      core.admins.revoke(author, admin.id),
    ]) {
      expect(await codeOf(call)).toBe("FORBIDDEN");
    }
    expect((await core.admins.grant(admin, user.id)).roles).toEqual(["admin"]);
    const ann = await core.guard.identify(`Bearer ${token}`);
    const names = (await core.admins.list(ann)).items.map(({ username }) => username);
    // Both accounts began in the same millisecond.
    expect(names.toSorted()).toEqual(["ann", "rita"]);
    expect((await core.admins.revoke(ann, admin.id)).roles).toEqual([]);
    expect(await codeOf(core.admins.revoke(ann, ann.id))).toBe("LAST_ADMIN");
    expect(await codeOf(core.admins.grant(ann, "nobody"))).toBe("NOT_FOUND");
  });

  test("are never all revoked, whoever revokes whom at the same time", async () => {
    const { core, admin, join } = await fixture();
    const others = await Promise.all(
      ["a-1", "a-2", "a-3"].map((name) => join(name, ["admin", "curator"])),
    );
    const all = [admin, ...others];
    const outcomes = await Promise.all(
      all.map((actor, at) => {
        const next = all[(at + 1) % all.length] ?? admin;
        return codeOf(core.admins.revoke(actor, next.id));
      }),
    );
    expect(outcomes.toSorted()).toEqual(["LAST_ADMIN", "resolved", "resolved", "resolved"]);
    const { items } = await core.admins.list(admin);
    expect(items).toHaveLength(1);
  });
});

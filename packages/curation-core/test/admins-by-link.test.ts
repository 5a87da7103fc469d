/** The role admin by a link of a mail: off by default, and never for whoever registered another person's address. */
import type { Mail } from "@bourse/outbox";
import { Wallet } from "ethers/wallet";
import { describe, expect, test } from "vitest";

import type { Actor, CurationCoreOptions } from "../src/index.ts";
import { ADMIN_EMAIL, codeOf, fixture, PASSWORD } from "./support/curation.ts";

const BOSS = "boss@example.com";
const OWN_PASSWORD = "staple correct horse";
const wallet = new Wallet(`0x${"33".repeat(32)}`);

async function linked(options: Partial<CurationCoreOptions> = {}) {
  const mails: Mail[] = [];
  const sender = { send: async (mail: Mail) => void mails.push(mail) };
  const made = await fixture({
    mail: { publicUrl: "https://a.example", sender, mailRequestsPerAccount: 100 },
    adminEmails: [ADMIN_EMAIL, BOSS],
    adminByVerifiedEmail: true,
    ...options,
  });
  const { core } = made;
  const tokenOf = async (prefix: string): Promise<string> => {
    await core.mails.deliverDue();
    const form = new RegExp(`${prefix}_[\\w-]{43}`);
    return mails.flatMap(({ text }) => form.exec(text)?.[0] ?? []).at(-1) ?? "";
  };
  const enter = async (work: Promise<{ readonly token: string }>): Promise<Actor> =>
    core.guard.identify(`Bearer ${(await work).token}`);
  const register = (more: object = {}): Promise<Actor> => {
    const walletAddress = `0x${"ab".repeat(20)}`;
    const account = { walletAddress, username: "boss", email: BOSS, password: PASSWORD };
    return enter(core.accounts.register({ ...account, ...more }));
  };
  const rolesOf = async ({ id }: Actor) => (await core.accounts.get(id)).roles;
  const verification = async (actor: Actor): Promise<string> => {
    await core.accounts.requestEmailVerification(actor);
    return await tokenOf("ev");
  };
  const signed = async () => {
    const { message } = await core.wallets.issue(wallet.address);
    return { message, signature: await wallet.signMessage(message) };
  };
  return { ...made, tokenOf, enter, register, rolesOf, verification, signed };
}

describe("an address of adminEmails that a link proves", () => {
  test("is reserved by default, and where no mails are sent", async () => {
    for (const options of [{ adminByVerifiedEmail: false }, { mail: undefined }]) {
      const { register } = await linked(options as Partial<CurationCoreOptions>);
      expect(await codeOf(register())).toBe("FORBIDDEN");
    }
  });

  test("makes an admin of the account that opens the link itself, once it is proved", async () => {
    const { core, register, rolesOf, verification, trail } = await withTrail();
    const boss = await register();
    expect(await rolesOf(boss)).toEqual([]);
    await core.accounts.verifyEmail(await verification(boss), {}, boss);
    expect(await rolesOf(boss)).toEqual(["admin"]);
    expect(await trail(boss)).toContain("account.admin_by_email");
  });

  test("gives no role to other addresses, other accounts, suspended ones, or without an account", async () => {
    const { core, admin, author, register, rolesOf, verification } = await linked();
    const boss = await register();
    const token = await verification(boss);
    await core.accounts.verifyEmail(token, {}, author);
    expect([await rolesOf(boss), await rolesOf(author)]).toEqual([[], []]);
    await core.accounts.verifyEmail(await verification(boss), {}, boss);
    expect(await rolesOf(boss), "the first proof decides").toEqual([]);
    const other = await register({
      email: "x@example.com",
      username: "other",
      walletAddress: `0x${"cd".repeat(20)}`,
    });
    await core.accounts.verifyEmail(await verification(other), {}, other);
    expect(await rolesOf(other)).toEqual([]);
    expect(await rolesOf(admin)).toEqual(["admin"]);
  });

  test("of whoever registered it first gives the role to its reader alone, by a reset", async () => {
    const { core, enter, register, rolesOf, tokenOf } = await linked();
    const thief = await register();
    await core.accounts.requestPasswordReset(BOSS);
    await core.accounts.resetPassword({ token: await tokenOf("pr"), password: OWN_PASSWORD });
    expect(await rolesOf(thief)).toEqual(["admin"]);
    expect(await core.sessions.list(thief)).toEqual([]);
    const login = (password: string) => enter(core.accounts.login({ email: BOSS, password }));
    expect(await codeOf(login(PASSWORD))).toBe("INVALID_CREDENTIALS");
    expect((await login(OWN_PASSWORD)).roles).toEqual(["admin"]);
  });

  test("of whoever registered it with a wallet gives no role, whatever its reader opens", async () => {
    const { core, enter, register, rolesOf, tokenOf, verification, signed } = await linked();
    const thief = await register({ walletAddress: wallet.address, ...(await signed()) });
    await core.accounts.verifyEmail(await verification(thief));
    await core.accounts.requestPasswordReset(BOSS);
    await core.accounts.resetPassword({ token: await tokenOf("pr"), password: OWN_PASSWORD });
    const reader = await enter(core.accounts.login({ email: BOSS, password: OWN_PASSWORD }));
    await core.accounts.verifyEmail(await verification(reader), {}, reader);
    expect(await rolesOf(thief)).toEqual([]);
  });

  test("brings a revoked role back neither to the account nor to a later one of the address", async () => {
    const { core, admin, register, rolesOf, verification } = await linked();
    const boss = await register();
    await core.accounts.verifyEmail(await verification(boss), {}, boss);
    await core.admins.revoke(admin, boss.id);
    await core.accounts.verifyEmail(await verification(boss), {}, boss);
    expect(await rolesOf(boss)).toEqual([]);
    await core.personalData.deleteNow(`id:${boss.id}`);
    const again = await register({ username: "boss2" });
    await core.accounts.verifyEmail(await verification(again), {}, again);
    expect(await rolesOf(again)).toEqual([]);
  });
});

async function withTrail() {
  const made = await linked();
  const trail = async ({ id }: Actor): Promise<readonly string[]> => {
    await made.core.trail.flush();
    return (await made.core.trail.find({ account: id })).items.map(({ action }) => action);
  };
  return { ...made, trail };
}

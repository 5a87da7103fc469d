/** Changes of an e-mail address that the new address confirms, and the former one may take back. */
import { heldEmails } from "@bourse/credentials";
import type { Mail } from "@bourse/outbox";
import { expect, test } from "vitest";

import type { Actor } from "../src/index.ts";
import { codeOf, DAY, fixture, PASSWORD } from "./support/curation.ts";

const OLD = "ada@example.com";
const NEW = "ada@example.org";
const NEW_PASSWORD = "staple correct horse";

async function started() {
  const mails: Mail[] = [];
  const made = await fixture({
    mail: {
      publicUrl: "https://markets.example",
      sender: { send: async (mail) => void mails.push(mail) },
    },
  });
  const { accounts, guard, mails: delivery } = made.core;
  let people = 0;
  /** The token of the newest link of a kind, once what waits is sent. */
  const token = async (prefix: string): Promise<string> => {
    await delivery.deliverDue();
    const found = mails.map(({ text }) => new RegExp(`#[a-z-]+=(${prefix}_\\S+)`).exec(text)?.[1]);
    return found.findLast((one) => one !== undefined) ?? "no link";
  };
  const register = async (username: string, email?: string) => {
    const walletAddress = `0x${(0xb000 + people++).toString(16).padStart(40, "0")}`;
    const login = email === undefined ? {} : { email, password: PASSWORD };
    return await accounts.register({ walletAddress, username, ...login });
  };
  const actorOf = (signedIn: { readonly token: string }): Promise<Actor> =>
    guard.identify(`Bearer ${signedIn.token}`);
  const ada = await actorOf(await register("ada", OLD));
  const change = (actor: Actor, email: string, more = {}) =>
    accounts.setEmail(actor, { email, currentPassword: PASSWORD, ...more });
  const logIn = (email: string, password = PASSWORD) => accounts.login({ email, password });
  return { ...made, accounts, mails, token, register, actorOf, ada, change, logIn };
}

test("a new address counts once its link is opened, of fifty at once by one, and all sessions end", async () => {
  const { core, accounts, ada, change, token, mails, logIn, register } = await started();
  expect((await change(ada, NEW)).email).toBe(OLD);
  expect(await codeOf(logIn(NEW))).toBe("INVALID_CREDENTIALS");
  const link = await token("ec");
  expect(mails).toMatchObject([{ to: NEW }]);
  const codes = await Promise.all(
    Array.from({ length: 50 }, () => codeOf(accounts.verifyEmail(link))),
  );
  expect(codes.filter((code) => code === "resolved")).toHaveLength(1);
  expect(codes.filter((code) => code === "LINK_INVALID")).toHaveLength(49);
  expect(await core.sessions.list(ada)).toEqual([]);
  expect((await logIn(NEW)).user.email).toBe(NEW);
  await core.mails.deliverDue();
  expect(mails[1]).toMatchObject({ to: OLD, subject: "Your e-mail address at Bourse was changed" });
  // Nobody had proved the former address: whoever reads it must not get the account.
  expect(mails[1]?.text).not.toContain("#");
  expect(await codeOf(register("eve", OLD))).toBe("resolved");
});

test("a first address counts at once, a password given with another one too, and a reset ends what was asked", async () => {
  const { accounts, ada, change, token, logIn, register, actorOf } = await started();
  const bare = await register("bob");
  const first = {
    email: "bob@example.com",
    newPassword: PASSWORD,
    refreshToken: bare.refreshToken,
  };
  expect((await accounts.setEmail(await actorOf(bare), first)).email).toBe("bob@example.com");
  await change(ada, NEW, { newPassword: NEW_PASSWORD });
  expect((await logIn(OLD, NEW_PASSWORD)).user.email).toBe(OLD);
  const link = await token("ec");
  const reset = (await accounts.passwordResetLink(OLD))?.split("=")[1] ?? "";
  await accounts.resetPassword({ token: reset, password: PASSWORD });
  expect(await codeOf(accounts.verifyEmail(link))).toBe("LINK_INVALID");
  expect((await accounts.get(ada.id)).email).toBe(OLD);
});

test("a former address that was proved takes the account back for seven days, and nobody else gets it", async () => {
  const world = await started();
  const { core, clock, store, accounts, ada, change, token, logIn, register, actorOf } = world;
  await accounts.requestEmailVerification(ada);
  await accounts.verifyEmail(await token("ev"));
  await change(ada, NEW);
  await accounts.verifyEmail(await token("ec"));
  const back = await token("er");
  expect(await codeOf(register("eve", OLD))).toBe("EMAIL_TAKEN");
  const other = await actorOf(await register("mallory", "mallory@example.com"));
  expect(await codeOf(change(other, OLD))).toBe("EMAIL_TAKEN");
  const thief = await actorOf(await logIn(NEW));
  await change(thief, "thief@example.net");
  await accounts.verifyEmail(await token("ec"));
  const reset = (given: string) =>
    codeOf(accounts.resetPassword({ token: given, password: NEW_PASSWORD }));
  const thiefs = await token("er");
  expect(await reset(back)).toBe("resolved");
  expect((await logIn(OLD, NEW_PASSWORD)).user.id).toBe(ada.id);
  expect(await codeOf(logIn("thief@example.net"))).toBe("INVALID_CREDENTIALS");
  expect(await accounts.emailState(ada)).toEqual({ email: OLD, verifiedAt: clock.now() });
  for (const link of [back, thiefs]) expect(await reset(link)).toBe("LINK_INVALID");
  await clock.advance(7 * DAY);
  await core.maintain();
  expect(await store.count(heldEmails)).toBe(0);
});

/** Changes of an e-mail address that the new address confirms, and the former one may take back. */
import { heldEmails } from "@bourse/credentials";
import type { Mail } from "@bourse/outbox";
import { describe, expect, test } from "vitest";

import { codeOf, fixture, identifyToken, PASSWORD } from "./support/auth.ts";

const DAY = 86_400_000;
const OLD = "ada@example.com";
const NEW = "ada@example.org";
const NEW_PASSWORD = "staple correct horse";

async function started() {
  const mails: Mail[] = [];
  const made = await fixture({
    mail: {
      publicUrl: "https://accounts.example",
      sender: { send: async (mail) => void mails.push(mail) },
    },
  });
  const { accounts, mails: delivery } = made.auth;
  /** The token of the newest link of a kind, once what waits is sent. */
  const token = async (prefix: string): Promise<string> => {
    await delivery.deliverDue();
    const found = mails.map(({ text }) => new RegExp(`#[a-z-]+=(${prefix}_\\S+)`).exec(text)?.[1]);
    return found.findLast((one) => one !== undefined) ?? "no link";
  };
  const ada = await accounts.register({ email: OLD, password: PASSWORD });
  const prove = async (): Promise<void> => {
    await accounts.requestEmailVerification(ada.user.id);
    await accounts.verifyEmail(await token("ev"));
  };
  const change = (email: string, password = PASSWORD, session = ada.session.id) =>
    accounts.changeEmail(ada.user.id, session, { email, currentPassword: password });
  /** The change, made and confirmed; resolves to the link that takes the former address back. */
  const changed = async (email: string, password = PASSWORD): Promise<string> => {
    await change(email, password);
    await accounts.verifyEmail(await token("ec"));
    return await token("er");
  };
  const reset = (given: string, password = NEW_PASSWORD): Promise<string> =>
    codeOf(accounts.resetPassword({ token: given, password }));
  const logIn = (email: string, password: string): Promise<string> =>
    codeOf(accounts.login({ email, password }));
  return { ...made, accounts, mails, token, ada, prove, change, changed, reset, logIn };
}

describe("a new address", () => {
  test("counts once its link is opened, and all sessions end then", async () => {
    const { accounts, auth, ada, change, token, mails, logIn, clock } = await started();
    expect(await change(NEW)).toEqual(ada.user);
    expect(await codeOf(identifyToken(auth, ada.token))).toBe("resolved");
    expect(await logIn(OLD, PASSWORD)).toBe("resolved");
    expect(await logIn(NEW, PASSWORD)).toBe("INVALID_CREDENTIALS");
    const link = await token("ec");
    expect(mails).toMatchObject([{ to: NEW }]);
    expect(mails[0]?.text).toContain("https://accounts.example/#verify-email=ec_");
    const codes = await Promise.all(
      Array.from({ length: 50 }, () => codeOf(accounts.verifyEmail(link))),
    );
    expect(codes.filter((code) => code === "resolved")).toHaveLength(1);
    expect(codes.filter((code) => code === "LINK_INVALID")).toHaveLength(49);
    expect(await codeOf(identifyToken(auth, ada.token))).toBe("INVALID_TOKEN");
    expect(await logIn(NEW, PASSWORD)).toBe("resolved");
    expect(await accounts.emailState(ada.user.id)).toEqual({ email: NEW, verifiedAt: clock.now() });
    await auth.mails.deliverDue();
    expect(mails[1]).toMatchObject({
      to: OLD,
      subject: "Your e-mail address at Bourse was changed",
    });
    // Nobody had proved the former address: whoever reads it must not get the account.
    expect(mails[1]?.text).not.toContain("#");
    expect(await codeOf(accounts.register({ email: OLD, password: PASSWORD }))).toBe("resolved");
  });

  test("is refused after a later change, a reset, 30 minutes, or when another account has it", async () => {
    const made = await started();
    const { accounts, ada, change, token, reset, clock } = made;
    const confirm = async (link: string): Promise<string> => codeOf(accounts.verifyEmail(link));
    await change("one@example.org");
    const first = await token("ec");
    await change("two@example.org");
    expect(await confirm(first)).toBe("LINK_INVALID");
    const second = await token("ec");
    // A stranger who had registered the address asks for another one; its owner resets the password then.
    expect(await reset((await accounts.passwordResetLink(OLD))?.split("=")[1] ?? "")).toBe(
      "resolved",
    );
    expect(await confirm(second)).toBe("LINK_INVALID");
    const again = await accounts.login({ email: OLD, password: NEW_PASSWORD });
    const ask = (email: string) => change(email, NEW_PASSWORD, again.session.id);
    await ask(NEW);
    const taken = await token("ec");
    await accounts.register({ email: NEW, password: PASSWORD });
    expect(await confirm(taken)).toBe("EMAIL_TAKEN");
    expect(await codeOf(ask(NEW))).toBe("EMAIL_TAKEN");
    await ask("three@example.org");
    const late = await token("ec");
    await clock.advance(30 * 60_000);
    expect(await confirm(late)).toBe("LINK_INVALID");
    expect(await accounts.get(ada.user.id)).toMatchObject({ email: OLD });
  });

  test("gets five mails an hour at most, so that nobody is flooded by it", async () => {
    const { change } = await started();
    for (let count = 0; count < 5; count++) await change("victim@example.org");
    expect(await codeOf(change("victim@example.org"))).toBe("RATE_LIMITED");
  });
});

describe("a former address that was proved", () => {
  test("takes the account back by its link, with a new password, and ends what the thief had", async () => {
    const { accounts, ada, prove, changed, change, token, reset, logIn } = await started();
    await prove();
    const back = await changed(NEW);
    // The thief knows the password, moves on, and tries to block the address.
    expect(await codeOf(accounts.register({ email: OLD, password: PASSWORD }))).toBe("EMAIL_TAKEN");
    const thief = await accounts.login({ email: NEW, password: PASSWORD });
    await change("thief@example.net", PASSWORD, thief.session.id);
    await accounts.verifyEmail(await token("ec"));
    const second = await token("er");
    expect(second).not.toBe(back);
    await accounts.requestPasswordReset("thief@example.net");
    const thiefs = await token("pr");
    expect(await codeOf(accounts.verifyEmail(back))).toBe("LINK_INVALID");
    expect(await reset(back, "password1")).toBe("VALIDATION_ERROR");
    expect(await reset(back)).toBe("resolved");
    expect(await accounts.get(ada.user.id)).toMatchObject({ email: OLD });
    expect(await logIn(OLD, NEW_PASSWORD)).toBe("resolved");
    expect(await logIn("thief@example.net", PASSWORD)).toBe("INVALID_CREDENTIALS");
    for (const link of [back, second, thiefs]) expect(await reset(link)).toBe("LINK_INVALID");
  });

  test("is taken back by the first owner although a later one has taken it back before", async () => {
    const { accounts, ada, prove, changed, change, token, reset, clock } = await started();
    await prove();
    const first = await changed(NEW);
    await clock.advance(1);
    const thief = await accounts.login({ email: NEW, password: PASSWORD });
    await change("thief@example.net", PASSWORD, thief.session.id);
    await accounts.verifyEmail(await token("ec"));
    expect(await reset(await token("er"))).toBe("resolved");
    expect(await accounts.get(ada.user.id)).toMatchObject({ email: NEW });
    expect(await reset(first, "third horse staple")).toBe("resolved");
    expect(await accounts.get(ada.user.id)).toMatchObject({ email: OLD });
  });

  test("is kept for seven days, and free afterwards", async () => {
    const { auth, accounts, prove, changed, reset, clock, store } = await started();
    await prove();
    const back = await changed(NEW);
    await clock.advance(7 * DAY - 1);
    expect(await codeOf(accounts.register({ email: OLD, password: PASSWORD }))).toBe("EMAIL_TAKEN");
    await clock.advance(1);
    expect(await reset(back)).toBe("LINK_INVALID");
    await auth.maintain();
    expect(await store.count(heldEmails)).toBe(0);
    expect(await codeOf(accounts.register({ email: OLD, password: PASSWORD }))).toBe("resolved");
  });
});

/** Forgotten passwords and proofs of e-mail addresses, by links in mails. */
import { mailTokens } from "@bourse/credentials";
import type { Store } from "@bourse/kernel";
import type { Mail } from "@bourse/outbox";
import { outboxEntries } from "@bourse/outbox";
import { Wallet } from "ethers";
import { describe, expect, test } from "vitest";

import type { Actor, CurationCoreOptions } from "../src/index.ts";
import { codeOf, fixture, type Fixture, PASSWORD } from "./support/curation.ts";

const MINUTE = 60_000;
const NEW_PASSWORD = "staple correct horse";
const ADA = "ada@example.com";
const owner = new Wallet(`0x${"11".repeat(32)}`);

interface WithMails extends Fixture {
  readonly mails: Mail[];
  /** Sends what waits; resolves to the token of the last link. */
  readonly token: () => Promise<string>;
  readonly signUp: (username?: string, more?: object) => Promise<Actor>;
}

async function withMails(options: Partial<CurationCoreOptions> = {}): Promise<WithMails> {
  const mails: Mail[] = [];
  const made = await fixture({
    mail: {
      publicUrl: "https://markets.example",
      sender: { send: async (mail) => void mails.push(mail) },
      confirmsEmailChanges: false,
    },
    ...options,
  });
  const { accounts, guard, mails: delivery } = made.core;
  return {
    ...made,
    mails,
    token: async () => {
      await delivery.deliverDue();
      // A notice and a link of one moment leave in any order.
      const texts = mails.map(({ text }) => /#[a-z-]+=(\S+)/.exec(text)?.[1]);
      return texts.findLast((token) => token !== undefined) ?? "no link";
    },
    signUp: async (username = "ada", more = {}) => {
      const walletAddress = Wallet.createRandom().address;
      const login = { email: `${username}@example.com`, password: PASSWORD };
      const input = { walletAddress, username, ...login, ...more };
      return await guard.identify(`Bearer ${(await accounts.register(input)).token}`);
    },
  };
}

async function prove({ core }: Fixture) {
  const { message } = await core.wallets.issue(owner.address);
  return { message, signature: owner.signMessageSync(message) };
}

const logIn = ({ core }: Fixture, password: string, ip?: string): Promise<string> =>
  codeOf(core.accounts.login({ email: ADA, password }, ip === undefined ? {} : { ip }));

describe("a forgotten password", () => {
  test("is replaced by the link of a mail, which proves the address, and every session ends", async () => {
    const made = await withMails();
    const { accounts, guard, sessions } = made.core;
    const actor = await made.signUp();
    const { token, refreshToken } = await accounts.login({ email: ADA, password: PASSWORD });
    await accounts.requestPasswordReset(" Ada@Example.com ");
    const link = await made.token();
    expect(made.mails).toMatchObject([{ to: ADA, subject: "Reset your password of Bourse" }]);
    expect(made.mails[0]?.text).toContain(`https://markets.example/#reset-password=${link}\n`);
    await accounts.resetPassword({ token: link, password: NEW_PASSWORD });
    expect(await codeOf(guard.identify(`Bearer ${token}`))).toBe("INVALID_TOKEN");
    expect(await codeOf(sessions.refresh(refreshToken))).toBe("INVALID_TOKEN");
    expect(await logIn(made, PASSWORD)).toBe("INVALID_CREDENTIALS");
    expect(await logIn(made, NEW_PASSWORD)).toBe("resolved");
    const verifiedAt = made.clock.now();
    expect(await accounts.emailState(actor)).toEqual({ email: ADA, verifiedAt });
    await made.core.mails.deliverDue();
    expect(made.mails[1]).toMatchObject({ to: ADA, subject: "Your password of Bourse was reset" });
    const rows = (await made.core.trail.find({ account: actor.id })).items;
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["account.reset_link_sent", "account.password_reset"]),
    );
  });

  test("of nobody sends nothing, at the same work for the store", async () => {
    const made = await withMails();
    await made.signUp();
    const steps = async (email: string): Promise<readonly string[]> => {
      const seen: string[] = [];
      const store = new Proxy(made.store, {
        get: (target, name) => {
          const part: unknown = Reflect.get(target, name, target);
          if (typeof part !== "function") return part;
          return (...given: unknown[]): unknown => {
            seen.push(String(name));
            return (part as (...all: unknown[]) => unknown).apply(target, given);
          };
        },
      }) as Store;
      const other = await made.again({ store });
      seen.length = 0;
      await other.accounts.requestPasswordReset(email);
      return [...seen];
    };
    expect(await steps(ADA)).toEqual(["transaction"]);
    expect(await steps("nobody@example.com")).toEqual(["transaction"]);
    expect(await codeOf(made.core.accounts.requestPasswordReset("no address"))).toBe(
      "VALIDATION_ERROR",
    );
    await made.core.mails.deliverDue();
    expect(made.mails.map(({ to }) => to)).toEqual([ADA]);
  });

  test("has no readable link, token or address in the store", async () => {
    const made = await withMails();
    await made.signUp();
    await made.core.accounts.requestPasswordReset(ADA);
    const waiting = JSON.stringify(await made.store.find(outboxEntries));
    const token = await made.token();
    expect(waiting).not.toMatch(/ada@|pr_|http/);
    expect(JSON.stringify(await made.store.find(mailTokens))).not.toMatch(/pr_/);
    expect(JSON.stringify(await made.store.find(mailTokens))).not.toContain(token);
  });

  test("is replaced by one winner among fifty at the same time, and not again", async () => {
    const made = await withMails();
    await made.signUp();
    await made.core.accounts.requestPasswordReset(ADA);
    const token = await made.token();
    const reset = (password: string) =>
      codeOf(made.core.accounts.resetPassword({ token, password }));
    const codes = await Promise.all(
      Array.from({ length: 50 }, (_, at) => reset(`staple horse ${at} times`)),
    );
    expect(codes.filter((code) => code === "resolved")).toHaveLength(1);
    expect(codes.filter((code) => code === "LINK_INVALID")).toHaveLength(49);
    const winner = `staple horse ${codes.indexOf("resolved")} times`;
    expect(await logIn(made, winner)).toBe("resolved");
    expect(await reset(NEW_PASSWORD)).toBe("LINK_INVALID");
  });

  test("may log in at once where logins were blocked for the account, and not from a blocked address", async () => {
    const made = await withMails({ loginFailuresPerAddress: 30 });
    await made.signUp();
    const fail = async (ip: string, count: number, email = ADA): Promise<void> => {
      for (let at = 0; at < count; at++) {
        await codeOf(made.core.accounts.login({ email, password: "wrong password" }, { ip }));
      }
    };
    const own = "192.0.2.1";
    await fail(own, 10);
    expect(await logIn(made, PASSWORD, own)).toBe("RATE_LIMITED");
    await made.core.accounts.requestPasswordReset(ADA);
    await made.core.accounts.resetPassword({ token: await made.token(), password: NEW_PASSWORD });
    expect(await logIn(made, NEW_PASSWORD, own)).toBe("resolved");
    for (let at = 0; at < 30; at++) await fail("192.0.2.2", 1, `user${at}@example.com`);
    await made.core.accounts.requestPasswordReset(ADA);
    await made.core.accounts.resetPassword({ token: await made.token(), password: PASSWORD });
    expect(await logIn(made, PASSWORD, "192.0.2.2")).toBe("RATE_LIMITED");
  });
});

describe("a link", () => {
  test("works within 30 minutes, for its purpose, and until a credential changes", async () => {
    const made = await withMails();
    const { accounts } = made.core;
    const actor = await made.signUp();
    const reset = (token: string) =>
      codeOf(accounts.resetPassword({ token, password: NEW_PASSWORD }));
    await accounts.requestEmailVerification(actor);
    const proof = await made.token();
    expect(await reset(proof)).toBe("LINK_INVALID");
    await accounts.requestPasswordReset(ADA);
    const link = await made.token();
    expect(await codeOf(accounts.verifyEmail(link))).toBe("LINK_INVALID");
    expect(await codeOf(accounts.resetPassword({ token: link, password: "password1" }))).toBe(
      "VALIDATION_ERROR",
    );
    await accounts.setPassword(actor, { newPassword: NEW_PASSWORD, currentPassword: PASSWORD });
    expect(await reset(link)).toBe("LINK_INVALID");
    await accounts.setEmail(actor, { email: "ada@example.org", currentPassword: NEW_PASSWORD });
    expect(await codeOf(accounts.verifyEmail(proof))).toBe("LINK_INVALID");
    await accounts.requestPasswordReset("ada@example.org");
    const late = await made.token();
    await made.clock.advance(30 * MINUTE);
    expect(await reset(late)).toBe("LINK_INVALID");
    await made.core.maintain();
    expect(await made.store.count(mailTokens)).toBe(0);
  });

  test("proves the address of an account once, and makes nobody an admin", async () => {
    const made = await withMails();
    const actor = await made.signUp();
    const reserving = await made.again({ adminEmails: [ADA] });
    const { accounts } = reserving;
    expect(await accounts.emailState(actor)).toEqual({ email: ADA, verifiedAt: null });
    await accounts.requestEmailVerification(actor);
    const token = await made.token();
    expect(token).toMatch(/^ev_/);
    await accounts.verifyEmail(token);
    const verifiedAt = made.clock.now();
    expect(await accounts.emailState(actor)).toEqual({ email: ADA, verifiedAt });
    expect((await accounts.get(actor.id)).roles).toEqual([]);
    expect(await codeOf(accounts.verifyEmail(token))).toBe("LINK_INVALID");
    expect(await codeOf(accounts.requestEmailVerification(made.author))).toBe("NOT_FOUND");
  });

  test("of the operator resets a password, and proves no address", async () => {
    const made = await withMails();
    const actor = await made.signUp();
    const { accounts } = made.core;
    const link = await accounts.passwordResetLink(ADA.toUpperCase());
    expect(link).toMatch(/^https:\/\/markets\.example\/#reset-password=pr_/);
    const token = link?.split("=")[1] ?? "";
    await accounts.resetPassword({ token, password: NEW_PASSWORD });
    expect(await accounts.emailState(actor)).toEqual({ email: ADA, verifiedAt: null });
    expect(await accounts.passwordResetLink("nobody@example.com")).toBeUndefined();
  });
});

describe("an address that its owner has not proved", () => {
  test("gets no link into the account that a proved wallet holds, until it is proved", async () => {
    const made = await withMails();
    const { accounts } = made.core;
    const actor = await made.signUp("ada", {
      walletAddress: owner.address,
      ...(await prove(made)),
    });
    await accounts.requestPasswordReset(ADA);
    expect(await made.token()).toBe("no link");
    expect(made.mails).toMatchObject([{ to: ADA, subject: "Your account of Bourse" }]);
    await accounts.requestEmailVerification(actor);
    await accounts.verifyEmail(await made.token());
    await accounts.requestPasswordReset(ADA);
    await accounts.resetPassword({ token: await made.token(), password: NEW_PASSWORD });
    expect(await logIn(made, NEW_PASSWORD)).toBe("resolved");
  });

  test("was given by a stranger who is out once its owner resets the password", async () => {
    const made = await withMails();
    const { accounts, guard, sessions } = made.core;
    const stranger = await accounts.register({
      walletAddress: owner.address,
      username: "ada",
      email: ADA,
      password: PASSWORD,
    });
    await accounts.requestPasswordReset(ADA);
    await accounts.resetPassword({ token: await made.token(), password: NEW_PASSWORD });
    expect(await codeOf(guard.identify(`Bearer ${stranger.token}`))).toBe("INVALID_TOKEN");
    expect(await codeOf(sessions.refresh(stranger.refreshToken))).toBe("INVALID_TOKEN");
    expect(await logIn(made, PASSWORD)).toBe("INVALID_CREDENTIALS");
    // The wallet was only claimed: its proof opens no account with an address.
    expect(await codeOf(accounts.login(await prove(made)))).toBe("WALLET_TAKEN");
  });
});

test("a notice tells the former address of changed credentials, and none comes of a refusal", async () => {
  const made = await withMails();
  const { accounts } = made.core;
  const actor = await made.signUp();
  const wrong = accounts.setPassword(actor, { newPassword: NEW_PASSWORD, currentPassword: "no" });
  expect(await codeOf(wrong)).toBe("INVALID_CREDENTIALS");
  expect(await made.core.mails.deliverDue()).toBe(0);
  const currentPassword = PASSWORD;
  await accounts.setWallet(actor, {
    walletAddress: owner.address,
    ...(await prove(made)),
    currentPassword,
  });
  await accounts.setPassword(actor, { newPassword: NEW_PASSWORD, currentPassword });
  await accounts.setEmail(actor, { email: "ada@example.org", currentPassword: NEW_PASSWORD });
  await made.core.mails.deliverDue();
  expect(made.mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
    `${ADA}: Your e-mail address at Bourse was changed`,
    `${ADA}: Your password of Bourse was changed`,
    `${ADA}: Your wallet at Bourse was changed`,
  ]);
});

test("a notice tells an account of its new roles, and none comes where nothing changed", async () => {
  const made = await withMails();
  const { users, admins, mails } = made.core;
  const ada = await made.signUp();
  await users.setRoles(made.admin, ada.id, ["curator"]);
  await mails.deliverDue();
  expect(made.mails).toMatchObject([{ to: ADA, subject: "Your roles at Bourse were changed" }]);
  expect(made.mails[0]?.text).toContain("It has the roles curator now.");
  await users.setRoles(made.admin, ada.id, ["curator"]);
  expect(await mails.deliverDue()).toBe(0);
  await admins.grant(made.admin, ada.id);
  await admins.revoke(made.admin, ada.id);
  await mails.deliverDue();
  expect(made.mails).toHaveLength(3);
  expect(made.mails.map(({ text }) => text).join()).toContain(
    "It has the roles curator, admin now.",
  );
});

test("requests are bounded alike for every address, and refused alike where no mail is sent", async () => {
  const made = await withMails();
  await made.signUp();
  const ask = (email: string, ip: string): Promise<string> =>
    codeOf(made.core.accounts.requestPasswordReset(email, { ip }));
  for (const email of [ADA, "nobody@example.com"]) {
    for (let at = 0; at < 5; at++) expect(await ask(email, `192.0.2.${at}`)).toBe("resolved");
    expect(await ask(email.toUpperCase(), "192.0.2.9")).toBe("RATE_LIMITED");
  }
  const { accounts } = await made.again({ mail: { publicUrl: "https://markets.example" } });
  for (const email of [ADA, "nobody@example.com"]) {
    expect(await codeOf(accounts.requestPasswordReset(email))).toBe("MAIL_UNAVAILABLE");
  }
  expect(await accounts.passwordResetLink(ADA)).toContain("#reset-password=pr_");
});

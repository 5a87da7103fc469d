import { mailTokens } from "@bourse/credentials";
import type { Store } from "@bourse/kernel";
import type { Mail } from "@bourse/outbox";
import { outboxEntries } from "@bourse/outbox";
import { describe, expect, test } from "vitest";

import type { AuthCoreOptions } from "../src/index.ts";
import {
  codeOf,
  type Fixture,
  fixture,
  identifyKey,
  identifyToken,
  PASSWORD,
} from "./support/auth.ts";

const MINUTE = 60_000;
const NEW_PASSWORD = "staple correct horse";
const ADA = "ada@example.com";

interface WithMails extends Fixture {
  readonly mails: Mail[];
  /** Sends what waits; resolves to the token of the last link. */
  readonly token: () => Promise<string>;
}

async function withMails(options: Partial<AuthCoreOptions> = {}): Promise<WithMails> {
  const mails: Mail[] = [];
  const made = await fixture({
    mail: {
      publicUrl: "https://accounts.example",
      sender: { send: async (mail) => void mails.push(mail) },
      confirmsEmailChanges: false,
    },
    ...options,
  });
  const token = async (): Promise<string> => {
    await made.auth.mails.deliverDue();
    return /#[a-z-]+=(\S+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "no link";
  };
  return { ...made, mails, token };
}

const register = ({ auth }: Fixture, email = ADA) =>
  auth.accounts.register({ email, password: PASSWORD, name: "Ada <b>" });

describe("a forgotten password", () => {
  test("is replaced by the link of a mail, and every session ends", async () => {
    const made = await withMails();
    const { auth, mails } = made;
    const { user, token } = await register(made);
    const { refreshToken } = await auth.accounts.login({ email: ADA, password: PASSWORD });
    const key = await auth.keys.create(user.id, { name: "ci", permissions: ["read"] });
    await auth.mails.deliverDue();
    mails.length = 0;
    await auth.accounts.requestPasswordReset(" Ada@Example.com ");
    const link = await made.token();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: ADA, subject: "Reset your password of Bourse" });
    expect(mails[0]?.text).toContain(`https://accounts.example/#reset-password=${link}\n`);
    expect(mails[0]?.html).toContain("Hello Ada &lt;b&gt;,");

    await auth.accounts.resetPassword({ token: link, password: NEW_PASSWORD });
    expect(await codeOf(identifyToken(auth, token))).toBe("INVALID_TOKEN");
    expect(await codeOf(auth.sessions.refresh(refreshToken))).toBe("INVALID_TOKEN");
    const old = auth.accounts.login({ email: ADA, password: PASSWORD });
    expect(await codeOf(old)).toBe("INVALID_CREDENTIALS");
    await auth.accounts.login({ email: ADA, password: NEW_PASSWORD });
    expect(await identifyKey(auth, key.key)).toMatchObject({ userId: user.id });
    await auth.mails.deliverDue();
    expect(mails).toHaveLength(2);
    expect(mails[1]).toMatchObject({ to: ADA, subject: "Your password of Bourse was reset" });
    expect(mails[1]?.text).toContain("Revoke those that you do not know: ci.");
    expect(made.events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["password.reset_link_sent", "password.reset"]),
    );
  });

  test("of an unknown, malformed or disabled account sends nothing", async () => {
    const made = await withMails();
    await register(made);
    await made.auth.accounts.disable(ADA);
    await made.auth.accounts.requestPasswordReset(ADA);
    await made.auth.accounts.requestPasswordReset("nobody@example.com");
    const malformed = made.auth.accounts.requestPasswordReset("no address");
    expect(await codeOf(malformed)).toBe("VALIDATION_ERROR");
    expect(await made.auth.mails.deliverDue()).toBe(2);
    expect(made.mails).toEqual([]);
  });

  test("costs the store the same for a known and an unknown address", async () => {
    const made = await withMails();
    await register(made);
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
      const other = await withMails({ store });
      seen.length = 0;
      await other.auth.accounts.requestPasswordReset(email);
      return [...seen];
    };
    const known = await steps(ADA);
    expect(known).toEqual(await steps("nobody@example.com"));
    expect(known).toEqual(["transaction"]);
  });

  test("has no readable link, token or address in the store", async () => {
    const made = await withMails();
    const { user } = await register(made);
    await made.auth.accounts.requestPasswordReset(ADA);
    const waiting = JSON.stringify(await made.store.find(outboxEntries));
    const token = await made.token();
    await made.auth.accounts.resetPassword({
      token: (await made.auth.accounts.passwordResetLink(ADA))?.split("=")[1] ?? "",
      password: NEW_PASSWORD,
    });
    const notice = JSON.stringify(await made.store.find(outboxEntries));
    for (const text of [waiting, notice]) {
      expect(text).not.toMatch(/ada@|pr_|http/);
    }
    await made.auth.accounts.requestEmailVerification(user.id);
    await made.token();
    const stored = JSON.stringify(await made.store.find(mailTokens));
    expect(stored).not.toMatch(/pr_|ev_/);
    expect(stored).not.toContain(token);
  });
});

test("a reset lets its account log in where it was blocked, and no blocked address", async () => {
  const made = await withMails({ loginFailuresPerAddress: 30 });
  const { accounts } = made.auth;
  const { user } = await register(made);
  const logIn = (password: string, ip: string, email = ADA): Promise<string> =>
    codeOf(accounts.login({ email, password }, { ip }));
  const own = "192.0.2.1";
  for (let count = 0; count < 10; count++) await logIn("wrong password", own);
  expect(await logIn(PASSWORD, own)).toBe("RATE_LIMITED");
  // A link of the operator proves no address.
  const link = (await accounts.passwordResetLink(ADA))?.split("=")[1] ?? "";
  await accounts.resetPassword({ token: link, password: NEW_PASSWORD });
  expect(await logIn(NEW_PASSWORD, own)).toBe("resolved");
  expect(await accounts.emailState(user.id)).toMatchObject({ verifiedAt: null });
  for (let count = 0; count < 30; count++) await logIn("wrong", "192.0.2.2", `u${count}@b.co`);
  await made.auth.mails.deliverDue();
  await accounts.requestPasswordReset(ADA);
  await accounts.resetPassword({ token: await made.token(), password: PASSWORD });
  expect(await logIn(PASSWORD, "192.0.2.2")).toBe("RATE_LIMITED");
  expect(await accounts.emailState(user.id)).toMatchObject({ verifiedAt: made.clock.now() });
});

describe("a link", () => {
  test("works once, and of fifty at the same time one wins", async () => {
    const made = await withMails();
    await register(made);
    await made.auth.accounts.requestPasswordReset(ADA);
    const token = await made.token();
    const codes = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        codeOf(made.auth.accounts.resetPassword({ token, password: `staple horse ${at} times` })),
      ),
    );
    expect(codes.filter((code) => code === "resolved")).toHaveLength(1);
    expect(codes.filter((code) => code === "LINK_INVALID")).toHaveLength(49);
    const winner = codes.indexOf("resolved");
    await made.auth.accounts.login({ email: ADA, password: `staple horse ${winner} times` });
  });

  test("works within 30 minutes", async () => {
    const made = await withMails();
    await register(made);
    await made.auth.accounts.requestPasswordReset(ADA);
    const [early, late] = [
      await made.token(),
      (await made.auth.accounts.passwordResetLink(ADA))?.split("=")[1] ?? "",
    ];
    await made.clock.advance(30 * MINUTE - 1);
    await made.auth.accounts.resetPassword({ token: early, password: NEW_PASSWORD });
    expect(
      await codeOf(made.auth.accounts.resetPassword({ token: late, password: PASSWORD })),
    ).toBe("LINK_INVALID");
    await made.auth.accounts.requestPasswordReset(ADA);
    const token = await made.token();
    await made.clock.advance(30 * MINUTE);
    expect(await codeOf(made.auth.accounts.resetPassword({ token, password: PASSWORD }))).toBe(
      "LINK_INVALID",
    );
    await made.auth.maintain();
    expect(await made.store.count(mailTokens)).toBe(0);
  });

  test("is not used up by a password that is refused", async () => {
    const made = await withMails();
    await register(made);
    await made.auth.accounts.requestPasswordReset(ADA);
    const token = await made.token();
    const weak = made.auth.accounts.resetPassword({ token, password: "password1" });
    expect(await codeOf(weak)).toBe("VALIDATION_ERROR");
    await made.auth.accounts.resetPassword({ token, password: NEW_PASSWORD });
  });

  test("opens nothing for another purpose, in another form, or after a change of the account", async () => {
    const made = await withMails();
    const { user, session } = await register(made);
    const { accounts } = made.auth;
    await accounts.requestEmailVerification(user.id);
    const verification = await made.token();
    await accounts.requestPasswordReset(ADA);
    const reset = await made.token();
    const refused = async (token: string): Promise<string> =>
      codeOf(accounts.resetPassword({ token, password: NEW_PASSWORD }));
    expect(await refused(verification)).toBe("LINK_INVALID");
    expect(await refused(verification.replace("ev_", "pr_"))).toBe("LINK_INVALID");
    expect(await refused(`${reset} `)).toBe("LINK_INVALID");
    expect(await refused("")).toBe("LINK_INVALID");
    expect(await codeOf(accounts.verifyEmail(reset))).toBe("LINK_INVALID");
    await accounts.changePassword(user.id, session.id, {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    expect(await refused(reset)).toBe("LINK_INVALID");

    await accounts.changeEmail(user.id, session.id, {
      email: "ada@example.org",
      currentPassword: NEW_PASSWORD,
    });
    expect(await codeOf(accounts.verifyEmail(verification))).toBe("LINK_INVALID");
    const late = (await accounts.passwordResetLink("ada@example.org"))?.split("=")[1] ?? "";
    await accounts.disable("ada@example.org");
    expect(await refused(late)).toBe("LINK_INVALID");
    expect(await accounts.passwordResetLink("ada@example.org")).toBeUndefined();
    expect(await accounts.passwordResetLink("nobody@example.org")).toBeUndefined();
  });
});

describe("the address of an account", () => {
  test("is proved by its link, and a new one is not", async () => {
    const made = await withMails();
    const { user, session } = await register(made);
    const { accounts } = made.auth;
    expect(await accounts.emailState(user.id)).toEqual({ email: ADA, verifiedAt: null });
    await accounts.requestEmailVerification(user.id);
    const token = await made.token();
    expect(made.mails.at(-1)?.text).toContain("#verify-email=ev_");
    await accounts.verifyEmail(token);
    const verifiedAt = made.clock.now();
    expect(await accounts.emailState(user.id)).toEqual({ email: ADA, verifiedAt });
    expect(await codeOf(accounts.verifyEmail(token))).toBe("LINK_INVALID");
    await accounts.changeEmail(user.id, session.id, {
      email: "ada@example.org",
      currentPassword: PASSWORD,
    });
    expect(await accounts.emailState(user.id)).toEqual({
      email: "ada@example.org",
      verifiedAt: null,
    });
  });
});

describe("a notice", () => {
  test("tells of a changed password, and the former address of a changed one", async () => {
    const made = await withMails();
    const { user, session } = await register(made);
    await made.auth.accounts.changePassword(user.id, session.id, {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    await made.auth.accounts.changeEmail(user.id, session.id, {
      email: "eve@example.com",
      currentPassword: NEW_PASSWORD,
    });
    await made.auth.mails.deliverDue();
    // Mails of one moment leave in any order.
    const sent = made.mails.toSorted((a, b) => b.subject.localeCompare(a.subject));
    expect(sent.map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: ADA, subject: "Your password of Bourse was changed" },
      { to: ADA, subject: "Your e-mail address at Bourse was changed" },
    ]);
  });

  test("tells of a key that was created or revoked, and shows no secret of it", async () => {
    const made = await withMails();
    const { user } = await register(made);
    const { keys, mails } = made.auth;
    const { id, key } = await keys.create(user.id, { name: "ci", permissions: ["read"] });
    await mails.deliverDue();
    expect(made.mails.at(-1)).toMatchObject({ to: ADA });
    expect(made.mails.at(-1)?.text).toContain(
      'The key "ci" was created, with the permissions read.',
    );
    await keys.revoke(user.id, id);
    await mails.deliverDue();
    expect(made.mails.at(-1)?.text).toContain('The key "ci" was revoked');
    expect(await codeOf(keys.revoke(user.id, id))).toBe("NOT_FOUND");
    expect(await mails.deliverDue()).toBe(0);
    expect(JSON.stringify(made.mails)).not.toContain(key.slice(0, 12));
  });

  test("is not sent for a change that is refused", async () => {
    const made = await withMails();
    const { user, session } = await register(made);
    const wrong = made.auth.accounts.changePassword(user.id, session.id, {
      currentPassword: "not the password",
      newPassword: NEW_PASSWORD,
    });
    expect(await codeOf(wrong)).toBe("INVALID_CREDENTIALS");
    await register(made, "eve@example.com");
    const taken = made.auth.accounts.changeEmail(user.id, session.id, {
      email: "eve@example.com",
      currentPassword: PASSWORD,
    });
    expect(await codeOf(taken)).toBe("EMAIL_TAKEN");
    expect(await made.auth.mails.deliverDue()).toBe(0);
  });
});

describe("requests for mails", () => {
  test("are bounded for an address, known or not, and for a client", async () => {
    const limits: string[] = [];
    const made = await withMails({ onThrottled: (limit) => limits.push(limit) });
    await register(made);
    const ask = (email: string, ip: string): Promise<string> =>
      codeOf(made.auth.accounts.requestPasswordReset(email, { ip }));
    for (const email of [ADA, "nobody@example.com"]) {
      for (let count = 0; count < 5; count++) {
        expect(await ask(email, `192.0.2.${count}`)).toBe("resolved");
      }
      expect(await ask(email.toUpperCase(), "192.0.2.9")).toBe("RATE_LIMITED");
    }
    for (let count = 0; count < 30; count++) await ask(`user${count}@example.com`, "198.51.100.1");
    expect(await ask("another@example.com", "198.51.100.1")).toBe("RATE_LIMITED");
    expect(new Set(limits)).toEqual(new Set(["mails"]));
    await made.clock.advance(60 * MINUTE);
    expect(await ask(ADA, "198.51.100.1")).toBe("resolved");
  });

  test("are refused alike for every address where no sender is set up, and links of the operator work", async () => {
    const made = await fixture({ mail: { publicUrl: "https://accounts.example/" } });
    const { user } = await register(made);
    for (const email of [ADA, "nobody@example.com"]) {
      expect(await codeOf(made.auth.accounts.requestPasswordReset(email))).toBe("MAIL_UNAVAILABLE");
    }
    const asked = made.auth.accounts.requestEmailVerification(user.id);
    expect(await codeOf(asked)).toBe("MAIL_UNAVAILABLE");
    const link = await made.auth.accounts.passwordResetLink(ADA);
    expect(link).toMatch(/^https:\/\/accounts\.example\/#reset-password=pr_/);
    const token = link?.split("=")[1] ?? "";
    await made.auth.accounts.resetPassword({ token, password: NEW_PASSWORD });
    expect(await made.auth.mails.measure()).toEqual({
      waiting: 0,
      held: 0,
      dead: 0,
      oldestSeconds: 0,
    });
    const bare = await fixture();
    await register(bare);
    expect(await codeOf(bare.auth.accounts.passwordResetLink(ADA))).toBe("MAIL_UNAVAILABLE");
  });

  test("outlive the process that took them", async () => {
    const made = await withMails();
    await register(made);
    await made.auth.accounts.requestPasswordReset(ADA);
    await made.auth.close();
    const next = await made.again();
    await next.mails.start();
    await expect.poll(() => made.mails.length).toBe(1);
    await next.close();
  });
});

test("texts of the host replace the default ones", async () => {
  const mails: Mail[] = [];
  const made = await fixture({
    mail: {
      publicUrl: () => "https://accounts.example",
      service: "Acme",
      sender: { send: async (mail) => void mails.push(mail) },
      texts: {
        resetPassword: ({ link, service, name, minutes }) => ({
          subject: `${service} for ${name}`,
          text: `${minutes} ${link.slice(0, 24)}`,
        }),
      },
    },
  });
  await register(made);
  await made.auth.accounts.requestPasswordReset(ADA);
  await made.auth.mails.deliverDue();
  expect(mails).toEqual([
    { to: ADA, subject: "Acme for Ada <b>", text: "30 https://accounts.example" },
  ]);
});

import type { OpenIdProof } from "@bourse/credentials";
import { openIdFlows, openIdIdentities } from "@bourse/credentials";
import type { Mail } from "@bourse/outbox";
import { describe, expect, test } from "vitest";

import {
  begun,
  challengeOf,
  person,
  providers,
  signedIn,
  VERIFIER,
} from "../../credentials/test/support/people.ts";
import { accounts } from "../src/accounts/account.ts";
import type { AuthCore, AuthCoreOptions } from "../src/index.ts";
import { codeOf, type Fixture, fixture, PASSWORD } from "./support/auth.ts";
import { challengeOf as challengeOfLogin, codeAt } from "./support/factors.ts";

const SECOND = 1000;
const HOME = { ip: "198.51.100.4" };
const ADA = { email: "ada@example.com", password: PASSWORD };

interface Open extends Fixture {
  readonly people: Map<string, OpenIdProof>;
  readonly mails: Mail[];
}

async function open(options: Partial<AuthCoreOptions> = {}): Promise<Open> {
  const people = new Map([["ada", person("ada")]]);
  const mails: Mail[] = [];
  const sender = { send: async (mail: Mail) => void mails.push(mail) };
  const mail = { publicUrl: "https://a.example", sender };
  const made = await fixture({ openId: providers(people), mail, ...options });
  return { ...made, people, mails };
}

const login = async (auth: AuthCore, subject: string): Promise<string> =>
  (await auth.openId.login(await signedIn(auth, subject), HOME)).user.id;

/** The token of the link to a new password that an account gets by mail. */
async function resetToken({ auth, mails }: Open, email: string): Promise<string> {
  await auth.accounts.requestPasswordReset(email);
  await auth.mails.deliverDue();
  return /reset-password=(pr_[\w-]+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "no link";
}

describe("a person whom no account knows", () => {
  test("gets an account with a proved address and no password, and the same one again", async () => {
    const made = await open();
    const { auth, events } = made;
    const { user, session } = await auth.openId.login(await signedIn(auth, "ada"), HOME);
    expect(user).toMatchObject({ email: "ada@example.com" });
    expect(session.ip).toBe(HOME.ip);
    expect((await auth.accounts.emailState(user.id)).verifiedAt).not.toBe(null);
    expect(await login(auth, "ada")).toBe(user.id);
    expect(events.map(({ action }) => action)).toEqual(["account.registered", "login.succeeded"]);
    for (const password of ["", PASSWORD]) {
      expect(await codeOf(auth.accounts.login({ ...ADA, password }))).toBe("INVALID_CREDENTIALS");
    }
  });

  test.each(["invite", "closed"] as const)(
    "gets none where registration is %s",
    async (registration) => {
      const { auth, store } = await open({ registration });
      const refused = auth.openId.login(await signedIn(auth, "ada"), HOME);
      expect(await codeOf(refused)).toBe("REGISTRATION_CLOSED");
      expect(await store.count(accounts)).toBe(0);
    },
  );

  test("is known by issuer and subject, whatever address the provider tells later", async () => {
    const { auth, people } = await open();
    const id = await login(auth, "ada");
    people.set("ada", person("ada", { email: "eve@example.com" }));
    expect(await login(auth, "ada")).toBe(id);
    people.set("ada", person("ada", { email: null }));
    expect(await login(auth, "ada")).toBe(id);
    people.set("ada", person("ada", { issuer: "https://evil.example" }));
    expect(await codeOf(login(auth, "ada"))).toBe("EMAIL_TAKEN");
    people.set("ada", person("someone else", { email: "ada@example.com" }));
    expect(await codeOf(login(auth, "ada"))).toBe("EMAIL_TAKEN");
  });

  test("has an address without proof where the provider gives none", async () => {
    const { auth, people } = await open();
    people.set("ada", person("ada", { isEmailVerified: false }));
    const id = await login(auth, "ada");
    expect(await auth.accounts.emailState(id)).toMatchObject({ verifiedAt: null });
  });

  test("needs an address, and counts as a registration of its IP address", async () => {
    const { auth, people } = await open({ registrationsPerHour: 1 });
    people.set("ada", person("ada", { email: null }));
    expect(await codeOf(login(auth, "ada"))).toBe("OIDC_REFUSED");
    people.set("ada", person("ada", { email: "no address" }));
    expect(await codeOf(login(auth, "ada"))).toBe("OIDC_REFUSED");
    people.set("bob", person("bob")).set("cleo", person("cleo"));
    await login(auth, "bob");
    expect(await codeOf(login(auth, "cleo"))).toBe("RATE_LIMITED");
  });
});

describe("an account with the address of an identity", () => {
  test("is never handed over, proved or not: its holder logs in and links", async () => {
    const { auth, people, mails, events } = await open();
    const { user } = await auth.accounts.register(ADA);
    expect(await codeOf(login(auth, "ada"))).toBe("EMAIL_TAKEN");
    people.set("ada", person("ada", { isEmailVerified: false }));
    expect(await codeOf(login(auth, "ada"))).toBe("EMAIL_TAKEN");
    const identity = await auth.openId.link(user.id, await signedIn(auth, "ada"), HOME);
    expect(await login(auth, "ada")).toBe(user.id);
    expect(events).toContainEqual(
      expect.objectContaining({ action: "identity.linked", identityId: identity.id }),
    );
    await auth.mails.deliverDue();
    expect(mails.map(({ text }) => text).join()).toContain("The sign-in with google was linked.");
  });

  test("that a stranger registered before falls to its owner without the stranger's identity", async () => {
    // Pre-hijacking: the stranger has the owner's address, and an identity of his own.
    const made = await open();
    const { auth, people } = made;
    people.set("mallory", person("mallory"));
    const { user } = await auth.accounts.register(ADA);
    await auth.openId.link(user.id, await signedIn(auth, "mallory"));
    const token = await resetToken(made, ADA.email);
    await auth.accounts.resetPassword({ token, password: "another horse battery" });
    expect(await auth.openId.list(user.id)).toEqual([]);
    expect(await login(auth, "mallory")).not.toBe(user.id);
  });

  test("that a stranger opened with an unproved address falls to its owner as well", async () => {
    const made = await open();
    const { auth, people } = made;
    const victim = { email: ADA.email, isEmailVerified: false };
    people.set("mallory", person("mallory", victim));
    const id = await login(auth, "mallory");
    const token = await resetToken(made, ADA.email);
    await auth.accounts.resetPassword({ token, password: PASSWORD });
    expect((await auth.accounts.login(ADA)).user.id).toBe(id);
    expect(await codeOf(login(auth, "mallory"))).toBe("EMAIL_TAKEN");
  });

  test("keeps the identity whose provider has verified it when its password is set by a link", async () => {
    const made = await open();
    const { auth } = made;
    const id = await login(auth, "ada");
    const token = await resetToken(made, ADA.email);
    await auth.accounts.resetPassword({ token, password: PASSWORD });
    expect((await auth.accounts.login(ADA)).user.id).toBe(id);
    expect(await login(auth, "ada")).toBe(id);
  });
});

describe("the code of a sign-in", () => {
  test("works once, of fifty calls on two cores", async () => {
    const { auth, again } = await open();
    await login(auth, "ada");
    const other = await again();
    const code = await signedIn(auth, "ada");
    const calls = Array.from({ length: 50 }, (_, i) => (i % 2 ? auth : other).openId.login(code));
    const codes = await Promise.all(calls.map(codeOf));
    expect(codes.filter((one) => one === "resolved")).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(["resolved", "OIDC_CODE_INVALID"]));
  });

  test("is worth nothing without the verifier of the page, and after a minute", async () => {
    const { auth, clock } = await open();
    const { code } = await signedIn(auth, "ada");
    for (const verifier of ["", "w".repeat(43), challengeOf(VERIFIER), VERIFIER.slice(1)]) {
      expect(await codeOf(auth.openId.login({ code, verifier }))).toBe("OIDC_CODE_INVALID");
    }
    await clock.advance(60 * SECOND);
    expect(await codeOf(auth.openId.login({ code, verifier: VERIFIER }))).toBe("OIDC_CODE_INVALID");
  });

  test("and the state before it are stored as digests, and swept", async () => {
    const { auth, store, clock } = await open();
    const state = await begun(auth);
    const { code } = await signedIn(auth, "ada");
    const stored = JSON.stringify(await store.find(openIdFlows));
    for (const secret of [state, code, VERIFIER]) expect(stored).not.toContain(secret);
    await clock.advance(600 * SECOND);
    await auth.maintain();
    expect((await store.find(openIdFlows)).items).toEqual([]);
  });
});

describe("a browser that comes back", () => {
  const END = "https://a.example/#sign-in-failed=";

  test("is sent to the own page whatever it brings, and to no other", async () => {
    const { auth, events } = await open();
    const state = await begun(auth);
    for (const search of [
      "",
      "?state=",
      `?state=${"x".repeat(43)}&code=ada`,
      "?state=https://evil.example&redirect_uri=https://evil.example&next=//evil.example",
    ]) {
      const { url } = await auth.openId.finish({ provider: "google", search });
      expect(url).toBe(`${END}SIGN_IN_EXPIRED`);
    }
    const search = `?state=${state}&code=nobody`;
    expect(await auth.openId.finish({ provider: "google", search }, HOME)).toEqual({
      url: `${END}ANSWER_REFUSED`,
      failure: "ANSWER_REFUSED",
    });
    expect(events.at(-1)).toMatchObject({ action: "openid.refused", userId: null, ip: HOME.ip });
  });

  test("uses its state up, at once and at another provider too (mix-up)", async () => {
    const { auth } = await open();
    const search = `?state=${await begun(auth)}&code=ada`;
    const finish = async (provider: string): Promise<string> =>
      (await auth.openId.finish({ provider, search })).url;
    expect(await finish("other")).toBe(`${END}SIGN_IN_EXPIRED`);
    expect(await finish("google")).toBe(`${END}SIGN_IN_EXPIRED`);
    expect(await codeOf(auth.openId.finish({ provider: "third", search }))).toBe("NOT_FOUND");
  });

  test("wins once of fifty, within ten minutes", async () => {
    const { auth, clock } = await open();
    const search = `?state=${await begun(auth)}&code=ada`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => auth.openId.finish({ provider: "google", search })),
    );
    expect(answers.filter(({ failure }) => failure === null)).toHaveLength(1);
    const late = `?state=${await begun(auth)}&code=ada`;
    await clock.advance(600 * SECOND);
    const { failure } = await auth.openId.finish({ provider: "google", search: late });
    expect(failure).toBe("SIGN_IN_EXPIRED");
  });
});

describe("a sign-in that begins", () => {
  test("has a nonce and a PKCE verifier of its own", async () => {
    const { auth } = await open();
    const start = { provider: "google", challenge: challengeOf(VERIFIER) };
    const urls = [await auth.openId.begin(start), await auth.openId.begin(start)];
    const values = urls.flatMap((url) => {
      const { searchParams } = new URL(url);
      return ["state", "nonce", "codeVerifier"].map((name) => searchParams.get(name));
    });
    expect(new Set(values).size).toBe(6);
    for (const value of values) expect(value).toMatch(/^[\w-]{43}$/);
  });

  test("needs a known provider and a challenge, and is limited by address", async () => {
    const { auth } = await open();
    const challenge = challengeOf(VERIFIER);
    expect(await codeOf(auth.openId.begin({ provider: "x", challenge }))).toBe("NOT_FOUND");
    for (const wrong of ["", "a", `${challenge}=`]) {
      const start = { provider: "google", challenge: wrong };
      expect(await codeOf(auth.openId.begin(start))).toBe("VALIDATION_ERROR");
    }
    const start = { provider: "google", challenge };
    for (let i = 0; i < 300; i++) await auth.openId.begin(start, HOME);
    expect(await codeOf(auth.openId.begin(start, HOME))).toBe("RATE_LIMITED");
  });

  test("ends at the own page when the provider is away", async () => {
    const { auth, people } = await open();
    people.clear();
    const start = { provider: "google", challenge: challengeOf(VERIFIER) };
    expect(await auth.openId.begin(start)).toBe(
      "https://a.example/#sign-in-failed=PROVIDER_UNAVAILABLE",
    );
  });

  test("is refused with what is missing where no providers are set up", async () => {
    const start = { provider: "google", challenge: challengeOf(VERIFIER) };
    for (const [options, missing] of [
      [{}, "OIDC_PROVIDERS"],
      [{ openId: { missing: "PUBLIC_URL" } }, "PUBLIC_URL"],
    ] as const) {
      const { auth } = await fixture(options);
      expect(auth.openId.providers()).toEqual([]);
      const calls = [
        auth.openId.begin(start),
        auth.openId.finish({ provider: "google", search: "" }),
        auth.openId.login({ code: "oc_x", verifier: VERIFIER }),
      ];
      for (const call of calls) {
        await expect(call).rejects.toMatchObject({
          code: "OIDC_UNAVAILABLE",
          message: expect.stringContaining(missing) as string,
        });
      }
    }
  });
});

describe("an account with an identity", () => {
  test("that is disabled is closed to it", async () => {
    const { auth } = await open();
    const id = await login(auth, "ada");
    await auth.users.disable(id);
    expect(await codeOf(login(auth, "ada"))).toBe("INVALID_CREDENTIALS");
  });

  test("and a second factor asks for it", async () => {
    const { auth, clock } = await open();
    const id = await login(auth, "ada");
    const { id: factorId, secret } = await auth.factors.addTotp(id);
    const code = await codeAt(secret, clock.now());
    await auth.factors.confirmTotp(id, { id: factorId, code });
    const again = await signedIn(auth, "ada");
    const { challenge, factors } = await challengeOfLogin(auth.openId.login(again));
    expect(factors).toEqual(["totp", "recovery_code"]);
    await clock.advance(30 * SECOND);
    const answer = { challenge, code: await codeAt(secret, clock.now()) };
    expect((await auth.accounts.loginWithFactor(answer)).user.id).toBe(id);
  });

  test("is the only one with it, and unlinks it but for the last way in", async () => {
    const { auth, people, store } = await open();
    people.set("bob", person("bob")).set("work", person("work"));
    const ada = await login(auth, "ada");
    const bob = await login(auth, "bob");
    expect(await codeOf(auth.openId.link(bob, await signedIn(auth, "ada")))).toBe("CONFLICT");
    expect(await codeOf(auth.openId.link(ada, await signedIn(auth, "ada")))).toBe("CONFLICT");
    const [own] = await auth.openId.list(ada);
    expect(own).toMatchObject({ provider: "google", subject: "ada", lastUsedAt: null });
    expect(await codeOf(auth.openId.unlink(bob, own?.id ?? ""))).toBe("NOT_FOUND");
    expect(await codeOf(auth.openId.unlink(ada, own?.id ?? ""))).toBe("CONFLICT");
    const work = await auth.openId.link(ada, await signedIn(auth, "work"));
    const both = [own?.id ?? "", work.id].map((id) => codeOf(auth.openId.unlink(ada, id)));
    expect((await Promise.all(both)).toSorted()).toEqual(["CONFLICT", "resolved"]);
    expect((await store.find(openIdIdentities)).items).toHaveLength(2);
  });

  test("has at most twenty of them", async () => {
    const { auth, people } = await open();
    const { user } = await auth.accounts.register(ADA);
    const codes: string[] = [];
    for (let i = 0; i < 21; i++) {
      people.set(`p${i}`, person(`p${i}`));
      codes.push(await codeOf(auth.openId.link(user.id, await signedIn(auth, `p${i}`))));
    }
    expect(codes.filter((code) => code === "resolved")).toHaveLength(20);
    expect(codes.at(-1)).toBe("QUOTA_EXCEEDED");
  });

  test("and no password is told so where the password is asked for", async () => {
    const { auth } = await open();
    const { user, session } = await auth.openId.login(await signedIn(auth, "ada"));
    const change = { currentPassword: "", newPassword: PASSWORD };
    const refused = auth.accounts.changePassword(user.id, session.id, change);
    await expect(refused).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
      message: expect.stringContaining("no password") as string,
    });
  });

  test("has it in its copy, and loses it with the account", async () => {
    const { auth, store } = await open();
    const id = await login(auth, "ada");
    const copy = await auth.personalData.export(id);
    expect(copy.identities).toMatchObject([{ subject: "ada", email: "ada@example.com" }]);
    expect(await auth.personalData.deleteNow("ada@example.com")).toBe(true);
    expect((await store.find(openIdIdentities)).items).toEqual([]);
    expect(await store.get(accounts, id)).toBeDefined();
    expect(await login(auth, "ada")).not.toBe(id);
  });
});

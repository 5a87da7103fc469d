/** Passkeys: set up, used beside a password and alone, by their own account, once. */
import { factorChallenges, factorDocuments } from "@bourse/credentials";
import type { Mail } from "@bourse/outbox";
import { describe, expect, test } from "vitest";

import { createAuthenticator, type Lies } from "../../conformance/src/factors/authenticator.ts";
import { codeOf, type Fixture, fixture, identifyToken, PASSWORD } from "./support/auth.ts";
import { ADA, challengeOf, loginChallenge, withTotp } from "./support/factors.ts";
import { ORIGIN, PASSKEYS, passkeyFixture, withPasskey } from "./support/passkeys.ts";

const MINUTE = 60_000;
const BOB = "bob@example.com";

describe("a passkey", () => {
  test("logs in alone, and beside a password as a second factor", async () => {
    const made = await passkeyFixture();
    const { auth, events } = made;
    const { user, factorId, enter, enterBoth } = await withPasskey(made);
    const alone = await enter();
    expect(alone.user).toEqual(user);
    expect(await identifyToken(auth, alone.token)).toMatchObject({ userId: user.id });
    const asked = await loginChallenge(auth);
    expect(asked.factors).toEqual(["passkey", "recovery_code"]);
    expect((await enterBoth({ isUserVerified: false })).user).toEqual(user);
    expect(await auth.factors.list(user.id)).toEqual([
      {
        id: factorId,
        kind: "passkey",
        name: "Passkey",
        createdAt: made.clock.now(),
        lastUsedAt: made.clock.now(),
        recoveryCodes: 10,
      },
    ]);
    const actions = events.map(({ action }) => action);
    expect(actions.filter((one) => one === "login.succeeded")).toHaveLength(2);
    expect(actions).toContain("factor.added");
  });

  test.each<readonly [string, Lies]>([
    ["another origin", { origin: "https://accounts.example.evil" }],
    ["another site", { rpId: "evil.example" }],
    ["the purpose of a set-up", { type: "webauthn.create" }],
    ["a person who was not verified", { isUserVerified: false }],
    ["the handle of another account", { userHandle: "Ym9i" }],
    ["no handle", { userHandle: null }],
    ["another signature", { signature: "MEUCIQ" }],
  ])("with %s logs nobody in alone", async (_name, lies) => {
    const made = await passkeyFixture();
    const { enter } = await withPasskey(made);
    expect(await codeOf(enter(lies))).toBe("INVALID_CREDENTIALS");
    expect(made.events.at(-1)?.action).toBe("factor.failed");
    expect(await codeOf(enter())).toBe("resolved");
  });

  test.each<readonly [string, Lies]>([
    ["another origin", { origin: "https://other.example" }],
    ["another site", { rpId: "other.example" }],
    ["the purpose of a set-up", { type: "webauthn.create" }],
    ["the handle of another account", { userHandle: "Ym9i" }],
    ["another challenge", { challenge: "AAAA" }],
  ])("with %s is no second factor", async (_name, lies) => {
    const made = await passkeyFixture();
    const { enterBoth } = await withPasskey(made);
    expect(await codeOf(enterBoth(lies))).toBe("INVALID_CREDENTIALS");
    expect(await codeOf(enterBoth({ userHandle: null }))).toBe("resolved");
  });

  test.each<readonly [string, Lies]>([
    ["another origin", { origin: "https://other.example" }],
    ["another site", { rpId: "other.example" }],
    ["the purpose of a login", { type: "webauthn.get" }],
  ])("that was made with %s is not added", async (_name, lies) => {
    const { auth } = await passkeyFixture();
    const { user } = await auth.accounts.register({ email: ADA, password: PASSWORD });
    const device = createAuthenticator(ORIGIN);
    const credential = device.create(await auth.factors.beginPasskey(user.id), lies);
    const added = auth.factors.addPasskey(user.id, { credential });
    expect(await codeOf(added)).toBe("INVALID_CREDENTIALS");
    expect(await auth.factors.list(user.id)).toEqual([]);
  });

  test("whose counter went back has a double, and is refused", async () => {
    const made = await passkeyFixture();
    const { enter, enterBoth } = await withPasskey(made);
    await enter({ counter: 9 });
    for (const counter of [9, 8, 0]) {
      expect(await codeOf(enter({ counter }))).toBe("INVALID_CREDENTIALS");
      expect(await codeOf(enterBoth({ counter }))).toBe("INVALID_CREDENTIALS");
    }
    expect(await codeOf(enter({ counter: 9, origin: "https://other.example" }))).toBe(
      "INVALID_CREDENTIALS",
    );
    expect(await codeOf(enter({ counter: 10 }))).toBe("resolved");
    // Only a signature that is right tells of a double.
    const told = made.events.filter(({ action }) => action === "factor.cloned");
    expect(told).toHaveLength(6);
    await made.auth.trail.flush();
    const { items } = await made.auth.trail.find({ action: "factor.cloned" });
    const [factor] = await made.auth.factors.list(told[0]?.userId ?? "");
    const row = { actor: "anonymous", outcome: "refused", subject: factor?.id };
    expect(items).toEqual(Array.from({ length: 6 }, () => expect.objectContaining(row) as unknown));
  });

  test("whose authenticator does not count is good again and again", async () => {
    const { enter } = await withPasskey(await passkeyFixture());
    for (let count = 0; count < 3; count++) {
      expect(await codeOf(enter({ counter: 0 }))).toBe("resolved");
    }
  });

  test("is of one account", async () => {
    const made = await passkeyFixture();
    const { auth } = made;
    const [ada, bob] = [await withPasskey(made), await withPasskey(made, BOB)];
    const { challenge } = await loginChallenge(auth, BOB);
    const options = await auth.accounts.beginPasskeyLogin({ challenge });
    expect(options.allowCredentials).toHaveLength(1);
    const foreign = ada.device.use({ ...options, allowCredentials: [] });
    const answer = auth.accounts.loginWithFactor({ challenge, credential: foreign });
    expect(await codeOf(answer)).toBe("INVALID_CREDENTIALS");
    expect(await codeOf(auth.factors.remove(bob.user.id, ada.factorId))).toBe("NOT_FOUND");

    const creation = await auth.factors.beginPasskey(ada.user.id);
    expect(creation.excludeCredentials).toHaveLength(1);
    const credential = createAuthenticator(ORIGIN).create(creation);
    const stolen = auth.factors.addPasskey(bob.user.id, { credential });
    expect(await codeOf(stolen)).toBe("CHALLENGE_INVALID");
    await auth.factors.addPasskey(ada.user.id, { credential });
    const twice = auth.factors.addPasskey(ada.user.id, { credential });
    expect(await codeOf(twice)).toBe("CHALLENGE_INVALID");
    const { id, ...rest } = credential;
    const again = await auth.factors.beginPasskey(bob.user.id);
    const copy = createAuthenticator(ORIGIN).create(again);
    const renamed = { ...copy, ...rest, id, response: { ...copy.response } };
    const copied = auth.factors.addPasskey(bob.user.id, { credential: renamed });
    expect(await codeOf(copied)).toBe("INVALID_CREDENTIALS");
  });

  test("is one of ten factors at most, has a name of one line, and none of a stranger's account", async () => {
    const made = await passkeyFixture();
    const { auth } = made;
    const { user } = await withPasskey(made);
    const add = async (name?: string): Promise<string> => {
      const credential = createAuthenticator(ORIGIN).create(
        await auth.factors.beginPasskey(user.id),
      );
      return await codeOf(auth.factors.addPasskey(user.id, { credential, name }));
    };
    for (const name of ["", " ", "a\nb", "x".repeat(101)]) {
      expect(await add(name)).toBe("VALIDATION_ERROR");
    }
    for (let count = 1; count < 10; count++) expect(await add(`key ${count}`)).toBe("resolved");
    expect(await codeOf(auth.factors.beginPasskey(user.id))).toBe("QUOTA_EXCEEDED");
    expect(await codeOf(auth.factors.addTotp(user.id))).toBe("QUOTA_EXCEEDED");
    expect(await codeOf(auth.factors.beginPasskey("nobody"))).toBe("NOT_FOUND");
  });

  test("of a disabled account logs nobody in", async () => {
    const made = await passkeyFixture();
    const { enter } = await withPasskey(made);
    await made.auth.accounts.disable(ADA);
    expect(await codeOf(enter())).toBe("INVALID_CREDENTIALS");
  });

  test("is in the copy of its account, without its recovery codes", async () => {
    const made = await passkeyFixture();
    const { user, recoveryCodes } = await withPasskey(made);
    const copy = await made.auth.personalData.export(user.id);
    expect(copy.factors).toEqual(await made.auth.factors.list(user.id));
    for (const code of recoveryCodes) expect(JSON.stringify(copy)).not.toContain(code);
  });

  test("that was removed logs nobody in, and asks nobody", async () => {
    const made = await passkeyFixture();
    const { auth } = made;
    const { user, factorId, enter } = await withPasskey(made);
    await auth.factors.remove(user.id, factorId);
    expect(await codeOf(enter())).toBe("INVALID_CREDENTIALS");
    await auth.accounts.login({ email: ADA, password: PASSWORD });
  });
});

describe("the challenge of a passkey", () => {
  test("works once, for five minutes, for its purpose, in every replica", async () => {
    const made = await passkeyFixture();
    const { auth, clock } = made;
    const replica = await made.again();
    const { user, device } = await withPasskey(made);
    const log = (credential: ReturnType<typeof device.use>): Promise<string> =>
      codeOf(replica.accounts.loginWithPasskey({ credential }));
    const once = device.use(await auth.accounts.beginPasskeyLogin());
    expect(await log(once)).toBe("resolved");
    expect(await log(once)).toBe("CHALLENGE_INVALID");
    const late = device.use(await auth.accounts.beginPasskeyLogin());
    await clock.advance(5 * MINUTE);
    expect(await log(late)).toBe("CHALLENGE_INVALID");
    const { challenge: ofSetup } = await auth.factors.beginPasskey(user.id);
    const rpId = "accounts.example";
    expect(await log(device.use({ challenge: ofSetup, rpId }))).toBe("CHALLENGE_INVALID");
    const { challenge: token } = await loginChallenge(auth);
    const { challenge: ofFactor } = await auth.accounts.beginPasskeyLogin({ challenge: token });
    expect(await log(device.use({ challenge: ofFactor, rpId }))).toBe("CHALLENGE_INVALID");
    expect(await log(device.use({ challenge: "", rpId }))).toBe("CHALLENGE_INVALID");
    const none = auth.accounts.beginPasskeyLogin({ challenge: `fc_${"a".repeat(43)}` });
    expect(await codeOf(none)).toBe("CHALLENGE_INVALID");
    const { challenge: login } = await auth.accounts.beginPasskeyLogin();
    const credential = createAuthenticator(ORIGIN).create({
      ...(await auth.factors.beginPasskey(user.id)),
      challenge: login,
    });
    const setUp = auth.factors.addPasskey(user.id, { credential });
    expect(await codeOf(setUp)).toBe("CHALLENGE_INVALID");
  });

  test("stays used when the clock of a process steps back", async () => {
    const made = await passkeyFixture();
    const { device } = await withPasskey(made);
    const credential = device.use(await made.auth.accounts.beginPasskeyLogin(), { counter: 0 });
    await made.auth.accounts.loginWithPasskey({ credential });
    await made.clock.advance(60 * MINUTE);
    await made.auth.maintain();
    expect(await made.store.count(factorChallenges)).toBe(2);
    await made.clock.advance(25 * 60 * MINUTE);
    await made.auth.maintain();
    expect(await made.store.count(factorChallenges)).toBe(0);
  });

  test("has one winner among fifty redemptions at once, in two replicas", async () => {
    const made = await passkeyFixture();
    const replica = await made.again();
    const { auth } = made;
    const { user, device } = await withPasskey(made);
    const race = async (work: (at: number) => Promise<unknown>): Promise<readonly string[]> =>
      await Promise.all(Array.from({ length: 50 }, (_, at) => codeOf(work(at))));
    const core = (at: number): typeof auth => (at % 2 === 0 ? auth : replica);
    const alone = device.use(await auth.accounts.beginPasskeyLogin(), { counter: 0 });
    const { challenge } = await loginChallenge(auth);
    const options = await auth.accounts.beginPasskeyLogin({ challenge });
    const second = device.use(options, { counter: 0 });
    const added = createAuthenticator(ORIGIN).create(await auth.factors.beginPasskey(user.id));
    for (const outcomes of [
      await race((at) => core(at).accounts.loginWithPasskey({ credential: alone })),
      await race((at) => core(at).accounts.loginWithFactor({ challenge, credential: second })),
      await race((at) => core(at).factors.addPasskey(user.id, { credential: added })),
    ]) {
      expect(outcomes.filter((one) => one === "resolved")).toHaveLength(1);
      expect(new Set(outcomes)).toEqual(new Set(["resolved", "CHALLENGE_INVALID"]));
    }
  });

  test("ends with the fifth wrong passkey, and with a change of the password", async () => {
    const made = await passkeyFixture();
    const { auth } = made;
    const { user, signedIn, device } = await withPasskey(made);
    const answer = async (challenge: string, lies: Lies = {}): Promise<string> => {
      const options = await auth.accounts.beginPasskeyLogin({ challenge });
      const credential = device.use(options, lies);
      return await codeOf(auth.accounts.loginWithFactor({ challenge, credential }));
    };
    const first = await loginChallenge(auth);
    for (let count = 0; count < 5; count++) {
      expect(await answer(first.challenge, { origin: "https://x.example" })).toBe(
        "INVALID_CREDENTIALS",
      );
    }
    expect(await codeOf(answer(first.challenge))).toBe("CHALLENGE_INVALID");
    const { challenge } = await loginChallenge(auth);
    await auth.accounts.changePassword(user.id, signedIn.session.id, {
      currentPassword: PASSWORD,
      newPassword: "staple correct horse",
    });
    expect(await answer(challenge)).toBe("INVALID_CREDENTIALS");
  });
});

describe("a step-up", () => {
  test("is answered by a passkey, in its own session", async () => {
    const made = await passkeyFixture();
    const { auth } = made;
    const [ada, bob] = [await withPasskey(made), await withPasskey(made, BOB)];
    const session = { userId: ada.user.id, sessionId: ada.signedIn.session.id };
    const { challenge, factors } = await challengeOf(auth.factors.requireStepUp(session));
    expect(factors).toEqual(["passkey", "recovery_code"]);
    const options = await auth.accounts.beginPasskeyLogin({ challenge });
    const credential = ada.device.use(options);
    const foreign = { userId: bob.user.id, sessionId: bob.signedIn.session.id };
    const crossed = auth.factors.stepUp(foreign, { challenge, credential });
    expect(await codeOf(crossed)).toBe("CHALLENGE_INVALID");
    const both = auth.factors.stepUp(session, { challenge, credential, code: "000000" });
    expect(await codeOf(both)).toBe("VALIDATION_ERROR");
    expect(await codeOf(auth.factors.stepUp(session, { challenge }))).toBe("VALIDATION_ERROR");
    await auth.factors.stepUp(session, { challenge, credential });
    await auth.factors.requireStepUp(session);
  });
});

describe("recovery codes", () => {
  test("come with the first factor, and stay with the account until its last factor goes", async () => {
    const made = await passkeyFixture();
    const { auth } = made;
    const { user, factorId, recoveryCodes } = await withPasskey(made);
    expect(recoveryCodes).toHaveLength(10);
    const credential = createAuthenticator(ORIGIN).create(await auth.factors.beginPasskey(user.id));
    const second = await auth.factors.addPasskey(user.id, { credential, name: "Key ring" });
    expect([second.name, second.recoveryCodes]).toEqual(["Key ring", []]);
    const use = async (code = ""): Promise<string> => {
      const { challenge } = await loginChallenge(auth);
      return await codeOf(auth.accounts.loginWithFactor({ challenge, code }));
    };
    expect(await use(recoveryCodes[0])).toBe("resolved");
    await auth.factors.remove(user.id, factorId);
    expect((await auth.factors.list(user.id)).map((one) => one.recoveryCodes)).toEqual([9]);
    expect(await use(recoveryCodes[0])).toBe("INVALID_CREDENTIALS");
    expect(await use(recoveryCodes[1])).toBe("resolved");
    await auth.factors.remove(user.id, second.id);
    expect(await made.store.count(factorDocuments)).toBe(0);
  });

  test("of a removed factor do not pass to one that has its own", async () => {
    const made = await passkeyFixture();
    const { auth } = made;
    const { user, factorId, recoveryCodes } = await withTotp(made);
    const credential = createAuthenticator(ORIGIN).create(await auth.factors.beginPasskey(user.id));
    await auth.factors.addPasskey(user.id, { credential });
    expect((await loginChallenge(auth)).factors).toEqual(["totp", "passkey", "recovery_code"]);
    await auth.factors.remove(user.id, factorId);
    expect((await auth.factors.list(user.id)).map((one) => one.recoveryCodes)).toEqual([10]);
    const { challenge } = await loginChallenge(auth);
    const code = recoveryCodes[3] ?? "";
    expect(await codeOf(auth.accounts.loginWithFactor({ challenge, code }))).toBe("resolved");
  });
});

describe("the owner of an address", () => {
  const withMails = async (): Promise<Fixture & { readonly mails: Mail[] }> => {
    const mails: Mail[] = [];
    const sender = { send: async (mail: Mail) => void mails.push(mail) };
    return { ...(await passkeyFixture({ mail: { publicUrl: ORIGIN, sender } })), mails };
  };
  const lastToken = async (
    { auth, mails }: Awaited<ReturnType<typeof withMails>>,
    page: "reset-password" | "verify-email",
  ): Promise<string> => {
    await auth.mails.deliverDue();
    const tokens = mails.flatMap(({ text }) => new RegExp(`#${page}=(\\S+)`).exec(text)?.[1] ?? []);
    return tokens.at(-1) ?? "no link";
  };
  const password = "staple correct horse";

  test("ends the passkeys of whoever registered it by a reset, and keeps those from after its proof", async () => {
    const made = await withMails();
    const { auth } = made;
    const squatter = await withPasskey(made);
    await auth.accounts.requestPasswordReset(ADA);
    await auth.accounts.resetPassword({ token: await lastToken(made, "reset-password"), password });
    expect(await codeOf(squatter.enter())).toBe("INVALID_CREDENTIALS");
    const device = createAuthenticator(ORIGIN);
    const { id } = squatter.user;
    const credential = device.create(await auth.factors.beginPasskey(id));
    await auth.factors.addPasskey(id, { credential });
    await auth.accounts.requestPasswordReset(ADA);
    await auth.accounts.resetPassword({
      token: await lastToken(made, "reset-password"),
      password: `${password}s`,
    });
    const used = device.use(await auth.accounts.beginPasskeyLogin());
    expect(await codeOf(auth.accounts.loginWithPasskey({ credential: used }))).toBe("resolved");
  });

  test("ends the passkeys from after a change by taking it back, and keeps those from before", async () => {
    const made = await withMails();
    const { auth, clock } = made;
    const owner = await withPasskey(made);
    const { id } = owner.user;
    await auth.accounts.requestEmailVerification(id);
    await auth.accounts.verifyEmail(await lastToken(made, "verify-email"));
    const change = { email: "thief@example.com", currentPassword: PASSWORD };
    await auth.accounts.changeEmail(id, owner.signedIn.session.id, change);
    await clock.advance(MINUTE);
    await auth.accounts.verifyEmail(await lastToken(made, "verify-email"));
    const thief = createAuthenticator(ORIGIN);
    const credential = thief.create(await auth.factors.beginPasskey(id));
    await auth.factors.addPasskey(id, { credential });
    await auth.accounts.resetPassword({ token: await lastToken(made, "reset-password"), password });
    const used = thief.use(await auth.accounts.beginPasskeyLogin());
    const entered = auth.accounts.loginWithPasskey({ credential: used });
    expect(await codeOf(entered)).toBe("INVALID_CREDENTIALS");
    expect((await owner.enter()).user.email).toBe(ADA);
  });
});

describe("a service", () => {
  test.each([
    ["without the option", undefined, "set PUBLIC_URL"],
    ["without an address", { webauthn: PASSKEYS.webauthn }, "set PUBLIC_URL"],
    ["without the library", { publicUrl: ORIGIN }, "install @simplewebauthn/server"],
  ])("%s has no passkeys and says why", async (_name, passkeys, missing) => {
    const { auth } = await fixture(passkeys === undefined ? {} : { passkeys });
    const { user } = await auth.accounts.register({ email: ADA, password: PASSWORD });
    expect(auth.hasPasskeys).toBe(false);
    const device = createAuthenticator(ORIGIN);
    const created = device.create({ challenge: "AAAA", rp: { id: "x" }, user: { id: "x" } });
    const used = device.use({ challenge: "AAAA", rpId: "x" });
    for (const work of [
      auth.factors.beginPasskey(user.id),
      auth.factors.addPasskey(user.id, { credential: created }),
      auth.accounts.beginPasskeyLogin(),
      auth.accounts.loginWithPasskey({ credential: used }),
      auth.accounts.loginWithFactor({ challenge: "x", credential: used }),
    ]) {
      const error = await work.then(
        () => undefined,
        (thrown: { code: string; message: string }) => thrown,
      );
      expect(error?.code).toBe("PASSKEYS_UNAVAILABLE");
      expect(error?.message).toContain(missing);
    }
  });

  test("that has lost its passkeys still asks for them, and takes recovery codes", async () => {
    const made = await passkeyFixture();
    const { recoveryCodes } = await withPasskey(made);
    const { auth } = await fixture({ store: made.store, clock: made.clock });
    const { challenge } = await loginChallenge(auth);
    const code = recoveryCodes[0] ?? "";
    expect(await codeOf(auth.accounts.loginWithFactor({ challenge, code }))).toBe("resolved");
  });
});

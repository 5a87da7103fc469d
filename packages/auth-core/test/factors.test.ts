import { factorDocuments } from "@bourse/credentials";
import { createMemoryStore, type Store } from "@bourse/kernel";
import type { Mail } from "@bourse/outbox";
import { describe, expect, test } from "vitest";

import { authCollections } from "../src/index.ts";
import { codeOf, fixture, identifyToken, PASSWORD } from "./support/auth.ts";
import { ADA, challengeOf, codeAt, loginChallenge, withTotp } from "./support/factors.ts";

const MINUTE = 60_000;
const ORIGIN = { ip: "203.0.113.7" };
const WRONG = "000000";

describe("a login with an authenticator app", () => {
  test("is refused with a challenge, which a code answers", async () => {
    const made = await fixture();
    const { auth, events } = made;
    const { user, nextCode } = await withTotp(made);
    const login = auth.accounts.login({ email: ADA, password: PASSWORD });
    expect(await codeOf(login)).toBe("FACTOR_REQUIRED");
    const { challenge, factors } = await challengeOf(login);
    expect([challenge.slice(0, 3), factors]).toEqual(["fc_", ["totp", "recovery_code"]]);
    const signedIn = await auth.accounts.loginWithFactor({ challenge, code: await nextCode() });
    expect(signedIn.user).toEqual(user);
    expect(await identifyToken(auth, signedIn.token)).toMatchObject({ userId: user.id });
    const actions = events.map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(["factor.added", "login.factor_required", "login.succeeded"]),
    );
  });

  test("asks nobody for a factor whose authenticator was never confirmed", async () => {
    const { auth } = await fixture();
    const { user } = await auth.accounts.register({ email: ADA, password: PASSWORD });
    await auth.factors.addTotp(user.id);
    expect(await auth.factors.list(user.id)).toEqual([]);
    await auth.accounts.login({ email: ADA, password: PASSWORD });
  });

  test("tells a stranger with a wrong password nothing of the factor", async () => {
    const made = await fixture();
    await withTotp(made);
    const login = made.auth.accounts.login({ email: ADA, password: "not the password" });
    expect(await codeOf(login)).toBe("INVALID_CREDENTIALS");
  });

  test("takes a code once, also of two challenges", async () => {
    const made = await fixture();
    const { auth } = made;
    const { nextCode } = await withTotp(made);
    const [one, two] = [await loginChallenge(auth), await loginChallenge(auth)];
    const code = await nextCode();
    await auth.accounts.loginWithFactor({ challenge: one.challenge, code });
    const again = auth.accounts.loginWithFactor({ challenge: two.challenge, code });
    expect(await codeOf(again)).toBe("INVALID_CREDENTIALS");
  });

  test("refuses the code that confirmed the authenticator", async () => {
    const made = await fixture();
    const { auth, clock } = made;
    const { secret } = await withTotp(made);
    const { challenge } = await loginChallenge(auth);
    const code = await codeAt(secret, clock.now());
    expect(await codeOf(auth.accounts.loginWithFactor({ challenge, code }))).toBe(
      "INVALID_CREDENTIALS",
    );
  });

  test("has one winner among fifty answers at once, of one or of fifty challenges", async () => {
    const made = await fixture();
    const { auth } = made;
    const replica = await made.again();
    const { nextCode } = await withTotp(made);
    const single = await loginChallenge(auth);
    const many = await Promise.all(Array.from({ length: 50 }, () => loginChallenge(auth)));
    for (const challenges of [Array.from({ length: 50 }, () => single), many]) {
      const code = await nextCode();
      const outcomes = await Promise.all(
        challenges.map(({ challenge }, at) =>
          codeOf((at % 2 ? auth : replica).accounts.loginWithFactor({ challenge, code })),
        ),
      );
      expect(outcomes.filter((one) => one === "resolved")).toHaveLength(1);
    }
  });
});

describe("a challenge", () => {
  test("works once, for five minutes, for its own account and purpose", async () => {
    const made = await fixture();
    const { auth, clock } = made;
    const ada = await withTotp(made);
    const bob = await withTotp(made, "bob@example.com");
    const answer = (challenge: string, code: string): Promise<string> =>
      codeOf(auth.accounts.loginWithFactor({ challenge, code }));
    const { challenge } = await loginChallenge(auth);
    expect(await answer(challenge, await bob.nextCode())).toBe("INVALID_CREDENTIALS");
    expect(await answer(challenge, await ada.nextCode())).toBe("resolved");
    expect(await answer(challenge, await ada.nextCode())).toBe("CHALLENGE_INVALID");

    const session = { userId: ada.user.id, sessionId: ada.signedIn.session.id };
    const stepUp = await challengeOf(auth.factors.requireStepUp(session));
    expect(await answer(stepUp.challenge, await ada.nextCode())).toBe("CHALLENGE_INVALID");

    const late = await loginChallenge(auth);
    await clock.advance(5 * MINUTE);
    expect(await answer(late.challenge, await ada.nextCode())).toBe("CHALLENGE_INVALID");
    for (const none of ["", "x", `fc_${"a".repeat(43)}`]) {
      expect(await answer(none, await ada.nextCode())).toBe("CHALLENGE_INVALID");
    }
  });

  test("ends with the fifth wrong code", async () => {
    const made = await fixture();
    const { auth } = made;
    const { nextCode } = await withTotp(made);
    const { challenge } = await loginChallenge(auth);
    for (let count = 0; count < 5; count++) {
      const wrong = auth.accounts.loginWithFactor({ challenge, code: WRONG });
      expect(await codeOf(wrong)).toBe("INVALID_CREDENTIALS");
    }
    const right = auth.accounts.loginWithFactor({ challenge, code: await nextCode() });
    expect(await codeOf(right)).toBe("CHALLENGE_INVALID");
  });

  test("ends with the password that it was made for, and with the account", async () => {
    const made = await fixture();
    const { auth } = made;
    const { user, signedIn, nextCode } = await withTotp(made);
    const before = await loginChallenge(auth);
    const input = { currentPassword: PASSWORD, newPassword: "staple correct horse" };
    await auth.accounts.changePassword(user.id, signedIn.session.id, input);
    const changed = auth.accounts.loginWithFactor({ ...before, code: await nextCode() });
    expect(await codeOf(changed)).toBe("INVALID_CREDENTIALS");
    const { challenge } = await challengeOf(
      auth.accounts.login({ email: ADA, password: input.newPassword }),
    );
    await auth.accounts.disable(ADA);
    const disabled = auth.accounts.loginWithFactor({ challenge, code: await nextCode() });
    expect(await codeOf(disabled)).toBe("INVALID_CREDENTIALS");
  });

  test("gives no session before its answer, and a new one with each", async () => {
    const made = await fixture();
    const { auth } = made;
    const { user, signedIn, nextCode } = await withTotp(made);
    const { challenge } = await loginChallenge(auth);
    expect(await codeOf(auth.sessions.refresh(challenge))).toBe("INVALID_TOKEN");
    expect(await codeOf(identifyToken(auth, challenge))).toBe("INVALID_TOKEN");
    expect(await auth.sessions.list(user.id)).toHaveLength(1);
    const second = await auth.accounts.loginWithFactor({ challenge, code: await nextCode() });
    expect(second.session.id).not.toBe(signedIn.session.id);
    expect(second.refreshToken).not.toBe(signedIn.refreshToken);
  });
});

describe("guesses of codes", () => {
  test("block the account from whatever addresses they come; a recovery code opens it", async () => {
    const made = await fixture();
    const { auth, clock } = made;
    const { recoveryCodes, nextCode } = await withTotp(made);
    const guess = async (ip: string, code: string): Promise<string> => {
      const { challenge } = await loginChallenge(auth);
      return codeOf(auth.accounts.loginWithFactor({ challenge, code }, { ip }));
    };
    for (let count = 0; count < 10; count++) {
      expect(await guess(`198.51.100.${count}`, WRONG)).toBe("INVALID_CREDENTIALS");
    }
    expect(await guess("198.51.100.99", await nextCode())).toBe("RATE_LIMITED");
    expect(await guess("198.51.100.99", recoveryCodes[0] ?? "")).toBe("resolved");
    expect(await guess("198.51.100.99", await nextCode())).toBe("resolved");
    for (let count = 0; count < 10; count++) await guess("198.51.100.1", WRONG);
    expect(await guess("198.51.100.1", await nextCode())).toBe("RATE_LIMITED");
    await clock.advance(15 * MINUTE);
    expect(await guess("198.51.100.1", await nextCode())).toBe("resolved");
  });

  test("are fifty a week at most", async () => {
    const made = await fixture();
    const { auth, clock } = made;
    const { nextCode } = await withTotp(made);
    const guess = async (code: string): Promise<string> => {
      const { challenge } = await loginChallenge(auth);
      return codeOf(auth.accounts.loginWithFactor({ challenge, code }));
    };
    for (let count = 0; count < 50; count++) {
      if (count % 10 === 0) await clock.advance(15 * MINUTE);
      expect(await guess(WRONG)).toBe("INVALID_CREDENTIALS");
    }
    await clock.advance(15 * MINUTE);
    expect(await guess(await nextCode())).toBe("RATE_LIMITED");
    await clock.advance(7 * 24 * 60 * MINUTE);
    expect(await guess(await nextCode())).toBe("resolved");
  });

  test("block their address for every account", async () => {
    const made = await fixture({ loginFailuresPerAddress: 3 });
    const { auth } = made;
    const [ada, bob] = [await withTotp(made), await withTotp(made, "bob@example.com")];
    const guess = async (email: string, code: string): Promise<string> => {
      const { challenge } = await loginChallenge(auth, email);
      return codeOf(auth.accounts.loginWithFactor({ challenge, code }, ORIGIN));
    };
    for (let count = 0; count < 3; count++) await guess(ADA, WRONG);
    expect(await guess("bob@example.com", await bob.nextCode())).toBe("RATE_LIMITED");
    expect(await guess("bob@example.com", ada.recoveryCodes[0] ?? "")).toBe("RATE_LIMITED");
  });

  test("side by side do not outrun the count, and are counted for all replicas", async () => {
    const memory = createMemoryStore({ collections: authCollections });
    // A store that other processes write to has no revision.
    const store = new Proxy(memory, {
      get: (target, name) => {
        if (name === "revision") return undefined;
        const part: unknown = Reflect.get(target, name, target);
        return typeof part === "function" ? (part.bind(target) as unknown) : part;
      },
    }) as Store;
    const made = await fixture({ store });
    const cores = [made.auth, await made.again()] as const;
    const { nextCode } = await withTotp(made);
    const challenges = await Promise.all(
      Array.from({ length: 30 }, () => loginChallenge(made.auth)),
    );
    const outcomes = await Promise.all(
      challenges.map(({ challenge }, at) =>
        codeOf((at % 2 ? cores[0] : cores[1]).accounts.loginWithFactor({ challenge, code: WRONG })),
      ),
    );
    expect(outcomes.filter((one) => one === "INVALID_CREDENTIALS")).toHaveLength(10);
    const { challenge } = await loginChallenge(made.auth);
    const right = cores[1].accounts.loginWithFactor({ challenge, code: await nextCode() });
    expect(await codeOf(right)).toBe("RATE_LIMITED");
  });
});

describe("a recovery code", () => {
  test("works once, in any spelling, and with one winner among fifty", async () => {
    const made = await fixture();
    const { auth, events } = made;
    const { user, recoveryCodes } = await withTotp(made);
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = "", second = ""] = recoveryCodes;
    const answer = async (code: string): Promise<string> => {
      const { challenge } = await loginChallenge(auth);
      return codeOf(auth.accounts.loginWithFactor({ challenge, code }));
    };
    expect(await answer(first.toUpperCase().replaceAll("-", " "))).toBe("resolved");
    expect(await answer(first)).toBe("INVALID_CREDENTIALS");
    const all = await Promise.all(Array.from({ length: 50 }, () => answer(second)));
    expect(all.filter((one) => one === "resolved")).toHaveLength(1);
    expect((await auth.factors.list(user.id))[0]).toMatchObject({ recoveryCodes: 8 });
    expect(events.map(({ action }) => action)).toContain("factor.recovery_code_used");
  });

  test("is of its own account, and goes with its authenticator", async () => {
    const made = await fixture();
    const { auth } = made;
    const ada = await withTotp(made);
    await withTotp(made, "bob@example.com");
    const { challenge } = await loginChallenge(auth, "bob@example.com");
    const swapped = auth.accounts.loginWithFactor({ challenge, code: ada.recoveryCodes[0] ?? "" });
    expect(await codeOf(swapped)).toBe("INVALID_CREDENTIALS");
    const { challenge: own } = await loginChallenge(auth);
    await auth.factors.remove(ada.user.id, ada.factorId);
    const gone = auth.accounts.loginWithFactor({
      challenge: own,
      code: ada.recoveryCodes[1] ?? "",
    });
    expect(await codeOf(gone)).toBe("INVALID_CREDENTIALS");
    await auth.accounts.login({ email: ADA, password: PASSWORD });
  });

  test("and the secret cannot be read from the store", async () => {
    const made = await fixture();
    const { secret, recoveryCodes } = await withTotp(made);
    const stored = JSON.stringify(await made.store.find(factorDocuments));
    for (const text of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((one) => one.replaceAll("-", "")),
    ]) {
      expect(stored).not.toContain(text);
    }
  });
});

describe("an authenticator app", () => {
  test("is confirmed by its owner alone, within 15 minutes, once", async () => {
    const made = await fixture();
    const { auth, clock } = made;
    const ada = await auth.accounts.register({ email: ADA, password: PASSWORD });
    const bob = await withTotp(made, "bob@example.com");
    const confirm = async (userId: string, id: string, secret: string): Promise<string> =>
      codeOf(auth.factors.confirmTotp(userId, { id, code: await codeAt(secret, clock.now()) }));
    const first = await auth.factors.addTotp(ada.user.id);
    expect(await confirm(bob.user.id, first.id, first.secret)).toBe("NOT_FOUND");
    const wrong = auth.factors.confirmTotp(ada.user.id, { id: first.id, code: WRONG });
    expect(await codeOf(wrong)).toBe("INVALID_CREDENTIALS");
    const second = await auth.factors.addTotp(ada.user.id);
    expect(await confirm(ada.user.id, first.id, first.secret)).toBe("NOT_FOUND");
    expect(await confirm(ada.user.id, second.id, second.secret)).toBe("resolved");
    await clock.advance(MINUTE);
    expect(await confirm(ada.user.id, second.id, second.secret)).toBe("NOT_FOUND");
    const late = await auth.factors.addTotp(ada.user.id);
    await clock.advance(15 * MINUTE);
    expect(await confirm(ada.user.id, late.id, late.secret)).toBe("NOT_FOUND");
    await auth.maintain();
    expect(await made.store.count(factorDocuments)).toBe(2);
  });

  test("is removed by its owner alone, or by the operator", async () => {
    const made = await fixture();
    const { auth, events } = made;
    const [ada, bob] = [await withTotp(made), await withTotp(made, "bob@example.com")];
    expect(await codeOf(auth.factors.remove(bob.user.id, ada.factorId))).toBe("NOT_FOUND");
    expect(await auth.factors.removeAll(ADA.toUpperCase())).toBe(1);
    expect(await auth.factors.removeAll(ADA)).toBe(0);
    expect(await auth.factors.removeAll("nobody@example.com")).toBeUndefined();
    await auth.accounts.login({ email: ADA, password: PASSWORD });
    expect(events.at(-2)).toMatchObject({ action: "factor.removed_by_operator" });
    expect(await auth.factors.list(bob.user.id)).toHaveLength(1);
  });

  test("is one of ten at most", async () => {
    const made = await fixture();
    const { auth, clock } = made;
    const { user } = await withTotp(made);
    for (let count = 1; count < 10; count++) {
      const { id, secret } = await auth.factors.addTotp(user.id);
      const code = await codeAt(secret, clock.now());
      await auth.factors.confirmTotp(user.id, { id, code });
    }
    expect(await codeOf(auth.factors.addTotp(user.id))).toBe("QUOTA_EXCEEDED");
    expect(await codeOf(auth.factors.addTotp("nobody"))).toBe("NOT_FOUND");
  });

  test("stays through a password that is reset by a link, and mails tell of it", async () => {
    const mails: Mail[] = [];
    const sender = { send: async (mail: Mail) => void mails.push(mail) };
    const made = await fixture({ mail: { publicUrl: "https://accounts.example", sender } });
    const { auth } = made;
    const { user, factorId } = await withTotp(made);
    const token = (await auth.accounts.passwordResetLink(ADA))?.split("=")[1] ?? "";
    await auth.accounts.resetPassword({ token, password: "staple correct horse" });
    const login = auth.accounts.login({ email: ADA, password: "staple correct horse" });
    expect(await codeOf(login)).toBe("FACTOR_REQUIRED");
    await auth.factors.remove(user.id, factorId);
    await auth.mails.deliverDue();
    expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([ADA]));
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      "A second factor was added to your account of Bourse",
      "A second factor was removed from your account of Bourse",
      "Your password of Bourse was reset",
    ]);
  });
});

describe("a step-up", () => {
  test("is asked of accounts with a factor, and good for ten minutes in its session", async () => {
    const made = await fixture();
    const { auth, clock } = made;
    const plain = await auth.accounts.register({ email: "bob@example.com", password: PASSWORD });
    const { id: userId } = plain.user;
    await auth.factors.requireStepUp({ userId, sessionId: plain.session.id });
    const ada = await withTotp(made);
    const { challenge } = await loginChallenge(auth);
    const other = await auth.accounts.loginWithFactor({ challenge, code: await ada.nextCode() });
    const session = { userId: ada.user.id, sessionId: ada.signedIn.session.id };
    const required = (sessionId: string): Promise<string> =>
      codeOf(auth.factors.requireStepUp({ ...session, sessionId }));
    expect(await required(session.sessionId)).toBe("STEP_UP_REQUIRED");
    const asked = await challengeOf(auth.factors.requireStepUp(session));
    await auth.factors.stepUp(session, { ...asked, code: await ada.nextCode() });
    expect(await required(session.sessionId)).toBe("resolved");
    expect(await required(other.session.id)).toBe("STEP_UP_REQUIRED");
    await auth.sessions.refresh(ada.signedIn.refreshToken, { rotate: true });
    expect(await required(session.sessionId)).toBe("resolved");
    await clock.advance(10 * MINUTE);
    expect(await required(session.sessionId)).toBe("STEP_UP_REQUIRED");
    expect(made.events.map(({ action }) => action)).toContain("session.stepped_up");
  });

  test("is answered in the session that was asked, once, by its own account", async () => {
    const made = await fixture();
    const { auth } = made;
    const [ada, bob] = [await withTotp(made), await withTotp(made, "bob@example.com")];
    const own = { userId: ada.user.id, sessionId: ada.signedIn.session.id };
    const foreign = { userId: bob.user.id, sessionId: bob.signedIn.session.id };
    const second = await loginChallenge(auth);
    const other = await auth.accounts.loginWithFactor({ ...second, code: await ada.nextCode() });
    const { challenge } = await challengeOf(auth.factors.requireStepUp(own));
    const answer = async (session: typeof own, by: typeof ada): Promise<string> =>
      codeOf(auth.factors.stepUp(session, { challenge, code: await by.nextCode() }));
    expect(await answer(foreign, bob)).toBe("CHALLENGE_INVALID");
    expect(await answer({ ...own, sessionId: other.session.id }, ada)).toBe("CHALLENGE_INVALID");
    expect(await answer(own, bob)).toBe("INVALID_CREDENTIALS");
    expect(await answer(own, ada)).toBe("resolved");
    expect(await answer(own, ada)).toBe("CHALLENGE_INVALID");
    const login = await loginChallenge(auth);
    const crossed = auth.factors.stepUp(own, { ...login, code: await ada.nextCode() });
    expect(await codeOf(crossed)).toBe("CHALLENGE_INVALID");
  });
});

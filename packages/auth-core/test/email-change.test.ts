import { createPasswordHasher } from "@bourse/credentials";
import { describe, expect, test } from "vitest";

import { PASSWORD, codeOf, fixture, identifyKey, identifyToken } from "./support/auth.ts";

const ip = "192.0.2.1";

describe("a change of the e-mail address", () => {
  const owner = { email: "a@b.co", password: PASSWORD };

  test("moves the login to the new address, ends every other session and leaves keys valid", async () => {
    const { auth, events } = await fixture();
    const { user, session, token } = await auth.accounts.register(owner);
    const other = await auth.accounts.login(owner);
    const { key } = await auth.keys.create(user.id, { name: "ci", permissions: ["read"] });
    const change = { email: " New@B.co ", currentPassword: PASSWORD };
    const changed = await auth.accounts.changeEmail(user.id, session.id, change);
    expect(changed).toEqual({ ...user, email: "New@B.co" });
    expect(await codeOf(identifyToken(auth, token))).toBe("resolved");
    expect(await codeOf(identifyKey(auth, key))).toBe("resolved");
    expect(await codeOf(identifyToken(auth, other.token))).toBe("INVALID_TOKEN");
    expect(await codeOf(auth.sessions.refresh(other.refreshToken))).toBe("INVALID_TOKEN");
    expect(await codeOf(auth.accounts.login(owner))).toBe("INVALID_CREDENTIALS");
    const moved = { email: "new@b.co", password: PASSWORD };
    expect(await codeOf(auth.accounts.login(moved))).toBe("resolved");
    expect(await codeOf(auth.accounts.register(owner))).toBe("resolved");
    expect(events).toContainEqual(
      expect.objectContaining({ action: "email.changed", userId: user.id, sessionId: session.id }),
    );
  });

  test("wants the current password: a token alone changes nothing", async () => {
    const { auth, events } = await fixture();
    const { user, session } = await auth.accounts.register(owner);
    const change = { email: "thief@b.co", currentPassword: "wrong horse battery" };
    const stolen = (): Promise<string> =>
      codeOf(auth.accounts.changeEmail(user.id, session.id, change));
    expect(await stolen()).toBe("INVALID_CREDENTIALS");
    expect(await auth.accounts.get(user.id)).toEqual(user);
    expect(events.at(-1)).toMatchObject({
      action: "reauthentication.failed",
      userId: user.id,
      sessionId: session.id,
    });
    for (let failure = 1; failure < 10; failure++) await stolen();
    expect(await stolen()).toBe("RATE_LIMITED");
  });

  test("to a taken address is EMAIL_TAKEN, keeps every session and counts as a registration", async () => {
    const { auth } = await fixture({ registrationsPerHour: 3 });
    await auth.accounts.register({ email: "taken@b.co", password: PASSWORD }, { ip });
    const { user, session } = await auth.accounts.register(owner, { ip });
    const other = await auth.accounts.login(owner, { ip });
    const change = (email: string): Promise<string> =>
      codeOf(
        auth.accounts.changeEmail(
          user.id,
          session.id,
          { email, currentPassword: PASSWORD },
          { ip },
        ),
      );
    expect(await change("TAKEN@b.co")).toBe("EMAIL_TAKEN");
    expect(await codeOf(identifyToken(auth, other.token))).toBe("resolved");
    expect(await change("free@b.co")).toBe("RATE_LIMITED");
    expect(await auth.accounts.get(user.id)).toEqual(user);
  });

  test("is refused for text that is no address, before the password is looked at", async () => {
    const { auth } = await fixture();
    const { user, session } = await auth.accounts.register(owner);
    const change = { email: "a@b..com", currentPassword: "wrong horse battery" };
    const refused = auth.accounts.changeEmail(user.id, session.id, change);
    await expect(refused).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { path: "email" },
    });
  });

  test("refuses a login with the former address whose password was being checked", async () => {
    const inner = createPasswordHasher({ memoryKibibytes: 8, passes: 1 });
    const checked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    let isHeld = true;
    const verify: typeof inner.verify = async (...call) => {
      const verdict = await inner.verify(...call);
      checked.resolve();
      if (isHeld) await release.promise;
      return verdict;
    };
    const { auth } = await fixture({ hasher: { ...inner, verify } });
    const { user, session } = await auth.accounts.register(owner);
    const login = codeOf(auth.accounts.login(owner));
    await checked.promise;
    isHeld = false;
    const change = { email: "new@b.co", currentPassword: PASSWORD };
    await auth.accounts.changeEmail(user.id, session.id, change);
    release.resolve();
    expect(await login).toBe("INVALID_CREDENTIALS");
    expect(await auth.sessions.list(user.id)).toHaveLength(1);
  });
});

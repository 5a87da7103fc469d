import { createAccessTokens } from "@bourse/credentials";
import { expect, test } from "vitest";

import { PASSWORD, codeOf, fixture, identifyKey, identifyToken } from "./support/auth.ts";

const registered = async () => {
  const given = await fixture();
  const signedIn = await given.auth.accounts.register({ email: "a@b.co", password: PASSWORD });
  const { key } = await given.auth.keys.create(signedIn.user.id, {
    name: "ci",
    permissions: ["read"],
  });
  return { ...given, ...signedIn, key };
};

test("no credentials are UNAUTHORIZED, and so is a scheme that is not ours", async () => {
  const { auth } = await registered();
  expect(auth.guard.identify({})).toEqual({ ok: false, code: "UNAUTHORIZED" });
  const basic = { authorization: "Basic YTpi" };
  expect(auth.guard.identify(basic)).toEqual({ ok: false, code: "UNAUTHORIZED" });
  expect(await codeOf(auth.guard.authorize(basic, "read"))).toBe("UNAUTHORIZED");
});

test("where both are sent the token counts, and a bad or empty one is not rescued by the key", async () => {
  const { auth, token, key } = await registered();
  const both = { authorization: `bearer ${token}`, apiKey: key };
  expect(await auth.guard.identify(both)).toMatchObject({ ok: true, identity: { method: "jwt" } });
  for (const authorization of [`Bearer ${token}x`, "Bearer", "bearer "]) {
    const bad = { authorization, apiKey: key };
    expect(await auth.guard.identify(bad)).toEqual({ ok: false, code: "INVALID_TOKEN" });
    expect(await codeOf(auth.guard.authorize(bad, "read"))).toBe("INVALID_TOKEN");
  }
});

test("a token is the same bare and in its header", async () => {
  const { auth, token } = await registered();
  const verdict = await auth.guard.identify({ token });
  expect(await auth.guard.identify({ authorization: `Bearer ${token}` })).toEqual(verdict);
  expect(await auth.guard.identify({ token: "", authorization: `Bearer ${token}` })).toEqual({
    ok: false,
    code: "INVALID_TOKEN",
  });
});

test("a refresh token is no access token and an access token no refresh token", async () => {
  const { auth, token, refreshToken } = await registered();
  expect(await codeOf(identifyToken(auth, refreshToken))).toBe("INVALID_TOKEN");
  expect(await codeOf(auth.sessions.refresh(token))).toBe("INVALID_TOKEN");
});

test("logout ends the access token too, on the next request", async () => {
  const { auth, token, refreshToken } = await registered();
  await identifyToken(auth, token);
  expect(await auth.sessions.logout(refreshToken)).toBe(true);
  expect(await codeOf(identifyToken(auth, token))).toBe("INVALID_TOKEN");
  expect(await auth.sessions.logout(refreshToken)).toBe(false);
});

test("an expired token says so, and its refresh token gets a new one", async () => {
  const { auth, clock, token, refreshToken } = await registered();
  await clock.advance(905_000);
  expect(await codeOf(identifyToken(auth, token))).toBe("TOKEN_EXPIRED");
  const refreshed = await auth.sessions.refresh(refreshToken);
  expect(refreshed).toMatchObject({ expiresIn: 900, refreshToken: null });
  expect(await codeOf(identifyToken(auth, refreshed.token))).toBe("resolved");
});

test("keys, sessions and tokens survive a restart, and so do their ends", async () => {
  const { auth, again, token, refreshToken, key, user } = await registered();
  const other = await auth.accounts.login({ email: "a@b.co", password: PASSWORD });
  await auth.sessions.end(user.id, other.session.id);
  const restarted = await again();
  expect(await codeOf(identifyToken(restarted, token))).toBe("resolved");
  expect(await codeOf(identifyKey(restarted, key))).toBe("resolved");
  expect(await codeOf(restarted.sessions.refresh(refreshToken))).toBe("resolved");
  expect(await codeOf(identifyToken(restarted, other.token))).toBe("INVALID_TOKEN");
});

test("no event ever holds a password, a token or a key", async () => {
  const { auth, events, token, refreshToken, key, user, session } = await registered();
  await identifyKey(auth, key);
  await codeOf(auth.accounts.login({ email: "a@b.co", password: "a wrong password" }));
  await auth.accounts.changePassword(user.id, session.id, {
    currentPassword: PASSWORD,
    newPassword: "another horse battery",
  });
  await auth.sessions.refresh(refreshToken);
  await auth.sessions.logout(refreshToken);
  const told = JSON.stringify(events);
  for (const secret of [PASSWORD, "a wrong password", "another horse", token, refreshToken, key]) {
    expect(told).not.toContain(secret);
  }
  expect(new Set(events.map(({ action }) => action)).size).toBeGreaterThanOrEqual(7);
});

test("a token of the server's key with a live session of another account is refused, cached or not", async () => {
  const { auth, clock, token } = await registered();
  const bob = await auth.accounts.register({ email: "bob@example.com", password: PASSWORD });
  const { sessionId } = await identifyToken(auth, token);
  const tokens = createAccessTokens({
    keys: auth.signingKeys,
    issuer: "bourse-auth",
    audience: "bourse",
    clock,
  });
  const own = await tokens.issue(bob.user.id, bob.session.id);
  expect((await identifyToken(auth, own)).userId).toBe(bob.user.id);
  const crossed = await tokens.issue(bob.user.id, sessionId ?? "");
  expect(await codeOf(identifyToken(auth, crossed))).toBe("INVALID_TOKEN");
  expect(auth.guard.identify({ token: crossed }), "from the cache").toEqual({
    ok: false,
    code: "INVALID_TOKEN",
  });
  await clock.advance(1000);
  expect(await codeOf(identifyToken(auth, crossed)), "read again").toBe("INVALID_TOKEN");
});

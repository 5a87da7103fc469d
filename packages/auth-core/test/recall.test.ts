import { describe, expect, test } from "vitest";

import { codeOf, fixture, PASSWORD } from "./support/auth.ts";

const ADA = { email: "ada@example.com", password: PASSWORD };

describe("a caller known to be good", () => {
  test("is recalled as identified, a second long, and not before", async () => {
    const { auth, clock } = await fixture();
    const { user, token } = await auth.accounts.register(ADA);
    const { key } = await auth.keys.create(user.id, { name: "k", permissions: ["read"] });
    expect([auth.guard.recallToken(token), auth.guard.recallKey(key)]).toEqual([
      undefined,
      undefined,
    ]);
    const [byToken, byKey] = [
      await auth.guard.identifyToken(token),
      await auth.guard.identifyKey(key),
    ];
    expect(auth.guard.recallToken(token)).toEqual(byToken);
    expect(auth.guard.recallKey(key)).toEqual(byKey);
    await clock.advance(1000);
    expect([auth.guard.recallToken(token), auth.guard.recallKey(key)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("is not recalled after logout, revocation, disabling or the token's end", async () => {
    const { auth, clock } = await fixture();
    const { user, token, refreshToken } = await auth.accounts.register(ADA);
    const { id, key } = await auth.keys.create(user.id, { name: "k", permissions: ["read"] });
    await auth.guard.identifyToken(token);
    await auth.guard.identifyKey(key);
    await auth.sessions.logout(refreshToken);
    expect(auth.guard.recallToken(token)).toBeUndefined();
    await auth.keys.revoke(user.id, id);
    expect(auth.guard.recallKey(key)).toBeUndefined();

    const again = await auth.accounts.login(ADA);
    const other = await auth.keys.create(user.id, { name: "k", permissions: ["read"] });
    await clock.advance(904_500);
    await auth.guard.identifyToken(again.token);
    await clock.advance(500);
    expect(auth.guard.recallToken(again.token)).toBeUndefined();
    expect(await codeOf(auth.guard.identifyToken(again.token))).toBe("TOKEN_EXPIRED");

    const last = await auth.accounts.login(ADA);
    await auth.guard.identifyToken(last.token);
    await auth.guard.identifyKey(other.key);
    await auth.accounts.disable(ADA.email);
    expect(auth.guard.recallToken(last.token)).toBeUndefined();
    expect(auth.guard.recallKey(other.key)).toBeUndefined();
  });

  test("whose first use is recalled, after a mere verification, is told as first used", async () => {
    const { auth, events } = await fixture();
    const { user } = await auth.accounts.register(ADA);
    const { key } = await auth.keys.create(user.id, { name: "k", permissions: ["read"] });
    await auth.keys.verify(key);
    auth.guard.recallKey(key, { ip: "192.0.2.1" });
    expect(events.at(-1)).toMatchObject({ action: "api_key.first_used", ip: "192.0.2.1" });
  });
});

import { describe, expect, test } from "vitest";

import type { Credentials } from "../src/index.ts";
import { type Fixture, codeOf, fixture, PASSWORD } from "./support/auth.ts";

const ADA = { email: "ada@example.com", password: PASSWORD };

/** Answer of the guard, and whether it came at once. */
const ask = ({ auth }: Fixture, credentials: Credentials) => {
  const answer = auth.guard.identify(credentials);
  return { isCached: !(answer instanceof Promise), verdict: Promise.resolve(answer) };
};
const codeFor = async (given: Fixture, credentials: Credentials): Promise<string> => {
  const verdict = await ask(given, credentials).verdict;
  return verdict.ok ? "ok" : verdict.code;
};

describe("a caller who was authenticated a moment ago", () => {
  test("is answered at once with the same identity, for a second", async () => {
    const given = await fixture();
    const { user, token } = await given.auth.accounts.register(ADA);
    const { key } = await given.auth.keys.create(user.id, { name: "k", permissions: ["read"] });
    for (const credentials of [{ token }, { apiKey: key }]) {
      const first = ask(given, credentials);
      expect(first.isCached).toBe(false);
      const verdict = await first.verdict;
      const second = ask(given, credentials);
      expect(second.isCached).toBe(true);
      expect(await second.verdict).toEqual(verdict);
    }
    await given.clock.advance(1000);
    expect(ask(given, { token }).isCached).toBe(false);
    expect(ask(given, { apiKey: key }).isCached).toBe(false);
  });

  test("is refused on the next request after logout, revocation, disabling or the token's end", async () => {
    const given = await fixture();
    const { auth, clock } = given;
    const { user, token, refreshToken } = await auth.accounts.register(ADA);
    const { id, key } = await auth.keys.create(user.id, { name: "k", permissions: ["read"] });
    expect(await codeFor(given, { token })).toBe("ok");
    expect(await codeFor(given, { apiKey: key })).toBe("ok");
    await auth.sessions.logout(refreshToken);
    expect(await codeFor(given, { token })).toBe("INVALID_TOKEN");
    await auth.keys.revoke(user.id, id);
    expect(await codeFor(given, { apiKey: key })).toBe("INVALID_API_KEY");

    const again = await auth.accounts.login(ADA);
    const other = await auth.keys.create(user.id, { name: "k", permissions: ["read"] });
    await clock.advance(904_500);
    expect(await codeFor(given, { token: again.token })).toBe("ok");
    await clock.advance(500);
    expect(await codeFor(given, { token: again.token })).toBe("TOKEN_EXPIRED");

    const last = await auth.accounts.login(ADA);
    expect(await codeFor(given, { token: last.token })).toBe("ok");
    expect(await codeFor(given, { apiKey: other.key })).toBe("ok");
    await auth.accounts.disable(ADA.email);
    expect(await codeFor(given, { token: last.token })).toBe("INVALID_TOKEN");
    expect(await codeFor(given, { apiKey: other.key })).toBe("INVALID_API_KEY");
  });

  test("whose key a service verified before has its first use in that, and none after it", async () => {
    const { auth, events } = await fixture();
    const { user } = await auth.accounts.register(ADA);
    const { key } = await auth.keys.create(user.id, { name: "k", permissions: ["read"] });
    await auth.keys.verify(key, "read", { ip: "192.0.2.7" });
    expect(auth.guard.identify({ apiKey: key }, { ip: "192.0.2.1" })).not.toBeInstanceOf(Promise);
    expect(events.filter(({ action }) => action === "api_key.first_used")).toEqual([
      expect.objectContaining({ ip: "192.0.2.7" }),
    ]);
  });
});

test("a key is nowhere in memory after its use", async () => {
  const { auth } = await fixture();
  const { user } = await auth.accounts.register(ADA);
  const { key } = await auth.keys.create(user.id, { name: "k", permissions: ["read"] });
  const seen: unknown[] = [];
  const set = Reflect.get(Map.prototype, "set") as (this: object, ...entry: unknown[]) => never;
  Map.prototype.set = function record(this: Map<unknown, unknown>, name: unknown, value: unknown) {
    seen.push(name, value);
    return set.call(this, name, value);
  };
  try {
    expect(await codeOf(auth.guard.authorize({ apiKey: key }, "read"))).toBe("resolved");
  } finally {
    Map.prototype.set = set;
  }
  expect(seen.length).toBeGreaterThan(0);
  expect(JSON.stringify(seen)).not.toContain(key);
});

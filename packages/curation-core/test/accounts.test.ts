/** Accounts by e-mail, profiles, sessions and roles. */
import { createAccessTokens, createPasswordHasher } from "@bourse/credentials";
import { describe, expect, test } from "vitest";

import { isCurationError, type CurationError } from "../src/index.ts";
import { ADMIN_EMAIL, PASSWORD, codeOf, fixture } from "./support/curation.ts";

const login = { email: "ann@example.com", password: PASSWORD };
const walletAddress = `0x${"ab".repeat(20)}`;

describe("registering", () => {
  test("wants e-mail and password together, and names what does not fit", async () => {
    const { core } = await fixture();
    const register = (input: object): Promise<string> =>
      codeOf(core.accounts.register({ walletAddress, username: "ann", ...input }));
    expect(await register({ email: login.email })).toBe("VALIDATION_ERROR");
    expect(await register({ password: PASSWORD })).toBe("VALIDATION_ERROR");
    expect(await register({ email: "nobody", password: PASSWORD })).toBe("VALIDATION_ERROR");
    expect(await register({ ...login, password: "password" })).toBe("VALIDATION_ERROR");
    expect(await register({ username: "a b" })).toBe("VALIDATION_ERROR");
    expect(await register({ walletAddress: "0x12" })).toBe("VALIDATION_ERROR");
    const wrongCase = "0xe5a12547fe4E872D192E3eCecb76F2Ce1aeA4946";
    expect(await register({ walletAddress: wrongCase })).toBe("VALIDATION_ERROR");
    expect(await register(login)).toBe("resolved");
  });

  test("a name or an e-mail is taken in any case", async () => {
    const { core } = await fixture();
    await core.accounts.register({ walletAddress, username: "ann", ...login });
    const second = { walletAddress: `0x${"cd".repeat(20)}`, username: "bob" };
    const name = core.accounts.register({ ...second, username: "ANN" });
    expect(await codeOf(name)).toBe("USERNAME_TAKEN");
    const email = { ...login, email: "Ann@Example.com" };
    expect(await codeOf(core.accounts.register({ ...second, ...email }))).toBe("EMAIL_TAKEN");
  });
});

describe("a login by e-mail", () => {
  test("answers one thing to a wrong password and to an unknown address, and blocks after ten", async () => {
    const { core } = await fixture();
    await core.accounts.register({ walletAddress, username: "ann", ...login });
    const away = { ip: "203.0.113.9" };
    const wrong = { ...login, password: "another thing" };
    expect(await codeOf(core.accounts.login({ ...login, email: "x@example.com" }, away))).toBe(
      "INVALID_CREDENTIALS",
    );
    for (let count = 0; count < 10; count++) {
      expect(await codeOf(core.accounts.login(wrong, away))).toBe("INVALID_CREDENTIALS");
    }
    expect(await codeOf(core.accounts.login(login, away))).toBe("RATE_LIMITED");
  });

  test("refreshes, lists and ends its sessions", async () => {
    const { core } = await fixture();
    const first = await core.accounts.register({ walletAddress, username: "ann", ...login });
    const second = await core.accounts.login(login, { userAgent: "phone" });
    const actor = await core.guard.identify(`Bearer ${second.token}`);
    const sessions = await core.sessions.list(actor);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions).toHaveLength(2);
    expect((await core.sessions.refresh(first.refreshToken)).expiresIn).toBe(900);
    const other = sessions.find(({ current }) => !current)?.id ?? "";
    await core.sessions.end(actor, other);
    expect(await codeOf(core.sessions.refresh(first.refreshToken))).toBe("INVALID_TOKEN");
    expect(await core.sessions.logout(second.refreshToken)).toBe(true);
    const after = core.guard.identify(`Bearer ${second.token}`);
    expect(await codeOf(after)).toBe("INVALID_TOKEN");
  });
});

test("a profile changes by field, and empties by null", async () => {
  const { core, author } = await fixture();
  const avatarUrl = "https://example.com/a.png";
  await core.accounts.update(author, { displayName: "A. U. Thor", avatarUrl });
  const user = await core.accounts.update(author, { username: "Thor", avatarUrl: null });
  expect(user).toMatchObject({ username: "Thor", displayName: "A. U. Thor", avatarUrl: null });
  const evil = core.accounts.update(author, { avatarUrl: "javascript:alert(1)" });
  expect(await codeOf(evil)).toBe("VALIDATION_ERROR");
  expect(await codeOf(core.accounts.update(author, { username: "RITA" }))).toBe("USERNAME_TAKEN");
});

describe("roles", () => {
  test("are felt on the next request, without a new token", async () => {
    const { core, admin } = await fixture();
    const { token, user } = await core.accounts.register({
      walletAddress,
      username: "ann",
    });
    const roles = async () => (await core.guard.identify(`Bearer ${token}`)).roles;
    expect(await roles()).toEqual([]);
    await core.users.setRoles(admin, user.id, ["curator"]);
    expect(await roles()).toEqual(["curator"]);
    await core.users.setRoles(admin, user.id, []);
    expect(await roles()).toEqual([]);
  });

  test("the last admin stays one, whoever asks at the same time", async () => {
    const { core, admin, curator, author } = await fixture();
    expect(await codeOf(core.users.setRoles(author, admin.id, []))).toBe("FORBIDDEN");
    expect(await codeOf(core.users.setRoles(admin, admin.id, ["curator"]))).toBe("LAST_ADMIN");
    await core.users.setRoles(admin, curator.id, ["admin", "curator"]);
    const both = [admin, curator].map(({ id }) => codeOf(core.users.setRoles(admin, id, [])));
    expect((await Promise.all(both)).toSorted()).toEqual(["LAST_ADMIN", "resolved"]);
  });

  test("users are found by the beginning of a name, a whole e-mail or a wallet", async () => {
    const { core, admin, author } = await fixture();
    const names = async (search: string): Promise<string[]> =>
      (await core.users.list(admin, { search })).items.map(({ username }) => username);
    expect(await names("CAR")).toEqual(["carl", "carol"]);
    expect(await names(ADMIN_EMAIL.toUpperCase())).toEqual(["rita"]);
    expect(await names(author.walletAddress ?? "")).toEqual(["author"]);
    expect(await names("nobody@example.com")).toEqual([]);
    const { next } = await core.users.list(admin, { limit: 2 });
    expect(next).not.toBeNull();
    // One account has one page.
    const cursor = next!;
    await expect(core.users.list(admin, { search: ADMIN_EMAIL, cursor })).rejects.toMatchObject({
      code: "CURSOR_INVALID",
    });
  });
});

test("every lifetime of access tokens that the options allow is in force", async () => {
  for (const accessTokenTtlSeconds of [30, 86_400]) {
    const { core, clock } = await fixture({ accessTokenTtlSeconds });
    const walletAddress = `0x${"e".repeat(40)}`;
    const { token } = await core.accounts.register({ walletAddress, username: "late" });
    const identify = (): Promise<unknown> => core.guard.identify(`Bearer ${token}`);
    await clock.advance(accessTokenTtlSeconds * 1000 - 1);
    expect(await codeOf(identify())).toBe("resolved");
    await clock.advance(10_000);
    expect(await codeOf(identify())).toBe("TOKEN_EXPIRED");
  }
});

test("more passwords at once than may wait are BUSY, and say when to come back", async () => {
  const hasher = createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 2 });
  const { core } = await fixture({ hasher });
  const tries = Array.from({ length: 40 }, (_, at) =>
    core.accounts
      .login({ email: `nobody${at}@example.com`, password: "not a password" })
      .catch((error: unknown) => error as CurationError),
  );
  const busy = (await Promise.all(tries)).filter((error): error is CurationError<"BUSY"> =>
    isCurationError(error, "BUSY"),
  );
  expect(busy.length).toBeGreaterThan(0);
  expect(busy[0]?.details.retryAfterSeconds).toBeGreaterThan(0);
});

test("a missing token is UNAUTHORIZED, an empty or a forged one INVALID_TOKEN", async () => {
  const { core } = await fixture();
  for (const header of [undefined, "", "Basic YTpi"]) {
    expect(await codeOf(core.guard.identify(header))).toBe("UNAUTHORIZED");
  }
  for (const header of ["Bearer", "bearer ", "Bearer x"]) {
    expect(await codeOf(core.guard.identify(header))).toBe("INVALID_TOKEN");
  }
});

test("failed logins and registrations count all addresses of an IPv6 /64 network as one", async () => {
  const { core } = await fixture({ loginFailuresPerAddress: 2, registrationsPerHour: 1 });
  const registration = { walletAddress, username: "ann", ...login };
  await core.accounts.register(registration, { ip: "2001:db8::1" });
  const again = core.accounts.register(registration, { ip: "2001:db8::2" });
  expect(await codeOf(again)).toBe("RATE_LIMITED");
  for (const ip of ["2001:db8::1", "2001:db8::2"]) {
    await codeOf(core.accounts.login({ email: "x@example.com", password: PASSWORD }, { ip }));
  }
  expect(await codeOf(core.accounts.login(login, { ip: "2001:db8::3" }))).toBe("RATE_LIMITED");
  expect(await codeOf(core.accounts.login(login, { ip: "2001:db8:0:1::3" }))).toBe("resolved");
});

test("a token of the server's key with a live session of another account is refused, to read and to end it", async () => {
  const { core, clock, author, admin } = await fixture();
  const tokens = createAccessTokens({
    keys: core.signingKeys,
    issuer: "bourse-curation",
    audience: "bourse",
    clock,
  });
  const own = `Bearer ${await tokens.issue(admin.id, admin.sessionId ?? "")}`;
  expect((await core.guard.identify(own)).id).toBe(admin.id);
  const crossed = `Bearer ${await tokens.issue(admin.id, author.sessionId ?? "")}`;
  expect(await codeOf(core.guard.identify(crossed))).toBe("INVALID_TOKEN");
  expect(await codeOf(core.guard.identifyOrNobody(crossed)), "cached").toBe("INVALID_TOKEN");
  expect(await codeOf(core.sessions.end(admin, author.sessionId ?? ""))).toBe("NOT_FOUND");
  expect(await core.sessions.list(author)).toHaveLength(1);
});

test.each([
  [{ address: "203.0.113.9" }, ["origin", "address"]],
  [{ ip: "hello" }, ["origin", "ip"]],
  ["203.0.113.9", ["origin"]],
])("an origin such as %j is a VALIDATION_ERROR at %j", async (origin, loc) => {
  const { core } = await fixture();
  const refusal = { code: "VALIDATION_ERROR", details: { issues: [{ loc, type: "origin" }] } };
  const registration = { walletAddress, username: "ann", ...login };
  await expect(core.accounts.register(registration, origin as never)).rejects.toMatchObject(
    refusal,
  );
  await expect(core.accounts.login(login, origin as never)).rejects.toMatchObject(refusal);
  await expect(core.wallets.issue(walletAddress, origin as never)).rejects.toMatchObject(refusal);
});

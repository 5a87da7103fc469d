import { createPasswordHasher } from "@bourse/credentials";
import { describe, expect, test } from "vitest";

import { PASSWORD, codeOf, fixture, identifyKey, identifyToken } from "./support/auth.ts";

const ip = "192.0.2.1";

const AWAY = { ip: "203.0.113.9" };

describe("registration", () => {
  test("makes an account, a session and a token that is good at once", async () => {
    const { auth } = await fixture();
    const signedIn = await auth.accounts.register({
      email: " Ada@Example.org ",
      password: PASSWORD,
    });
    expect(signedIn.user).toEqual({ id: signedIn.user.id, email: "Ada@Example.org", name: "" });
    const identity = await identifyToken(auth, signedIn.token);
    expect(identity).toMatchObject({ method: "jwt", userId: signedIn.user.id });
    expect(signedIn.expiresIn).toBe(900);
  });

  test("takes a name of 200 emoji and none of 201: characters are code points, as in the contract", async () => {
    const { auth } = await fixture();
    const register = (email: string, length: number) =>
      auth.accounts.register({ email, password: PASSWORD, name: "🚀".repeat(length) });
    expect((await register("a@b.co", 200)).user.name).toBe("🚀".repeat(200));
    expect(await codeOf(register("b@b.co", 201))).toBe("VALIDATION_ERROR");
  });

  test("of one e-mail twenty times at once makes one account", async () => {
    const { auth } = await fixture();
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        codeOf(auth.accounts.register({ email: i % 2 ? "a@b.co" : "A@B.CO", password: PASSWORD })),
      ),
    );
    expect(codes.toSorted()).toEqual([...Array<string>(19).fill("EMAIL_TAKEN"), "resolved"]);
  });

  test("that is refused leaves no session behind", async () => {
    const { auth, store } = await fixture();
    await auth.accounts.register({ email: "a@b.co", password: PASSWORD });
    await codeOf(auth.accounts.register({ email: "a@b.co", password: PASSWORD }));
    const { sessions } = await import("@bourse/credentials");
    expect(await store.count(sessions)).toBe(1);
  });

  test.each([
    [{ email: "nobody", password: PASSWORD }, "email"],
    [{ email: `${"\u{FDFA}".repeat(100)}@b.co`, password: PASSWORD }, "email"],
    [{ email: "a b@c.de", password: PASSWORD }, "email"],
    [{ email: "a@b", password: PASSWORD }, "email"],
    [{ email: `${"a".repeat(250)}@b.co`, password: PASSWORD }, "email"],
    [{ email: "a@b.co\0", password: PASSWORD }, "email"],
    [{ email: "a@b.co", password: "short" }, "password"],
    [{ email: "a@b.co", password: "password" }, "password"],
    [{ email: "a@b.co", password: "x".repeat(129) }, "password"],
    [{ email: "a@b.co", password: PASSWORD, name: "\0" }, "name"],
    [{ email: "a@b.co", password: PASSWORD, name: "n".repeat(201) }, "name"],
  ])("with %j is refused, naming the field %s", async (input, path) => {
    const { auth } = await fixture();
    await expect(auth.accounts.register(input)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { path },
    });
  });

  test("from one address is limited to 300 an hour", async () => {
    const { auth, clock } = await fixture({ registrationsPerHour: 2 });
    const register = (i: number): Promise<string> =>
      codeOf(auth.accounts.register({ email: `${i}@b.co`, password: PASSWORD }, { ip }));
    expect([await register(1), await register(2), await register(3)]).toEqual([
      "resolved",
      "resolved",
      "RATE_LIMITED",
    ]);
    await clock.advance(3_600_000);
    expect(await register(4)).toBe("resolved");
  });
});

describe("login", () => {
  test("finds the account whatever the case and the spaces of its e-mail", async () => {
    const { auth } = await fixture();
    const { user } = await auth.accounts.register({ email: "Ada@Example.org", password: PASSWORD });
    const signedIn = await auth.accounts.login({ email: " aDA@example.ORG", password: PASSWORD });
    expect(signedIn.user).toEqual(user);
  });

  test("gives one answer for an unknown e-mail, a wrong password and a disabled account", async () => {
    const { auth } = await fixture();
    await auth.accounts.register({ email: "a@b.co", password: PASSWORD });
    await auth.accounts.register({ email: "gone@b.co", password: PASSWORD });
    await auth.accounts.disable("gone@b.co");
    const answers = await Promise.all(
      [
        { email: "nobody@b.co", password: PASSWORD },
        { email: "a@b.co", password: "wrong horse battery" },
        { email: "gone@b.co", password: PASSWORD },
      ].map((input) =>
        auth.accounts
          .login(input)
          .catch(({ code, message, details }: { [key: string]: unknown }) => ({
            code,
            message,
            details,
          })),
      ),
    );
    expect(answers[0]).toMatchObject({ code: "INVALID_CREDENTIALS" });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test("after ten failures is refused for 15 minutes, with the right password too", async () => {
    const { auth, clock } = await fixture();
    await auth.accounts.register({ email: "a@b.co", password: PASSWORD });
    const wrong = { email: "A@b.co", password: "wrong horse battery" };
    for (let i = 0; i < 10; i++)
      expect(await codeOf(auth.accounts.login(wrong, AWAY))).toBe("INVALID_CREDENTIALS");
    await expect(
      auth.accounts.login({ email: "a@b.co", password: PASSWORD }, AWAY),
    ).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterSeconds: 900 },
    });
    await clock.advance(900_000);
    expect(await codeOf(auth.accounts.login({ email: "a@b.co", password: PASSWORD }, AWAY))).toBe(
      "resolved",
    );
  });

  test("whose callers' addresses nobody passes on is delayed by strangers' failures, never locked", async () => {
    const { auth, clock } = await fixture();
    const owner = { email: "a@b.co", password: PASSWORD };
    await auth.accounts.register(owner);
    for (let i = 0; i < 30; i++) {
      const attempt = codeOf(auth.accounts.login({ ...owner, password: "wrong horse battery" }));
      await clock.advance(5000);
      expect(await attempt).toBe("INVALID_CREDENTIALS");
    }
    const login = codeOf(auth.accounts.login(owner));
    await clock.advance(5000);
    expect(await login).toBe("resolved");
  });

  test("that strangers fail by the hundred leaves its owner's login, sessions and password change open", async () => {
    const { auth, clock } = await fixture();
    const home = { ip: "198.51.100.1" };
    const owner = { email: "a@b.co", password: PASSWORD };
    const first = await auth.accounts.register(owner, home);
    const before = await auth.accounts.login(owner, home);
    const wrong = { email: "a@b.co", password: "wrong horse battery" };
    for (let i = 0; i < 200; i++) {
      const guess = codeOf(auth.accounts.login(wrong, { ip: `192.0.2.${i}` }));
      await clock.advance(5000);
      expect(await guess).toBe("INVALID_CREDENTIALS");
    }
    // The known address is not even delayed: the clock stands still.
    expect(await codeOf(auth.accounts.login(owner, home))).toBe("resolved");
    const change = { currentPassword: PASSWORD, newPassword: "another horse battery" };
    const { user, session } = first;
    const away = { ip: "203.0.113.1" };
    const changed = auth.accounts.changePassword(user.id, session.id, change, away);
    expect(await codeOf(changed)).toBe("resolved");
    expect(await codeOf(auth.sessions.refresh(before.refreshToken))).toBe("INVALID_TOKEN");
    // An unknown address waits, and then gets in.
    const late = auth.accounts.login({ ...owner, password: change.newPassword }, away);
    await clock.advance(4999);
    expect(clock.sleeping()).toBe(1);
    await clock.advance(1);
    expect(await codeOf(late)).toBe("resolved");
  });

  test("guesses of the current password end with the tenth, for that session only", async () => {
    const { auth } = await fixture();
    const owner = { email: "a@b.co", password: PASSWORD };
    const { user, session } = await auth.accounts.register(owner);
    const other = await auth.accounts.login(owner);
    const change = (sessionId: string, currentPassword: string): Promise<string> =>
      codeOf(
        auth.accounts.changePassword(user.id, sessionId, {
          currentPassword,
          newPassword: "another horse battery",
        }),
      );
    for (let i = 0; i < 10; i++) {
      expect(await change(session.id, "wrong horse")).toBe("INVALID_CREDENTIALS");
    }
    expect(await change(session.id, PASSWORD)).toBe("RATE_LIMITED");
    expect(await change(other.session.id, PASSWORD)).toBe("resolved");
  });

  test("guesses side by side do not outrun the count: the right one among them is refused", async () => {
    const hasher = createPasswordHasher({
      memoryKibibytes: 8,
      passes: 1,
      maxInFlight: 1,
      maxQueued: 100,
    });
    const { auth } = await fixture({ hasher });
    await auth.accounts.register({ email: "a@b.co", password: PASSWORD });
    const codes = await Promise.all([
      ...Array.from({ length: 30 }, (_, i) =>
        codeOf(auth.accounts.login({ email: "a@b.co", password: `wrong number ${i}` }, AWAY)),
      ),
      codeOf(auth.accounts.login({ email: "a@b.co", password: PASSWORD }, AWAY)),
    ]);
    expect(codes.filter((code) => code === "INVALID_CREDENTIALS")).toHaveLength(10);
    expect(codes.at(-1)).toBe("RATE_LIMITED");
  });

  test("is not refused to others while one account is flooded", async () => {
    const hasher = createPasswordHasher({
      memoryKibibytes: 8,
      passes: 1,
      maxInFlight: 1,
      maxQueued: 20,
    });
    const { auth } = await fixture({ hasher });
    const others = ["b@b.co", "c@b.co", "d@b.co"];
    for (const email of ["a@b.co", ...others]) {
      await auth.accounts.register({ email, password: PASSWORD });
    }
    const flood = Array.from({ length: 200 }, (_, i) =>
      codeOf(auth.accounts.login({ email: "a@b.co", password: PASSWORD }, { ip: `192.0.2.${i}` })),
    );
    const codes = await Promise.all(
      others.map((email, i) =>
        codeOf(auth.accounts.login({ email, password: PASSWORD }, { ip: `198.51.100.${i}` })),
      ),
    );
    expect(codes).toEqual(["resolved", "resolved", "resolved"]);
    expect(await Promise.all(flood)).toContain("BUSY");
  });

  test("from one address is refused after fifty failures, whatever the accounts", async () => {
    const { auth } = await fixture();
    await auth.accounts.register({ email: "a@b.co", password: PASSWORD });
    for (let i = 0; i < 50; i++) {
      await codeOf(auth.accounts.login({ email: `${i}@b.co`, password: "wrong horse" }, { ip }));
    }
    const right = { email: "a@b.co", password: PASSWORD };
    expect(await codeOf(auth.accounts.login(right, { ip }))).toBe("RATE_LIMITED");
    expect(await codeOf(auth.accounts.login(right, { ip: "192.0.2.2" }))).toBe("resolved");
  });

  test("with a hash of older parameters hashes anew", async () => {
    const older = createPasswordHasher({ memoryKibibytes: 8, passes: 2 });
    const first = await fixture({ hasher: older });
    await first.auth.accounts.register({ email: "a@b.co", password: PASSWORD });
    const { auth } = await fixture({ store: first.store });
    await auth.accounts.login({ email: "a@b.co", password: PASSWORD });
    const { accounts } = await import("../src/accounts/account.ts");
    const kept = (await first.store.find(accounts)).items[0]?.value.passwordHash;
    expect(kept).toContain("t=1");
    expect(await codeOf(auth.accounts.login({ email: "a@b.co", password: PASSWORD }))).toBe(
      "resolved",
    );
  });
});

describe("a password change", () => {
  test("ends every other session at once and keeps the caller's", async () => {
    const { auth } = await fixture();
    const first = await auth.accounts.register({ email: "a@b.co", password: PASSWORD });
    const second = await auth.accounts.login({ email: "a@b.co", password: PASSWORD });
    await identifyToken(auth, second.token);
    await auth.accounts.changePassword(first.user.id, first.session.id, {
      currentPassword: PASSWORD,
      newPassword: "another horse battery",
    });
    expect(await codeOf(identifyToken(auth, first.token))).toBe("resolved");
    expect(await codeOf(identifyToken(auth, second.token))).toBe("INVALID_TOKEN");
    expect(await codeOf(auth.sessions.refresh(second.refreshToken))).toBe("INVALID_TOKEN");
    expect(await codeOf(auth.accounts.login({ email: "a@b.co", password: PASSWORD }))).toBe(
      "INVALID_CREDENTIALS",
    );
  });

  test("needs the current password", async () => {
    const { auth } = await fixture();
    const { user, session } = await auth.accounts.register({ email: "a@b.co", password: PASSWORD });
    const change = { currentPassword: "wrong horse battery", newPassword: "another horse" };
    expect(await codeOf(auth.accounts.changePassword(user.id, session.id, change))).toBe(
      "INVALID_CREDENTIALS",
    );
  });
});

describe("the sessions of an account", () => {
  const owner = { email: "a@b.co", password: PASSWORD };

  test("beyond the maximum end with the next login, the one unused for longest first, at once and on the record", async () => {
    const { auth, clock, events } = await fixture({ sessionsPerAccount: 3 });
    const first = await auth.accounts.register(owner);
    const logins = [first];
    for (let count = 1; count < 3; count++) {
      await clock.advance(1000);
      logins.push(await auth.accounts.login(owner));
    }
    await clock.advance(1000);
    await auth.sessions.refresh(first.refreshToken);
    for (const { token } of logins) await identifyToken(auth, token);
    const fourth = await auth.accounts.login(owner);
    const codes = await Promise.all(
      [...logins, fourth].map(({ token }) => codeOf(identifyToken(auth, token))),
    );
    expect(codes).toEqual(["resolved", "INVALID_TOKEN", "resolved", "resolved"]);
    const sessionId = logins[1]?.session.id;
    expect(events).toContainEqual(
      expect.objectContaining({ action: "session.displaced", userId: first.user.id, sessionId }),
    );
    await auth.trail.flush();
    const rows = await auth.trail.find({ action: "session.displaced" });
    expect(rows.items).toMatchObject([{ account: first.user.id, subject: sessionId }]);
  });

  test("are not ended by failed logins, however many a stranger makes", async () => {
    const { auth } = await fixture({ sessionsPerAccount: 1, loginFailuresPerAccount: 1000 });
    const { token, refreshToken } = await auth.accounts.register(owner);
    for (let attempt = 0; attempt < 20; attempt++) {
      const guess = { ...owner, password: `a wrong guess ${attempt}` };
      expect(await codeOf(auth.accounts.login(guess, { ip }))).not.toBe("resolved");
    }
    expect(await codeOf(identifyToken(auth, token))).toBe("resolved");
    expect(await codeOf(auth.sessions.refresh(refreshToken))).toBe("resolved");
  });
});

test("a display name is changed by the account, and a name with a line break is refused", async () => {
  const { auth } = await fixture();
  const { user } = await auth.accounts.register({ email: "a@b.co", password: PASSWORD });
  expect(await auth.accounts.changeName(user.id, "Ada")).toEqual({ ...user, name: "Ada" });
  expect(await auth.accounts.get(user.id)).toEqual({ ...user, name: "Ada" });
  await expect(auth.accounts.changeName(user.id, "A\nB")).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { path: "name" },
  });
});

test.each([
  ["characters that change the direction of text", "gpj.\u202eadA"],
  ["invisible characters alone", "\u200b\u2060"],
  ["a space alone", " "],
  ["31 marks on one letter", `a${"\u0301".repeat(31)}`],
])("a name of an account or a key with %s is refused", async (_, name) => {
  const { auth } = await fixture();
  const { user } = await auth.accounts.register({ email: "a@b.co", password: PASSWORD });
  const refusal = { code: "VALIDATION_ERROR", details: { path: "name" } };
  await expect(auth.accounts.changeName(user.id, name)).rejects.toMatchObject(refusal);
  const key = auth.keys.create(user.id, { name, permissions: ["read"] });
  await expect(key).rejects.toMatchObject(refusal);
});

test("disabling an account ends its tokens, its sessions and its keys at once; enabling brings keys back", async () => {
  const { auth, again } = await fixture();
  const { user, token, refreshToken } = await auth.accounts.register({
    email: "a@b.co",
    password: PASSWORD,
  });
  const { key } = await auth.keys.create(user.id, { name: "ci", permissions: ["read"] });
  await identifyKey(auth, key);
  await identifyToken(auth, token);
  expect(await auth.accounts.disable("A@B.co")).toBe(true);
  for (const core of [auth, await again()]) {
    expect(await codeOf(identifyToken(core, token))).toBe("INVALID_TOKEN");
    expect(await codeOf(identifyKey(core, key))).toBe("INVALID_API_KEY");
    expect(await codeOf(core.sessions.refresh(refreshToken))).toBe("INVALID_TOKEN");
  }
  expect(await auth.accounts.disable("nobody@b.co")).toBe(false);
  expect(await auth.accounts.enable("nobody@b.co")).toBe(false);

  expect(await auth.accounts.enable("A@B.co")).toBe(true);
  expect(await identifyKey(auth, key)).toMatchObject({ userId: user.id });
  expect(await codeOf(auth.sessions.refresh(refreshToken))).toBe("INVALID_TOKEN");
  await auth.accounts.login({ email: "a@b.co", password: PASSWORD });
});

test("a password that is the name or the e-mail address of its account is refused, at first and later", async () => {
  const { auth } = await fixture();
  const who = { email: "ada@lovelace.example", name: "Analytical Engine" };
  for (const password of ["ADA@lovelace.example", "lovelace1815", "enignE lacitylanA"]) {
    const refusal = { code: "VALIDATION_ERROR", details: { path: "password" } };
    await expect(auth.accounts.register({ ...who, password })).rejects.toMatchObject(refusal);
  }
  const { user, session } = await auth.accounts.register({ ...who, password: PASSWORD });
  await auth.accounts.changeName(user.id, "Difference Engine");
  const change = (newPassword: string): Promise<void> =>
    auth.accounts.changePassword(user.id, session.id, { currentPassword: PASSWORD, newPassword });
  for (const password of ["lovelace.example", "difference engine 2", "12345678"]) {
    const refusal = { code: "VALIDATION_ERROR", details: { path: "newPassword" } };
    await expect(change(password)).rejects.toMatchObject(refusal);
  }
  await change("analytical engine");
});

test.each([
  [{ address: "203.0.113.9" }, "origin.address"],
  [{ ip: "hello" }, "origin.ip"],
  [{ ip: "203.0.113.9:443" }, "origin.ip"],
  [{ ip: "256.0.0.1" }, "origin.ip"],
  [{ ip: "[::1]" }, "origin.ip"],
  [{ ip: "1::2::3" }, "origin.ip"],
  [{ ip: "" }, "origin.ip"],
  [{ ip: null }, "origin.ip"],
  [{ userAgent: 5 }, "origin.userAgent"],
  ["203.0.113.9", "origin"],
  [null, "origin"],
])(
  "an origin such as %j is a VALIDATION_ERROR at %s, and nothing happens",
  async (origin, path) => {
    const { auth } = await fixture();
    const input = { email: "a@b.co", password: PASSWORD };
    const refusal = { code: "VALIDATION_ERROR", details: { path } };
    await expect(auth.accounts.register(input, origin as never)).rejects.toMatchObject(refusal);
    await auth.accounts.register(input, { ip: "203.0.113.9", userAgent: "test" });
    await expect(auth.accounts.login(input, origin as never)).rejects.toMatchObject(refusal);
    await expect(auth.sessions.refresh("rt_x", {}, origin as never)).rejects.toMatchObject(refusal);
    const { user } = await auth.accounts.login(input);
    const key = { name: "k", permissions: ["read"] } as const;
    await expect(auth.keys.create(user.id, key, origin as never)).rejects.toMatchObject(refusal);
  },
);

test.each([
  "203.0.113.9",
  "0.0.0.0",
  "::",
  "::1",
  "2001:db8::1",
  "::ffff:203.0.113.9",
  "fe80::1%eth0",
])("an origin with the ip %s is taken", async (ip) => {
  const { auth } = await fixture();
  const { session } = await auth.accounts.register({ email: "a@b.co", password: PASSWORD }, { ip });
  expect(session.ip).toBe(ip);
});

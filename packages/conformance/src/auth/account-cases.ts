import assert from "node:assert/strict";

import { LoggedOut, Me, PasswordChanged, Registered, TokenPair, User } from "@bourse/contract/auth";

import { shown } from "../http/expect.ts";
import { newEmail, PASSWORD, type AuthCase } from "./auth-service.ts";
import { expectError, expectInvalid, expectOk, TOKEN } from "./expect.ts";

const FAILURES_THAT_BLOCK = 10;

/** Registration, login, logout, password and who is calling. */
export const accountCases: readonly AuthCase[] = [
  {
    name: "register is 201 with user, token, refreshToken and expiresIn, and user is id, email and name",
    run: async ({ call }) => {
      const email = newEmail();
      const body = { email: ` ${email} `, password: PASSWORD, name: "Ada" };
      const answer = await call("POST", "/auth/register", { body });
      const data = expectOk(answer, 201, Registered, [
        "user",
        "token",
        "refreshToken",
        "expiresIn",
      ]);
      assert.deepEqual(data.user, { id: data.user.id, email, name: "Ada" }, shown(answer));
      assert.match(data.token, TOKEN);
      assert.match(data.refreshToken, /^rt_/);
    },
  },
  {
    name: "a name is optional at registration, and then empty",
    run: async ({ call }) => {
      const body = { email: newEmail(), password: PASSWORD };
      const answer = await call("POST", "/auth/register", { body });
      assert.equal(expectOk(answer, 201, Registered).user.name, "", shown(answer));
    },
  },
  {
    name: "an e-mail that is taken, in any case of its letters, is 409 EMAIL_TAKEN",
    run: async ({ call, signUp }) => {
      const { email } = await signUp();
      const body = { email: ` ${email.toUpperCase()}`, password: PASSWORD };
      expectError(await call("POST", "/auth/register", { body }), 409, "EMAIL_TAKEN");
    },
  },
  {
    name: "20 registrations of one e-mail at once are one 201 and nineteen 409",
    run: async ({ call }) => {
      const body = { email: newEmail(), password: PASSWORD };
      const tries = Array.from({ length: 20 }, () => call("POST", "/auth/register", { body }));
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      const made = statuses.filter((status) => status === 201);
      const taken = statuses.filter((status) => status === 409);
      assert.deepEqual([made.length, taken.length], [1, 19], statuses.join(" "));
    },
  },
  {
    name: "login is 200 with exactly token, refreshToken and expiresIn, the e-mail in any case",
    run: async ({ call, signUp }) => {
      const { email } = await signUp();
      const body = { email: email.toUpperCase(), password: PASSWORD };
      const answer = await call("POST", "/auth/login", { body });
      const data = expectOk(answer, 200, TokenPair, ["token", "refreshToken", "expiresIn"]);
      assert.ok(data.expiresIn >= 1, shown(answer));
    },
  },
  {
    name: "a wrong password and an unknown e-mail are the same 401 INVALID_CREDENTIALS",
    run: async ({ call, signUp }) => {
      const { email } = await signUp();
      const password = "not the password";
      const wrong = await call("POST", "/auth/login", { body: { email, password } });
      const unknown = await call("POST", "/auth/login", { body: { email: newEmail(), password } });
      expectError(wrong, 401, "INVALID_CREDENTIALS");
      assert.deepEqual([unknown.status, unknown.json], [wrong.status, wrong.json]);
    },
  },
  {
    name: "ten failed logins block their address for the account: 429 RATE_LIMITED, for the right password too",
    run: async ({ call, signUp }) => {
      const { email } = await signUp();
      const login = (password: string): ReturnType<typeof call> =>
        call("POST", "/auth/login", { body: { email, password } });
      for (let failure = 0; failure < FAILURES_THAT_BLOCK; failure += 1) {
        expectError(await login("not the password"), 401, "INVALID_CREDENTIALS");
      }
      expectError(await login(PASSWORD), 429, "RATE_LIMITED");
    },
  },
  {
    name: "me tells the user, the method and all permissions of a token",
    run: async ({ call, signUp }) => {
      const { id, email, token } = await signUp();
      const answer = await call("GET", "/auth/me", { token });
      assert.deepEqual(expectOk(answer, 200, Me, ["user", "method", "permissions"]), {
        user: { id, email, name: "" },
        method: "jwt",
        permissions: ["deploy", "read", "billing", "admin"],
      });
    },
  },
  {
    name: "logout tells whether it ended a session, and its tokens end with it",
    run: async ({ call, signUp }) => {
      const { token, refreshToken } = await signUp();
      const logout = (): ReturnType<typeof call> =>
        call("POST", "/auth/logout", { body: { refreshToken } });
      assert.deepEqual(expectOk(await logout(), 200, LoggedOut), { revoked: true });
      assert.deepEqual(expectOk(await logout(), 200, LoggedOut), { revoked: false });
      const refresh = await call("POST", "/auth/refresh", { body: { refreshToken } });
      expectError(refresh, 401, "INVALID_TOKEN");
      expectError(await call("GET", "/auth/me", { token }), 401, "INVALID_TOKEN");
    },
  },
  {
    name: "a changed password is the one that counts, and every other session has ended",
    run: async ({ call, signUp }) => {
      const { email, token } = await signUp();
      const login = (password: string): ReturnType<typeof call> =>
        call("POST", "/auth/login", { body: { email, password } });
      const other = expectOk(await login(PASSWORD), 200, TokenPair);
      const body = { currentPassword: PASSWORD, newPassword: "another horse battery" };
      const changed = await call("POST", "/auth/password", { body, token });
      assert.deepEqual(expectOk(changed, 200, PasswordChanged, []), {});
      expectError(await login(PASSWORD), 401, "INVALID_CREDENTIALS");
      expectOk(await login("another horse battery"), 200, TokenPair);
      expectOk(await call("GET", "/auth/me", { token }), 200, Me);
      expectError(await call("GET", "/auth/me", { token: other.token }), 401, "INVALID_TOKEN");
      const refresh = { body: { refreshToken: other.refreshToken } };
      expectError(await call("POST", "/auth/refresh", refresh), 401, "INVALID_TOKEN");
    },
  },
  {
    name: "a password is changed by its owner only: a wrong current one is 401 INVALID_CREDENTIALS",
    run: async ({ call, signUp, makeKey }) => {
      const account = await signUp();
      const body = { currentPassword: "not the password", newPassword: "another horse battery" };
      const wrong = await call("POST", "/auth/password", { body, token: account.token });
      expectError(wrong, 401, "INVALID_CREDENTIALS");
      const { key } = await makeKey(account, ["admin"]);
      expectError(await call("POST", "/auth/password", { body, key }), 401, "UNAUTHORIZED");
    },
  },
  {
    name: "a changed e-mail is the one that logs in, and every other session has ended",
    run: async ({ call, signUp }) => {
      const { id, email, token } = await signUp();
      const login = (address: string): ReturnType<typeof call> =>
        call("POST", "/auth/login", { body: { email: address, password: PASSWORD } });
      const other = expectOk(await login(email), 200, TokenPair);
      const body = { email: newEmail(), currentPassword: PASSWORD };
      const changed = await call("POST", "/auth/email", { body, token });
      const user = expectOk(changed, 200, User, ["id", "email", "name"]);
      assert.deepEqual(user, { id, email: body.email, name: "" }, shown(changed));
      expectError(await login(email), 401, "INVALID_CREDENTIALS");
      expectOk(await login(body.email), 200, TokenPair);
      expectOk(await call("GET", "/auth/me", { token }), 200, Me);
      expectError(await call("GET", "/auth/me", { token: other.token }), 401, "INVALID_TOKEN");
    },
  },
  {
    name: "an e-mail is changed by its owner only, and not to a taken one",
    run: async ({ call, signUp, makeKey }) => {
      const [account, other] = [await signUp(), await signUp()];
      const change = (body: object, credential: object): ReturnType<typeof call> =>
        call("POST", "/auth/email", { body, ...credential });
      const { token } = account;
      const wrong = { email: newEmail(), currentPassword: "not the password" };
      expectError(await change(wrong, { token }), 401, "INVALID_CREDENTIALS");
      const right = { email: newEmail(), currentPassword: PASSWORD };
      const { key } = await makeKey(account, ["admin"]);
      expectError(await change(right, { key }), 401, "UNAUTHORIZED");
      const taken = { email: other.email.toUpperCase(), currentPassword: PASSWORD };
      expectError(await change(taken, { token }), 409, "EMAIL_TAKEN");
      expectInvalid(await change({ ...right, email: "a@b..com" }, { token }), "email");
      const me = expectOk(await call("GET", "/auth/me", { token }), 200, Me);
      assert.equal(me.user.email, account.email);
    },
  },
  {
    name: "a display name is changed by its owner, and left out it stays",
    run: async ({ call, signUp }) => {
      const { id, email, token } = await signUp();
      const change = (body: object): ReturnType<typeof call> =>
        call("PATCH", "/auth/me", { body, token });
      const named = { id, email, name: "Ada" };
      assert.deepEqual(expectOk(await change({ name: "Ada" }), 200, User), named);
      assert.deepEqual(expectOk(await change({}), 200, User), named);
      expectInvalid(await change({ name: "A\nB" }), "name");
    },
  },
];

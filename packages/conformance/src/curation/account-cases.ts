import assert from "node:assert/strict";

import {
  AuditEntry,
  LoggedOut,
  Nonce,
  Refreshed,
  Session,
  SignedIn,
  User,
} from "@bourse/contract/curation";

import { shown } from "../http/expect.ts";
import {
  newEmail,
  newName,
  newWallet,
  PASSWORD,
  signingWallet,
  type CurationCase,
} from "./curation-service.ts";
import { expectError, expectOk } from "./expect.ts";

const FAILURES_THAT_BLOCK = 10;

/** Registration, logins, proofs of wallets, sessions, roles. */
export const accountCases: readonly CurationCase[] = [
  {
    name: "register is 201 with a bearer token, and an unproved wallet says so",
    run: async ({ call }) => {
      const body = { wallet_address: newWallet(), username: newName() };
      const answer = await call("POST", "/auth/register", { body });
      const { user, token_type, expires_in } = expectOk(answer, 201, SignedIn);
      assert.equal(token_type, "bearer");
      assert.ok(expires_in >= 1, shown(answer));
      assert.deepEqual(
        [user.username, user.wallet_verified, user.roles],
        [body.username, false, []],
      );
      assert.equal(user.wallet_address?.toLowerCase(), body.wallet_address);
      assert.doesNotMatch(answer.text, /password/);
    },
  },
  {
    name: "no credentials are 401 UNAUTHORIZED, the scheme Bearer without a token is 401 INVALID_TOKEN",
    run: async ({ call }) => {
      expectError(await call("GET", "/auth/me"), 401, "UNAUTHORIZED");
      for (const authorization of ["Bearer", "bearer"]) {
        const answer = await call("GET", "/auth/me", { headers: { authorization } });
        expectError(answer, 401, "INVALID_TOKEN");
      }
    },
  },
  {
    name: "a username, an e-mail and a wallet are each taken once, in any case of letters",
    run: async ({ call, signUp }) => {
      const email = newEmail();
      const first = await signUp({ email, password: PASSWORD });
      const register = (more: object): ReturnType<typeof call> =>
        call("POST", "/auth/register", {
          body: { wallet_address: newWallet(), username: newName(), ...more },
        });
      const username = first.username.toUpperCase();
      expectError(await register({ username }), 409, "USERNAME_TAKEN");
      const again = { email: email.toUpperCase(), password: PASSWORD };
      expectError(await register(again), 409, "EMAIL_TAKEN");
      expectError(await register({ wallet_address: first.wallet }), 409, "WALLET_TAKEN");
    },
  },
  {
    name: "a nonce comes with the whole message to sign, for that address",
    run: async ({ call }) => {
      const { address } = signingWallet();
      const answer = await call("POST", "/auth/nonce", { body: { wallet_address: address } });
      const { nonce, message } = expectOk(answer, 200, Nonce);
      assert.ok(message.includes(nonce) && message.includes(address), shown(answer));
    },
  },
  {
    name: "a proved wallet registers and logs in; a proof is good once",
    run: async ({ call, prove }) => {
      const wallet = signingWallet();
      const proof = await prove(wallet);
      const body = { wallet_address: wallet.address, username: newName(), ...proof };
      const registered = await call("POST", "/auth/register", { body });
      assert.equal(expectOk(registered, 201, SignedIn).user.wallet_verified, true);
      const login = await prove(wallet);
      expectOk(await call("POST", "/auth/login", { body: login }), 200, SignedIn);
      expectError(await call("POST", "/auth/login", { body: login }), 401, "INVALID_CREDENTIALS");
    },
  },
  {
    name: "a signature may come as the JSON array of its bytes",
    run: async ({ call, prove }) => {
      const wallet = signingWallet("bytes");
      const body = {
        wallet_address: wallet.address,
        username: newName(),
        ...(await prove(wallet)),
      };
      assert.ok(Array.isArray(body.signature));
      const answer = await call("POST", "/auth/register", { body });
      assert.equal(expectOk(answer, 201, SignedIn).user.wallet_verified, true);
    },
  },
  {
    name: "there is no login by address alone",
    run: async ({ call, signUp }) => {
      const { wallet } = await signUp();
      const answer = await call("POST", "/auth/login", { body: { wallet_address: wallet } });
      expectError(answer, 422, "WALLET_PROOF_REQUIRED");
    },
  },
  {
    name: "who proves an address takes it from an unproved claim",
    run: async ({ call, signUp, prove }) => {
      const wallet = signingWallet();
      const claimant = await signUp({ wallet_address: wallet.address });
      const proof = await prove(wallet);
      const body = { wallet_address: wallet.address, username: newName(), ...proof };
      expectOk(await call("POST", "/auth/register", { body }), 201, SignedIn);
      const me = expectOk(await call("GET", "/auth/me", { token: claimant.token }), 200, User);
      assert.deepEqual([me.wallet_address, me.wallet_verified], [null, false]);
    },
  },
  {
    name: "a signature by another key proves nothing: 422 at registration, 422 for a new wallet",
    run: async ({ call, signUp, prove }) => {
      const [mine, theirs] = [signingWallet(), signingWallet()];
      const { message } = await prove(theirs);
      const forged = { wallet_address: theirs.address, message, signature: mine.sign(message) };
      const register = { body: { ...forged, username: newName() } };
      expectError(await call("POST", "/auth/register", register), 422, "WALLET_PROOF_INVALID");
      const { token, refreshToken } = await signUp();
      const body = { ...forged, refresh_token: refreshToken };
      const change = await call("POST", "/auth/me/wallet", { token, body });
      expectError(change, 422, "WALLET_PROOF_INVALID");
    },
  },
  {
    name: "a logged-in user sets another wallet by its proof, but not by an access token alone",
    run: async ({ call, signUp, prove }) => {
      const { token, refreshToken } = await signUp();
      const wallet = signingWallet();
      const set = async (more: object): ReturnType<typeof call> => {
        const body = { wallet_address: wallet.address, ...(await prove(wallet)), ...more };
        return await call("POST", "/auth/me/wallet", { token, body });
      };
      expectError(await set({}), 403, "REAUTHENTICATION_REQUIRED");
      const user = expectOk(await set({ refresh_token: refreshToken }), 200, User);
      assert.deepEqual([user.wallet_address, user.wallet_verified], [wallet.address, true]);
    },
  },
  {
    name: "a wallet account adds e-mail and password by its wallet, and changes them by the password",
    run: async ({ call, prove }) => {
      const wallet = signingWallet();
      const register = { wallet_address: wallet.address, username: newName() };
      const body = { ...register, ...(await prove(wallet)) };
      const registered = await call("POST", "/auth/register", { body });
      const { access_token: token } = expectOk(registered, 201, SignedIn);
      const change = (path: string, more: object): ReturnType<typeof call> =>
        call("POST", `/auth/me/${path}`, { token, body: more });
      const email = newEmail();
      const first = { email, new_password: PASSWORD };
      expectError(await change("email", first), 403, "REAUTHENTICATION_REQUIRED");
      const { message, signature } = await prove(wallet);
      const proof = { current_message: message, current_signature: signature };
      const user = expectOk(await change("email", { ...first, ...proof }), 200, User);
      assert.equal(user.email, email);
      const next = "a staple of horses";
      const guess = { new_password: next, current_password: "not the password" };
      expectError(await change("password", guess), 401, "INVALID_CREDENTIALS");
      const right = { new_password: next, current_password: PASSWORD };
      expectOk(await change("password", right), 200, User);
      const login = (password: string): ReturnType<typeof call> =>
        call("POST", "/auth/login", { body: { email, password } });
      expectError(await login(PASSWORD), 401, "INVALID_CREDENTIALS");
      expectOk(await login(next), 200, SignedIn);
    },
  },
  {
    name: "a wrong password and an unknown e-mail are the same 401 INVALID_CREDENTIALS",
    run: async ({ call, signUp }) => {
      const email = newEmail();
      await signUp({ email, password: PASSWORD });
      const login = (body: object): ReturnType<typeof call> =>
        call("POST", "/auth/login", { body });
      const wrong = await login({ email, password: "not the password" });
      const unknown = await login({ email: newEmail(), password: "not the password" });
      expectError(wrong, 401, "INVALID_CREDENTIALS");
      assert.deepEqual([unknown.status, unknown.json], [wrong.status, wrong.json]);
      expectOk(await login({ email: email.toUpperCase(), password: PASSWORD }), 200, SignedIn);
    },
  },
  {
    name: "ten failed logins block their address for the account: 429 RATE_LIMITED, for the right password too",
    run: async ({ call, signUp }) => {
      const email = newEmail();
      await signUp({ email, password: PASSWORD });
      const login = (password: string): ReturnType<typeof call> =>
        call("POST", "/auth/login", { body: { email, password } });
      for (let failure = 0; failure < FAILURES_THAT_BLOCK; failure += 1) {
        expectError(await login("not the password"), 401, "INVALID_CREDENTIALS");
      }
      expectError(await login(PASSWORD), 429, "RATE_LIMITED");
    },
  },
  {
    name: "a login in a cookie is for pages of the service's own origin, and off until it is set up",
    run: async ({ call, signUp }) => {
      const email = newEmail();
      await signUp({ email, password: PASSWORD });
      const body = { email, password: PASSWORD, session: "cookie" };
      const answer = await call("POST", "/auth/login", { body });
      if (answer.status === 403) expectError(answer, 403, "FORBIDDEN");
      else expectError(answer, 501, "COOKIES_UNAVAILABLE");
      assert.equal(answer.headers.get("set-cookie"), null, shown(answer));
    },
  },
  {
    name: "a profile is changed field by field, and null empties one",
    run: async ({ call, signUp }) => {
      const { token, username } = await signUp();
      const patch = async (body: object): Promise<User> =>
        expectOk(await call("PATCH", "/auth/me", { token, body }), 200, User);
      const first = await patch({ display_name: "Ada", bio: "Counts." });
      assert.deepEqual(
        [first.username, first.display_name, first.bio],
        [username, "Ada", "Counts."],
      );
      const second = await patch({ bio: null });
      assert.deepEqual([second.display_name, second.bio], ["Ada", null]);
    },
  },
  {
    name: "a refresh token gives access tokens; a logout by it alone ends both, once",
    run: async ({ call, signUp }) => {
      const { token, refreshToken } = await signUp();
      const body = { refresh_token: refreshToken };
      const refresh = (): ReturnType<typeof call> => call("POST", "/auth/refresh", { body });
      const fresh = expectOk(await refresh(), 200, Refreshed);
      assert.equal(fresh.refresh_token, undefined, "nobody asked for a rotation");
      for (const revoked of [true, false]) {
        const logout = await call("POST", "/auth/logout", { body });
        assert.deepEqual(expectOk(logout, 200, LoggedOut), { revoked });
      }
      expectError(await refresh(), 401, "INVALID_TOKEN");
      expectError(await call("GET", "/auth/me", { token }), 401, "INVALID_TOKEN");
    },
  },
  {
    name: "a rotation gives a new refresh token; one rotated away twice ends its session when it is used again",
    run: async ({ call, signUp }) => {
      const { token, refreshToken: first } = await signUp();
      const rotate = async (refresh_token: string): Promise<string> => {
        const body = { refresh_token, rotate: true };
        const answer = await call("POST", "/auth/refresh", { body });
        return expectOk(answer, 200, Refreshed).refresh_token ?? "";
      };
      const second = await rotate(first);
      assert.equal(await rotate(first), second, "an answer that was lost is repeated");
      const third = await rotate(second);
      for (const refresh_token of [first, third]) {
        const answer = await call("POST", "/auth/refresh", { body: { refresh_token } });
        expectError(answer, 401, "INVALID_TOKEN");
      }
      expectError(await call("GET", "/auth/me", { token }), 401, "INVALID_TOKEN");
    },
  },
  {
    name: "sessions are listed, and ended one by one; another's is 404",
    run: async ({ call, signUp }) => {
      const email = newEmail();
      const { token } = await signUp({ email, password: PASSWORD });
      const stranger = await signUp();
      const login = await call("POST", "/auth/login", { body: { email, password: PASSWORD } });
      const other = expectOk(login, 200, SignedIn).access_token;
      const list = await call("GET", "/auth/sessions", { token });
      const sessions = expectOk(list, 200, Session.array());
      assert.equal(sessions.length, 2, shown(list));
      const ended = sessions.find(({ current }) => !current)?.id;
      const end = (by: string): ReturnType<typeof call> =>
        call("DELETE", `/auth/sessions/${ended}`, { token: by });
      expectError(await end(stranger.token), 404, "NOT_FOUND");
      assert.equal((await end(token)).status, 200);
      expectError(await call("GET", "/auth/me", { token: other }), 401, "INVALID_TOKEN");
      expectOk(await call("GET", "/auth/me", { token }), 200, User);
    },
  },
  {
    name: "roles are given by admins only and felt on the very next request",
    run: async ({ call, admin, signUp }) => {
      const [chief, person] = [await admin(), await signUp()];
      const queue = (): ReturnType<typeof call> =>
        call("GET", "/curator/queue", { token: person.token });
      const give = (token: string, roles: readonly string[]): ReturnType<typeof call> =>
        call("PUT", `/admin/users/${person.id}/roles`, { token, body: { roles } });
      expectError(await queue(), 403, "FORBIDDEN");
      expectError(await give(person.token, ["admin"]), 403, "FORBIDDEN");
      assert.deepEqual(expectOk(await give(chief.token, ["curator"]), 200, User).roles, [
        "curator",
      ]);
      assert.equal((await queue()).status, 200);
      expectOk(await give(chief.token, []), 200, User);
      expectError(await queue(), 403, "FORBIDDEN");
    },
  },
  {
    name: "the last admin stays admin: 409 LAST_ADMIN",
    run: async ({ call, admin }) => {
      const { id, token } = await admin();
      const options = { token, body: { roles: [] } };
      expectError(await call("PUT", `/admin/users/${id}/roles`, options), 409, "LAST_ADMIN");
    },
  },
  {
    name: "a reserved e-mail address without its one-time code is 403 FORBIDDEN, and nothing is made",
    run: async ({ call, admin, signUp, adminEmail }) => {
      const { token } = await admin();
      const username = newName();
      const body = { wallet_address: newWallet(), username, email: adminEmail, password: PASSWORD };
      for (const more of [{}, { admin_code: "0".repeat(26) }]) {
        const answer = await call("POST", "/auth/register", { body: { ...body, ...more } });
        expectError(answer, 403, "FORBIDDEN");
      }
      const found = await call("GET", `/admin/users?search=${username}`, { token });
      assert.deepEqual(expectOk(found, 200, User.array()), []);
      const { token: stranger } = await signUp();
      const redeem = { token: stranger, body: { admin_code: "0".repeat(26) } };
      expectError(await call("POST", "/auth/admin-code", redeem), 403, "FORBIDDEN");
    },
  },
  {
    name: "admins are listed, granted and revoked by admins; a revoked one is none on the next request",
    run: async ({ call, admin, signUp }) => {
      const [chief, person] = [await admin(), await signUp()];
      const list = (token: string): ReturnType<typeof call> =>
        call("GET", "/admin/admins", { token });
      const path = `/admin/admins/${person.id}`;
      expectError(await call("PUT", path, { token: person.token }), 403, "FORBIDDEN");
      const granted = expectOk(await call("PUT", path, { token: chief.token }), 200, User);
      assert.deepEqual(granted.roles, ["admin"]);
      const ids = expectOk(await list(person.token), 200, User.array()).map(({ id }) => id);
      assert.ok(ids.includes(chief.id) && ids.includes(person.id), String(ids));
      expectOk(await call("DELETE", path, { token: chief.token }), 200, User);
      expectError(await list(person.token), 403, "FORBIDDEN");
      const nobody = await call("PUT", "/admin/admins/nobody", { token: chief.token });
      expectError(nobody, 404, "NOT_FOUND");
      const last = await call("DELETE", `/admin/admins/${chief.id}`, { token: chief.token });
      expectError(last, 409, "LAST_ADMIN");
    },
  },
  {
    name: "the audit trail is for admins, newest first, and a page leads to the next one",
    run: async ({ call, admin, signUp }) => {
      const [{ token }, person] = [await admin(), await signUp()];
      expectError(await call("GET", "/audit", { token: person.token }), 403, "FORBIDDEN");
      await call("PATCH", "/auth/me", { token: person.token, body: { bio: "I write." } });
      const first = await call("GET", `/audit?actor=user:${person.id}&limit=1`, { token });
      const [newest] = expectOk(first, 200, AuditEntry.array());
      assert.deepEqual([newest?.action, newest?.outcome], ["account.changed", "ok"], shown(first));
      const next = /^<([^>]*)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1];
      const second = await call("GET", `/audit${next}`, { token });
      const [older] = expectOk(second, 200, AuditEntry.array());
      assert.equal(older?.action, "account.registered", shown(second));
      expectError(await call("GET", "/audit?cursor=x", { token }), 422, "CURSOR_INVALID");
    },
  },
  {
    name: "an admin finds users by a part of their name; roles of nobody are 404",
    run: async ({ call, admin, signUp }) => {
      const [{ token }, person] = [await admin(), await signUp()];
      const found = await call("GET", `/admin/users?search=${person.username}`, { token });
      const ids = expectOk(found, 200, User.array()).map(({ id }) => id);
      assert.deepEqual(ids, [person.id], shown(found));
      const options = { token, body: { roles: [] } };
      expectError(await call("PUT", "/admin/users/nobody/roles", options), 404, "NOT_FOUND");
    },
  },
];

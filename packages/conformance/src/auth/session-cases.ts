import assert from "node:assert/strict";

import { Me, Session, SessionEnded, TokenPair } from "@bourse/contract/auth";

import { shown } from "../http/expect.ts";
import { PASSWORD, type AuthCase } from "./auth-service.ts";
import { expectError, expectOk, TIME } from "./expect.ts";

const FIELDS = ["id", "createdAt", "lastUsedAt", "expiresAt", "userAgent", "ip", "current"];

/** A user's own sessions. */
export const sessionCases: readonly AuthCase[] = [
  {
    name: "a login in a cookie is for pages of the service's own origin, and off until it is set up",
    run: async ({ call, signUp }) => {
      const { email } = await signUp();
      const body = { email, password: PASSWORD, session: "cookie" };
      const answer = await call("POST", "/auth/login", { body });
      if (answer.status === 403) expectError(answer, 403, "FORBIDDEN");
      else expectError(answer, 501, "COOKIES_UNAVAILABLE");
      assert.equal(answer.headers.get("set-cookie"), null, shown(answer));
    },
  },
  {
    name: "sessions are the caller's own, each with exactly its seven fields, the current one marked",
    run: async ({ call, signUp }) => {
      const account = await signUp();
      const body = { email: account.email, password: PASSWORD };
      const headers = { "user-agent": "phone/1" };
      const login = await call("POST", "/auth/login", { body, headers });
      const { token } = expectOk(login, 200, TokenPair);
      const answer = await call("GET", "/auth/sessions", { token });
      const sessions = expectOk(answer, 200, Session.array());
      assert.equal(sessions.length, 2, shown(answer));
      for (const session of sessions) {
        assert.deepEqual(new Set(Object.keys(session)), new Set(FIELDS), shown(answer));
        assert.match(session.createdAt, TIME);
      }
      const current = sessions.filter((session) => session.current);
      assert.deepEqual(
        current.map((session) => session.userAgent),
        ["phone/1"],
        shown(answer),
      );
    },
  },
  {
    name: "an ended session is over at the very next request, for access token and refresh token",
    run: async ({ call, signUp }) => {
      const { email, token, refreshToken } = await signUp();
      const login = await call("POST", "/auth/login", { body: { email, password: PASSWORD } });
      const other = expectOk(login, 200, TokenPair);
      expectOk(await call("GET", "/auth/me", { token }), 200, Me);
      const list = await call("GET", "/auth/sessions", { token });
      const { id } = expectOk(list, 200, Session.array()).find((one) => one.current) ?? { id: "" };
      const ended = await call("DELETE", `/auth/sessions/${id}`, { token: other.token });
      assert.deepEqual(expectOk(ended, 200, SessionEnded, ["id"]), { id });
      expectError(await call("GET", "/auth/me", { token }), 401, "INVALID_TOKEN");
      const refresh = await call("POST", "/auth/refresh", { body: { refreshToken } });
      expectError(refresh, 401, "INVALID_TOKEN");
      const again = await call("DELETE", `/auth/sessions/${id}`, { token: other.token });
      expectError(again, 404, "NOT_FOUND");
    },
  },
  {
    name: "another user's session is 404, and lives on",
    run: async ({ call, signUp }) => {
      const [ada, bob] = [await signUp(), await signUp()];
      const list = await call("GET", "/auth/sessions", { token: ada.token });
      const id = expectOk(list, 200, Session.array())[0]?.id;
      const answer = await call("DELETE", `/auth/sessions/${id}`, { token: bob.token });
      expectError(answer, 404, "NOT_FOUND");
      expectOk(await call("GET", "/auth/me", { token: ada.token }), 200, Me);
    },
  },
  {
    name: "sessions take a token only: a key with admin is 401 UNAUTHORIZED",
    run: async ({ call, signUp, makeKey }) => {
      const { key } = await makeKey(await signUp(), ["admin"]);
      expectError(await call("GET", "/auth/sessions", { key }), 401, "UNAUTHORIZED");
    },
  },
];

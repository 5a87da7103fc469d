import assert from "node:assert/strict";

import { AccountExport, PlannedDeletion, SignedIn, User } from "@bourse/contract/curation";

import { shown } from "../http/expect.ts";
import { newEmail, PASSWORD, type CurationCase } from "./curation-service.ts";
import { expectError, expectOk } from "./expect.ts";

const SECRET = "bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-";

/** The copy and the deletion of an account; the waiting time is at least a minute. */
export const personalDataCases: readonly CurationCase[] = [
  {
    name: "an export holds the caller's account, sessions, drafts and acts, and no secret",
    run: async ({ call, signUp, draft }) => {
      const author = await signUp({ email: newEmail(), password: PASSWORD });
      const id = await draft(author);
      const body = { body: "a comment of mine" };
      await call("POST", `/drafts/${id}/comments`, { token: author.token, body });
      const answer = await call("GET", "/auth/me/export", { token: author.token });
      const copy = expectOk(answer, 200, AccountExport);
      assert.deepEqual([copy.profile.id, copy.sessions.length], [author.id, 1], shown(answer));
      assert.deepEqual(
        copy.drafts.map((one) => [one.draft.id, one.versions.length]),
        [[id, 1]],
      );
      assert.deepEqual(
        copy.comments.map((one) => one.body),
        [body.body],
      );
      for (const secret of [author.token, author.refreshToken, "argon2"]) {
        assert.ok(!answer.text.includes(secret), shown(answer));
      }
      expectError(await call("GET", "/auth/me/export"), 401, "UNAUTHORIZED");
    },
  },
  {
    name: "a deletion needs a proof of the owner, ends sessions, and a login tells of it until it is cancelled",
    run: async ({ call, signUp }) => {
      const email = newEmail();
      const { token, refreshToken } = await signUp({ email, password: PASSWORD });
      const ask = (body: object): ReturnType<typeof call> =>
        call("DELETE", "/auth/me", { token, body });
      expectError(await ask({}), 403, "REAUTHENTICATION_REQUIRED");
      expectError(await ask({ refresh_token: refreshToken }), 403, "REAUTHENTICATION_REQUIRED");
      expectError(await ask({ password: "not the password" }), 401, "INVALID_CREDENTIALS");
      expectError(await ask({ code: `ad_${SECRET}` }), 401, "INVALID_CREDENTIALS");
      const waiting = await call("DELETE", "/auth/me/deletion", { token });
      expectError(waiting, 404, "NOT_FOUND");
      const planned = expectOk(await ask({ password: PASSWORD }), 202, PlannedDeletion);
      expectError(await call("GET", "/auth/me", { token }), 401, "INVALID_TOKEN");
      const body = { email, password: PASSWORD };
      const login = expectOk(await call("POST", "/auth/login", { body }), 200, SignedIn);
      assert.equal(login.user.deletes_at, planned.deletes_at);
      const again = { token: login.access_token };
      const cancelled = await call("DELETE", "/auth/me/deletion", again);
      assert.deepEqual([cancelled.status, cancelled.json], [200, {}]);
      const me = expectOk(await call("GET", "/auth/me", again), 200, User);
      assert.equal(me.deletes_at, undefined);
    },
  },
  {
    name: "an account with neither password nor proved wallet is deleted by its refresh token",
    run: async ({ call, signUp }) => {
      const { token, refreshToken } = await signUp();
      const code = await call("POST", "/auth/me/deletion/code", { token });
      expectError(code, 404, "NOT_FOUND");
      const body = { refresh_token: refreshToken };
      expectOk(await call("DELETE", "/auth/me", { token, body }), 202, PlannedDeletion);
    },
  },
];

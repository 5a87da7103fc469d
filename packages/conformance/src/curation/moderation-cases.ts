import assert from "node:assert/strict";

import { DraftComment, User } from "@bourse/contract/curation";

import { shown } from "../http/expect.ts";
import type { CurationCase } from "./curation-service.ts";
import { expectError, expectInvalid, expectOk } from "./expect.ts";

const reason = "It insults another author.";

/** Suspended accounts and hidden comments. */
export const moderationCases: readonly CurationCase[] = [
  {
    name: "a suspended account reads, sees why, and changes nothing until the suspension is lifted",
    run: async ({ call, signUp, curator, draft }) => {
      const [author, judge] = [await signUp(), await curator()];
      const id = await draft(author);
      const act = (verb: string, body?: object, token = judge.token): ReturnType<typeof call> =>
        call("POST", `/curator/accounts/${author.id}/${verb}`, { token, body });
      const other = await signUp();
      expectError(await act("suspend", { reason }, other.token), 403, "FORBIDDEN");
      expectInvalid(await act("suspend", { reason: "no" }), "body", "reason");
      const past = { reason, until: "2001-01-01T00:00:00.000Z" };
      expectInvalid(await act("suspend", past), "body", "until");
      expectError(await act("reinstate"), 409, "STATE_CONFLICT");
      const suspended = expectOk(await act("suspend", { reason }), 200, User);
      assert.deepEqual([suspended.suspension?.reason, suspended.suspension?.until], [reason, null]);
      expectError(await act("suspend", { reason }), 409, "STATE_CONFLICT");
      const { token } = author;
      const me = expectOk(await call("GET", "/auth/me", { token }), 200, User);
      assert.equal(me.suspension?.reason, reason);
      assert.equal((await call("GET", `/drafts/${id}`, { token })).status, 200);
      const refused = [
        await call("POST", `/drafts/${id}/comments`, { token, body: { body: "hello" } }),
        await call("POST", `/drafts/${id}/withdraw`, { token }),
        await call("PATCH", "/auth/me", { token, body: { bio: "me" } }),
      ];
      for (const answer of refused) {
        expectError(answer, 403, "ACCOUNT_SUSPENDED");
        assert.ok(answer.text.includes(reason), shown(answer));
      }
      expectOk(await act("reinstate"), 200, User);
      assert.equal((await call("POST", `/drafts/${id}/withdraw`, { token })).status, 200);
    },
  },
  {
    name: "nobody suspends the own account, and a curator nobody with a role",
    run: async ({ call, admin, curator }) => {
      const [chief, judge] = [await admin(), await curator()];
      const suspend = (id: string, token: string): ReturnType<typeof call> =>
        call("POST", `/curator/accounts/${id}/suspend`, { token, body: { reason } });
      for (const [id, token] of [
        [chief.id, chief.token],
        [judge.id, judge.token],
        [chief.id, judge.token],
      ] as const) {
        expectError(await suspend(id, token), 403, "FORBIDDEN");
      }
      expectError(await suspend("nobody", chief.token), 404, "NOT_FOUND");
    },
  },
  {
    name: "a hidden comment is read by its author and curators alone, until it is shown again",
    run: async ({ call, signUp, curator, draft }) => {
      const [author, judge] = [await signUp(), await curator()];
      const id = await draft(author);
      const thread = `/drafts/${id}/comments`;
      const said = { token: judge.token, body: { body: "a rude word" } };
      const { id: comment } = expectOk(await call("POST", thread, said), 201, DraftComment);
      const act = (verb: string, body?: object, token = judge.token): ReturnType<typeof call> =>
        call("POST", `/curator/${id}/comments/${comment}/${verb}`, { token, body });
      expectError(await act("hide", { reason }, author.token), 403, "FORBIDDEN");
      expectInvalid(await act("hide", { reason: "no" }), "body", "reason");
      expectError(await act("show"), 409, "STATE_CONFLICT");
      const hidden = expectOk(await act("hide", { reason }), 200, DraftComment);
      assert.deepEqual([hidden.body, hidden.hidden?.reason], ["a rude word", reason]);
      expectError(await act("hide", { reason }), 409, "STATE_CONFLICT");
      const seenBy = async (token: string): Promise<readonly unknown[]> =>
        ((await call("GET", thread, { token })).json as readonly DraftComment[]).map((one) => [
          one.body,
          one.hidden?.reason,
        ]);
      assert.deepEqual(await seenBy(judge.token), [["a rude word", reason]]);
      assert.deepEqual(await seenBy(author.token), [["", null]]);
      expectOk(await act("show"), 200, DraftComment);
      assert.deepEqual(await seenBy(author.token), [["a rude word", undefined]]);
      const elsewhere = await draft(author, { question_text: "Will it snow in Rome on 1 March?" });
      const wrong = await call("POST", `/curator/${elsewhere}/comments/${comment}/hide`, {
        token: judge.token,
        body: { reason },
      });
      expectError(wrong, 404, "NOT_FOUND");
    },
  },
];

import assert from "node:assert/strict";

import {
  BulkOutcome,
  Draft,
  DraftAction,
  DraftComment,
  DraftDetail,
  DraftVersion,
  FieldChange,
} from "@bourse/contract/curation";

import { shown } from "../http/expect.ts";
import type { Answer } from "../http/wire.ts";
import { specification, type CurationCase } from "./curation-service.ts";
import { expectError, expectInvalid, expectOk } from "./expect.ts";

/** Drafts as their owners work on them. */
export const draftCases: readonly CurationCase[] = [
  {
    name: "a draft is created as 201, pending, with its version as ETag",
    run: async ({ call, signUp }) => {
      const { id, token, wallet, now } = await signUp();
      const body = { draft_data: specification(now), ai_model_used: "none" };
      const answer = await call("POST", "/drafts", { body, token });
      const draft = expectOk(answer, 201, Draft);
      assert.deepEqual([draft.status, draft.version, draft.creator_id], ["pending", 1, id]);
      assert.equal(draft.creator_wallet, wallet);
      assert.equal(draft.ai_model_used, "none");
      assert.equal(answer.headers.get("etag"), '"1"', shown(answer));
      const again = await call("GET", `/drafts/${draft.id}`, { token });
      const detail = { ...draft, conversation_history: null };
      assert.deepEqual([again.status, again.json], [200, detail], shown(again));
      assert.equal(again.headers.get("etag"), '"1"', shown(again));
    },
  },
  {
    name: "an Idempotency-Key makes a repeat answer the same draft, also when they race, and another body 422",
    run: async ({ call, signUp }) => {
      const [author, other] = [await signUp(), await signUp()];
      const headers = { "idempotency-key": crypto.randomUUID() };
      const body = { draft_data: specification(author.now) };
      const create = ({ token }: typeof author, more: object = {}): ReturnType<typeof call> =>
        call("POST", "/drafts", { body: { ...body, ...more }, token, headers });
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => create(author)));
      const ids = answers.map((answer) => expectOk(answer, 201, Draft).id);
      assert.equal(new Set(ids).size, 1, ids.join(" "));
      const reused = await create(author, { ai_model_used: "another" });
      expectError(reused, 422, "IDEMPOTENCY_KEY_REUSED");
      // The key is the account's own.
      assert.notEqual(expectOk(await create(other), 201, Draft).id, ids[0]);
    },
  },
  {
    name: "the conversation that led to a draft is shown to its owner and curators, and not in lists",
    run: async ({ call, signUp, curator }) => {
      const [author, reviewer] = [await signUp(), await curator()];
      const conversation_history = [{ role: "user", content: "A market on rain, please." }];
      const body = { draft_data: specification(author.now), conversation_history };
      const made = await call("POST", "/drafts", { body, token: author.token });
      const { id } = expectOk(made, 201, Draft);
      for (const { token } of [author, reviewer]) {
        const found = expectOk(await call("GET", `/drafts/${id}`, { token }), 200, DraftDetail);
        assert.deepEqual(found.conversation_history, conversation_history);
      }
      const listed = await call("GET", "/drafts", { token: author.token });
      assert.doesNotMatch(listed.text, /conversation_history/);
    },
  },
  {
    name: "a whole number that would lose digits in the metadata or the conversation is 422; as text, and up to 2^53 − 1, it is kept",
    run: async ({ call, signUp }) => {
      const { token, now } = await signUp();
      const create = (more: string): ReturnType<typeof call> => {
        const draft_data = JSON.stringify(specification(now));
        return call("POST", "/drafts", { token, body: `{"draft_data":${draft_data},${more}}` });
      };
      const exact = '{"seed":9007199254740991,"id":"9007199254740993","t":[0.1,1e300]}';
      const kept = await create(`"ai_generation_metadata":${exact}`);
      assert.deepEqual(
        expectOk(kept, 201, Draft).ai_generation_metadata,
        JSON.parse(exact),
        shown(kept),
      );
      const lost = '{"runs":[{"seed":9007199254740993}]}';
      const metadata = await create(`"ai_generation_metadata":${lost}`);
      expectInvalid(metadata, "body", "ai_generation_metadata");
      const messages = await create(`"conversation_history":[${lost}]`);
      expectInvalid(messages, "body", "conversation_history");
    },
  },
  {
    name: "a draft that the caller has already is 304 without a body, until its version or its state changes",
    run: async ({ call, signUp, curator, draft }) => {
      const [author, reviewer] = [await signUp(), await curator()];
      const path = `/drafts/${await draft(author)}`;
      const { token } = author;
      const etag = (await call("GET", path, { token })).headers.get("etag") ?? "";
      for (const condition of [etag, `"0", ${etag}`, `W/${etag}`, "*"]) {
        const known = { token, headers: { "if-none-match": condition } };
        const again = await call("GET", path, known);
        assert.deepEqual([again.status, again.text], [304, ""], condition);
        assert.equal(again.headers.get("etag"), etag);
      }
      const known = { token, headers: { "if-none-match": etag } };
      const claim = await call("POST", `/curator${path.slice("/drafts".length)}/claim`, {
        token: reviewer.token,
      });
      const claimed = await call("GET", path, known);
      assert.equal(expectOk(claimed, 200, DraftDetail).status, "in_review");
      assert.equal(claimed.headers.get("etag"), claim.headers.get("etag"));
      const options = {
        token: reviewer.token,
        headers: { "if-match": claimed.headers.get("etag") ?? "" },
      };
      const approved = await call("POST", `/curator${path.slice("/drafts".length)}/approve`, {
        ...options,
        body: {},
      });
      assert.equal(expectOk(approved, 200, Draft).status, "approved");
    },
  },
  {
    name: "an incomplete draft may be kept; submitting it is 422 DRAFT_INCOMPLETE at the missing field",
    run: async ({ call, signUp }) => {
      const { token } = await signUp();
      const draft_data = { question_text: "Will this be kept by 2099?" };
      const kept = await call("POST", "/drafts", { body: { draft_data, submit: false }, token });
      const { id, status } = expectOk(kept, 201, Draft);
      assert.equal(status, "draft");
      const submitted = await call("POST", `/drafts/${id}/submit`, { token });
      expectError(submitted, 422, "DRAFT_INCOMPLETE");
      assert.match(submitted.text, /"outcomes"/);
      expectError(
        await call("POST", "/drafts", { body: { draft_data }, token }),
        422,
        "DRAFT_INCOMPLETE",
      );
    },
  },
  {
    name: "without a deadline or a source, a submission and an approval are 422 until each acknowledges it",
    run: async ({ call, signUp, curator }) => {
      const [{ token, now }, reviewer] = [await signUp(), await curator()];
      const bare = { resolution_deadline: undefined, resolution_sources: undefined };
      const draft_data = specification(now, bare);
      const both = { acknowledge_warnings: ["no_deadline", "no_source"] };
      const refused = (answer: Answer, ...codes: string[]): void => {
        expectError(answer, 422, "DRAFT_INCOMPLETE");
        const { detail } = answer.json as { detail: { loc: unknown; type: string }[] };
        const types = codes.map((type) => ({ loc: ["body", "acknowledge_warnings"], type }));
        assert.deepEqual(
          detail.map(({ loc, type }) => ({ loc, type })),
          types,
        );
      };
      const body = { draft_data, acknowledge_warnings: ["no_source"] };
      refused(await call("POST", "/drafts", { token, body }), "no_deadline");
      const kept = await call("POST", "/drafts", { token, body: { draft_data, submit: false } });
      const { id } = expectOk(kept, 201, Draft);
      const submit = `/drafts/${id}/submit`;
      refused(await call("POST", submit, { token }), "no_source", "no_deadline");
      const submitted = expectOk(await call("POST", submit, { token, body: both }), 200, Draft);
      const codes = submitted.validation_warnings.map(({ code }) => code);
      assert.ok(codes.includes("no_source") && codes.includes("no_deadline"));
      const approve = (more: object) =>
        call("POST", `/curator/${id}/approve`, { token: reviewer.token, body: more });
      refused(await approve({}), "no_source", "no_deadline");
      const bulk = { draft_ids: [id] };
      const failed = await call("POST", "/curator/bulk/approve", {
        token: reviewer.token,
        body: bulk,
      });
      assert.deepEqual(expectOk(failed, 200, BulkOutcome).success, []);
      assert.equal(expectOk(await approve(both), 200, Draft).status, "approved");
    },
  },
  {
    name: "an author with 200 open drafts gets 409 QUOTA_EXCEEDED until one of them is withdrawn",
    run: async ({ call, signUp }) => {
      const { token, now } = await signUp();
      const make = (submit: boolean) =>
        call("POST", "/drafts", { body: { draft_data: specification(now), submit }, token });
      const { id } = expectOk(await make(false), 201, Draft);
      for (let count = 1; count < 200; count += 1) expectOk(await make(false), 201, Draft);
      expectError(await make(true), 409, "QUOTA_EXCEEDED");
      expectOk(await call("POST", `/drafts/${id}/withdraw`, { token }), 200, Draft);
      expectOk(await make(true), 201, Draft);
    },
  },
  {
    name: "another's draft is 404 in every route, as one that is not there",
    run: async ({ call, signUp, draft }) => {
      const [ada, bob] = [await signUp(), await signUp()];
      const id = await draft(ada);
      const routes = [
        ["GET", ""],
        ["PATCH", "", { draft_data: {} }],
        ["POST", "/submit"],
        ["POST", "/withdraw"],
        ["POST", "/comments", { body: "hello" }],
        ["GET", "/comments"],
        ["GET", "/history"],
        ["GET", "/diff"],
        ["GET", "/actions"],
      ] as const;
      for (const [method, path, body] of routes) {
        const options = { token: bob.token, ...(body === undefined ? {} : { body }) };
        const there = await call(method, `/drafts/${id}${path}`, options);
        const nowhere = await call(method, `/drafts/nowhere${path}`, options);
        expectError(there, 404, "NOT_FOUND");
        assert.deepEqual(there.json, nowhere.json, `${method} ${path}`);
      }
    },
  },
  {
    name: "an edit makes the next version, keeps the others, and the diff names what changed",
    run: async ({ call, signUp, draft }) => {
      const author = await signUp();
      const { token } = author;
      const id = await draft(author, {}, { submit: false });
      const body = { draft_data: { summary: "Shorter." }, curator_response: "as asked" };
      const edited = await call("PATCH", `/drafts/${id}`, { token, body });
      assert.equal(expectOk(edited, 200, Draft).version, 2);
      assert.equal(edited.headers.get("etag"), '"2"');
      const history = await call("GET", `/drafts/${id}/history`, { token });
      const versions = expectOk(history, 200, DraftVersion.array());
      assert.deepEqual(new Set(versions.map(({ version }) => version)), new Set([1, 2]));
      const diff = await call("GET", `/drafts/${id}/diff?from=1&to=2`, { token });
      assert.deepEqual(expectOk(diff, 200, FieldChange.array()), [
        { field: "summary", old_value: null, new_value: "Shorter.", change_type: "added" },
      ]);
      const trail = await call("GET", `/drafts/${id}/actions`, { token });
      const actions = expectOk(trail, 200, DraftAction.array()).map(({ action }) => action);
      assert.ok(actions.includes("edit"), shown(trail));
    },
  },
  {
    name: "of edits with one If-Match the first counts; the others are 412 VERSION_MISMATCH",
    run: async ({ call, signUp, draft }) => {
      const author = await signUp();
      const id = await draft(author, {}, { submit: false });
      const edit = (summary: string): ReturnType<typeof call> =>
        call("PATCH", `/drafts/${id}`, {
          token: author.token,
          headers: { "if-match": '"1"' },
          body: { draft_data: { summary } },
        });
      const answers = await Promise.all(["a", "b", "c", "d", "e"].map(edit));
      const statuses = answers.map(({ status }) => String(status)).toSorted();
      assert.deepEqual(statuses, ["200", "412", "412", "412", "412"]);
      expectError(await edit("late"), 412, "VERSION_MISMATCH");
    },
  },
  {
    name: "drafts are withdrawn, submitted or not, and that is final: 409 STATE_CONFLICT",
    run: async ({ call, signUp, draft }) => {
      const author = await signUp();
      const { token } = author;
      for (const submit of [true, false]) {
        const id = await draft(author, {}, { submit });
        const withdrawn = await call("POST", `/drafts/${id}/withdraw`, { token });
        assert.equal(expectOk(withdrawn, 200, Draft).status, "withdrawn");
        expectError(await call("POST", `/drafts/${id}/withdraw`, { token }), 409, "STATE_CONFLICT");
        expectError(await call("POST", `/drafts/${id}/submit`, { token }), 409, "STATE_CONFLICT");
        const body = { draft_data: {} };
        expectError(await call("PATCH", `/drafts/${id}`, { token, body }), 409, "STATE_CONFLICT");
        const trail = await call("GET", `/drafts/${id}/actions`, { token });
        const last = expectOk(trail, 200, DraftAction.array()).at(-1);
        assert.deepEqual(
          [last?.action, last?.from_status],
          ["withdraw", submit ? "pending" : "draft"],
        );
      }
    },
  },
  {
    name: "owner and curator talk in one thread",
    run: async ({ call, signUp, curator, draft }) => {
      const [author, reviewer] = [await signUp(), await curator()];
      const id = await draft(author);
      for (const { token } of [author, reviewer]) {
        const options = { token, body: { body: "A remark." } };
        expectOk(await call("POST", `/drafts/${id}/comments`, options), 201, DraftComment);
      }
      const answer = await call("GET", `/drafts/${id}/comments`, { token: author.token });
      const roles = expectOk(answer, 200, DraftComment.array()).map(
        ({ author_role }) => author_role,
      );
      assert.deepEqual(roles, ["owner", "curator"]);
    },
  },
  {
    name: "own drafts are listed newest first, by status, page by page through Link",
    run: async ({ call, signUp, draft }) => {
      const author = await signUp();
      const made = [];
      for (let at = 0; at < 5; at += 1) made.push(await draft(author));
      await draft(author, {}, { submit: false });
      const seen: string[] = [];
      let search: string | undefined = "?status=pending&limit=2";
      while (search !== undefined) {
        const answer = await call("GET", `/drafts${search}`, { token: author.token });
        seen.push(...expectOk(answer, 200, Draft.array()).map(({ id }) => id));
        search = /<(\?[^>]*)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
      }
      assert.deepEqual(seen.toSorted(), made.toSorted());
    },
  },
];

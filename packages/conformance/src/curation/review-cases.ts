import assert from "node:assert/strict";

import {
  BulkOutcome,
  CuratorStats,
  Draft,
  DraftAction,
  DraftVersion,
  FieldChange,
  Market,
  QueueItem,
} from "@bourse/contract/curation";

import { shown } from "../http/expect.ts";
import type { Answer } from "../http/wire.ts";
import type { CurationCase, CurationService, Person } from "./curation-service.ts";
import { expectError, expectOk } from "./expect.ts";

const REASON = "It is not clear enough.";

/** A decision about a draft. */
function decide(
  { call }: CurationService,
  { token }: Person,
  path: string,
  body: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return call("POST", `/curator/${path}`, { token, body, headers });
}

/** The review of drafts. */
export const reviewCases: readonly CurationCase[] = [
  {
    name: "the queue shows what is pending, oldest first, and is for curators",
    run: async ({ call, signUp, curator, draft }) => {
      const [author, reviewer] = [await signUp(), await curator()];
      const tag = crypto.randomUUID();
      const made = [];
      for (let at = 0; at < 3; at += 1) made.push(await draft(author, { topic_tags: [tag] }));
      await draft(author, { topic_tags: [tag] }, { submit: false });
      const seen: string[] = [];
      let search: string | undefined = `?tag=${tag}&limit=2`;
      while (search !== undefined) {
        const answer = await call("GET", `/curator/queue${search}`, { token: reviewer.token });
        seen.push(...expectOk(answer, 200, QueueItem.array()).map(({ id }) => id));
        search = /<(\?[^>]*)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
      }
      assert.deepEqual(seen.toSorted(), made.toSorted());
      expectError(await call("GET", "/curator/queue", { token: author.token }), 403, "FORBIDDEN");
      expectError(await call("GET", "/curator/queue"), 401, "UNAUTHORIZED");
    },
  },
  {
    name: "of claims at once one holds; the others are 409 CLAIM_HELD; a release gives it back",
    run: async (service) => {
      const author = await service.signUp();
      const [one, other] = [await service.curator(), await service.curator()];
      const id = await service.draft(author);
      const answers = await Promise.all(
        [one, other].map((curator) => decide(service, curator, `${id}/claim`)),
      );
      const won = answers.findIndex(({ status }) => status === 200);
      const [holder, loser] = won === 0 ? [one, other] : [other, one];
      const claimed = expectOk(answers[won === 0 ? 0 : 1]!, 200, Draft);
      assert.deepEqual([claimed.status, claimed.assigned_curator_id], ["in_review", holder.id]);
      expectError(answers[won === 0 ? 1 : 0]!, 409, "CLAIM_HELD");
      for (const path of ["approve", "release"]) {
        expectError(await decide(service, loser, `${id}/${path}`), 409, "CLAIM_HELD");
      }
      const released = expectOk(await decide(service, holder, `${id}/release`), 200, Draft);
      assert.deepEqual([released.status, released.assigned_curator_id], ["pending", null]);
      expectError(await decide(service, holder, `${id}/release`), 409, "STATE_CONFLICT");
    },
  },
  {
    name: "an approval makes one market, which anybody finds; a second one is 409 and names it",
    run: async (service) => {
      const [author, reviewer] = [await service.signUp(), await service.curator()];
      const id = await service.draft(author);
      const body = { curator_notes: "Good.", deploy_immediately: true };
      const draft = expectOk(await decide(service, reviewer, `${id}/approve`, body), 200, Draft);
      assert.deepEqual([draft.status, draft.curator_notes], ["approved", "Good."]);
      const market = await service.call("GET", `/markets/${draft.market_id}`);
      assert.equal(expectOk(market, 200, Market).draft_id, id);
      const again = await decide(service, reviewer, `${id}/approve`);
      expectError(again, 409, "STATE_CONFLICT");
      assert.ok(again.text.includes(String(draft.market_id)), shown(again));
    },
  },
  {
    name: "of ten approvals at once one is 200 and there is one market",
    run: async (service) => {
      const [author, reviewer] = [await service.signUp(), await service.admin()];
      const id = await service.draft(author);
      const tries = Array.from({ length: 10 }, () => decide(service, reviewer, `${id}/approve`));
      const statuses = (await Promise.all(tries)).map(({ status }) => String(status)).toSorted();
      assert.deepEqual(statuses, ["200", ...Array.from({ length: 9 }, () => "409")]);
      const list = await service.call("GET", `/markets/user/${author.wallet}`);
      assert.equal(list.headers.get("x-total-count"), "1", shown(list));
    },
  },
  {
    name: "a rejection is final and says why",
    run: async (service) => {
      const [author, reviewer] = [await service.signUp(), await service.curator()];
      const id = await service.draft(author);
      const answer = await decide(service, reviewer, `${id}/reject`, { reason: REASON });
      assert.equal(expectOk(answer, 200, Draft).status, "rejected");
      const trail = await service.call("GET", `/curator/${id}/actions`, { token: reviewer.token });
      const actions = expectOk(trail, 200, DraftAction.array());
      const rejected = actions.find(({ action }) => action === "reject");
      assert.deepEqual([rejected?.actor_id, rejected?.note], [reviewer.id, REASON], shown(trail));
      expectError(await decide(service, reviewer, `${id}/claim`), 409, "STATE_CONFLICT");
    },
  },
  {
    name: "changes are asked for, made and handed in again; the curator sees what changed",
    run: async (service) => {
      const { call } = service;
      const [author, reviewer] = [await service.signUp(), await service.curator()];
      const id = await service.draft(author);
      const request = { requested_changes: { summary: "say more" }, curator_notes: REASON };
      const asked = await decide(service, reviewer, `${id}/request-changes`, request);
      const draft = expectOk(asked, 200, Draft);
      assert.deepEqual(
        [draft.status, draft.requested_changes],
        ["changes_requested", request.requested_changes],
      );
      const { token } = author;
      const body = { draft_data: { summary: "More." } };
      expectOk(await call("PATCH", `/drafts/${id}`, { token, body }), 200, Draft);
      const again = await call("POST", `/drafts/${id}/submit`, { token });
      assert.equal(expectOk(again, 200, Draft).status, "pending");
      const seen = (path: string): ReturnType<typeof call> =>
        call("GET", `/curator/${id}/${path}`, { token: reviewer.token });
      const diff = expectOk(await seen("diff?from=1"), 200, FieldChange.array());
      assert.deepEqual(
        diff.map(({ field }) => field),
        ["summary"],
      );
      assert.equal(expectOk(await seen("history"), 200, DraftVersion.array()).length, 2);
    },
  },
  {
    name: "a decision about a version that was overtaken is 412 VERSION_MISMATCH, by body or If-Match",
    run: async (service) => {
      const [author, reviewer] = [await service.signUp(), await service.curator()];
      const id = await service.draft(author, {}, { submit: false });
      const { token } = author;
      const body = { draft_data: { summary: "Newer." } };
      expectOk(await service.call("PATCH", `/drafts/${id}`, { token, body }), 200, Draft);
      expectOk(await service.call("POST", `/drafts/${id}/submit`, { token }), 200, Draft);
      const old = { version: 1 };
      const reject = { reason: REASON, ...old };
      const request = { requested_changes: { a: "b" }, curator_notes: REASON, ...old };
      for (const [path, given] of [
        ["approve", old],
        ["reject", reject],
        ["request-changes", request],
      ] as const) {
        expectError(
          await decide(service, reviewer, `${id}/${path}`, given),
          412,
          "VERSION_MISMATCH",
        );
      }
      const stale = { "if-match": '"1"' };
      expectError(
        await decide(service, reviewer, `${id}/approve`, {}, stale),
        412,
        "VERSION_MISMATCH",
      );
      const current = { "if-match": '"2"' };
      expectOk(await decide(service, reviewer, `${id}/approve`, {}, current), 200, Draft);
    },
  },
  {
    name: "nobody reviews an own draft: 403 FORBIDDEN; an admin's own review says so in the trail",
    run: async (service) => {
      const [reviewer, chief] = [await service.curator(), await service.admin()];
      const own = await service.draft(reviewer);
      expectError(await decide(service, reviewer, `${own}/claim`), 403, "FORBIDDEN");
      expectError(await decide(service, reviewer, `${own}/approve`), 403, "FORBIDDEN");
      const id = await service.draft(chief);
      expectOk(await decide(service, chief, `${id}/approve`), 200, Draft);
      const trail = await service.call("GET", `/curator/${id}/actions`, { token: chief.token });
      const approval = expectOk(trail, 200, DraftAction.array()).find(
        ({ action }) => action === "approve",
      );
      assert.equal(approval?.self_reviewed, true, shown(trail));
    },
  },
  {
    name: "in bulk every draft stands for itself",
    run: async (service) => {
      const [author, reviewer] = [await service.signUp(), await service.curator()];
      const ids = [await service.draft(author), await service.draft(author)];
      const bulk = async (
        path: string,
        draft_ids: readonly string[],
        more = {},
      ): Promise<BulkAnswer> => {
        const answer = await decide(service, reviewer, `bulk/${path}`, { draft_ids, ...more });
        const { success, failed } = expectOk(answer, 200, BulkOutcome);
        return { success, failed: failed.map(({ id }) => id) };
      };
      const both = { success: ids, failed: ["nowhere"] };
      assert.deepEqual(await bulk("claim", [...ids, "nowhere"]), both);
      const [first = "", second = ""] = ids;
      assert.deepEqual(await bulk("approve", [first]), { success: [first], failed: [] });
      const rejected = await bulk("reject", ids, { reason: REASON });
      assert.deepEqual(rejected, { success: [second], failed: [first] });
    },
  },
  {
    name: "the statistics count what each curator decided",
    run: async (service) => {
      const [author, reviewer] = [await service.signUp(), await service.curator()];
      const [one, other] = [await service.draft(author), await service.draft(author)];
      await decide(service, reviewer, `${one}/approve`);
      await decide(service, reviewer, `${other}/reject`, { reason: REASON });
      const answer = await service.call("GET", "/curator/stats", { token: reviewer.token });
      const own = expectOk(answer, 200, CuratorStats.array()).find(
        ({ curator_id }) => curator_id === reviewer.id,
      );
      assert.deepEqual(
        [own?.total_reviewed, own?.total_approved, own?.total_rejected, own?.approval_rate],
        [2, 1, 1, 0.5],
        shown(answer),
      );
    },
  },
  {
    name: "of two drafts that ask the same, the second is warned of the first one's market when it is claimed and approved",
    run: async ({ call, signUp, curator, draft }) => {
      const [author, { token }] = [await signUp(), await curator()];
      const question_text = `Will the ${crypto.randomUUID()} index close higher by 31 December 2099?`;
      const ids = [];
      for (let at = 0; at < 4; at += 1) ids.push(await draft(author, { question_text }));
      const [one, two, three, four] = ids;
      const act = async (id: string | undefined, action: string): Promise<Draft> =>
        expectOk(await call("POST", `/curator/${id}/${action}`, { token, body: {} }), 200, Draft);
      const codes = ({ validation_warnings }: Draft): string[] =>
        validation_warnings.map(({ code }) => code);
      assert.ok(!codes(await act(one, "approve")).includes("near_duplicate"));
      assert.ok(codes(await act(two, "claim")).includes("near_duplicate"));
      assert.ok(codes(await act(three, "approve")).includes("near_duplicate"));
      const body = { draft_ids: [four] };
      const bulk = await call("POST", "/curator/bulk/approve", { token, body });
      const { warnings } = expectOk(bulk, 200, BulkOutcome);
      assert.ok(warnings.some(({ id, code }) => id === four && code === "near_duplicate"));
    },
  },
];

interface BulkAnswer {
  readonly success: readonly string[];
  readonly failed: readonly string[];
}

import assert from "node:assert/strict";

import { Market, MarketAction, MarketItem } from "@bourse/contract/curation";

import { shown } from "../http/expect.ts";
import type { Answer } from "../http/wire.ts";
import type { CurationCase, CurationService } from "./curation-service.ts";
import { expectError, expectInvalid, expectOk } from "./expect.ts";

const DAY = 86_400_000;
const EVIDENCE = "https://stats.example.com/result";

/** An admin's move. */
async function move(service: CurationService, path: string, body?: object): Promise<Answer> {
  const { token } = await service.admin();
  const options = body === undefined ? { token } : { token, body };
  return await service.call("POST", `/markets/${path}`, options);
}

/** Markets as everybody finds them and admins move them. */
export const marketCases: readonly CurationCase[] = [
  {
    name: "a market invents no prices: 1/n for each outcome, a volume of 0",
    run: async ({ call, signUp, market }) => {
      const author = await signUp();
      const outcomes = ["A", "B", "C", "D"].map((label) => ({ label }));
      const answer = await call("GET", `/markets/${await market(author, { outcomes })}`);
      const found = expectOk(answer, 200, Market);
      assert.deepEqual(
        found.outcomes.map((outcome) => outcome.current_probability),
        [0.25, 0.25, 0.25, 0.25],
      );
      assert.deepEqual([found.total_volume, found.state], ["0", "active"], shown(answer));
      assert.ok(answer.headers.get("etag"), "no ETag");
    },
  },
  {
    name: "markets are found by words, tags and creator, and paged by cursor and by offset with the total",
    run: async ({ call, signUp, market }) => {
      const author = await signUp();
      const tag = crypto.randomUUID();
      const word = crypto.randomUUID().replaceAll("-", "");
      const question_text = `Will ${word} be found by 31 December 2099?`;
      const made = [];
      for (let at = 0; at < 3; at += 1) {
        made.push(await market(author, { question_text, topic_tags: [tag] }));
      }
      await market(author);
      const read = async (search: string): Promise<{ ids: string[]; answer: Answer }> => {
        const answer = await call("GET", `/markets${search}`);
        return { ids: expectOk(answer, 200, MarketItem.array()).map(({ id }) => id), answer };
      };
      for (const query of [`search=${word}`, `tags=${tag}`, `search=${word}&tags=${tag}`]) {
        const { ids, answer } = await read(`?${query}`);
        assert.deepEqual(ids.toSorted(), made.toSorted(), query);
        assert.equal(answer.headers.get("x-total-count"), "3");
        const seen: string[] = [];
        let search: string | undefined = `?${query}&limit=2`;
        while (search !== undefined) {
          const page = await read(search);
          seen.push(...page.ids);
          search = /<(\?[^>]*)>; rel="next"/.exec(page.answer.headers.get("link") ?? "")?.[1];
        }
        assert.deepEqual(seen, ids, query);
        assert.deepEqual((await read(`?${query}&offset=2`)).ids, ids.slice(2), query);
      }
      const owned = await read(`?creator=${author.wallet}&sort_by=question_text&order=asc`);
      assert.equal(owned.ids.length, 4);
    },
  },
  {
    name: "the markets of a wallet are public, and an invalid address is 422",
    run: async ({ call, signUp, market }) => {
      const author = await signUp();
      const id = await market(author);
      const answer = await call("GET", `/markets/user/${author.wallet}`);
      assert.deepEqual(
        expectOk(answer, 200, MarketItem.array()).map((item) => item.id),
        [id],
      );
      const wrong = await call("GET", "/markets/user/nobody");
      assert.equal(wrong.status, 422, shown(wrong));
    },
  },
  {
    name: "before its launch a market is 404 and unlisted, for its owner and curators it is there",
    run: async (service) => {
      const { call, signUp, market, curator } = service;
      const [author, reviewer, stranger] = [await signUp(), await curator(), await signUp()];
      const open_at = new Date(author.now + 10 * DAY).toISOString();
      const id = await market(author, { open_at });
      const get = (token?: string): ReturnType<typeof call> =>
        call("GET", `/markets/${id}`, { token });
      expectError(await get(), 404, "NOT_FOUND");
      expectError(await get(stranger.token), 404, "NOT_FOUND");
      for (const { token } of [author, reviewer]) {
        assert.equal(expectOk(await get(token), 200, Market).state, "pending_launch");
      }
      const listed = await call("GET", `/markets/user/${author.wallet}`);
      assert.deepEqual(listed.json, []);
      const launched = expectOk(await move(service, `${id}/launch`), 200, Market);
      assert.equal(launched.state, "active");
      expectOk(await get(), 200, Market);
      expectError(await move(service, `${id}/launch`), 409, "STATE_CONFLICT");
    },
  },
  {
    name: "markets are locked, resolved, disputed and resolved again by another admin; disputes are anybody's",
    run: async (service) => {
      const { call, signUp, market, admin } = service;
      const author = await signUp();
      const id = await market(author);
      const { outcomes } = expectOk(await call("GET", `/markets/${id}`), 200, Market);
      const outcome_id = outcomes[0]?.id;
      const resolution = { outcome_id, evidence_url: EVIDENCE };
      const { token } = author;
      const own = { token, body: resolution };
      expectError(await call("POST", `/markets/${id}/resolve`, own), 403, "FORBIDDEN");
      expectError(await move(service, `${id}/resolve`, resolution), 409, "STATE_CONFLICT");
      assert.equal(expectOk(await move(service, `${id}/lock`), 200, Market).state, "locked");
      const wrong = { ...resolution, outcome_id: "none" };
      expectInvalid(await move(service, `${id}/resolve`, wrong), "body", "outcome_id");
      const resolved = expectOk(await move(service, `${id}/resolve`, resolution), 200, Market);
      assert.deepEqual([resolved.state, resolved.resolution?.outcome_id], ["resolved", outcome_id]);
      const dispute = { token, body: { reason: "The source says otherwise." } };
      const disputed = await call("POST", `/markets/${id}/dispute`, dispute);
      assert.equal(expectOk(disputed, 200, Market).state, "disputed");
      expectError(await call("POST", `/markets/${id}/dispute`, dispute), 409, "STATE_CONFLICT");
      expectError(await move(service, `${id}/resolve`, resolution), 403, "FORBIDDEN");
      const second = await signUp();
      const roles = { token: (await admin()).token, body: { roles: ["admin"] } };
      assert.equal((await call("PUT", `/admin/users/${second.id}/roles`, roles)).status, 200);
      const settled = { token: second.token, body: resolution };
      const again = await call("POST", `/markets/${id}/resolve`, settled);
      assert.equal(expectOk(again, 200, Market).resolution_count, 2);
    },
  },
  {
    name: "a market's trail and its dispute are for its creator and curators; everybody reads why it is invalid",
    run: async (service) => {
      const { call, signUp, market, curator } = service;
      const [author, trader, reviewer] = [await signUp(), await signUp(), await curator()];
      const id = await market(author);
      const { outcomes } = expectOk(await call("GET", `/markets/${id}`), 200, Market);
      await move(service, `${id}/lock`);
      await move(service, `${id}/resolve`, {
        outcome_id: outcomes[0]?.id,
        evidence_url: EVIDENCE,
      });
      const reason = "The source says otherwise.";
      await call("POST", `/markets/${id}/dispute`, { token: trader.token, body: { reason } });
      const read = async (token?: string): Promise<Market> =>
        expectOk(await call("GET", `/markets/${id}`, { token }), 200, Market);
      for (const { token } of [author, reviewer, trader]) {
        const { dispute } = await read(token);
        assert.deepEqual([dispute?.reason, dispute?.disputed_by], [reason, trader.id]);
      }
      assert.equal((await read()).dispute, null);
      const path = `/markets/${id}/actions`;
      for (const { token } of [author, reviewer]) {
        const trail = expectOk(await call("GET", path, { token }), 200, MarketAction.array());
        assert.deepEqual(
          trail.map(({ action }) => action),
          ["create", "lock", "resolve", "dispute"],
        );
        assert.equal(trail[3]?.reason, reason);
      }
      expectError(await call("GET", path, { token: trader.token }), 403, "FORBIDDEN");
      const unlaunched = await market(author, {
        open_at: new Date(author.now + 10 * DAY).toISOString(),
      });
      const hidden = await call("GET", `/markets/${unlaunched}/actions`, { token: trader.token });
      expectError(hidden, 404, "NOT_FOUND");
      const other = await market(author);
      await move(service, `${other}/lock`);
      await move(service, `${other}/invalidate`, { reason: "No source." });
      const invalid = expectOk(await call("GET", `/markets/${other}`), 200, Market);
      assert.equal(invalid.invalid_reason, "No source.");
    },
  },
  {
    name: "a market that the caller has already is 304 without a body, until it changes",
    run: async (service) => {
      const { call, signUp, market } = service;
      const path = `/markets/${await market(await signUp())}`;
      const first = await call("GET", path);
      const etag = first.headers.get("etag") ?? "";
      const known = { headers: { "if-none-match": `"other", W/${etag}` } };
      const again = await call("GET", path, known);
      assert.deepEqual([again.status, again.text], [304, ""]);
      assert.equal(again.headers.get("etag"), etag);
      await move(service, `${path.slice("/markets/".length)}/lock`);
      assert.equal(expectOk(await call("GET", path, known), 200, Market).state, "locked");
    },
  },
  {
    name: "a locked market is invalidated, and that is final",
    run: async (service) => {
      const id = await service.market(await service.signUp());
      expectOk(await move(service, `${id}/lock`), 200, Market);
      const invalid = await move(service, `${id}/invalidate`, { reason: "No source." });
      assert.equal(expectOk(invalid, 200, Market).state, "invalid");
      expectError(await move(service, `${id}/lock`), 409, "STATE_CONFLICT");
      expectOk(await service.call("GET", `/markets/${id}`), 200, Market);
    },
  },
  {
    name: "moves of a market that is not there are 404",
    run: async (service) => {
      for (const [path, body] of [
        ["launch"],
        ["lock"],
        ["invalidate", { reason: "r" }],
        ["dispute", { reason: "r" }],
      ] as const) {
        expectError(await move(service, `nowhere/${path}`, body), 404, "NOT_FOUND");
      }
    },
  },
];

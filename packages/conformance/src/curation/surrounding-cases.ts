import assert from "node:assert/strict";

import { CurationHealth } from "@bourse/contract/curation";

import { shown } from "../http/expect.ts";
import type { CurationCase } from "./curation-service.ts";
import { expectError, expectErrorShape } from "./expect.ts";

const GUARDED = [
  ["GET", "/auth/me"],
  ["GET", "/auth/sessions"],
  ["GET", "/drafts"],
  ["GET", "/curator/stats"],
  ["GET", "/curator/events"],
  ["GET", "/admin/users"],
  ["POST", "/markets/x/lock"],
] as const;

const NOWHERE = ["", "/", "/auth", "/auth/login/", "/Auth/login", "/markets/a/b", "/curator"];

/** Cases of everything around the routes. */
export const surroundingCases: readonly CurationCase[] = [
  {
    name: "health stands at the root and says ok",
    run: async ({ root }) => {
      const answer = await root("GET", "/health");
      assert.equal(answer.status, 200, shown(answer));
      assert.equal(CurationHealth.parse(answer.json).status, "ok");
    },
  },
  ...GUARDED.map(([method, path]): CurationCase => ({
    name: `${method} ${path} without a token is 401 UNAUTHORIZED, with a bad one 401 INVALID_TOKEN`,
    run: async ({ call }) => {
      expectError(await call(method, path), 401, "UNAUTHORIZED");
      expectError(await call(method, path, { token: "a.b.c" }), 401, "INVALID_TOKEN");
    },
  })),
  {
    name: "a bad token is refused on open routes too",
    run: async ({ call }) => {
      expectError(await call("GET", "/markets", { token: "a.b.c" }), 401, "INVALID_TOKEN");
    },
  },
  ...NOWHERE.map((path): CurationCase => ({
    name: `"${path}" below the prefix is 404 in the documented shape`,
    run: async ({ call }) => {
      const answer = await call("GET", path);
      assert.equal(answer.status, 404, shown(answer));
      expectErrorShape(answer);
    },
  })),
  {
    name: "a wrong method is 405 and tells what is allowed",
    run: async ({ call }) => {
      const answer = await call("DELETE", "/auth/login");
      assert.equal(answer.status, 405, shown(answer));
      assert.match(answer.headers.get("allow") ?? "", /\bPOST\b/);
      expectErrorShape(answer);
    },
  },
  {
    name: "the live feed begins at once, and tells a curator what was missed since Last-Event-ID",
    run: async ({ feed, curator, signUp, draft }) => {
      const [reviewer, author] = [await curator(), await signUp()];
      const live = await feed(reviewer);
      const ids = [await draft(author), await draft(author)];
      const first = await live.next(ids);
      const second = await live.next(ids);
      assert.deepEqual([first.type, second.type], ["draft.submitted", "draft.submitted"]);
      await live.end();
      const again = await feed(reviewer, first.id);
      assert.deepEqual(await again.next(ids), second);
      await again.end();
    },
  },
  {
    name: "a Last-Event-ID that the feed has not given out is answered by a gap at once, and the feed goes on",
    run: async ({ feed, curator, signUp, draft }) => {
      const [reviewer, author] = [await curator(), await signUp()];
      const unknown = "999999999999999";
      const live = await feed(reviewer, unknown);
      const gap = await live.next([unknown]);
      assert.equal(gap.type, "gap");
      const id = await draft(author);
      assert.equal((await live.next([id])).type, "draft.submitted");
      await live.end();
      const again = await feed(reviewer, gap.id);
      assert.equal((await again.next([id])).type, "draft.submitted");
      await again.end();
    },
  },
];

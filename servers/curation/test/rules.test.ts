import { join as joinPath } from "node:path";

import { describe, expect, test } from "vitest";

import {
  draft,
  join,
  joinAsAdmin,
  joinAsCurator,
  specification,
  walletOf,
  type Person,
} from "./support/people.ts";
import { runTestServer, type TestServer } from "./support/running-server.ts";
import { tempFolder } from "./support/temp-folder.ts";

interface World {
  readonly server: TestServer;
  readonly admin: Person;
  readonly ada: Person;
  readonly grace: Person;
}

async function world(variables: Readonly<Record<string, string>> = {}): Promise<World> {
  const server = await runTestServer(variables);
  const admin = await joinAsAdmin(server);
  const ada = await join(server, "ada");
  return { server, admin, ada, grace: await joinAsCurator(server, admin, "grace") };
}

const detailOf = ({ data }: { readonly data: unknown }): string =>
  (data as { detail: string }).detail;

describe("privacy", () => {
  test("another's draft is 404 for a stranger, as one that is not there", async () => {
    const { server, ada } = await world();
    const eve = await join(server, "eve");
    const id = await draft(server, ada, "tides");
    for (const path of ["", "/comments", "/history", "/diff", "/actions"]) {
      const theirs = await server.get(`drafts/${id}${path}`, eve.token);
      const none = await server.get(`drafts/none${path}`, eve.token);
      expect([theirs.status, none.status]).toEqual([404, 404]);
    }
    expect((await server.post(`drafts/${id}/submit`, eve.token)).status).toBe(404);
  });

  test("a market before its launch is 404 for strangers and in no list of theirs", async () => {
    const { server, ada, grace } = await world();
    const opening = specification("tides", { open_at: "2026-02-01T00:00:00Z" });
    const id = await draft(server, ada, "tides", { draft_data: opening });
    const { data } = await server.post<{ market_id: string }>(`curator/${id}/approve`, grace.token);
    const path = `markets/${data.market_id}`;
    expect((await server.get(path)).status).toBe(404);
    expect((await server.get(path, (await join(server, "eve")).token)).status).toBe(404);
    expect((await server.get(path, ada.token)).data).toMatchObject({ state: "pending_launch" });
    expect((await server.get("markets?state=pending_launch")).data).toEqual([]);
    expect((await server.get(`markets/user/${ada.wallet}`)).data).toEqual([]);
    await server.clock.advance(Date.UTC(2026, 1, 1) - server.clock.now());
    expect((await server.get(path)).data).toMatchObject({ state: "active" });
  });

  test("a user has the specified fields and no other", async () => {
    const { server, ada } = await world();
    const { data } = await server.get("auth/me", ada.token);
    expect(Object.keys(data).toSorted()).toEqual(
      "avatar_url bio created_at display_name email id last_login_at roles total_markets_created updated_at username wallet_address wallet_verified".split(
        " ",
      ),
    );
  });

  test("a bad token is 401 with a challenge, on open routes too", async () => {
    const { server } = await world();
    for (const path of ["auth/me", "markets", "curator/queue"]) {
      const reply = await server.get(path, "nonsense");
      expect(reply.status).toBe(401);
      expect(reply.headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
  });
});

describe("versions", () => {
  test("an edit of a version that was overtaken is 412", async () => {
    const { server, ada } = await world();
    const id = await draft(server, ada, "tides", { submit: false });
    const read = await server.get(`drafts/${id}`, ada.token);
    const seen = read.headers.get("etag") ?? "";
    expect(seen).toBe('"1"');
    const edit = (tag: string, summary: string | null) =>
      server.call("PATCH", `drafts/${id}`, {
        token: ada.token,
        headers: { "if-match": tag },
        body: { draft_data: { summary } },
      });
    const first = await edit(seen, "Another one.");
    expect([first.status, first.headers.get("etag")]).toEqual([200, '"2"']);
    expect((await edit(seen, "A third.")).status).toBe(412);
    expect((await edit('W/"1"', "A third.")).status).toBe(412);
    expect((await edit("*", null)).data).toMatchObject({ version: 3 });
    const diff = await server.get(`drafts/${id}/diff?from=2&to=3`, ada.token);
    expect(diff.data).toEqual([
      { field: "summary", old_value: "Another one.", new_value: null, change_type: "removed" },
    ]);
  });

  test("a decision about a version that was overtaken is 412", async () => {
    const { server, ada, grace } = await world();
    const id = await draft(server, ada, "tides");
    const reject = (version: number) =>
      server.post(`curator/${id}/reject`, grace.token, { reason: "Not a good one.", version });
    expect((await reject(2)).status).toBe(412);
    expect((await reject(1)).status).toBe(200);
  });
});

describe("review", () => {
  test("a live claim of another is 409; an expired one is taken over", async () => {
    const { server, ada, admin, grace } = await world();
    const joan = await joinAsCurator(server, admin, "joan");
    const id = await draft(server, ada, "tides");
    expect((await server.post(`curator/${id}/claim`, grace.token)).status).toBe(200);
    expect((await server.post(`curator/${id}/claim`, joan.token)).status).toBe(409);
    await server.clock.advance(30 * 60_000);
    const fresh = await server.post<{ access_token: string }>("auth/refresh", undefined, {
      refresh_token: joan.refreshToken,
    });
    const taken = await server.post(`curator/${id}/claim`, fresh.data.access_token);
    expect(taken.data).toMatchObject({ assigned_curator_name: "joan", status: "in_review" });
  });

  test("changes asked for, made and handed in again", async () => {
    const { server, ada, grace } = await world();
    const id = await draft(server, ada, "tides");
    const asked = await server.post(`curator/${id}/request-changes`, grace.token, {
      requested_changes: { summary: "Say more." },
      curator_notes: "Almost there, say more.",
    });
    expect(asked.data).toMatchObject({ status: "changes_requested" });
    await server.call("PATCH", `drafts/${id}`, {
      token: ada.token,
      body: { draft_data: { summary: "More." }, curator_response: "Done." },
    });
    const again = await server.post(`drafts/${id}/submit`, ada.token);
    expect(again.data).toMatchObject({ status: "pending", version: 2 });
    const trail = await server.get<{ action: string }[]>(`curator/${id}/actions`, grace.token);
    expect(trail.data.map(({ action }) => action)).toEqual([
      "submit",
      "claim",
      "request_changes",
      "edit",
      "submit",
    ]);
  });

  test("a curator never decides about an own draft; an admin may, and the trail says so", async () => {
    const { server, admin, grace } = await world();
    const own = await draft(server, grace, "tides");
    expect((await server.post(`curator/${own}/approve`, grace.token)).status).toBe(403);
    const admins = await draft(server, admin, "rivers");
    expect((await server.post(`curator/${admins}/approve`, admin.token)).status).toBe(200);
    const { data } = await server.get<object[]>(`curator/${admins}/actions`, admin.token);
    expect(data.at(-1)).toMatchObject({ action: "approve", self_reviewed: true });
  });

  test("strict four eyes forbid that to admins too", async () => {
    const { server, admin } = await world({ FOUR_EYES_STRICT: "true" });
    const id = await draft(server, admin, "rivers");
    expect((await server.post(`curator/${id}/approve`, admin.token)).status).toBe(403);
  });

  test("in bulk each draft stands for itself", async () => {
    const { server, ada, grace } = await world();
    const id = await draft(server, ada, "tides");
    const body = { draft_ids: [id, "none"] };
    const { data } = await server.post("curator/bulk/approve", grace.token, body);
    expect(data).toMatchObject({ success: [id], failed: [{ id: "none" }] });
    const stats = await server.get("curator/stats", grace.token);
    expect(stats.data).toMatchObject([{ curator_name: "grace", total_approved: 1 }]);
  });

  test.each(["memory", "lowdb", "sqlite"])(
    "an approval that races an edit is of the version that it names, or refused: %s",
    async (engine) => {
      const file = joinPath(await tempFolder(), "store");
      const { server, ada, admin, grace } = await world({
        CURATION_STORE_URL: engine === "memory" ? "memory:" : `${engine}:${file}`,
      });
      for (let round = 0; round < 8; round += 1) {
        const id = await draft(server, ada, `index${round}`);
        const request = { requested_changes: { summary: "?" }, curator_notes: "Say more of it." };
        await server.post(`curator/${id}/request-changes`, grace.token, request);
        const approve = (version: number): ReturnType<typeof server.post> =>
          server.call("POST", `curator/${id}/approve`, {
            token: admin.token,
            body: {},
            headers: { "if-match": `"${version}"` },
          });
        const edit = async (): Promise<void> => {
          const options = {
            token: ada.token,
            body: { draft_data: { summary: "The edited one." } },
          };
          expect((await server.call("PATCH", `drafts/${id}`, options)).status).toBe(200);
          const { status } = await server.post(`drafts/${id}/submit`, ada.token);
          expect(status).toBe(200);
        };
        const [, ...answers] = await Promise.all([
          edit(),
          ...[1, 2, 1, 2, 1, 2, 1, 2].map(async (version) => ({
            version,
            ...(await approve(version)),
          })),
        ]);
        answers.push({ version: 1, ...(await approve(1)) }, { version: 2, ...(await approve(2)) });
        for (const { version, status, text } of answers) {
          // 409: changes are asked for, or the market is there already.
          expect([200, 409, 412], text).toContain(status);
          if (status === 200) expect(version).toBe(2);
        }
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        const approved = await server.get<{ version: number; market_id: string }>(
          `drafts/${id}`,
          ada.token,
        );
        expect(approved.data.version).toBe(2);
        const market = await server.get(`markets/${approved.data.market_id}`);
        expect(market.data["summary"]).toBe("The edited one.");
      }
    },
  );

  test.each(["memory", "lowdb", "sqlite"])(
    "of 50 claims at once one is 200, of 20 approvals one makes the market: %s",
    async (engine) => {
      const file = joinPath(await tempFolder(), "store");
      const { server, ada, admin } = await world({
        CURATION_STORE_URL: engine === "memory" ? "memory:" : `${engine}:${file}`,
      });
      const curators = await Promise.all(
        Array.from({ length: 50 }, (_, n) => joinAsCurator(server, admin, `curator${n}`)),
      );
      const id = await draft(server, ada, "tides");
      const claims = await Promise.all(
        curators.map(({ token }) => server.post(`curator/${id}/claim`, token)),
      );
      const statuses = claims.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([200, ...Array<number>(49).fill(409)]);
      const other = await draft(server, ada, "rivers");
      const approvals = await Promise.all(
        curators.slice(0, 20).map(({ token }) => server.post(`curator/${other}/approve`, token)),
      );
      expect(approvals.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(approvals.filter(({ status }) => status === 409)).toHaveLength(19);
      expect((await server.get("markets")).headers.get("x-total-count")).toBe("1");
    },
  );

  test("the queue filters, and pages by Link", async () => {
    const { server, ada, grace } = await world();
    const ids: string[] = [];
    for (const topic of ["tides", "rivers", "lakes"]) {
      ids.push(await draft(server, ada, topic));
      await server.clock.advance(1000);
    }
    const first = await server.get<{ id: string }[]>("curator/queue?limit=2", grace.token);
    const next = /^<(\?[^>]+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1];
    const second = await server.get<{ id: string }[]>(`curator/queue${next}`, grace.token);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    expect(second.headers.get("link")).toBeNull();
    const tagged = await server.get<{ id: string }[]>("curator/queue?tag=lakes", grace.token);
    expect(tagged.data.map(({ id }) => id)).toEqual(ids.slice(2));
  });
});

describe("markets", () => {
  async function open(name: string, { server, ada, grace }: World): Promise<string> {
    const id = await draft(server, ada, name);
    const path = `curator/${id}/approve`;
    return (await server.post<{ market_id: string }>(path, grace.token)).data.market_id;
  }

  test("are found by tags and words, paged with the total", async () => {
    const here = await world();
    for (const topic of ["tides", "rivers", "lakes"]) await open(topic, here);
    const { server } = here;
    const found = await server.get<{ topic_tags: string[] }[]>("markets?search=rivers");
    expect(found.data.map(({ topic_tags }) => topic_tags)).toEqual([["rivers"]]);
    const tagged = await server.get<object[]>("markets?tags=lakes");
    expect(tagged.data).toHaveLength(1);
    const first = await server.get<object[]>("markets?limit=2&sort_by=question_text&order=asc");
    expect(first.headers.get("x-total-count")).toBe("3");
    const next = /^<(\?[^>]+)>/.exec(first.headers.get("link") ?? "")?.[1];
    expect((await server.get<object[]>(`markets${next}`)).data).toHaveLength(1);
  });

  test("are locked, resolved, disputed and resolved again by another admin", async () => {
    const here = await world();
    const { server, admin, ada } = here;
    const id = await open("tides", here);
    const { data } = await server.get<{ outcomes: { id: string }[] }>(`markets/${id}`);
    const second = await join(server, "second");
    const roles = { token: admin.token, body: { roles: ["admin"] } };
    await server.call("PUT", `admin/users/${second.id}/roles`, roles);
    const resolve = (token = admin.token) =>
      server.post(`markets/${id}/resolve`, token, {
        outcome_id: data.outcomes[0]?.id,
        evidence_url: "https://stats.example.com/day",
      });
    expect((await resolve()).status).toBe(409);
    expect((await server.post(`markets/${id}/lock`, ada.token)).status).toBe(403);
    expect((await server.post(`markets/${id}/lock`, admin.token)).status).toBe(200);
    expect((await resolve()).data).toMatchObject({ state: "resolved" });
    const body = { reason: "The source corrected itself." };
    const disputed = await server.post(`markets/${id}/dispute`, ada.token, body);
    expect(disputed.data).toMatchObject({ state: "disputed" });
    expect((await resolve()).status).toBe(403);
    expect((await resolve(second.token)).data).toMatchObject({ state: "resolved" });
  });
});

describe("bad input", () => {
  test("an incomplete draft may be kept, not handed in", async () => {
    const { server, ada } = await world();
    const id = await draft(server, ada, "tides", { draft_data: {}, submit: false });
    const { status, data } = await server.post<{ detail: { loc: string[] }[] }>(
      `drafts/${id}/submit`,
      ada.token,
    );
    expect(status).toBe(422);
    expect(data.detail.map(({ loc }) => loc.join("."))).toContain("body.draft_data.question_text");
  });

  test.each([
    ["POST", "auth/register", { wallet_address: "0x1", username: "eve" }, 422],
    ["POST", "auth/register", { wallet_address: walletOf("x"), username: "e e" }, 422],
    ["POST", "auth/register", { wallet_address: walletOf("x"), username: "ADA" }, 409],
    ["POST", "auth/login", { wallet_address: walletOf("ada") }, 422],
    ["POST", "auth/login", { email: "no@example.com", password: "none at all" }, 401],
    ["POST", "drafts", { draft_data: { question: "?" } }, 422],
    ["POST", "drafts", "{", 400],
    ["PATCH", "auth/me", { avatar_url: "javascript:alert(1)" }, 422],
    ["GET", "markets?cursor=nonsense", undefined, 422],
    ["GET", "drafts?cursor=nonsense", undefined, 422],
    ["GET", "markets?sort_by=creator_id", undefined, 422],
    ["GET", "nowhere", undefined, 404],
    ["DELETE", "markets", undefined, 405],
  ])("%s %s %j is %i with a detail", async (method, path, body, status) => {
    const { server, ada } = await world();
    const reply = await server.call(method, path, { token: ada.token, body });
    expect(reply.status, reply.text).toBe(status);
    if (status === 422) expect(reply.data["detail"]).toEqual(expect.any(Array));
    else expect(detailOf(reply)).toEqual(expect.any(String));
  });

  test("more writes a minute than allowed are 429 with Retry-After", async () => {
    const { server, ada } = await world({ WRITES_PER_MINUTE: "2" });
    const write = () => server.call("PATCH", "auth/me", { token: ada.token, body: { bio: "x" } });
    expect((await write()).status).toBe(200);
    expect((await write()).status).toBe(200);
    const third = await write();
    expect(third.status).toBe(429);
    expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await server.get("auth/me", ada.token)).status).toBe(200);
  });

  test("a page of this machine may call, and reads versions and totals", async () => {
    const { server } = await world();
    const origin = "http://localhost:5173";
    const reply = await server.call("GET", "markets", { headers: { origin } });
    expect(reply.headers.get("access-control-allow-origin")).toBe(origin);
    expect(reply.headers.get("access-control-allow-credentials")).toBeNull();
    for (const name of ["ETag", "Link", "X-Total-Count", "Retry-After"]) {
      expect(reply.headers.get("access-control-expose-headers")).toContain(name);
    }
  });
});

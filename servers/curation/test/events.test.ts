import { expect, test } from "vitest";

import { feedCheck } from "../../../test/support/feed-check.ts";
import { draft, join, joinAsAdmin, joinAsCurator, type Person } from "./support/people.ts";
import { runTestServer, type TestServer } from "./support/running-server.ts";

interface Listener {
  readonly response: Response;
  /** The next event's block of lines; null when the stream has ended. */
  readonly next: () => Promise<Record<string, string> | null>;
}

async function listen(
  server: TestServer,
  person: Person,
  headers: Record<string, string> = {},
): Promise<Listener> {
  const response = await fetch(`${server.url}/api/v1/curator/events`, {
    headers: { authorization: `Bearer ${person.token}`, ...headers },
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<Record<string, string> | null> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        if (block.startsWith(":")) continue;
        return Object.fromEntries(
          block.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
        );
      }
      const { done, value } = await reader.read();
      if (done) return null;
      text += value;
    }
  };
  return { response, next };
}

test("a curator hears of what happens, in order, and of what was missed by Last-Event-ID", async () => {
  const server = await runTestServer();
  const admin = await joinAsAdmin(server);
  const ada = await join(server, "ada");
  const listener = await listen(server, admin);
  expect(listener.response.headers.get("content-type")).toBe("text/event-stream");
  const id = await draft(server, ada, "tides");
  const submitted = await listener.next();
  expect(submitted?.["event"]).toBe("draft.submitted");
  expect(JSON.parse(submitted?.["data"] ?? "")).toMatchObject({ data: { draft_id: id } });
  await server.post(`curator/${id}/approve`, admin.token);
  const heard = [await listener.next(), await listener.next(), await listener.next()];
  const types = heard.map((event) => event?.["event"]);
  expect(types).toEqual(expect.arrayContaining(["draft.decided", "market.created"]));

  const check = await feedCheck(server.url, "/api/v1/curator/events");
  for (const event of [submitted, ...heard]) check(event);

  const again = await listen(server, admin, { "last-event-id": submitted?.["id"] ?? "" });
  const missed = [await again.next(), await again.next(), await again.next()];
  expect(missed).toEqual(heard);
});

test("200 curators hear of every event, each once and in order; a drain ends their feeds in good order", async () => {
  const server = await runTestServer();
  const admin = await joinAsAdmin(server);
  const listeners = await Promise.all(Array.from({ length: 200 }, () => listen(server, admin)));
  const topics = ["tides", "rivers", "lakes", "seas", "wells"];
  const heard = Promise.all(
    listeners.map(async ({ next }) => {
      const ids: string[] = [];
      for (const _ of topics) {
        const event = await next();
        expect(event?.["event"]).toBe("draft.submitted");
        const { data } = JSON.parse(event?.["data"] ?? "") as { data: { draft_id: string } };
        ids.push(data.draft_id);
      }
      return ids;
    }),
  );
  const made: string[] = [];
  for (const topic of topics) made.push(await draft(server, admin, topic));
  for (const ids of await heard) expect(ids).toEqual(made);
  const ends = Promise.all(listeners.map(({ next }) => next()));
  await server.close();
  expect(new Set(await ends)).toEqual(new Set([null]));
});

test("a feed ends with its token; who comes back with a fresh one and Last-Event-ID loses none", async () => {
  const server = await runTestServer();
  const admin = await joinAsAdmin(server);
  const ada = await join(server, "ada");
  const listener = await listen(server, admin);
  const first = await draft(server, ada, "tides");
  const seen = await listener.next();
  expect(seen?.["data"]).toContain(first);
  const ended = listener.next();
  await server.clock.advance(16 * 60_000);
  expect(await ended).toBeNull();
  expect((await server.get("curator/events", admin.token)).status).toBe(401);

  const fresh = async (person: Person): Promise<Person> => {
    const body = { refresh_token: person.refreshToken };
    const { data } = await server.post<{ access_token: string }>("auth/refresh", undefined, body);
    return { ...person, token: data.access_token };
  };
  const author = await fresh(ada);
  const missed = [await draft(server, author, "rivers"), await draft(server, author, "lakes")];
  const again = await listen(server, await fresh(admin), { "last-event-id": seen?.["id"] ?? "" });
  for (const id of missed) expect((await again.next())?.["data"]).toContain(id);
});

test("a role that was taken ends the feed", async () => {
  const server = await runTestServer();
  const admin = await joinAsAdmin(server);
  const grace = await joinAsCurator(server, admin, "grace");
  const listener = await listen(server, grace);
  const options = { token: admin.token, body: { roles: [] } };
  await server.call("PUT", `admin/users/${grace.id}/roles`, options);
  const ended = listener.next();
  await server.clock.advance(15_000);
  expect(await ended).toBeNull();
});

test("a session that has ended takes its feed along", async () => {
  const server = await runTestServer();
  const admin = await joinAsAdmin(server);
  const listener = await listen(server, admin);
  await server.post("auth/logout", undefined, { refresh_token: admin.refreshToken });
  const ended = listener.next();
  await server.clock.advance(15_000);
  expect(await ended).toBeNull();
});

test("the feed is for curators, by header only", async () => {
  const server = await runTestServer();
  await joinAsAdmin(server);
  const ada = await join(server, "ada");
  expect((await server.get("curator/events", ada.token)).status).toBe(403);
  expect((await server.get(`curator/events?access_token=${ada.token}`)).status).toBe(401);
});

import { expect, test } from "vitest";

import { draft, join, joinAsAdmin, type Person } from "./support/people.ts";
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

  const again = await listen(server, admin, { "last-event-id": submitted?.["id"] ?? "" });
  const missed = [await again.next(), await again.next(), await again.next()];
  expect(missed).toEqual(heard);
});

test("200 curators hear of an event; a drain ends their feeds in good order", async () => {
  const server = await runTestServer();
  const admin = await joinAsAdmin(server);
  const listeners = await Promise.all(Array.from({ length: 200 }, () => listen(server, admin)));
  const all = Promise.all(
    listeners.map(async ({ next }) => {
      const event = await next();
      return { type: event?.["event"], at: performance.now() };
    }),
  );
  await draft(server, admin, "tides");
  const committed = performance.now();
  const heard = await all;
  expect(new Set(heard.map(({ type }) => type))).toEqual(new Set(["draft.submitted"]));
  // Measured with the reply as the commit: the last one hears it well within a second on any machine.
  expect(Math.max(...heard.map(({ at }) => at)) - committed).toBeLessThan(1000);
  const ends = Promise.all(listeners.map(({ next }) => next()));
  await server.close();
  expect(new Set(await ends)).toEqual(new Set([null]));
});

test("the feed is for curators, by header only", async () => {
  const server = await runTestServer();
  await joinAsAdmin(server);
  const ada = await join(server, "ada");
  expect((await server.get("curator/events", ada.token)).status).toBe(403);
  expect((await server.get(`curator/events?access_token=${ada.token}`)).status).toBe(401);
});

import { expect, expectTypeOf, test } from "vitest";

import { createAuthClient, iterate, type AuthClient } from "../../src/auth/index.ts";
import { json } from "../script.ts";
import { stillClock } from "../still-clock.ts";

const LIST = Array.from({ length: 5 }, (_, at) => ({
  id: `d${at}`,
  name: "bridge",
  chains: ["base"],
  status: "pending",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
}));

/** A service with one list in pages of two, whose cursors need their percent-encoding. */
function listing(failAt?: string): { client: AuthClient; searches: string[] } {
  const searches: string[] = [];
  const client = createAuthClient({
    baseUrl: "http://auth.example",
    apiKey: "bk_test",
    clock: stillClock(),
    retry: false,
    fetch: async (input) => {
      const { search, searchParams } = new URL(input as string);
      searches.push(search);
      const cursor = searchParams.get("cursor") ?? "0&=";
      if (cursor === failAt)
        return json(503, { success: false, error: { code: "BUSY", message: "" } });
      const from = Number.parseInt(cursor, 10);
      const reply = json(200, { success: true, data: LIST.slice(from, from + 2) });
      const next = encodeURIComponent(`${from + 2}&=`);
      const link = `<?limit=2&cursor=${next}>; rel="next"`;
      if (from + 2 < LIST.length) reply.headers.set("link", link);
      return reply;
    },
  });
  return { client, searches };
}

test("every item of a list comes once, in order, a page at a time", async () => {
  const { client, searches } = listing();
  const ids: string[] = [];
  for await (const deployment of iterate(client.listDeployments, { query: { limit: 2 } })) {
    expectTypeOf(deployment.id).toBeString();
    ids.push(deployment.id);
    expect(searches).toHaveLength(Math.ceil(ids.length / 2));
  }
  expect(ids).toEqual(LIST.map(({ id }) => id));
  expect(searches).toEqual(["?limit=2", "?limit=2&cursor=2%26%3D", "?limit=2&cursor=4%26%3D"]);
});

test("who leaves the loop asks for no further page", async () => {
  const { client, searches } = listing();
  for await (const { id } of iterate(client.listDeployments)) if (id === "d1") break;
  expect(searches).toEqual([""]);
});

test("a page that fails throws what the call throws, after the items before it", async () => {
  const { client } = listing("4&=");
  const ids: string[] = [];
  const all = async (): Promise<void> => {
    for await (const { id } of iterate(client.listDeployments)) ids.push(id);
  };
  await expect(all()).rejects.toMatchObject({ code: "BUSY", status: 503 });
  expect(ids).toEqual(["d0", "d1", "d2", "d3"]);
});

test("an aborted signal ends the loop with its reason", async () => {
  const { client } = listing();
  const stop = new AbortController();
  const all = async (): Promise<void> => {
    for await (const { id } of iterate(client.listDeployments, {}, { signal: stop.signal })) {
      if (id === "d1") stop.abort(new Error("enough"));
    }
  };
  await expect(all()).rejects.toThrow("enough");
});

test("a call that answers no array is no list", () => {
  const { client } = listing();
  // @ts-expect-error an account is no list
  const account = iterate(client.me);
  expectTypeOf(account).not.toBeAny();
});

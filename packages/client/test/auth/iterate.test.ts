import { expect, expectTypeOf, test } from "vitest";

import { createAuthClient, type AuthClient } from "../../src/auth/index.ts";
import { iterate } from "../../src/index.ts";
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

test("a call of a route that does not page is refused at once, and by the types", () => {
  const { client, searches } = listing();
  // @ts-expect-error an account is no list
  expect(() => iterate(client.me)).toThrow(expect.objectContaining({ code: "INPUT_INVALID" }));
  // @ts-expect-error the sessions of an account are a list without pages
  expect(() => iterate(client.listSessions)).toThrow("a call of a route that pages is expected");
  // @ts-expect-error nothing is no call
  expect(() => iterate(undefined)).toThrow("a call of a route that pages is expected");
  expect(searches).toEqual([]);
});

/** Deployments whose first answer has the header `Link: link`, and whose second one ends the list. */
async function following(link: string): Promise<string[]> {
  const urls: string[] = [];
  const client = createAuthClient({
    baseUrl: "https://apps.example/behind/a/proxy",
    apiKey: "bk_test",
    retry: false,
    fetch: async (input) => {
      const reply = json(200, { success: true, data: LIST.slice(urls.length, urls.length + 1) });
      if (urls.length === 0) reply.headers.set("link", link);
      urls.push(input as string);
      return reply;
    },
  });
  const ids: string[] = [];
  for await (const { id } of iterate(client.listDeployments, { query: { limit: 1 } })) ids.push(id);
  expect(ids).toEqual(LIST.slice(0, urls.length).map(({ id }) => id));
  return urls.map((url) => url.replace("https://apps.example/behind/a/proxy/api/v1", ""));
}

test.each([
  ["of the list itself", `<?limit=1&cursor=c%2B1>; rel="next"`],
  ["of another origin", `<https://evil.example/steal?limit=1&cursor=c%2B1>; rel="next"`],
  ["of another path", `</api/v1/auth/api-keys?cursor=c%2B1>; rel=next`],
  [
    "behind other links",
    `</a.css>; rel=preload; as=style, <?cursor=c%2B1>; title="b"; rel="up next"`,
  ],
])(
  "a link %s gives its cursor only: each page comes from the client's own place",
  async (_, link) => {
    expect(await following(link)).toEqual([
      "/deployments?limit=1",
      "/deployments?limit=1&cursor=c%2B1",
    ]);
  },
);

test.each([
  `<?cursor=c>; rel="prev"`,
  `<?cursor=c>; rel="next-archive"`,
  `<?page=2>; rel="next"`,
  `x`,
])("a list ends where no link leads to a next page by cursor: %s", async (link) => {
  expect(await following(link)).toEqual(["/deployments?limit=1"]);
});

test("an answer that leads back to its own page ends the loop as RESPONSE_INVALID", async () => {
  const client = createAuthClient({
    baseUrl: "http://auth.example",
    apiKey: "bk_test",
    fetch: async () => {
      const reply = json(200, { success: true, data: [] });
      reply.headers.set("link", `<?cursor=again>; rel="next"`);
      return reply;
    },
  });
  const all = iterate(client.listDeployments);
  await expect(all.next()).rejects.toMatchObject({ code: "RESPONSE_INVALID" });
});

test("an answer without a list is RESPONSE_INVALID", async () => {
  const client = createAuthClient({
    baseUrl: "http://auth.example",
    apiKey: "bk_test",
    fetch: async () => json(200, { success: true, data: { items: [] } }),
  });
  const all = iterate(client.listDeployments);
  await expect(all.next()).rejects.toMatchObject({ code: "RESPONSE_INVALID" });
});

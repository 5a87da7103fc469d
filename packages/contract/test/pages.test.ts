/** Routes that answer a list a page at a time. */

import { describe, expect, expectTypeOf, test } from "vitest";
import * as z from "zod";

import {
  bindApi,
  callsOf,
  defineApi,
  detail,
  fetchHandler,
  openapi,
  pageReply,
  q,
  route,
  type Handler,
  type PageReply,
  type Route,
  type TypesOf,
} from "../src/index.ts";
import { detailErrors } from "../src/index.ts";

const query = z.object({
  tag: z.string().optional(),
  limit: q.integer({ min: 1, max: 100 }).default(50),
  offset: q.integer({ min: 0 }).optional(),
  cursor: z.string().optional(),
});

const notes = route("GET", "/notes", {
  query,
  pages: true,
  responses: { 200: z.array(z.string()) },
});
const named = route("GET", "/named", {
  query,
  pages: "items",
  responses: { 200: z.object({ items: z.array(z.number()) }) },
});

const api = defineApi({
  id: "notes",
  title: "Notes",
  version: "1",
  basePath: "/api",
  wire: detail,
  security: {},
  routes: { notes, named },
});

const handle = fetchHandler(api, {
  notes: ({ query: { cursor } }) => pageReply(["a"], cursor === undefined ? "b>&+ü" : null),
  named: () => pageReply({ items: [1] }, "x", { "x-total-count": "7" }),
});

async function answer(path: string): Promise<Response> {
  return handle(new Request(`http://service.example/api${path}`));
}

describe("the header Link", () => {
  test("has the request's own query with the next cursor, encoded, relative to the list", async () => {
    const { headers } = await answer("/notes?tag=a%20b&limit=2");
    const link = headers.get("link");
    expect(link).toBe(`<?tag=a+b&limit=2&cursor=b%3E%26%2B%C3%BC>; rel="next"`);
    const target = /<(.*)>/.exec(link!)![1]!;
    const next = new URL(target, "https://public.example/behind/a/proxy/api/notes?tag=a%20b");
    expect(next.origin + next.pathname).toBe("https://public.example/behind/a/proxy/api/notes");
    expect(Object.fromEntries(next.searchParams)).toEqual({
      tag: "a b",
      limit: "2",
      cursor: "b>&+ü",
    });
  });

  test("has no offset, which counts before the first page, and one cursor", async () => {
    expect((await answer("/named?offset=3&cursor=w")).headers.get("link")).toBe(
      `<?cursor=x>; rel="next"`,
    );
  });

  test("is absent on the last page, and stands beside the handler's own headers", async () => {
    expect((await answer("/notes?cursor=c")).headers.get("link")).toBeNull();
    const { headers } = await answer("/named");
    expect([headers.get("link"), headers.get("x-total-count")]).toEqual([
      `<?cursor=x>; rel="next"`,
      "7",
    ]);
  });

  test("cannot be left, nor the header split, by what a caller sends", async () => {
    const { headers } = await answer(
      `/notes?tag=${encodeURIComponent('>; rel="next", <//evil\r\n')}`,
    );
    const link = headers.get("link")!;
    expect(link.match(/[<>]/g)).toEqual(["<", ">"]);
    expect(link).not.toMatch(/[\r\n]/);
  });
});

test("documents and callers learn of the pages from the route alone", () => {
  const document = openapi({
    ...api,
    docs: {
      errors: detailErrors,
      routes: { notes: { summary: "List notes" }, named: { summary: "List names" } },
    },
  });
  const operation = document.paths["/api/notes"]!["get"] as {
    readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
  };
  expect(operation.responses["200"]!.headers).toMatchObject({
    Link: { schema: { type: "string" } },
  });
  const { notes: list, named: fields } = callsOf(api.routes);
  expect([list.pages, fields.pages]).toEqual([true, "items"]);
});

test("a handler of a list answers by pageReply alone", () => {
  type Answer = Awaited<ReturnType<Handler<TypesOf<typeof notes>>>>;
  expectTypeOf<Answer>().toEqualTypeOf<PageReply<string[]>>();
});

test.each<[string, Route, string]>([
  [
    "no limit and no cursor",
    route("GET", "/x", { pages: true, responses: { 200: z.array(z.string()) } }),
    '"list" pages without limit in its query; "list" pages without cursor in its query',
  ],
  [
    "another method than GET",
    route("POST", "/x", { query, pages: true, responses: { 200: z.array(z.string()) } }),
    '"list" pages and is no GET',
  ],
  [
    "items where there are none",
    route("GET", "/x", { query, pages: "items", responses: { 200: z.array(z.string()) } }),
    '"list" pages, and its items are no list where it says',
  ],
])("a route that pages with %s is a fault of its table", (_, list, fault) => {
  const bind = () => bindApi({ ...api, routes: { list } }, { list: () => undefined } as never);
  expect(bind).toThrow(`notes: ${fault}`);
});

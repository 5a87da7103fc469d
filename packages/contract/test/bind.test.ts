import { describe, expect, test } from "vitest";
import * as z from "zod";

import {
  bindApi,
  ContractError,
  defineApi,
  detail,
  errorFormat,
  fetchHandler,
  media,
  Problem,
  q,
  reply,
  route,
  type BindOptions,
  type Incoming,
  type Outgoing,
} from "../src/index.ts";

const api = defineApi({
  id: "shop",
  title: "A shop of tests",
  version: "1",
  basePath: "/shop",
  wire: detail,
  security: { key: { type: "apiKey", header: "X-Key" }, token: { type: "bearer" } },
  routes: {
    open: route("GET", "/open", { responses: { 200: z.object({ ok: z.boolean() }) } }),
    guarded: route("POST", "/guarded", {
      security: ["key", "token"],
      body: z.object({ name: z.string() }),
      bodyLimit: 20,
      responses: { 200: z.object({ name: z.string() }), 201: z.object({ made: z.string() }) },
    }),
    feed: route("GET", "/feed", { responses: { 200: media("text/event-stream") } }),
    search: route("GET", "/search", {
      query: z.object({ tags: q.list().default(["a"]) }),
      responses: { 200: z.array(z.string()) },
    }),
    broken: route("GET", "/broken", { responses: { 200: z.object({ ok: z.boolean() }) } }),
  },
});

const handlers = {
  open: () => ({ ok: true }),
  guarded: async ({ body }: { body: { name: string } }) =>
    body.name === "new" ? reply(201, { made: "new" }, { location: "/new" }) : { name: body.name },
  feed: () => "data: 1\n\n",
  search: ({ query }: { query: { tags: string[] } }) => query.tags,
  broken: (): { ok: boolean } => {
    throw new Error("password=hunter2 at 10.0.0.1");
  },
};

const accept: BindOptions<string> = {
  authenticate: (scheme, credential) => {
    if (credential === "good") return scheme;
    throw new Problem({ code: "UNAUTHORIZED", status: 401, message: "unknown credential" });
  },
};

const serve = fetchHandler<typeof api.routes, string>(api, handlers, accept);

async function post(body: string | undefined, headers: Record<string, string> = {}) {
  const response = await serve(
    new Request("http://host/shop/guarded", {
      method: "POST",
      headers: { "content-type": "application/json", "x-key": "good", ...headers },
      ...(body === undefined ? {} : { body }),
    }),
  );
  return { status: response.status, headers: response.headers, json: await response.json() };
}

function get(key: string, changes: Partial<Incoming> = {}): Outgoing | Promise<Outgoing> {
  const bound = bindApi<typeof api.routes, string>(api, handlers, accept);
  const incoming: Incoming = {
    method: "GET",
    params: {},
    search: "",
    headers: {},
    body: () => Promise.resolve(new Uint8Array()),
    ...changes,
  };
  return bound.find((one) => one.key === key)!.run(incoming);
}

describe("a bound route", () => {
  test("answers at once, without a promise, when nothing has to wait", () => {
    const first = get("open") as Outgoing;
    expect(first).toMatchObject({ status: 200, body: '{"ok":true}' });
    expect((get("open") as Outgoing).headers).toBe(first.headers);
  });

  test("answers plain data with its lowest status and a reply with its own", async () => {
    expect(await post('{"name":"old"}')).toMatchObject({ status: 200, json: { name: "old" } });
    const made = await post('{"name":"new"}');
    expect(made).toMatchObject({ status: 201, json: { made: "new" } });
    expect(made.headers.get("location")).toBe("/new");
  });

  test("judges the credential before it looks at the body", async () => {
    const { status, headers } = await post("{", { "x-key": "bad" });
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toBe('ApiKey header="X-Key", Bearer');
  });

  test("refuses by a problem that is answered as by one that is thrown, at once and later", async () => {
    const problem = new Problem({
      code: "UNAUTHORIZED",
      status: 401,
      message: "unknown credential",
    });
    const replies = [() => problem, () => Promise.resolve(problem)].map((authenticate) =>
      fetchHandler<typeof api.routes, string>(api, handlers, { authenticate })(
        new Request("http://host/shop/guarded", { method: "POST", headers: { "x-key": "any" } }),
      ),
    );
    const thrown = await post("{", { "x-key": "bad" });
    for (const reply of await Promise.all(replies)) {
      expect(reply.status).toBe(401);
      expect(Object.fromEntries(reply.headers)).toEqual(Object.fromEntries(thrown.headers));
      expect(await reply.json()).toEqual(thrown.json);
    }
  });

  test("takes the first scheme whose credential is there", async () => {
    const bearer = await serve(
      new Request("http://host/shop/guarded", {
        method: "POST",
        headers: { "content-type": "application/json", authorization: "bearer good" },
        body: '{"name":"x"}',
      }),
    );
    expect(bearer.status).toBe(200);
    expect(
      (await post('{"name":"x"}', { "x-key": "bad", authorization: "Bearer good" })).status,
    ).toBe(401);
  });

  test("takes a body of its limit and refuses one byte more with 413", async () => {
    expect((await post(`{"name":"${"x".repeat(9)}"}`)).status).toBe(200);
    expect(await post(`{"name":"${"x".repeat(10)}"}`)).toMatchObject({
      status: 413,
      json: { status_code: 413 },
    });
  });

  test.each([
    ["application/json; charset=utf-8", 200],
    ["Application/JSON;charset=UTF-8", 200],
    ['application/json; charset="utf-8"', 200],
    ["application/json; charset=latin1", 415],
    ["text/plain", 415],
    ["application/jsonp", 415],
  ])("of Content-Type %s answers %i", async (type, status) => {
    expect((await post('{"name":"x"}', { "content-type": type })).status).toBe(status);
  });

  test("says nothing of the inside when its handler breaks, and tells onError all of it", async () => {
    const told: unknown[] = [];
    const noisy = fetchHandler<typeof api.routes, string>(api, handlers, {
      ...accept,
      onError: (error, call) => told.push(error, call),
    });
    const response = await noisy(
      new Request("http://host/shop/broken", { headers: { "x-request-id": "r-1" } }),
    );
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ detail: "internal server error", status_code: 500 });
    expect(told).toEqual([
      expect.objectContaining({ message: "password=hunter2 at 10.0.0.1" }),
      { key: "broken", requestId: "r-1" },
    ]);
  });

  test("has the errors of a core translated", async () => {
    const translated = fetchHandler<typeof api.routes, string>(api, handlers, {
      ...accept,
      translate: () =>
        new Problem({ code: "BUSY", status: 503, message: "busy", retryAfterSeconds: 1.2 }),
    });
    const response = await translated(new Request("http://host/shop/broken"));
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("2");
    expect(response.headers.get("x-error-code")).toBe("BUSY");
  });

  test("tells onError of a store that fails, though its problem has a code of its own", async () => {
    const told: unknown[] = [];
    const failing = fetchHandler<typeof api.routes, string>(api, handlers, {
      ...accept,
      translate: () => new Problem({ code: "STORE_IO", status: 503, message: "not confirmed" }),
      onError: (error) => told.push(error),
    });
    const response = await failing(new Request("http://host/shop/broken"));
    expect(response.headers.get("x-error-code")).toBe("STORE_IO");
    expect(told).toEqual([expect.objectContaining({ message: "password=hunter2 at 10.0.0.1" })]);
  });

  test("tells the fault itself when the translation of it breaks", async () => {
    const told: unknown[] = [];
    const broken = fetchHandler<typeof api.routes, string>(api, handlers, {
      ...accept,
      translate: () => {
        throw new TypeError("no such code");
      },
      onError: (error) => told.push(error),
    });
    expect((await broken(new Request("http://host/shop/broken"))).status).toBe(500);
    expect(told).toEqual([expect.objectContaining({ message: "password=hunter2 at 10.0.0.1" })]);
  });

  test("sends another media type as it is", async () => {
    expect(await get("feed")).toEqual({
      status: 200,
      headers: { "content-type": "text/event-stream" },
      body: "data: 1\n\n",
    });
  });

  test("hands out defaults that no handler can change for the next call", async () => {
    const bound = bindApi<typeof api.routes, string>(
      api,
      {
        ...handlers,
        search: ({ query }) => (query.tags as string[]).concat(String(query.tags.push("b"))),
      },
      accept,
    );
    const run = bound.find((one) => one.key === "search")!.run;
    const outgoing = await run({
      method: "GET",
      params: {},
      search: "",
      headers: {},
      body: () => Promise.resolve(new Uint8Array()),
    });
    expect(outgoing.status).toBe(500);
    expect(await get("search")).toMatchObject({ body: '["a"]' });
  });

  test("is checked against its contract when asked to be", async () => {
    const wrong = { ...handlers, open: () => ({ ok: "yes" }) as unknown as { ok: boolean } };
    const told: unknown[] = [];
    const strict = fetchHandler<typeof api.routes, string>(api, wrong, {
      ...accept,
      validateResponses: true,
      onError: (error) => told.push(error),
    });
    expect((await strict(new Request("http://host/shop/open"))).status).toBe(500);
    expect(told).toEqual([expect.objectContaining({ code: "RESPONSE_INVALID" })]);
  });
});

describe("binding", () => {
  test("refuses a route without handler", () => {
    const { open: _, ...rest } = handlers;
    expect(() => bindApi(api, rest as typeof handlers, accept as never)).toThrow(ContractError);
  });

  test("refuses routes with security but without authenticate, unless the scheme is optional", () => {
    expect(() => bindApi<typeof api.routes, string>(api, handlers)).toThrow(
      expect.objectContaining({ code: "AUTHENTICATE_MISSING" }) as Error,
    );
    const optional = {
      ...api,
      security: {
        key: { type: "apiKey", header: "X-Key", optional: true },
        token: { type: "bearer", optional: true },
      },
    } as const;
    expect(() => bindApi<typeof api.routes, string>(optional, handlers)).not.toThrow();
  });

  test("lists every fault of a table", () => {
    const faulty = defineApi({
      ...api,
      routes: {
        one: route("GET", "/a/:x", {
          params: z.object({ x: z.string() }),
          responses: { 404: z.null() },
        }),
        two: route("GET", "/a/:y", {
          params: z.object({ y: z.string() }),
          security: "nobody",
          responses: { 200: z.null() },
          errors: { lower: 400, FINE: 200 },
        }),
      },
    });
    expect(() => bindApi(faulty, { one: () => null, two: () => null } as never)).toThrow(
      /"one" declares a response.*"two" has the method and path of "one".*lower.*FINE.*nobody/,
    );
  });
});

describe("an exact header name", () => {
  test("counts only in its own spelling, where the transport keeps it", async () => {
    const exact = defineApi({
      ...api,
      wire: errorFormat,
      security: { key: { type: "apiKey", header: "X-API-Key", exactCase: true } },
      routes: {
        get: route("GET", "/", { security: "key", responses: { 200: z.string() } }),
      },
    });
    const [bound] = bindApi<typeof exact.routes, string>(exact, { get: () => "in" }, accept);
    const statusOf = async (name: string): Promise<number> => {
      const outgoing = await bound!.run({
        method: "GET",
        params: {},
        search: "",
        headers: { "x-api-key": "good" },
        rawHeaderNames: () => [name],
        body: () => Promise.resolve(new Uint8Array()),
      });
      return outgoing.status;
    };
    expect(await statusOf("X-API-Key")).toBe(200);
    expect(await statusOf("x-api-key")).toBe(401);
  });
});

test.each([
  ["tags=a,b&tags=c", ["a", "b", "c"]],
  ["tags=a&tags=a", ["a", "a"]],
  ["tags=&tags=b", ["b"]],
])("the lists of a repeated parameter add up: %s", async (search, tags) => {
  const response = await serve(new Request(`http://shop/shop/search?${search}`));
  expect(await response.json()).toEqual(tags);
});

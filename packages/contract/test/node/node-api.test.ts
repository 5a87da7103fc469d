import { describe, expect, test } from "vitest";

import {
  bindApi,
  fetchHandler,
  mediaTypeOf,
  openapi,
  Problem,
  reply,
  zodOf,
  type DocumentedApi,
  type Handlers,
  type Incoming,
  type Route,
} from "../../src/index.ts";
import {
  documentedNodeDashboardApi,
  documentedNodeExternalApi,
  documentedNodeInternalApi,
  MAX_DATA_BYTES,
  nodeDashboardApi,
  nodeExternalApi,
  nodeInternalApi,
  withAnyKeyCase,
} from "../../src/node/index.ts";

const APIS = [documentedNodeInternalApi, documentedNodeExternalApi, documentedNodeDashboardApi];
const address = "0x52908400098527886E0F7030069857D2E4169EE7";
const hash = "a".repeat(64);
const good = { "x-api-key": "good" };

describe.each(APIS)("$title", (api) => {
  const routes = Object.entries<Route>(api.routes);
  const docsOf = (key: string) => api.docs.routes[key as keyof typeof api.docs.routes];

  test.each(routes)("%s has examples that fit its schemas", (key, { definition }) => {
    const { body, response } = docsOf(key).example ?? {};
    if (definition.body !== undefined) {
      expect(zodOf(definition.body).safeParse(body).error).toBeUndefined();
    }
    const schema = Object.values(definition.responses)[0]!;
    const isFile = key === "exportCompliance";
    expect(mediaTypeOf(schema)).toBe(isFile ? "application/x-ndjson" : undefined);
    expect(zodOf(schema).safeParse(response).error).toBeUndefined();
  });

  test("has a document with every route", () => {
    const { paths } = openapi(api as DocumentedApi);
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    expect(operations).toHaveLength(routes.length);
  });
});

test("the document tells both media types of an export", () => {
  const { paths } = openapi(documentedNodeExternalApi);
  const operation = paths["/compliance_history/export"]?.["get"];
  expect(operation).toMatchObject({
    responses: {
      200: {
        content: {
          "application/x-ndjson": { schema: { type: "string" } },
          "text/csv": { schema: { type: "string" } },
        },
      },
    },
  });
});

test("the three tables implement every row of the seed", () => {
  const rows = APIS.flatMap(({ docs }) =>
    Object.values(docs.routes).flatMap(({ seed }) => seed ?? []),
  );
  const internal = [
    "GET /health",
    "GET /balance/{address}",
    "POST /transfer",
    "GET /tokens",
    "POST /tokens",
  ];
  const external = [
    "GET /health",
    "POST /share_data",
    "GET /data/{data_hash}",
    "GET /verify_data/{data_hash}",
    "GET /compliance_history",
    "GET /network/stats",
    "GET /network/peers",
  ];
  const proxied = [...internal, ...external.slice(1)].map((row) => row.replace(" /", " /api/"));
  expect(rows.toSorted()).toEqual(
    [
      ...internal.map((row) => `Internal API: ${row}`),
      ...external.map((row) => `External API: ${row}`),
      ...proxied.map((row) => `Dashboard API: ${row}`),
      "Dashboard API: GET (dashboard info)",
    ].toSorted(),
  );
});

test("every row that the seed leaves open says what was chosen", () => {
  const silent = APIS.flatMap(({ docs }) =>
    Object.entries(docs.routes)
      .filter(([, { seed }]) => seed !== undefined)
      .flatMap(([key, { unspecified }]) =>
        unspecified === undefined || unspecified.length === 0 ? [key] : [],
      ),
  );
  expect(silent).toEqual([]);
});

/** Answers with what the handler was given, so that a test sees what passed. */
function echo(api: typeof nodeInternalApi | typeof nodeExternalApi | typeof nodeDashboardApi) {
  const seen: unknown[] = [];
  const handlers = Object.fromEntries(
    Object.entries<Route>(api.routes).map(([key, { definition }]) => [
      key,
      (input: unknown) => {
        seen.push(input);
        const docs = APIS.find(({ id }) => id === api.id)!.docs.routes;
        const example = docs[key as keyof typeof docs] as { example?: { response?: unknown } };
        return reply(Number(Object.keys(definition.responses)[0]), example.example?.response);
      },
    ]),
  ) as unknown as Handlers<typeof api.routes, string | undefined>;
  const authenticate = (scheme: string, credential: string | undefined) => {
    if (credential === "good") return credential;
    if (credential === undefined && scheme !== "apiKey") return undefined;
    throw new Problem({ code: "UNAUTHORIZED", status: 401, message: "send a key" });
  };
  const serve = fetchHandler(api as typeof nodeInternalApi, handlers as never, {
    authenticate,
    validateResponses: true,
  });
  const call = (
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ) =>
    serve(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      }),
    );
  return { call, seen };
}

describe("an amount", () => {
  const transfer = (amount: string): string =>
    `{"from":"${address}","to":"${address}","token":"${address}","amount":${amount}}`;

  test.each([
    ["1", 1n],
    ['"1"', 1n],
    ["9007199254740993", 9007199254740993n],
    ['"9007199254740993"', 9007199254740993n],
    [String(2n ** 256n - 1n), 2n ** 256n - 1n],
    [`"${2n ** 256n - 1n}"`, 2n ** 256n - 1n],
  ])("%s arrives exactly", async (written, amount) => {
    const { call, seen } = echo(nodeInternalApi);
    expect((await call("POST", "/transfer", transfer(written))).status).toBe(200);
    expect(seen).toMatchObject([{ body: { amount } }]);
  });

  test.each([
    "0",
    "-1",
    "1.5",
    "1e30",
    '"0"',
    '"1.0"',
    '"0x10"',
    '" 1"',
    "true",
    "null",
    "[]",
    String(2n ** 256n),
    `"${2n ** 256n}"`,
    "9".repeat(200),
  ])("%s is 422 and names the field", async (written) => {
    const { call, seen } = echo(nodeInternalApi);
    const answer = await call("POST", "/transfer", transfer(written));
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { error: expect.stringContaining("amount") as string, field: "amount" },
    ]);
    expect(seen).toEqual([]);
  });
});

describe("data", () => {
  const { call } = echo(nodeExternalApi);
  const share = (data: string): Promise<Response> =>
    call("POST", "/share_data", JSON.stringify({ data, recipient: address }), good);

  test("of 1,048,576 bytes of UTF-8 passes, also where JSON spells a byte by six; one more is 422", async () => {
    for (const piece of ["x", "é", "\u0001"]) {
      const whole = piece.repeat(MAX_DATA_BYTES / new TextEncoder().encode(piece).length);
      expect((await share(whole)).status).toBe(201);
      const answer = await share(`${whole}x`);
      expect([answer.status, await answer.json()]).toMatchObject([422, { field: "data" }]);
    }
  });

  test("over the body's cap is 413, and with half a character 422", async () => {
    expect((await share("\u0001".repeat(1_100_000))).status).toBe(413);
    expect((await share("\ud800")).status).toBe(422);
  });
});

describe("the key", () => {
  test("is asked for before the body is read, and only where the seed asks for it", async () => {
    const { call, seen } = echo(nodeExternalApi);
    expect((await call("POST", "/share_data", "no json")).status).toBe(401);
    expect((await call("GET", `/data/${hash}`)).status).toBe(401);
    expect((await call("GET", `/data/${hash}`, undefined, { "x-api-key": "bad" })).status).toBe(
      401,
    );
    expect(seen).toEqual([]);
    for (const path of [
      `/verify_data/${hash}`,
      "/compliance_history",
      "/compliance_history/export",
      "/network/stats",
      "/network/peers",
    ]) {
      expect((await call("GET", path)).status).toBe(200);
    }
    expect((await call("GET", "/network/peers", undefined, { "x-api-key": "bad" })).status).toBe(
      401,
    );
  });

  const get = async (api: typeof nodeExternalApi, name: string): Promise<number> => {
    const routes = bindApi(
      api,
      Object.fromEntries(Object.keys(api.routes).map((key) => [key, () => ({})])) as never,
      {
        authenticate: (_, credential) => {
          if (credential === "good") return credential;
          throw new Problem({ code: "UNAUTHORIZED", status: 401, message: "send a key" });
        },
      },
    );
    const incoming: Incoming = {
      method: "GET",
      params: { data_hash: hash },
      search: "",
      headers: { "x-api-key": "good" },
      rawHeaderNames: () => [name],
      body: () => Promise.resolve(new Uint8Array()),
    };
    return (await routes.find(({ key }) => key === "getData")!.run(incoming)).status;
  };

  test("counts under exactly the name X-API-Key, or in any case where that was asked for", async () => {
    expect(await get(nodeExternalApi, "X-API-Key")).toBe(200);
    expect(await get(nodeExternalApi, "x-api-key")).toBe(401);
    expect(await get(withAnyKeyCase(nodeExternalApi), "x-api-key")).toBe(200);
  });

  test("is needed on the dashboard where the external API needs it; all else is the gate's to judge", () => {
    const securityOf = (key: keyof typeof nodeDashboardApi.routes) =>
      nodeDashboardApi.routes[key].definition.security;
    expect([securityOf("shareData"), securityOf("getData")]).toEqual(["apiKey", "apiKey"]);
    expect(securityOf("health")).toBeUndefined();
    const open = Object.keys(nodeDashboardApi.routes).filter(
      (key) => !["shareData", "getData", "health"].includes(key),
    ) as (keyof typeof nodeDashboardApi.routes)[];
    expect(new Set(open.map(securityOf))).toEqual(new Set(["dashboard"]));
  });
});

test.each([
  ["GET", "/balance/0x12", "address"],
  ["GET", `/balance/${address}?token=x`, "token"],
  ["GET", "/shares?limit=1001", "limit"],
])("%s %s is 422 and names the field %s", async (method, path, field) => {
  const { call } = echo(nodeInternalApi);
  const answer = await call(method, path);
  expect([answer.status, await answer.json()]).toMatchObject([422, { field }]);
});

test("a node that is out of order answers its health with 503", async () => {
  const serve = fetchHandler(
    { ...nodeExternalApi, security: {}, routes: { health: nodeExternalApi.routes.health } },
    {
      health: () => reply(503, { status: "unhealthy", p2p: { running: false, peers: 0 } } as const),
    },
  );
  const answer = await serve(new Request("http://localhost/health"));
  expect([answer.status, await answer.json()]).toMatchObject([503, { status: "unhealthy" }]);
});

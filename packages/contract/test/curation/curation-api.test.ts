import { describe, expect, test } from "vitest";

import {
  curationApi,
  documentedCurationApi,
  documentedCurationHealthApi,
  type CurationApi,
} from "../../src/curation/index.ts";
import {
  fetchHandler,
  mediaTypeOf,
  openapi,
  Problem,
  zodOf,
  type Handlers,
  type Route,
} from "../../src/index.ts";

const routes = Object.entries<Route>(curationApi.routes);
const docs = documentedCurationApi.docs.routes;
const exampleOf = (key: string) => docs[key as keyof typeof docs].example;

const handlers = Object.fromEntries(
  routes.map(([key, { definition }]) => [
    key,
    () =>
      mediaTypeOf(Object.values(definition.responses)[0]!) === undefined
        ? exampleOf(key)?.response
        : ": nothing\n\n",
  ]),
) as unknown as Handlers<CurationApi["routes"], string | undefined>;

const serve = fetchHandler(curationApi, handlers, {
  validateResponses: true,
  authenticate: (scheme, credential) => {
    if (credential === "good") return credential;
    if (credential === undefined && scheme === "maybeBearer") return undefined;
    throw new Problem({ code: "UNAUTHORIZED", status: 401, message: "Send a token." });
  },
});

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { authorization: "Bearer good" },
): Promise<Response> {
  const hasBody = body !== undefined;
  return await serve(
    new Request(`http://localhost/api/v1${path}`, {
      method,
      headers: { ...(hasBody ? { "content-type": "application/json" } : {}), ...headers },
      ...(hasBody ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {}),
    }),
  );
}

describe("the table", () => {
  test("implements every row of the seed's curation backend", () => {
    const seeded = Object.values(docs).flatMap(({ seed }) => seed ?? []);
    expect(seeded.toSorted()).toEqual(
      [
        "POST /auth/register",
        "POST /auth/login",
        "GET /auth/me",
        "GET /markets",
        "GET /markets/{id}",
        "POST /drafts",
        "GET /curator/queue",
        "POST /curator/{id}/approve",
      ]
        .map((row) => `B. Curation backend: ${row}`)
        .toSorted(),
    );
  });

  test.each(routes)("%s answers its example with its own status", async (key, { definition }) => {
    const { method, path, responses } = definition;
    const reply = await call(method, path.replace(/:\w+/, "x"), exampleOf(key)?.body);
    expect(reply.status, await reply.clone().text()).toBe(Number(Object.keys(responses)[0]));
    if (key === "curatorEvents") {
      expect(reply.headers.get("content-type")).toBe("text/event-stream");
    } else {
      expect(await reply.json()).toEqual(exampleOf(key)?.response);
    }
  });

  test.each(routes.filter(([, { definition }]) => definition.security === "bearer"))(
    "%s without a token is 401 with a challenge and a detail",
    async (_, { definition }) => {
      const reply = await call(definition.method, definition.path, undefined, {});
      expect(reply.status).toBe(401);
      expect(reply.headers.get("www-authenticate")).toBe("Bearer");
      expect(await reply.json()).toEqual({ detail: "Send a token." });
    },
  );

  test("only registering, logging in and out, links of mails, and finding markets need no token", () => {
    const open = routes.filter(([, { definition }]) => definition.security !== "bearer");
    expect(open.map(([key]) => key)).toEqual([
      "issueNonce",
      "register",
      "login",
      "refresh",
      "logout",
      "forgotPassword",
      "resetPassword",
      "verifyEmail",
      "loginWithFactor",
      "beginPasskeyLogin",
      "loginWithPasskey",
      "listOpenIdProviders",
      "openIdLogin",
      "requestRecovery",
      "proveRecovery",
      "completeRecovery",
      "listMarkets",
      "getMarket",
      "listMarketsOfWallet",
    ]);
  });
});

describe("faults of a request", () => {
  test("malformed JSON is 400 with a sentence", async () => {
    const reply = await call("POST", "/auth/register", "{");
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({ detail: expect.stringMatching(/^body: /) as unknown });
    expect(reply.headers.get("x-error-code")).toBe("JSON_MALFORMED");
  });

  test.each([
    ["POST", "/auth/register", { username: 1 }, ["body.wallet_address", "body.username"]],
    ["POST", "/drafts", { draft_data: { outcomes: [{}] } }, ["body.draft_data.outcomes.0.label"]],
    ["POST", "/drafts", { draft_data: {}, submit: "yes" }, ["body.submit"]],
    ["POST", "/drafts", [], ["body"]],
    ["POST", "/curator/x/reject", { reason: "too short" }, ["body.reason"]],
    ["POST", "/curator/bulk/claim", { draft_ids: [] }, ["body.draft_ids"]],
    ["GET", "/markets?sort_by=password_hash", undefined, ["query.sort_by"]],
    ["GET", "/markets?limit=101", undefined, ["query.limit"]],
    ["GET", "/curator/queue?min_quality=1.1", undefined, ["query.min_quality"]],
  ])("%s %s %j is 422 with a list that says where", async (method, path, body, places) => {
    const reply = await call(method, path, body);
    expect(reply.status).toBe(422);
    const { detail } = (await reply.json()) as {
      detail: { loc: (string | number)[]; msg: string; type: string }[];
    };
    expect(detail.map(({ loc }) => loc.join("."))).toEqual(places);
    for (const issue of detail) expect(Object.keys(issue)).toEqual(["loc", "msg", "type"]);
  });
});

describe("the document", () => {
  const document = openapi(documentedCurationApi);

  test("is JSON, and resolves every reference", () => {
    const text = JSON.stringify(document);
    expect(JSON.parse(text)).toEqual(document);
    const names = Object.keys(document.components["schemas"] as object);
    for (const [, name] of text.matchAll(/schemas\/(\w+)"/g)) expect(names).toContain(name);
  });

  test("says that markets need no token, and that a body may be malformed", () => {
    expect(document.paths["/api/v1/markets"]?.["get"]?.["security"]).toEqual([
      { maybeBearer: [] },
      {},
    ]);
    const register = document.paths["/api/v1/auth/register"]?.["post"]?.["responses"];
    expect(Object.keys(register as object)).toEqual(
      expect.arrayContaining(["201", "400", "409", "413", "415", "422", "429"]),
    );
  });

  test("health is outside of the prefix, and its example fits", () => {
    expect(Object.keys(openapi(documentedCurationHealthApi).paths)).toEqual(["/health"]);
    const { health } = documentedCurationHealthApi.routes;
    const { example } = documentedCurationHealthApi.docs.routes.health;
    expect(zodOf(health.definition.responses[200]!).safeParse(example?.response).success).toBe(
      true,
    );
  });
});

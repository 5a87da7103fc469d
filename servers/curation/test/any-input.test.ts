/** Whatever is sent to any route, the answer is a declared success or a declared refusal, never a fault. */
import { curationApi, documentedCurationApi } from "@bourse/contract/curation";
import fc from "fast-check";
import { expect, test } from "vitest";

import { draft, join, joinAsAdmin } from "./support/people.ts";
import { runTestServer } from "./support/running-server.ts";

interface Given {
  readonly key: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const ROUTES = Object.entries(curationApi.routes);
const DOCS: Readonly<Record<string, { readonly example?: { readonly body?: unknown } }>> =
  documentedCurationApi.docs.routes;

/** Refusals that stand before every route. */
const ANYWHERE = new Set(["NOT_FOUND", "METHOD_NOT_ALLOWED", "VALIDATION_ERROR", "JSON_MALFORMED"]);

/** Values that requests are often wrong by. */
const awkward = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    " ",
    0,
    -1,
    1e308,
    0.1,
    true,
    [],
    {},
    "\u0000",
    "\ud800",
    "NaN",
  ),
  fc.constantFrom<unknown>(
    "a".repeat(5001),
    "9".repeat(400),
    "2026-13-45T99:99:99Z",
    "constructor",
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

function bodyOf(example: unknown): fc.Arbitrary<string | undefined> {
  const fields = typeof example === "object" && example !== null ? Object.keys(example) : [];
  const changed = fc
    .dictionary(fc.constantFrom(...fields, "__proto__", "version", "draft_data"), awkward, {
      maxKeys: 3,
    })
    .map((change) => JSON.stringify({ ...(example as object), ...change }));
  return fc.oneof(
    { weight: 6, arbitrary: changed },
    { weight: 2, arbitrary: awkward.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

const word = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom("0", "-1", "1e9", "true", ""),
);
const names = fc.constantFrom(
  "limit",
  "cursor",
  "status",
  "state",
  "tags",
  "tag",
  "search",
  "sort",
  "sort_by",
  "order",
  "offset",
  "from",
  "to",
  "min_quality",
  "assigned_to_me",
  "creator",
  "__proto__",
  "x",
);

test("no input to any route is a 5xx; refusals are of the documented shape and declared", async () => {
  const server = await runTestServer({
    WRITES_PER_MINUTE: "1000000",
    // Without its own address the server has no passkeys, and without providers no sign-ins: it would answer 501.
    PUBLIC_URL: "http://localhost:3001",
    OIDC_PROVIDERS: JSON.stringify([
      { name: "acme", issuer: "http://127.0.0.1:9", clientId: "id", clientSecret: "a-secret" },
    ]),
  });
  const admin = await joinAsAdmin(server);
  const ada = await join(server, "ada");
  const id = await draft(server, ada, "tides");
  const approved = await server.post<{ market_id: string }>(`curator/${id}/approve`, admin.token);
  const ids = [id, await draft(server, ada, "rivers"), approved.data.market_id, ada.id, "nowhere"];
  const tokens = [admin.token, ada.token, "a.b.c", ""];

  const given = fc.constantFrom(...ROUTES).chain(([key, { definition }]): fc.Arbitrary<Given> => {
    const segment = fc.oneof(
      fc.constantFrom(...ids),
      fc
        .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
        .map((text) => encodeURIComponent(text.toWellFormed())),
    );
    const path = fc
      .tuple(segment, fc.array(fc.tuple(names, word), { maxLength: 3 }))
      .map(([one, query]) => {
        const search = new URLSearchParams(
          query.map(([name, value]): [string, string] => [name, value.toWellFormed()]),
        );
        return `${definition.path.slice(1).replaceAll(/:\w+/g, () => one)}?${search.toString()}`;
      });
    const headers = fc.record(
      {
        // Who logs out has nothing more to say.
        authorization: fc.constantFrom(
          ...(key === "logout"
            ? ["Bearer a.b.c", "Basic x"]
            : tokens.map((token) => `Bearer ${token}`)),
        ),
        "if-match": fc.constantFrom('"1"', '"2"', "*", "W/1", '"99999999999999999999"', ","),
        "last-event-id": fc.constantFrom("0", "5", "-1", "x", "999999999999999", ""),
        "content-type": fc.constantFrom(
          "application/json",
          "application/json; charset=utf-16",
          "text/plain",
        ),
      },
      { requiredKeys: ["authorization"] },
    );
    const body =
      definition.method === "GET" ? fc.constant(undefined) : bodyOf(DOCS[key]?.example?.body ?? {});
    return fc.record({ key: fc.constant(key), path, body, headers });
  });

  await fc.assert(
    fc.asyncProperty(given, async ({ key, path, body, headers }) => {
      const route = curationApi.routes[key as keyof typeof curationApi.routes].definition;
      const response = await fetch(new URL(path, `${server.url}/api/v1/`), {
        method: route.method,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      });
      if (response.headers.get("content-type") === "text/event-stream") {
        await response.body?.cancel();
        return;
      }
      const text = await response.text();
      const shown = `${route.method} ${path} ${body}: ${response.status} ${text}`;
      if (response.ok) {
        expect(Object.keys(route.responses), shown).toContain(String(response.status));
        return;
      }
      expect(response.status, shown).toBeLessThan(500);
      const code = response.headers.get("x-error-code") ?? "";
      const declared = route.errors as Readonly<Record<string, number>>;
      if (!ANYWHERE.has(code)) expect(declared[code], shown).toBe(response.status);
      const { detail, ...others } = JSON.parse(text) as { detail: unknown };
      expect(others, shown).toEqual({});
      if (response.status !== 422) {
        expect(detail, shown).toEqual(expect.stringMatching(/./));
        return;
      }
      expect(Array.isArray(detail) && detail.length > 0, shown).toBe(true);
      for (const issue of detail as Record<string, unknown>[]) {
        expect(Object.keys(issue).toSorted(), shown).toEqual(["loc", "msg", "type"]);
        expect(
          [Array.isArray(issue["loc"]), typeof issue["msg"], typeof issue["type"]],
          shown,
        ).toEqual([true, "string", "string"]);
      }
    }),
    { numRuns: 800 },
  );
}, 120_000);

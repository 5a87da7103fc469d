/** The server, the fetch handler and the mock find the same row for every request, and allow the same methods. */

import { serveFetch, type Api, type BoundRoute } from "@bourse/contract";
import { authApi } from "@bourse/contract/auth";
import { backtestApi } from "@bourse/contract/backtest";
import { curationApi } from "@bourse/contract/curation";
import { nodeExternalApi, nodeInternalApi } from "@bourse/contract/node";
import { createHttpServer } from "@bourse/http";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";

import { mockApi } from "../src/index.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const apis: readonly Api[] = [authApi, backtestApi, curationApi, nodeExternalApi, nodeInternalApi];

/** Rows that answer with their own name and parameters. */
function rowsOf(api: Api): readonly BoundRoute[] {
  return Object.entries(api.routes).map(([key, route]) => ({
    key,
    method: route.definition.method,
    path: api.basePath + route.definition.path,
    route,
    run: ({ params }) => ({
      status: 200,
      headers: { "x-row": key },
      body: JSON.stringify(params),
    }),
  }));
}

type Ask = (method: string, path: string) => Promise<Response>;

async function transports(api: Api): Promise<readonly [Ask, Ask, Ask]> {
  const routes = rowsOf(api);
  const server = createHttpServer({ api, routes });
  onTestFinished(() => server.close());
  const { url } = await server.listen();
  const handler = serveFetch(api.wire, routes);
  const mock = mockApi(api, routes, { baseUrl: "http://mock.example" });
  return [
    (method, path) => fetch(url + path, { method }),
    (method, path) => handler(new Request(`http://fetch.example${path}`, { method })),
    (method, path) => mock.fetch(`http://mock.example${path}`, { method }),
  ];
}

async function answerOf(ask: Ask, method: string, path: string): Promise<unknown> {
  const { status, headers, ...reply } = await ask(method, path).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }));
  return { status, allow: headers.get("allow"), row: headers.get("x-row"), ...reply };
}

/** Paths near those of the table: a segment becomes a literal of another row, an encoded or a random text. */
function pathsNear(routes: readonly BoundRoute[]): fc.Arbitrary<string> {
  const literals = [...new Set(routes.flatMap(({ path }) => path.split("/").slice(1)))].filter(
    (segment) => !segment.startsWith(":"),
  );
  const value = fc.oneof(
    fc.constantFrom(...literals),
    fc.constantFrom("7", "a%2Fb", "%C3%A9", "%zz", "%25"),
    fc.stringMatching(/^[\w-]{1,8}$/),
  );
  const segmentOf = (segment: string): fc.Arbitrary<string> =>
    segment.startsWith(":")
      ? value
      : fc.oneof({ weight: 9, arbitrary: fc.constant(segment) }, { weight: 1, arbitrary: value });
  const path = fc
    .constantFrom(...routes)
    .chain((route) => fc.tuple(...route.path.split("/").slice(1).map(segmentOf)))
    .map((segments) => `/${segments.join("/")}`);
  const change = fc.constantFrom<(path: string) => string>(
    (text) => `${text}/`,
    (text) => text.toUpperCase(),
    (text) => text.replace(/\/[^/]*$/, ""),
  );
  const unchanged = (text: string): string => text;
  return fc
    .tuple(path, fc.oneof({ weight: 9, arbitrary: fc.constant(unchanged) }, change))
    .map(([text, changed]) => changed(text) || "/");
}

describe.each(apis)("$id", (api) => {
  test("every method on every path of the table gets one answer", async () => {
    const [server, ...others] = await transports(api);
    for (const path of new Set(rowsOf(api).map((row) => row.path.replaceAll(/:\w+/g, "7")))) {
      for (const method of METHODS) {
        const expected = await answerOf(server, method, path);
        for (const ask of others) expect(await answerOf(ask, method, path)).toEqual(expected);
      }
    }
  });

  test("so does every path near the table", async () => {
    const [server, ...others] = await transports(api);
    const underBase = pathsNear(rowsOf(api)).filter((path) => path.startsWith(`${api.basePath}/`));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...METHODS), underBase, async (method, path) => {
        const expected = await answerOf(server, method, path);
        for (const ask of others) expect(await answerOf(ask, method, path)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});

test("GET and DELETE of /auth/api-keys/verify are about a key called verify, as POST is not", async () => {
  const path = rowsOf(authApi).find((row) => row.path.endsWith("/api-keys/verify"))?.path ?? "";
  for (const ask of await transports(authApi)) {
    expect(await answerOf(ask, "DELETE", path)).toMatchObject({
      status: 200,
      text: expect.stringContaining('"verify"') as string,
    });
    expect(await answerOf(ask, "POST", path)).toMatchObject({ text: "{}" });
    const put = await ask("PUT", path);
    expect([put.status, put.headers.get("allow")?.split(", ")]).toEqual([
      405,
      expect.arrayContaining(["POST", "DELETE", "OPTIONS"]),
    ]);
  }
});

import { createClient, type ClientClock } from "@bourse/client";
import { bindApi, callsOf, defineApi, detail, q, route } from "@bourse/contract";
import { describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod";

import { mockApi } from "../src/index.ts";

const api = defineApi({
  id: "notes",
  title: "Notes",
  version: "1",
  basePath: "/v1",
  wire: detail,
  security: { key: { type: "apiKey", header: "X-Key", optional: true } },
  routes: {
    list: route("GET", "/notes", {
      security: "key",
      query: z.object({ limit: q.integer({ min: 1, max: 5 }).default(3) }),
      responses: { 200: z.array(z.string()) },
      errors: { RATE_LIMITED: 429 },
    }),
    add: route("POST", "/notes", {
      body: z.object({ text: z.string().min(1) }),
      responses: { 200: z.object({ count: z.int() }) },
    }),
  },
});

const clientApi = { ...api, calls: callsOf(api.routes) };

function mocked() {
  const notes: string[] = ["one"];
  const waits: number[] = [];
  const mock = mockApi(
    api,
    bindApi(api, {
      list: ({ query }) => notes.slice(0, query.limit),
      add: ({ body }) => ({ count: notes.push(body.text) }),
    }),
    {
      baseUrl: "http://notes.mock/",
      sleep: (milliseconds) => {
        waits.push(milliseconds);
        return Promise.resolve();
      },
    },
  );
  const client = createClient(clientApi, {
    baseUrl: "http://notes.mock",
    fetch: mock.fetch,
    retry: false,
  });
  return { mock, client, waits };
}

describe("a mock", () => {
  test("has the state, the checks and the errors of the service", async () => {
    const { client } = mocked();
    expect(await client.add({ body: { text: "two" } })).toEqual({ count: 2 });
    expect(await client.list()).toEqual(["one", "two"]);
    expect(await client.list.safe({ query: { limit: 6 } })).toMatchObject({
      ok: false,
      error: { status: 400, code: "INVALID_PARAMETERS" },
    });
    expect(await client.add.safe({ body: { text: "" } })).toMatchObject({
      ok: false,
      error: { status: 422, issues: [{ type: "string_too_short" }] },
    });
  });

  test("answers 404 and 405 as the service does, and refuses other hosts", async () => {
    const { mock } = mocked();
    expect((await mock.fetch("http://notes.mock/v1/none")).status).toBe(404);
    expect((await mock.fetch("http://notes.mock/v1/notes", { method: "PUT" })).status).toBe(405);
    await expect(mock.fetch("http://elsewhere/v1/notes")).rejects.toThrow(TypeError);
  });

  test("records what was asked and what was answered", async () => {
    const { mock, client } = mocked();
    await client.list({ query: { limit: 2 } }, { headers: { "X-Trace": "t" } });
    await client.add.safe({ body: { text: "" } });
    expect(mock.calls()).toMatchObject([
      { key: "list", method: "GET", path: "/v1/notes", query: { limit: "2" }, status: 200 },
      { key: "add", body: '{"text":""}', status: 422 },
    ]);
    expect(mock.calls("list")[0]?.headers["x-trace"]).toBe("t");
  });
});

describe("a fault", () => {
  test("of a status has the operation's own code and Retry-After, as many times as it was told", async () => {
    const { mock, client } = mocked();
    mock.fault("list", { status: 429, times: 2, retryAfterSeconds: 7 });
    for (const _ of [1, 2]) {
      expect(await client.list.safe()).toMatchObject({
        ok: false,
        error: { code: "RATE_LIMITED", status: 429, retryAfterSeconds: 7 },
      });
    }
    expect(await client.list()).toEqual(["one"]);
  });

  test("of the network rejects, and the service has not seen the request", async () => {
    const { mock, client } = mocked();
    mock.fault("add", { network: true, times: 1 });
    const lost = await client.add.safe({ body: { text: "two" } });
    expect(lost).toMatchObject({ ok: false, error: { code: "NETWORK" } });
    expect(await client.list()).toEqual(["one"]);
    expect(mock.calls("add")[0]?.status).toBeUndefined();
  });

  test("that malforms cuts the answer after the work is done", async () => {
    const { mock, client } = mocked();
    mock.fault("add", { malformed: true, times: 1 });
    const garbled = await client.add.safe({ body: { text: "two" } });
    expect(garbled).toMatchObject({ ok: false, error: { code: "RESPONSE_INVALID" } });
    expect(await client.list()).toEqual(["one", "two"]);
  });

  test("of latency comes first and lets the request through", async () => {
    const { mock, client, waits } = mocked();
    mock.fault("list", { latencyMilliseconds: 250, times: 1 });
    mock.fault("list", { latencyMilliseconds: 50, status: 500, times: 1 });
    expect(await client.list()).toEqual(["one"]);
    expect(await client.list.safe()).toMatchObject({ ok: false, error: { status: 500 } });
    expect(waits).toEqual([250, 50]);
  });

  test("is retried by the client, and the retry arrives", async () => {
    const { mock } = mocked();
    mock.fault("list", { status: 503, times: 2 });
    const clock: ClientClock = {
      now: () => 0,
      // The waits between tries pass at once, the time limits never.
      sleep: (milliseconds) => (milliseconds < 10_000 ? Promise.resolve() : new Promise(() => {})),
    };
    const client = createClient(clientApi, {
      baseUrl: "http://notes.mock",
      fetch: mock.fetch,
      clock,
    });
    expect(await client.list()).toEqual(["one"]);
    expect(mock.calls("list").map((call) => call.status)).toEqual([503, 503, 200]);
  });
});

describe("an override", () => {
  test("answers one operation otherwise, with checked input, until reset", async () => {
    const { mock, client } = mocked();
    mock.override("list", ({ query }) => Array.from({ length: query.limit }, () => "x"));
    expect(await client.list()).toEqual(["x", "x", "x"]);
    expect(await client.list.safe({ query: { limit: 6 } })).toMatchObject({ ok: false });
    mock.reset();
    expect(await client.list()).toEqual(["one"]);
    expect(mock.calls()).toHaveLength(1);
  });
});

test("msw's setupServer shows the mock to the global fetch", async () => {
  const { setupServer } = await import("msw/node");
  const { mock } = mocked();
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledFrame: "error" });
  onTestFinished(() => server.close());
  const client = createClient(clientApi, { baseUrl: "http://notes.mock", retry: false });
  expect(await client.list()).toEqual(["one"]);
  mock.fault("list", { network: true, times: 1 });
  expect(await client.list.safe()).toMatchObject({ ok: false, error: { code: "NETWORK" } });
  expect(await client.list.safe({ query: { limit: 0 } })).toMatchObject({ error: { status: 400 } });
});

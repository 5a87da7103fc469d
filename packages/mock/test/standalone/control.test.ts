/** The control routes of a served mock, and what it does over HTTP and sockets. */

import { createConnection } from "node:net";

import { createAuthClient } from "@bourse/client/auth";
import { createBacktestClient } from "@bourse/client/backtest";
import { createEventsClient } from "@bourse/client/events";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";

import { freePorts } from "../../../../test/support/free-ports.ts";
import { readArguments } from "../../src/standalone/read-arguments.ts";
import { serveMock } from "../../src/standalone/serve-mock.ts";
import { control, served } from "./served.ts";

async function start(service: string, ...more: readonly string[]) {
  const mock = await served(service, ...more);
  onTestFinished(() => mock.close());
  const [base = ""] = Object.values(mock.urls);
  return { mock, base };
}

/** A refusal with this status, code and a message that matches. */
const refused = (status: number, code: string, message: RegExp) => ({
  status,
  body: { error: { code, message: expect.stringMatching(message) as string } },
});

describe("a served mock", () => {
  test("tells its service, scenarios, operations and facts", async () => {
    const auth = await start("auth");
    expect(await control(auth.base, "")).toEqual({
      status: 200,
      body: {
        service: "auth",
        scenarios: ["account", "keys", "records", "blocked", "disabled"],
        operations: { auth: expect.arrayContaining(["login", "me"]) as string[] },
      },
    });
    const node = await start("node", "--api-key", "nk_of_a_test");
    expect((await control(node.base, "")).body).toMatchObject({
      api_key: "nk_of_a_test",
      operations: {
        internal: expect.any(Array) as string[],
        external: expect.any(Array) as string[],
      },
    });
  });

  test("answers a call that comes before it is ready", async () => {
    const port = await freePorts(1);
    const given = readArguments(["backtest", "--port", String(port)]);
    if (typeof given === "string") throw new Error(given);
    const mock = serveMock(given);
    onTestFinished(async () => (await mock).close());
    const health = (): Promise<Response> => fetch(`http://127.0.0.1:${port}/api/health`);
    const first = async (): Promise<Response> => await health().catch(first);
    expect((await first()).status).toBe(200);
  });

  test("makes a fault as often as asked, records the calls, and forgets both at reset", async () => {
    const { base } = await start("auth");
    const client = createAuthClient({ baseUrl: base, retry: false });
    const fault = { operation: "login", status: 503, retry_after_seconds: 2, times: 1 };
    expect(await control(base, "/faults", fault)).toEqual({ status: 204, body: undefined });
    const login = { body: { email: "ada@example.com", password: "correct horse battery" } };
    await expect(client.login(login)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 });
    await expect(client.login(login)).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
    const { body } = await control(base, "/calls?operation=login");
    expect(body).toMatchObject([
      { operation: "login", method: "POST", status: 503 },
      { operation: "login", method: "POST", status: 401 },
    ]);
    expect(await control(base, "/calls?operation=logout")).toEqual({ status: 200, body: [] });
    await control(base, "/reset", {});
    expect(await control(base, "/calls")).toEqual({ status: 200, body: [] });
  });

  test("breaks the connection for a network fault, and cuts a malformed body short", async () => {
    const { base } = await start("auth");
    const me = `${base}/api/v1/auth/me`;
    await control(base, "/faults", { operation: "me", network: true, times: 1 });
    await expect(fetch(me)).rejects.toThrow("fetch failed");
    await control(base, "/faults", { operation: "me", malformed: true, times: 1 });
    await expect((await fetch(me)).json()).rejects.toThrow(SyntaxError);
    expect((await fetch(me)).status).toBe(401);
  });

  test("hands out the scenario's login, which works", async () => {
    const { mock, base } = await start("auth", "--scenario", "account");
    const client = createAuthClient({ baseUrl: base });
    const { email, password } = mock.handedOut as Readonly<Record<"email" | "password", string>>;
    await client.login({ body: { email, password } });
    expect(await client.me()).toMatchObject({ user: { email } });
    const { status, body } = await control(base, "/scenario", { name: "keys" });
    expect(status).toBe(200);
    const { keys } = body as { readonly keys: { readonly living: string } };
    const owner = createAuthClient({ baseUrl: base, apiKey: keys.living });
    expect((await owner.me()).method).toBe("api_key");
  });

  test("moves its clock, and a token expires by that", async () => {
    const { mock, base } = await start("auth", "--scenario", "account", "--now", "2030-01-01");
    const { token } = mock.handedOut as { readonly token: string };
    const me = () =>
      fetch(`${base}/api/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    expect((await me()).status).toBe(200);
    expect(await control(base, "/clock", { advance_milliseconds: 906_000 })).toEqual({
      status: 200,
      body: { now: "2030-01-01T00:15:06.000Z" },
    });
    expect((await me()).status).toBe(401);
  });

  test("refuses what no control route has, member by member", async () => {
    const { base } = await start("auth");
    const ask = (path: string, body?: object, headers?: Record<string, string>) =>
      control(base, path, body, headers);
    expect(await ask("/falts", {})).toEqual(refused(404, "NOT_FOUND", /Did you mean "\/faults"/));
    expect(await ask("/constructor", {})).toEqual(refused(404, "NOT_FOUND", /no \/__mock/));
    expect(await ask("/faults")).toEqual(refused(405, "METHOD_NOT_ALLOWED", /POST/));
    expect(await ask("", {})).toEqual(refused(405, "METHOD_NOT_ALLOWED", /GET/));
    expect(await ask("/faults", { operation: "logn", status: 500 })).toEqual(
      refused(400, "OPERATION_UNKNOWN", /login/),
    );
    expect(await ask("/faults", { operation: "login", stauts: 500 })).toEqual(
      refused(400, "VALIDATION_ERROR", /Did you mean "status"/),
    );
    expect(await ask("/faults", { operation: "login", status: "500" })).toEqual(
      refused(400, "OPTION_INVALID", /status/),
    );
    expect(await ask("/faults", { operation: "login" })).toEqual(
      refused(400, "OPTION_INVALID", /does nothing/),
    );
    expect(await ask("/faults", {})).toEqual(refused(400, "VALIDATION_ERROR", /"operation"/));
    expect(await ask("/faults", { api: "login", operation: "login", status: 500 })).toEqual(
      refused(400, "VALIDATION_ERROR", /must be one of auth/),
    );
    expect(await ask("/scenario", { name: "key" })).toEqual(
      refused(400, "SCENARIO_UNKNOWN", /keys/),
    );
    expect(await ask("/reset", { all: true })).toEqual(
      refused(400, "VALIDATION_ERROR", /"all" is no member.* Known: none/),
    );
    expect(await ask("/reset", [])).toEqual(refused(400, "JSON_MALFORMED", /object/));
    expect(await ask("/clock", { advance_milliseconds: -1 })).toEqual(
      refused(400, "VALIDATION_ERROR", /at least 0/),
    );
    expect(await ask("/settled", {})).toEqual(refused(404, "NOT_FOUND", /no jobs/));
    expect(await ask("/admin-code", { email: "a@b.co" })).toEqual(
      refused(404, "NOT_FOUND", /no admins/),
    );
    expect(await ask("/reset", {}, { "content-type": "text/plain" })).toEqual(
      refused(415, "UNSUPPORTED_MEDIA_TYPE", /application\/json/),
    );
    expect(await ask("/reset", { x: "x".repeat(70_000) })).toEqual(
      refused(413, "BODY_TOO_LARGE", /65536/),
    );
    expect(await ask("/calls?operation=x")).toEqual(refused(400, "OPERATION_UNKNOWN", /"x"/));
    const node = await start("node");
    expect(await control(node.base, "/clock", { advance_milliseconds: 1 })).toEqual(
      refused(404, "NOT_FOUND", /no clock/),
    );
    expect(await control(node.base, "/faults", { operation: "info", status: 500 })).toEqual(
      refused(400, "VALIDATION_ERROR", /"api" must be/),
    );
  });

  test("does not let a page of another name control it", async () => {
    const { base } = await start("auth");
    const status = await rawStatus(base, "GET /__mock HTTP/1.1\r\nhost: evil.example\r\n");
    expect(status).toBe("HTTP/1.1 421 Misdirected Request");
    expect(await rawStatus(base, "GET /__mock HTTP/1.1\r\nhost: localhost:1\r\n")).toMatch(/ 200 /);
  });

  test("lets a page of any origin call the API, with every method and header", async () => {
    const { base } = await start("auth");
    const origin = "https://shop.example";
    const asked = await fetch(`${base}/api/v1/auth/me`, { headers: { origin } });
    expect(asked.status).toBe(401);
    expect(asked.headers.get("access-control-allow-origin")).toBe("*");
    expect(asked.headers.get("access-control-expose-headers")).toBe("*");
    const names = "authorization,content-type,idempotency-key,traceparent";
    const preflight = await fetch(`${base}/api/v1/auth/login`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "PATCH",
        "access-control-request-headers": names,
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH");
    expect(preflight.headers.get("access-control-allow-headers")).toBe(names);
    // A question of another kind is for the API itself, and recorded like every call.
    const options = await fetch(`${base}/api/v1/auth/me`, { method: "OPTIONS" });
    expect(options.headers.get("allow")).toContain("GET");
    const { body } = await control(base, "/calls");
    expect(body).toMatchObject([{ method: "GET" }, { method: "OPTIONS" }]);
  });

  test("lets pages of this machine alone control it from another origin", async () => {
    const { base } = await start("auth");
    const allowedFor = async (origin: string): Promise<string | null> => {
      const headers = { origin, "access-control-request-method": "POST" };
      const preflight = await fetch(`${base}/__mock/reset`, { method: "OPTIONS", headers });
      const asked = await fetch(`${base}/__mock`, { headers: { origin } });
      const allowed = asked.headers.get("access-control-allow-origin");
      expect(preflight.headers.get("access-control-allow-origin")).toBe(allowed);
      return allowed;
    };
    for (const origin of [
      "http://localhost:5173",
      "http://127.0.0.1:6006",
      "https://[::1]",
      "http://app.localhost",
    ]) {
      expect(await allowedFor(origin)).toBe(origin);
    }
    for (const origin of [
      "https://evil.example",
      "https://localhost.evil.example",
      "https://127.evil.example",
      "null",
    ]) {
      expect(await allowedFor(origin)).toBeNull();
    }
  });

  test("answers 400 to a target that is no path, and to a method that no request has", async () => {
    const { base } = await start("auth");
    const host = "host: localhost\r\n";
    expect(await rawStatus(base, `OPTIONS * HTTP/1.1\r\n${host}`)).toMatch(/ 400 /);
    expect(await rawStatus(base, `TRACE / HTTP/1.1\r\n${host}`)).toMatch(/ 400 /);
    expect(await rawStatus(base, `GET //evil.example/health HTTP/1.1\r\n${host}`)).toMatch(/ 404 /);
  });

  test("tells of jobs over its sockets, and refuses the feed of a job that nobody made", async () => {
    const { base } = await start("backtest");
    const client = createBacktestClient({ baseUrl: base });
    await control(base, "/scenario", { name: "no-worker" });
    await control(base, "/scenario", { name: "fresh" });
    const events = createEventsClient<{ readonly type: string }>({
      url: `${base.replace("http", "ws")}/api/ws/events`,
      events: ["job.created", "job.completed"],
    });
    onTestFinished(() => events.close());
    const first = events.next();
    await expect.poll(() => events.state).toBe("open");
    await client.createBacktest({ body: { limit: 500 } });
    expect([(await first).value?.type, (await events.next()).value?.type]).toEqual([
      "job.created",
      "job.completed",
    ]);
    await control(base, "/settled", {});
    const [job] = await client.listJobs();
    expect(job?.status).toBe("completed");
    expect(await openingOf(base, "/api/ws/jobs/00000000-0000-4000-8000-000000000000")).toBe(404);
    expect(await openingOf(base, "/api/ws/elsewhere")).toBe(404);
    expect(await openingOf(base, `/api/ws/jobs/${job?.uuid}`)).toBe("open");
  });

  test("wants the key that it was given, on its sockets too", async () => {
    const { base } = await start("backtest", "--api-key", "a-key", "--api-key", "another");
    expect((await fetch(`${base}/api/jobs`)).status).toBe(401);
    const headers = { "x-api-key": "another" };
    expect((await fetch(`${base}/api/jobs`, { headers })).status).toBe(200);
    expect(await openingOf(base, "/api/ws/events")).toBe(404);
    expect(await openingOf(base, "/api/ws/events", headers)).toBe("open");
  });

  test("streams the progress of a job as server-sent events", async () => {
    const { base, mock } = await start("backtest", "--scenario", "history");
    const { completed } = mock.handedOut as { readonly completed: string };
    const stream = await fetch(`${base}/api/jobs/${completed}/progress`);
    expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(await stream.text()).toContain('"completed"');
  });
});

/** First line of the answer to a raw request. */
function rawStatus(base: string, head: string): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(port), hostname, () => {
      socket.write(`${head}connection: close\r\n\r\n`);
    });
    let text = "";
    socket.on("data", (data) => (text += data.toString("latin1")));
    socket.on("close", () => resolve(text.split("\r\n", 1)[0] ?? ""));
    socket.on("error", reject);
  });
}

/** "open", or the status with which the handshake was refused. */
function openingOf(
  base: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<"open" | number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(base.replace("http", "ws") + path, { headers });
    socket.on("open", () => {
      socket.terminate();
      resolve("open");
    });
    socket.on("unexpected-response", (_, { statusCode = 0 }) => resolve(statusCode));
    socket.on("error", () => {});
  });
}

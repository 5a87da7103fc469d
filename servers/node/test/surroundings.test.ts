/** Facts around the routes: who may come in, how much, and what never goes out. */

import { createManualClock, systemClock, type Clock } from "@bourse/kernel";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { feedCheck } from "../../../test/support/feed-check.ts";
import { startNodeServer } from "../src/start.ts";
import { call } from "./support/calls.ts";
import { collectLog, type CollectedLog } from "./support/collected-log.ts";
import { listenTo } from "./support/event-listener.ts";
import { rawRequest, rawUpgrade } from "./support/raw-request.ts";
import { KEY, startTestNode, type TestNode } from "./support/running-node.ts";

const STRANGER = `0x${"5a".repeat(20)}`;
const CANARY = "canary-of-the-data-71c2";

let node: TestNode;
let log: CollectedLog;

/** Runs a hundred times as fast, so that the tests of this file do not use up the rate limit. */
const FAST_CLOCK: Clock = {
  ...systemClock,
  now: () => systemClock.now() * 100,
  monotonic: () => systemClock.monotonic() * 100,
};

beforeAll(async () => {
  log = collectLog();
  const parts = { limitClock: FAST_CLOCK };
  node = await startTestNode({ atEnd: afterAll, logger: log.logger, parts });
}, 60_000);

describe("a key", () => {
  const share = (headers: Readonly<Record<string, string>>) =>
    call("POST", `${node.running.urls.external}/share_data`, {
      headers,
      body: { data: "x", recipient: STRANGER },
    });

  test("that is missing, wrong, or named in another case is 401", async () => {
    for (const headers of [{}, { "X-API-Key": "wrong-key-0123456789" }, { "x-api-key": KEY }]) {
      const { status, data } = await share(headers);
      expect([status, Object.keys(data)]).toEqual([401, ["error"]]);
    }
    const read = await call("GET", `${node.running.urls.external}/data/${"0".repeat(64)}`);
    expect(read.status).toBe(401);
  });

  test("under another spelling of its header is refused in words, on open routes too", async () => {
    const { external, internal, dashboard } = node.running.urls;
    const headers = { "x-api-key": KEY };
    for (const url of [
      `${external}/network/peers`,
      `${external}/data/${"0".repeat(64)}`,
      `${internal}/tokens`,
      `${dashboard}/api/network/peers`,
    ]) {
      const { status, data } = await call("GET", url, { headers });
      expect([url, status]).toEqual([url, 401]);
      expect(data["error"]).toMatch(/X-API-Key.*API_KEY_HEADER=insensitive/s);
    }
    const told = await share(headers);
    expect(told.data["error"]).toMatch(/X-API-Key.*API_KEY_HEADER=insensitive/s);
  });

  test("passes in any spelling where API_KEY_HEADER is insensitive", async () => {
    const folding = await startTestNode({
      atEnd: onTestFinished,
      variables: { API_KEY_HEADER: "insensitive" },
    });
    const { external } = folding.running.urls;
    for (const name of ["x-api-key", "X-API-KEY", "X-API-Key"]) {
      const headers = { [name]: KEY };
      const data = await call("GET", `${external}/data/${"0".repeat(64)}`, { headers });
      expect([name, data.status]).toEqual([name, 404]);
      expect((await call("GET", `${external}/network/peers`, { headers })).status).toBe(200);
      const wrong = { [name]: `${KEY}x` };
      expect((await call("GET", `${external}/network/peers`, { headers: wrong })).status).toBe(401);
    }
  }, 60_000);

  test("is asked for before the body is looked at", async () => {
    const { status } = await call("POST", `${node.running.urls.external}/share_data`, {
      body: "no JSON at all",
    });
    expect(status).toBe(401);
  });

  test("without the scope is 403, revoked is 401, and its list shows neither key nor digest", async () => {
    const made = await node.internal("POST", "/api-keys", {
      body: { name: "reader", scopes: ["read"] },
    });
    expect(made.status).toBe(201);
    const headers = { "X-API-Key": String(made.data["key"]) };
    expect((await share(headers)).status).toBe(403);
    const hash = "0".repeat(64);
    expect((await node.external("GET", `/data/${hash}`, { headers })).status).toBe(404);
    const list = await node.internal("GET", "/api-keys");
    expect(list.text).not.toContain(String(made.data["key"]));
    const revoked = await node.internal("DELETE", `/api-keys/${String(made.data["id"])}`);
    expect(revoked.status).toBe(200);
    expect((await share(headers)).status).toBe(401);
  });

  test("shows where peers are reached; without one that stays untold", async () => {
    const open = await call("GET", `${node.running.urls.external}/network/peers`);
    expect([open.status, open.data["count"]]).toEqual([200, 0]);
    const wrong = { headers: { "X-API-Key": "wrong-key-0123456789" } };
    expect((await node.external("GET", "/network/peers", wrong)).status).toBe(401);
  });
});

describe("input that does not fit", () => {
  test.each([
    ["GET", "/balance/0x123", "address"],
    ["GET", `/balance/${STRANGER}?token=0x1`, "token"],
  ])("%s %s is 422 and names %s", async (method, path, field) => {
    const { status, data } = await node.internal(method, path);
    expect([status, data["field"]]).toEqual([422, field]);
  });

  test.each([
    ["/data/abc", "data_hash"],
    ["/verify_data/zz", "data_hash"],
    [`/verify_data/${"0".repeat(63)}`, "data_hash"],
    ["/compliance_history?filters=a/b", "filters"],
    ["/compliance_history?limit=0", "limit"],
    ["/compliance_history?cursor=nonsense", "cursor"],
    ["/network/peers?healthy=maybe", "healthy"],
  ])("GET %s is 422 and names %s", async (path, field) => {
    const { status, data } = await node.external("GET", path);
    expect([status, data["field"]]).toEqual([422, field]);
  });

  test("payment fields come together or are refused by name", async () => {
    const share = { data: "x", recipient: STRANGER };
    const alone = await node.external("POST", "/share_data", {
      body: { ...share, payment_amount: 1 },
    });
    expect([alone.status, alone.data["field"]]).toEqual([422, "payment_token"]);
    const token = await node.external("POST", "/share_data", {
      body: { ...share, payment_token: STRANGER },
    });
    expect([token.status, token.data["field"]]).toEqual([422, "payment_amount"]);
  });

  test("a body past the cap is 413, whatever it says", async () => {
    const body = JSON.stringify({ data: "x".repeat(6 * 1_048_576 + 100_000), recipient: STRANGER });
    const { status } = await node.external("POST", "/share_data", { body }).catch(() => ({
      // The server may close before all of it is sent.
      status: 413,
    }));
    expect(status).toBe(413);
  });

  test("an address of a token that is none is 422, and the list stays as it was", async () => {
    const before = await node.internal("GET", "/tokens");
    const abi = [{ type: "function", name: "transfer", inputs: [] }];
    const { status, data } = await node.internal("POST", "/tokens", {
      body: { address: STRANGER, abi },
    });
    expect(status).toBe(422);
    expect(["address", "abi"]).toContain(data["field"]);
    expect((await node.internal("GET", "/tokens")).data).toEqual(before.data);
  });

  test("unknown paths are 404 in JSON on every API", async () => {
    for (const url of Object.values(node.running.urls)) {
      const { status, data } = await call("GET", `${url}/nowhere`);
      expect([status, typeof data["error"]]).toEqual([404, "string"]);
    }
  });

  test("a path never leaves its place", async () => {
    for (const path of ["/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/assets/%2e%2e/x"]) {
      const text = await rawGet(node.running.urls.dashboard, path);
      expect(text).toMatch(/^HTTP\/1\.1 40[04] /);
    }
  });
});

describe("a web page of another site", () => {
  test("that names its own host gets nothing of internal API and dashboard", async () => {
    const headers = { host: "evil.example" };
    expect((await node.internal("GET", "/health", { headers })).status).toBeGreaterThanOrEqual(400);
    const { status } = await node.dashboard("GET", "/api/tokens", { headers });
    expect([400, 403, 421]).toContain(status);
  });

  test.each([
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("cannot change anything by %o, on the dashboard nor on the internal API", async (headers) => {
    const body = { name: "stolen", scopes: ["admin"] };
    const dashboard = await node.dashboard("POST", "/api/api-keys", { headers, body });
    const internal = await node.internal("POST", "/api-keys", { headers, body });
    expect([dashboard.status, internal.status]).toEqual([403, 403]);
    const { status } = await node.internal("GET", "/tokens", { headers });
    expect(status).toBe(401);
  });

  test("cannot open the event stream", async () => {
    const foreign = await rawUpgrade(node.running.urls.dashboard, "Origin: https://evil.example");
    expect(foreign).toMatch(/^HTTP\/1\.1 403 /);
    for (const origin of ["http://127.0.0.1:5173", "http://localhost:5173", "http://localhost"]) {
      const otherPort = await rawUpgrade(node.running.urls.dashboard, `Origin: ${origin}`);
      expect(otherPort, origin).toMatch(/^HTTP\/1\.1 403 /);
    }
    const own = await rawUpgrade(
      node.running.urls.dashboard,
      `Origin: ${node.running.urls.dashboard}`,
    );
    expect(own).toMatch(/^HTTP\/1\.1 101 /);
  });
});

describe("the event stream", () => {
  test("begins with connected, then history, and answers as seed 002 says", async () => {
    const listener = await listenTo(node.running.urls.dashboard);
    onTestFinished(() => listener.close());
    await expect.poll(() => listener.heard.length).toBeGreaterThan(1);
    const [first, ...rest] = listener.heard;
    expect(first).toEqual({
      type: "connected",
      data: {
        message: expect.any(String) as unknown,
        history_available: expect.any(Number) as unknown,
      },
    });
    for (const event of rest) {
      expect(Object.keys(event)).toEqual(["type", "data", "timestamp"]);
    }
    expect(rest.map(({ type }) => type)).toContain("system.node_started");
    listener.send({ type: "ping" });
    listener.send({ type: "get_history", count: 3 });
    await expect.poll(() => listener.heard.map(({ type }) => type)).toContain("history");
    expect(listener.heard).toContainEqual({ type: "pong" });
    const history = listener.heard.find(({ type }) => type === "history");
    expect(history?.data["count"]).toBe(3);
    listener.send({ type: "subscribe", data: { events: ["token.*"] } });
    listener.send({ type: "subscribe", data: { events: 7 } });
    await expect.poll(() => listener.heard.map(({ type }) => type)).toContain("error");
    const check = await feedCheck(node.running.urls.dashboard, "/ws");
    for (const message of listener.heard) check(message);
    for (const message of [
      { type: "ping" },
      { type: "get_history", count: 3 },
      { type: "subscribe", data: { events: ["token.*"] } },
    ]) {
      check(message);
    }
    expect(() => check({ type: "get_history", count: 0 })).toThrow(/count/);
  });
});

describe("the dashboard", () => {
  test("offers every internal and external route under /api without a loop through HTTP", async () => {
    const paths = [
      "health",
      `balance/${node.address}`,
      "tokens",
      "shares",
      "network/self",
      "api-keys",
    ];
    paths.push(
      `verify_data/${"0".repeat(64)}`,
      "compliance_history",
      "compliance_history/export",
      "network/stats",
      "network/peers",
    );
    for (const path of paths)
      expect((await node.dashboard("GET", `/api/${path}`)).status).toBe(200);
    const data = `/api/data/${"0".repeat(64)}`;
    expect((await node.dashboard("GET", data)).status).toBe(401);
    const headers = { "X-API-Key": KEY };
    expect((await node.dashboard("GET", data, { headers })).status).toBe(404);
  });

  test("says what only the server knows", async () => {
    const { data } = await node.dashboard("GET", "/api/dashboard/info");
    const port = (url: string): number => Number(new URL(url).port);
    const { internal, external, dashboard } = node.running.urls;
    expect(data).toMatchObject({
      node_id: node.running.node.self().nodeId,
      api_version: "1",
      ports: {
        internal_api: port(internal),
        external_api: port(external),
        dashboard: port(dashboard),
      },
    });
  });

  test("and both other APIs describe themselves", async () => {
    for (const url of Object.values(node.running.urls)) {
      const { status, data } = await call("GET", `${url}/openapi.json`);
      expect([status, data["openapi"]]).toEqual([200, expect.stringMatching(/^3\.2/) as unknown]);
    }
  });

  test("answers at / without a credential", async () => {
    expect((await node.dashboard("GET", "/")).status).toBe(200);
  });
});

test("no secret and no shared data is in any log line or event", async () => {
  const body = { data: CANARY, recipient: STRANGER };
  expect((await node.external("POST", "/share_data", { body })).status).toBe(201);
  const events = JSON.stringify(node.running.events.last(100));
  const { node: _, ...rest } = node.running;
  const shown = `${log.text()}${events}${rest.adminHint ?? ""}`;
  expect(shown).toContain("data.shared");
  for (const secret of [CANARY, KEY, "a password of tests"]) expect(shown).not.toContain(secret);
});

test("a caller that never ends its head is cut, and keeps nobody else from being served", async () => {
  const url = new URL(node.running.urls.external);
  const slow = rawRequest(url, [`GET /health HTTP/1.1`, `Host: ${url.host}`], "");
  expect((await node.external("GET", "/health")).status).toBe(200);
  // Cut by the server; the socket would stay open for ever otherwise, and this test with it.
  expect(await slow).toMatch(/^(HTTP\/1\.1 408 |$)/);
}, 60_000);

test("a second node on the same data is refused with a sentence", async () => {
  await expect(startNodeServer(node.config)).rejects.toMatchObject({
    code: "STORE_LOCKED",
    message: expect.stringContaining("Another process") as unknown,
  });
  expect((await node.internal("GET", "/health")).status).toBe(200);
});

describe("limits", () => {
  test("are 100 and 20 at once, honest about the wait, and never on health", async () => {
    const clock = createManualClock();
    const limited = await startTestNode({ atEnd: onTestFinished, parts: { limitClock: clock } });
    const statusesOf = async (count: number, ask: () => Promise<{ status: number }>) => {
      const statuses: number[] = [];
      for (let place = 0; place < count; place++) statuses.push((await ask()).status);
      return statuses;
    };
    const external = () => limited.external("GET", "/network/stats");
    const internal = () => limited.internal("GET", "/tokens");
    expect(new Set(await statusesOf(20, external))).toEqual(new Set([200]));
    expect(new Set(await statusesOf(100, internal))).toEqual(new Set([200]));
    const refused = await external();
    expect(refused.status).toBe(429);
    expect(refused.data).toEqual({
      error: expect.any(String) as unknown,
      retry_after: expect.any(Number) as unknown,
    });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThanOrEqual(
      Number(refused.data["retry_after"]),
    );
    expect((await internal()).status).toBe(429);
    const health = () => limited.external("GET", "/health");
    expect(new Set(await statusesOf(30, health))).toEqual(new Set([200]));
    await clock.advance(Number(refused.data["retry_after"]) * 1000);
    expect(await statusesOf(2, external)).toEqual([200, 429]);
    await clock.advance(1000);
    expect(await statusesOf(11, external)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  }, 60_000);
});

function rawGet(base: string, path: string): Promise<string> {
  const url = new URL(base);
  return rawRequest(url, [`GET ${path} HTTP/1.1`, `Host: ${url.host}`, "Connection: close"]);
}

/** A node whose operator has put its loopback APIs behind a TLS proxy on the same machine. */

import { request } from "node:http";

import type { Route } from "@bourse/contract";
import { nodeDashboardApi, nodeInternalApi } from "@bourse/contract/node";
import { complianceAddress } from "@bourse/node-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { startTlsProxy, type ProxyStyle, type TlsProxy } from "../../../test/support/tls-proxy.ts";
import { call } from "./support/calls.ts";
import { KEY, startTestNode, type TestNode } from "./support/running-node.ts";

let node: TestNode;

beforeAll(async () => {
  node = await startTestNode({ atEnd: afterAll });
}, 60_000);

const proxied = async (url: string, style: ProxyStyle): Promise<TlsProxy> => {
  const proxy = await startTlsProxy(url, style);
  onTestFinished(() => proxy.close());
  return proxy;
};

/** Every route but health, with a path that fits its template. */
const routesOf = (api: typeof nodeInternalApi | typeof nodeDashboardApi) =>
  Object.values<Route>(api.routes)
    .map(({ definition }) => definition)
    .filter(({ path }) => path !== "/health")
    .map(({ method, path }) => ({
      method,
      path: `${api.basePath}${path.replace(":address", `0x${"5a".repeat(20)}`).replace(/:\w+/g, "0".repeat(64))}`,
    }));

const payment = (from: string) => ({
  from,
  to: `0x${"5a".repeat(20)}`,
  amount: "1",
  token: `0x${"0".repeat(40)}`,
});

describe.each(["bare", "guide", "forwarded", "via"] as const)(
  "through a proxy in the style %s",
  (style) => {
    test.each([
      ["internal", nodeInternalApi],
      ["dashboard", nodeDashboardApi],
    ] as const)("no route of the %s API but health is open without a proof", async (name, api) => {
      const proxy = await proxied(node.running.urls[name], style);
      const routes = routesOf(api);
      expect(routes.length).toBeGreaterThan(8);
      for (const { method, path } of routes) {
        const { status } = await proxy.ask(method, path, { body: payment(node.address) });
        expect({ method, path, status }).toEqual({ method, path, status: 401 });
      }
      const health = await proxy.ask("GET", `${api.basePath}/health`);
      expect(health.status).toBe(200);
    });

    test("a key opens what its scopes allow", async () => {
      const internal = await proxied(node.running.urls.internal, style);
      const headers = { "X-API-Key": KEY };
      expect((await internal.ask("GET", "/tokens", { headers })).status).toBe(200);
      const wrong = { "X-API-Key": `${KEY}x` };
      expect((await internal.ask("GET", "/tokens", { headers: wrong })).status).toBe(401);
    });
  },
);

test("a listener that came through a proxy is told nothing without a proof, and no payment was made", async () => {
  const { dashboard } = node.running.urls;
  for (const header of ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"]) {
    expect(await upgradeStatus(dashboard, { [header]: "203.0.113.9" }), header).toBe(401);
  }
  expect(await upgradeStatus(dashboard, { Via: "1.1 proxy", "X-API-Key": KEY })).toBe(101);
  expect(await upgradeStatus(dashboard, {})).toBe(101);
  const { data } = await node.internal("GET", `/balance/0x${"5a".repeat(20)}`);
  expect(data["balance"]).toBe("0");
});

test("a program on this machine calls without a key while nothing stands between", async () => {
  expect((await node.internal("GET", "/tokens")).status).toBe(200);
  expect((await node.dashboard("GET", "/api/tokens")).status).toBe(200);
  // A key that is not enough takes nothing away, but a wrong one is told.
  const known = { "X-API-Key": KEY };
  expect((await node.internal("GET", "/api-keys", { headers: known })).status).toBe(200);
  const wrong = { "X-API-Key": `${KEY}x` };
  expect((await node.internal("GET", "/api-keys", { headers: wrong })).status).toBe(401);
});

test("while TRUST_PROXY is set no caller counts as local, whatever its headers", async () => {
  const trusting = await startTestNode({
    atEnd: onTestFinished,
    variables: { TRUST_PROXY: "loopback" },
  });
  const body = payment(trusting.address);
  expect((await trusting.internal("POST", "/transfer", { body })).status).toBe(401);
  expect((await trusting.dashboard("POST", "/api/transfer", { body })).status).toBe(401);
  expect(trusting.running.adminHint).toContain("/session?token=");
}, 60_000);

test("in production no caller counts as local: nginx from 1.29.7 on adds nothing to what it passes on", async () => {
  const production = await startTestNode({
    atEnd: onTestFinished,
    variables: { NODE_ENV: "production" },
  });
  const { internal, dashboard } = production.running.urls;
  const body = payment(production.address);
  const [first, second] = await Promise.all([
    proxied(internal, "kept"),
    proxied(dashboard, "kept"),
  ]);
  expect((await first.ask("POST", "/transfer", { body })).status).toBe(401);
  expect((await first.ask("GET", "/transactions")).status).toBe(401);
  expect((await second.ask("POST", "/api/transfer", { body })).status).toBe(401);
  const headers = { "X-API-Key": KEY };
  expect((await first.ask("POST", "/transfer", { headers, body })).status).toBe(200);
  expect(production.running.adminHint).toContain("/session?token=");
}, 60_000);

describe("on a chain that is not the development chain", () => {
  let real: TestNode;

  beforeAll(async () => {
    real = await startTestNode({
      atEnd: afterAll,
      // Nobody answers there: what matters is decided before the chain is asked.
      variables: {
        BLOCKCHAIN_URL: "http://127.0.0.1:9",
        BLOCKCHAIN_ID: "1",
        COMPLIANCE_CONTRACT: complianceAddress(),
      },
    });
  }, 60_000);

  test("whatever pays, or makes a key that pays, needs a proof from a direct local caller too", async () => {
    const body = payment(real.address);
    expect((await real.internal("POST", "/transfer", { body })).status).toBe(401);
    expect((await real.dashboard("POST", "/api/transfer", { body })).status).toBe(401);
    const key = { name: "mine", scopes: ["admin"] };
    expect((await real.internal("POST", "/api-keys", { body: key })).status).toBe(401);
    expect((await real.dashboard("POST", "/api/api-keys", { body: key })).status).toBe(401);
    // Keys of API_KEYS pay, and make no other keys.
    const headers = { "X-API-Key": KEY };
    expect((await real.internal("POST", "/api-keys", { headers, body: key })).status).toBe(403);
    expect([500, 503]).toContain(
      (await real.internal("POST", "/transfer", { headers, body })).status,
    );
  });

  test("reading needs none, and the link of a browser's session is printed", async () => {
    expect((await real.internal("GET", "/tokens")).status).toBe(200);
    const link = /token=(\w+)/.exec(real.running.adminHint ?? "")?.[1] ?? "";
    const entered = await call("GET", `${real.running.urls.dashboard}/session?token=${link}`);
    expect(entered.status).toBe(303);
    const [cookie = ""] = (entered.headers["set-cookie"] as readonly string[] | undefined) ?? [];
    const headers = { cookie: cookie.split(";")[0] ?? "" };
    const body = { name: "page", scopes: ["share"] };
    expect((await real.dashboard("POST", "/api/api-keys", { headers, body })).status).toBe(201);
  });
});

const UPGRADE = {
  Connection: "Upgrade",
  Upgrade: "websocket",
  "Sec-WebSocket-Version": "13",
  "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
};

/** The status of the answer to a handshake. */
function upgradeStatus(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/ws`, { agent: false, headers: { ...UPGRADE, ...headers } });
    asked.once("error", reject);
    asked.once("response", (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.once("upgrade", (_, socket) => {
      socket.destroy();
      resolve(101);
    });
    asked.end();
  });
}

/** A server without keys that its operator has put behind a TLS proxy on the same machine. */

import { backtestApi } from "@bourse/contract/backtest";
import { describe, expect, onTestFinished, test } from "vitest";

import { startTlsProxy, type ProxyStyle, type TlsProxy } from "../../../test/support/tls-proxy.ts";
import { runTestServer, sharedTestServer } from "./support/running-server.ts";

const proxied = async (url: string, style: ProxyStyle): Promise<TlsProxy> => {
  const proxy = await startTlsProxy(url, style);
  onTestFinished(() => proxy.close());
  return proxy;
};

/** Every route that trades, changes something or starts work, with a path that fits its template. */
const changing = Object.values(backtestApi.routes)
  .map(({ definition }) => definition)
  .filter(({ method, path }) => method !== "GET" || path.startsWith("/execution/"))
  .map(({ method, path }) => ({
    method,
    path: `/api${path.replace(/:\w+/g, "00000000-0000-4000-8000-000000000000")}`,
  }));

const order = { symbol: "BTCUSDT", side: "buy", quantity: 0.01 };

describe.each(["bare", "guide", "forwarded", "via"] as const)(
  "through a proxy in the style %s",
  (style) => {
    const server = sharedTestServer();

    test("no route that trades, changes something or starts work is open without a key", async () => {
      const proxy = await proxied(server().url, style);
      expect(changing.length).toBeGreaterThan(12);
      for (const { method, path } of changing) {
        const { status } = await proxy.ask(method, path, { body: order });
        expect({ method, path, status }).toEqual({ method, path, status: 403 });
      }
      const { body } = await server().get("/api/execution/orders");
      expect(body).toMatchObject({ count: 0 });
      expect((await server().get("/api/jobs")).body).toEqual([]);
    });

    test("what is public stays so", async () => {
      const proxy = await proxied(server().url, style);
      for (const path of ["/api/health", "/api/jobs", "/api/strategies", "/readyz"]) {
        expect((await proxy.ask("GET", path)).status, path).toBe(200);
      }
    });
  },
);

test("a program on this machine places orders without a key while nothing stands between", async () => {
  const server = await runTestServer();
  expect((await server.post("/api/execution/orders", order)).status).toBe(200);
});

test("while TRUST_PROXY is set no caller counts as local, whatever its headers", async () => {
  const server = await runTestServer({ TRUST_PROXY: "1" });
  expect((await server.post("/api/execution/orders", order)).status).toBe(403);
  expect((await server.delete("/api/data/cache")).status).toBe(403);
});

test("in production no caller counts as local: nginx from 1.29.7 on adds nothing to what it passes on", async () => {
  const server = await runTestServer({ NODE_ENV: "production" });
  const proxy = await proxied(server.url, "kept");
  for (const { method, path } of changing) {
    const { status } = await proxy.ask(method, path, { body: order });
    expect({ method, path, status }).toEqual({ method, path, status: 403 });
  }
});

test("with keys, a key is what opens a route through a proxy", async () => {
  const key = "a-key-of-sixteen-or-more";
  const server = await runTestServer({ API_KEYS: key });
  const proxy = await proxied(server.url, "guide");
  const place = (headers: Record<string, string>) =>
    proxy.ask("POST", "/api/execution/orders", { headers, body: order });
  expect((await place({})).status).toBe(401);
  expect((await place({ "X-API-Key": `${key}x` })).status).toBe(401);
  expect((await place({ "X-API-Key": key })).status).toBe(200);
});

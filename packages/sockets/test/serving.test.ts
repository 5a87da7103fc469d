import { request } from "node:http";

import { Problem } from "@bourse/contract";
import { createManualClock, createRateLimiter } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { Listener, refusal, serve } from "./support.ts";

describe("a handshake", () => {
  test("that the route refuses gets its HTTP error in the API's format", async () => {
    const { url } = await serve({
      route: {
        authorize: async ({ headers, params }) => {
          await Promise.resolve();
          if (headers["x-api-key"] !== "good" || params["room"] === "closed") {
            throw new Problem({ code: "UNAUTHORIZED", status: 401, message: "give a key" });
          }
        },
      },
    });
    expect(await refusal(`${url}/ws`)).toEqual({ status: 401, body: { error: "give a key" } });
    const good = { headers: { "x-api-key": "good" } };
    expect(await refusal(`${url}/ws/closed`, good)).toMatchObject({ status: 401 });
    await new Listener(`${url}/ws`, good).heard(1);
  });

  test("on another path is 404, and on ours without an upgrade 426", async () => {
    const { url } = await serve();
    expect(await refusal(`${url}/other`)).toMatchObject({ status: 404 });
    const plain = await fetch(`${url}/ws`);
    expect([plain.status, plain.headers.get("upgrade")]).toEqual([426, "websocket"]);
    expect(await plain.json()).toHaveProperty("error");
  });

  test("that breaks RFC 6455 is 400, of another version 426", async () => {
    const { url } = await serve();
    const key = "dGhlIHNhbXBsZSBub25jZQ==";
    const ask = (lines: Record<string, string>, method = "GET"): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { connection: "Upgrade", upgrade: "websocket", ...lines };
        const sent = request(`${url}/ws`, { method, headers }, (reply) => {
          reply.resume();
          resolve(reply.statusCode);
        });
        sent.on("upgrade", (reply, socket) => {
          socket.destroy();
          resolve(reply.statusCode);
        });
        sent.on("error", reject);
        sent.end();
      });
    const version = { "sec-websocket-version": "13" };
    expect(await ask(version)).toBe(400);
    expect(await ask({ ...version, "sec-websocket-key": "short" })).toBe(400);
    expect(await ask({ "sec-websocket-version": "12", "sec-websocket-key": key })).toBe(426);
    expect(await ask({ ...version, "sec-websocket-key": key }, "POST")).toBe(405);
    // Before 22.21 and 24.9 Node cannot pass an upgrade over, so that it is refused as a bad one.
    const other = await ask({ ...version, "sec-websocket-key": key, upgrade: "h2c" });
    expect([400, 426]).toContain(other);
    expect(await ask({ ...version, "sec-websocket-key": key })).toBe(101);
  });

  test.each([
    ["a foreign page", { origin: "https://evil.example" }, 403],
    ["a page without an origin of its own", { origin: "null" }, 403],
    ["a foreign name of this machine", { headers: { host: "evil.example" } }, 421],
  ])("of %s is refused", async (_who, options, status) => {
    const { url } = await serve();
    expect(await refusal(`${url}/ws`, options)).toMatchObject({ status });
  });

  test("of a listed page and of one from the server's own host and port is accepted, of another port not", async () => {
    const { url } = await serve({ http: { corsOrigins: ["https://app.example"] } });
    for (const origin of ["https://app.example", url]) {
      await new Listener(`${url}/ws`, { origin }).heard(1);
    }
    expect(await refusal(`${url}/ws`, { origin: "http://127.0.0.1:5173" })).toMatchObject({
      status: 403,
    });
    const open = await serve({ http: { allowedHosts: "any" } });
    expect(await refusal(`${open.url}/ws`, { origin: "http://localhost:5173" })).toMatchObject({
      status: 403,
    });
    const headers = { host: "any.example" };
    await new Listener(`${open.url}/ws`, { headers, origin: "https://any.example" }).heard(1);
  });

  test("counts as a request of the limiter", async () => {
    const limiter = createRateLimiter({ limit: 1, burst: 2, clock: createManualClock() });
    const { url } = await serve({ http: { limiter } });
    await new Listener(`${url}/ws`).heard(1);
    await new Listener(`${url}/ws`).heard(1);
    expect(await refusal(`${url}/ws`)).toEqual({
      status: 429,
      body: { error: "too many requests; wait before the next one", retry_after: 1 },
    });
  });
});

test("a drain sends what is due, closes every client with 1001, and takes no new one", async () => {
  const { url, http, emit, fanOut } = await serve();
  const clients = await Promise.all(
    Array.from({ length: 20 }, () => new Listener(`${url}/ws`).heard(1)),
  );
  emit("last words");
  expect(await http.drain()).toEqual({ cut: 0 });
  expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual(clients.map(() => 1001));
  for (const client of clients) expect(client.dataOf()).toEqual(["last words"]);
  expect(fanOut.counters()).toMatchObject({ clients: 0, accepted: 20 });
});

test("the counters tell clients and bytes", async () => {
  const { url, fanOut } = await serve();
  const client = await new Listener(`${url}/ws`).heard(1);
  expect(fanOut.counters()).toMatchObject({ clients: 1, accepted: 1, badMessages: 0 });
  expect(fanOut.counters().bytesSent).toBeGreaterThan(50);
  client.socket.terminate();
  await client.closed;
});

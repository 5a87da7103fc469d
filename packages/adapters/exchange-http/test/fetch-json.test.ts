import { Agent } from "undici";
import { describe, expect, test } from "vitest";

import { fetchJson } from "../src/fetch-json.ts";
import { localServer } from "./local-server.ts";

const LIMITS = { timeoutMilliseconds: 5_000, maxBodyBytes: 1_000 };
const agent = new Agent({ connect: { timeout: 500 } });
const serve = localServer();
const ask = (url: URL, limits = LIMITS, signal?: AbortSignal) =>
  fetchJson("bybit", url, agent, limits, signal);

describe("one request", () => {
  test("gives status, headers and parsed body", async () => {
    const url = await serve((_, response) => {
      response.writeHead(418, { "Retry-After": "3" }).end('{"a":[1]}');
    });
    expect(await ask(url)).toMatchObject({
      reply: { status: 418, headers: { "retry-after": "3" }, body: { a: [1] } },
    });
  });

  test("a body that is no JSON is undefined, not a failure", async () => {
    const url = await serve((_, response) => response.end("<html>"));
    expect(await ask(url)).toMatchObject({ reply: { status: 200, body: undefined } });
  });

  test("nobody at the address is told at once and not worth another try", async () => {
    const url = await serve(() => undefined);
    await serve.stop();
    const outcome = await ask(url);
    expect(outcome).toMatchObject({ retry: false, error: { code: "MARKET_DATA_UNAVAILABLE" } });
    expect("error" in outcome && outcome.error.message).toContain("ECONNREFUSED");
  });

  test("a name that cannot be found is told at once", async () => {
    const outcome = await ask(new URL("http://exchange.invalid/"));
    expect(outcome).toMatchObject({ retry: false, error: { code: "MARKET_DATA_UNAVAILABLE" } });
  });

  test("silence ends after the time-out and is worth another try", async () => {
    const url = await serve(() => undefined);
    const outcome = await ask(url, { ...LIMITS, timeoutMilliseconds: 50 });
    expect(outcome).toMatchObject({ retry: true });
    expect("error" in outcome && outcome.error.message).toContain("no answer in time");
  });

  test("a body that stops half-way ends after the time-out", async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { "content-length": "100" }).write('{"a":');
    });
    const outcome = await ask(url, { ...LIMITS, timeoutMilliseconds: 100 });
    expect(outcome).toMatchObject({ retry: true });
  });

  test("a connection that breaks is worth another try", async () => {
    const url = await serve((request) => request.socket.destroy());
    expect(await ask(url)).toMatchObject({ retry: true });
  });

  test("a body past the bound is given up, and not asked for again", async () => {
    const url = await serve((_, response) => response.end("1".repeat(1_001)));
    const outcome = await ask(url);
    expect(outcome).toMatchObject({ retry: false });
    expect("error" in outcome && outcome.error.message).toContain("longer than 1000 bytes");
  });

  test("an abort is the caller's own reason, thrown", async () => {
    const controller = new AbortController();
    const url = await serve(() => controller.abort(new Error("gone")));
    await expect(ask(url, LIMITS, controller.signal)).rejects.toThrow("gone");
  });
});

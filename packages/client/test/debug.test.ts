import { createServer, type AddressInfo } from "node:net";

import { describe, expect, test } from "vitest";

import manifest from "../package.json" with { type: "json" };
import { createAuthClient } from "../src/auth/index.ts";
import { createBacktestClient } from "../src/backtest/index.ts";
import { createCurationClient } from "../src/curation/index.ts";
import type { DebugEvent } from "../src/index.ts";
import { loopback, sendJson } from "./loopback.ts";
import { JOB_ID } from "./script.ts";

const SECRETS = { key: "bk_secret_key", password: "secret password", token: "secret-token" };

/** A service that refuses the first token, asks to wait once, and answers then. */
async function service() {
  const seen = new Set<string>();
  return loopback(({ url = "", headers }, response) => {
    const success = (data: unknown): void =>
      sendJson(response, 200, { success: true, data }, { "x-request-id": "r1" });
    const pair = { token: SECRETS.token, refreshToken: SECRETS.token, expiresIn: 900 };
    if (url.endsWith("/login")) return success(pair);
    if (url.endsWith("/refresh")) return success({ token: "secret-token-2", expiresIn: 900 });
    if (headers.authorization === `Bearer ${SECRETS.token}`) {
      return sendJson(response, 401, { success: false, error: { code: "TOKEN_EXPIRED" } });
    }
    if (seen.has(url)) return success([]);
    seen.add(url);
    return sendJson(response, 503, { success: false, error: { code: "BUSY" } });
  });
}

describe("the debug hook", () => {
  test("is told each request, answer, retry and refresh of a call, in their order", async () => {
    const { baseUrl } = await service();
    const events: DebugEvent[] = [];
    const client = createAuthClient({
      baseUrl,
      debug: (event) => events.push(event),
      retry: { baseMilliseconds: 0 },
    });
    await client.login({ body: { email: "a@b.co", password: SECRETS.password } });
    await client.listSessions();
    expect(events.map(({ type, operation, attempt }) => `${type} ${operation} ${attempt}`)).toEqual(
      [
        "request login 1",
        "response login 1",
        "request listSessions 1",
        "response listSessions 1",
        "request refresh 1",
        "response refresh 1",
        "refresh listSessions 1",
        "request listSessions 1",
        "response listSessions 1",
        "retry listSessions 1",
        "request listSessions 2",
        "response listSessions 2",
      ],
    );
    expect(events[6]).toMatchObject({ code: "TOKEN_EXPIRED" });
    expect(events[9]).toMatchObject({ code: "BUSY", waitMilliseconds: 0 });
    expect(events.at(-1)).toMatchObject({
      method: "GET",
      path: "/auth/sessions",
      status: 200,
      requestId: "r1",
    });
    expect(events.at(-1)?.durationMilliseconds).toBeGreaterThanOrEqual(0);
  });

  test("is never told a secret, whatever the credentials are", async () => {
    const { baseUrl } = await service();
    const events: DebugEvent[] = [];
    const options = {
      baseUrl,
      debug: (event: DebugEvent) => events.push(event),
      retry: { baseMilliseconds: 0 },
      headers: { "x-other": "secret-header" },
    };
    const auth = createAuthClient({ ...options, apiKey: SECRETS.key });
    await auth.listApiKeys.safe();
    await auth.login.safe({ body: { email: "a@b.co", password: SECRETS.password } });
    await auth.revokeApiKey.safe({ params: { id: "secret-parameter" } });
    await auth.request("GET", "/secrets/:id", {
      params: { id: "secret-parameter" },
      query: { token: "secret-query" },
    });
    const curation = createCurationClient(options);
    const wallet = { wallet_address: "0x1", signature: "secret-signature", nonce: "secret-nonce" };
    await curation.login.safe({ body: wallet as never });
    await createBacktestClient({ ...options, apiKey: SECRETS.key }).listJobs.safe();
    expect(events.length).toBeGreaterThan(10);
    expect(JSON.stringify(events)).not.toMatch(/secret[ _-](?!s\b)/);
  });

  test("prints what the README shows", async () => {
    const { baseUrl } = await loopback((_, response, at) =>
      at === 1
        ? sendJson(response, 429, { detail: "slow" }, { "retry-after": "0.01" })
        : sendJson(response, 200, []),
    );
    const lines: string[] = [];
    const debug = (event: DebugEvent): number => lines.push(JSON.stringify(event));
    await createBacktestClient({ baseUrl, debug }).listJobs();
    expect(lines[2]).toBe(
      '{"type":"retry","attempt":1,"code":"RATE_LIMITED","waitMilliseconds":10,"operation":"listJobs","method":"GET","path":"/jobs"}',
    );
  });
});

describe("the User-Agent", () => {
  test("names the client, its version and the service, and gives way to the caller's", async () => {
    const { baseUrl, requests } = await loopback((_, response) => sendJson(response, 200, []));
    await createBacktestClient({ baseUrl }).listJobs();
    await createBacktestClient({ baseUrl, headers: { "User-Agent": "app/1" } }).listJobs();
    expect(requests.map(({ headers }) => headers["user-agent"])).toEqual([
      `bourse-client/${manifest.version} (backtest)`,
      "app/1",
    ]);
  });

  test("is left to the browser in a page", async () => {
    const { baseUrl, requests } = await loopback((_, response) => sendJson(response, 200, []));
    const own = Object.getOwnPropertyDescriptor(globalThis, "navigator");
    Object.defineProperty(globalThis, "navigator", {
      configurable: true,
      value: { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" },
    });
    try {
      await createBacktestClient({ baseUrl }).listJobs();
    } finally {
      Object.defineProperty(globalThis, "navigator", own ?? { value: undefined });
    }
    expect(requests[0]?.headers["user-agent"]).not.toContain("bourse");
  });
});

describe("a secret", () => {
  test("that no header can carry is refused before anything is sent, and not shown", async () => {
    const { baseUrl, requests } = await loopback((_, response) => sendJson(response, 200, []));
    const client = createBacktestClient({ baseUrl, apiKey: "bk_secret\u0000key" });
    const error: unknown = await client.listJobs().catch((e: unknown) => e);
    expect(error).toMatchObject({
      code: "INPUT_INVALID",
      message: "header x-api-key has an invalid character",
      attempts: 0,
    });
    expect(error).not.toHaveProperty("cause");
    expect(requests).toHaveLength(0);
  });

  test.each(["http://ada:secret@service.example", "http://service.example/?key=secret"])(
    "in the baseUrl %s is refused and not shown",
    (baseUrl) => {
      expect(() => createBacktestClient({ baseUrl })).toThrow(
        expect.objectContaining({
          code: "OPTION_INVALID",
          message: expect.not.stringContaining("secret") as string,
        }) as Error,
      );
    },
  );

  test("in the query of a raw path is refused and not shown", async () => {
    const { baseUrl, requests } = await loopback((_, response) => sendJson(response, 200, []));
    const client = createBacktestClient({ baseUrl });
    for (const path of ["/jobs?key=secret", "/jobs#secret", "/\\evil.example/secret"]) {
      await expect(client.request("GET", path)).rejects.toMatchObject({
        code: "INPUT_INVALID",
        message: expect.not.stringContaining("secret") as string,
      });
    }
    expect(requests).toHaveLength(0);
  });

  test("does not follow a redirect to another origin", async () => {
    const other = await loopback((_, response) => sendJson(response, 200, []));
    const { baseUrl } = await loopback((_, response) =>
      response.writeHead(307, { location: `${other.baseUrl}/api/notes` }).end(),
    );
    const client = createBacktestClient({ baseUrl, apiKey: SECRETS.key, retry: false });
    await expect(client.request("GET", "/notes")).rejects.toMatchObject({ code: "NETWORK" });
    expect(other.requests).toHaveLength(0);
  });
});

test("an idempotencyKey for a route that takes none is refused: the call could be made twice", async () => {
  const { baseUrl, requests } = await loopback((_, response) => sendJson(response, 200, {}));
  const client = createBacktestClient({ baseUrl });
  await expect(
    client.cancelJob({ params: { job_uuid: JOB_ID } }, { idempotencyKey: "k" }),
  ).rejects.toMatchObject({
    code: "OPTION_INVALID",
    message: expect.stringContaining('options: unknown "idempotencyKey"') as string,
    operation: "cancelJob",
  });
  expect(requests).toHaveLength(0);
});

test("a server that does not run is named, with what to do", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise((resolve) => server.close(resolve));
  const error: unknown = await createBacktestClient({ baseUrl, retry: false })
    .listJobs()
    .catch((e: unknown) => e);
  expect(error).toMatchObject({ code: "NETWORK" });
  expect((error as Error).message).toContain("ECONNREFUSED");
  expect((error as Error).message).toContain(`; check that the server runs at ${baseUrl}`);
});

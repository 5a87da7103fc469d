/** The README's table of faults, each line over real connections. */

import type { ServerResponse } from "node:http";

import { describe, expect, test } from "vitest";

import { adviceOf } from "../src/advice.ts";
import { createAuthClient } from "../src/auth/index.ts";
import { createBacktestClient, type BacktestClientOptions } from "../src/backtest/index.ts";
import { backtestAnswers } from "../src/backtest/validation.ts";
import type { ClientError } from "../src/index.ts";
import { loopback, sendJson, type Answer } from "./loopback.ts";
import { job, JOB_ID } from "./script.ts";

const FAST: Partial<BacktestClientOptions> = { retry: { limit: 2, baseMilliseconds: 0 } };
const dispatched = { job_id: JOB_ID, status: "running", message: "m" };

/** Faults of a try after which a call that may be sent twice is sent again. */
const FAULTS: readonly (readonly [string, (response: ServerResponse) => void])[] = [
  ["a reset before the head", (response) => response.socket?.resetAndDestroy()],
  ["a connection closed before the head", (response) => response.socket?.destroy()],
  [
    "a reset after the head",
    (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.flushHeaders();
      response.write('[{"id":', () => response.socket?.resetAndDestroy());
    },
  ],
  [
    "a body shorter than its length",
    (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
      response.write("[", () => response.socket?.end());
    },
  ],
  ["429 without Retry-After", (response) => sendJson(response, 429, { detail: "slow" })],
  [
    "429 with Retry-After",
    (response) => sendJson(response, 429, { detail: "slow" }, { "retry-after": "0.01" }),
  ],
  ["503 without Retry-After", (response) => sendJson(response, 503, { detail: "busy" })],
  [
    "503 with Retry-After",
    (response) => sendJson(response, 503, { detail: "busy" }, { "retry-after": "0.01" }),
  ],
];

function once(fault: (response: ServerResponse) => void, body: unknown): Answer {
  return (_, response, at) => (at === 1 ? fault(response) : sendJson(response, 200, body));
}

describe.each(FAULTS)("after %s", (_, fault) => {
  test("a GET is sent again", async () => {
    const { baseUrl, requests } = await loopback(once(fault, []));
    expect(await createBacktestClient({ baseUrl, ...FAST }).listJobs()).toEqual([]);
    expect(requests).toHaveLength(2);
  });

  test("a POST without a key is sent once, and its error says so", async () => {
    const { baseUrl, requests } = await loopback(once(fault, {}));
    const client = createBacktestClient({ baseUrl, ...FAST });
    const result = await client.cancelJob.safe({ params: { job_uuid: JOB_ID } });
    expect(result).toMatchObject({ ok: false, error: { operation: "cancelJob", attempts: 1 } });
    expect(requests).toHaveLength(1);
  });

  test("a POST with a key is sent again under the same key, with the same body", async () => {
    const { baseUrl, requests } = await loopback(once(fault, dispatched));
    const client = createBacktestClient({ baseUrl, ...FAST });
    expect(await client.createBacktest({ body: { limit: 500 } })).toEqual(dispatched);
    const keys = requests.map(({ headers }) => headers["idempotency-key"]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(requests.map(({ body }) => body)).toEqual(['{"limit":500}', '{"limit":500}']);
  });

  test("a POST of an unknown route is sent again only with a key, and when it asks for that", async () => {
    const { baseUrl, requests } = await loopback(once(fault, {}));
    const client = createBacktestClient({ baseUrl, ...FAST });
    await expect(client.request("POST", "/notes", { body: {} })).rejects.toMatchObject({
      attempts: 1,
    });
    expect(requests).toHaveLength(1);
    const keyed = await loopback(once(fault, {}));
    const another = createBacktestClient({ baseUrl: keyed.baseUrl, ...FAST });
    const options = { idempotencyKey: "k-1", retry: { baseMilliseconds: 0 } };
    await another.request("POST", "/notes", { body: {} }, options);
    expect(keyed.requests.map(({ headers }) => headers["idempotency-key"])).toEqual(["k-1", "k-1"]);
  });
});

describe("time", () => {
  test("limits the body too: one that never ends is TIMEOUT", async () => {
    const { baseUrl } = await loopback((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write("[");
    });
    const client = createBacktestClient({ baseUrl, retry: false, timeoutMilliseconds: 50 });
    await expect(client.listJobs()).rejects.toMatchObject({ code: "TIMEOUT", attempts: 1 });
  });

  test("ends a call that waits for a refresh", async () => {
    const { baseUrl } = await loopback((request, response) => {
      if (request.url?.endsWith("/refresh") !== true) sendJson(response, 401, expired);
    });
    const client = loggedIn(baseUrl);
    const stop = new AbortController();
    const call = client.me({}, { signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    await expect(client.me({}, { totalTimeoutMilliseconds: 50 })).rejects.toMatchObject({
      code: "TIMEOUT",
    });
  });
});

describe("an answer of a newer service", () => {
  test("with unknown fields and names is handed over, also when it is validated", async () => {
    const newer = job({ status: "paused", priority: 3 });
    const { baseUrl } = await loopback((_, response) => sendJson(response, 200, newer));
    for (const more of [{}, { validateAnswers: backtestAnswers }]) {
      const client = createBacktestClient({ baseUrl, ...more });
      expect(await client.getJob({ params: { uuid: JOB_ID } })).toEqual(newer);
    }
  });
});

const expired = { success: false, error: { code: "TOKEN_EXPIRED", message: "old" } };
const ME = { user: { id: "u", email: "a@b.co", name: "" }, method: "jwt", permissions: [] };

function loggedIn(baseUrl: string, tokens = oldTokens()): ReturnType<typeof createAuthClient> {
  return createAuthClient({ baseUrl, tokens, ...FAST });
}

function oldTokens() {
  let kept: { token: string; refreshToken: string; renewAt: number } | undefined = {
    token: "old",
    refreshToken: "r",
    renewAt: Infinity,
  };
  return {
    load: () => kept,
    save: (next: NonNullable<typeof kept>) => void (kept = next),
    clear: () => void (kept = undefined),
  };
}

/** A service that refuses old tokens, and answers a refresh as `refresh` says. */
function refusing(refresh: (response: ServerResponse) => void): Answer {
  return (request, response) => {
    if (request.url?.endsWith("/refresh") === true) refresh(response);
    else if (request.headers.authorization === "Bearer new") {
      sendJson(response, 200, { success: true, data: ME });
    } else sendJson(response, 401, expired);
  };
}

const renewed = { success: true, data: { token: "new", expiresIn: 900 } };

describe("20 calls with an expired token", () => {
  test.each([
    ["at once", (response: ServerResponse) => sendJson(response, 200, renewed)],
    [
      "slowly",
      (response: ServerResponse) => void setTimeout(() => sendJson(response, 200, renewed), 100),
    ],
  ])("share one refresh that is answered %s, and all succeed", async (_, refresh) => {
    const { baseUrl, requests } = await loopback(refusing(refresh));
    const client = loggedIn(baseUrl);
    const all = await Promise.all(Array.from({ length: 20 }, () => client.me()));
    expect(all).toEqual(Array.from({ length: 20 }, () => ME));
    expect(requests.filter(({ url }) => url.endsWith("/refresh"))).toHaveLength(1);
  });

  test("of two clients with one store share one refresh", async () => {
    const { baseUrl, requests } = await loopback(
      refusing((response) => sendJson(response, 200, renewed)),
    );
    const tokens = oldTokens();
    const [one, other] = [loggedIn(baseUrl, tokens), loggedIn(baseUrl, tokens)];
    const calls = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? one : other).me());
    expect(await Promise.all(calls)).toHaveLength(20);
    expect(requests.filter(({ url }) => url.endsWith("/refresh"))).toHaveLength(1);
  });

  test("fail with one clear error each when the refresh fails, and ask for no other", async () => {
    const { baseUrl, requests } = await loopback(
      refusing((response) => sendJson(response, 500, { success: false, error: {} })),
    );
    const client = loggedIn(baseUrl);
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => client.me({}, { retry: false })),
    );
    for (const one of all) {
      expect(one).toMatchObject({
        status: "rejected",
        reason: { status: 500, operation: "refresh", path: "/auth/refresh" },
      });
    }
    // One refresh with its two retries.
    expect(requests.filter(({ url }) => url.endsWith("/refresh"))).toHaveLength(3);
  });

  test("that are refused after a refresh has failed share its failure", async () => {
    const answer = refusing((response) => sendJson(response, 500, { success: false, error: {} }));
    let release = (): void => {};
    const { baseUrl, requests } = await loopback((request, response, at, body) => {
      const isLate = request.url?.endsWith("/late") === true;
      if (isLate) release = () => answer(request, response, at, body);
      else answer(request, response, at, body);
    });
    const client = loggedIn(baseUrl);
    const late = client.request("GET", "/late").catch((error: unknown) => error);
    await expect.poll(() => requests.length).toBe(1);
    await expect(client.me()).rejects.toMatchObject({ status: 500, operation: "refresh" });
    release();
    expect(await late).toMatchObject({ status: 500, operation: "refresh" });
    expect(requests.filter(({ url }) => url.endsWith("/refresh"))).toHaveLength(3);
  });

  test("fail with their own refusal when the login is over, after one refresh", async () => {
    const { baseUrl, requests } = await loopback(
      refusing((response) => sendJson(response, 401, expired)),
    );
    const client = loggedIn(baseUrl);
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => client.me()));
    const codes = all.map((one) => one.status === "rejected" && (one.reason as ClientError).code);
    expect(new Set(codes)).toEqual(new Set(["TOKEN_EXPIRED"]));
    expect(requests.filter(({ url }) => url.endsWith("/refresh"))).toHaveLength(1);
    expect(adviceOf({ code: "TOKEN_EXPIRED", status: 401 })).toBe("Log in again.");
  });
});

/**
 * One credential over the services: keys of accounts of a real auth server open the backtest service and the node as
 * far as their permissions reach, beside the services' own keys, and no longer than they are valid.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createEventsClient, type EventSocket } from "../packages/client/src/events/index.ts";
import { createPasswordHasher } from "../packages/credentials/src/index.ts";
import { readEnvironment } from "../packages/http/src/index.ts";
import { systemClock } from "../packages/kernel/src/index.ts";
import { authEnvironment, startAuthServer } from "../servers/auth/src/index.ts";
import { backtestEnvironment, startBacktestServer } from "../servers/backtest/src/index.ts";
import { collectLog } from "../servers/node/test/support/collected-log.ts";
import { startTestNode, type TestNode } from "../servers/node/test/support/running-node.ts";

const LOCAL = "a-local-key-Vb7Tq2Nz9Lw4Rk8Xc5";
const PASSWORD = "correct horse battery";
const OPERATOR = "an-operator-key-Kw3Xz8Pq5Rt7Mv2Nc9";
const DEAD = "0x000000000000000000000000000000000000dEaD";
const NATIVE = `0x${"0".repeat(40)}`;

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  readonly text: string;
}

interface Account {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

const ends: (() => Promise<void>)[] = [];
const log = collectLog();
let authUrl: string;
let closeAuth: () => Promise<void>;
let backtestUrl: string;
let node: TestNode;
/** Lead of the auth server's clock over that of the machine. */
const ahead = { milliseconds: 0 };

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "bourse-account-keys-"));
  ends.push(() => rm(folder, { recursive: true }));
  const quiet = { LOG_LEVEL: "silent", DATA_DIR: folder };
  const auth = await startAuthServer(
    readEnvironment(authEnvironment, {
      ...quiet,
      AUTH_PORT: "0",
      AUTH_STORE_URL: "memory:",
      AUTH_OPERATOR_KEY: OPERATOR,
    }),
    undefined,
    {
      hasher: createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 1000 }),
      clock: { ...systemClock, now: () => systemClock.now() + ahead.milliseconds },
    },
  );
  authUrl = auth.url;
  let closed: Promise<void> | undefined;
  closeAuth = () => (closed ??= auth.close());
  ends.push(closeAuth);
  const backtest = await startBacktestServer(
    readEnvironment(backtestEnvironment, {
      ...quiet,
      BACKTEST_PORT: "0",
      DATA_PROVIDER: "simulated",
      WORKERS: "1",
      API_KEYS: LOCAL,
      AUTH_URL: authUrl,
      UNFINISHED_JOBS_PER_KEY: "1000",
    }),
    log.logger,
  );
  ends.push(() => backtest.close());
  backtestUrl = backtest.url;
  node = await startTestNode({
    atEnd: (work) => void ends.push(work),
    variables: { AUTH_URL: authUrl },
    logger: log.logger,
  });
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

async function call(
  method: string,
  url: string,
  {
    key,
    token,
    body,
  }: { readonly key?: string; readonly token?: string; readonly body?: unknown } = {},
): Promise<Reply> {
  const answer = await fetch(url, {
    method,
    headers: {
      connection: "close",
      ...(key === undefined ? {} : { "X-API-Key": key }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json") === true;
  return {
    status: answer.status,
    headers: answer.headers,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
    text,
  };
}

const auth = (method: string, path: string, more: Parameters<typeof call>[2]): Promise<Reply> =>
  call(method, `${authUrl}/api/v1${path}`, more);
const backtest = (method: string, path: string, key: string, body?: unknown): Promise<Reply> =>
  call(method, `${backtestUrl}/api${path}`, { key, ...(body === undefined ? {} : { body }) });

let people = 0;
async function signUp(): Promise<Account> {
  const email = `person${(people += 1)}@example.com`;
  const { body } = await auth("POST", "/auth/register", {
    body: { email, password: PASSWORD },
  });
  const { user, token } = body["data"] as { readonly user: { readonly id: string }; token: string };
  return { id: user.id, email, token };
}

async function makeKey(
  { token }: Account,
  permissions: readonly string[],
  expiresInDays?: number,
): Promise<{ readonly id: string; readonly key: string }> {
  const { body } = await auth("POST", "/auth/api-keys", {
    token,
    body: { name: "k", permissions, expiresInDays },
  });
  return body["data"] as { readonly id: string; readonly key: string };
}

test("a key reads and starts work in the backtest service as far as its permissions reach", async () => {
  const ada = await signUp();
  const reader = await makeKey(ada, ["read"]);
  const worker = await makeKey(ada, ["deploy"]);
  const admin = await makeKey(ada, ["admin"]);
  const payer = await makeKey(ada, ["billing"]);
  const order = { symbol: "BTCUSDT", side: "buy", order_type: "market", quantity: 1 };
  const statuses = async (key: string): Promise<readonly number[]> => [
    (await backtest("GET", "/strategies", key)).status,
    (await backtest("GET", "/audit", key)).status,
    (await backtest("POST", "/backtests", key, {})).status,
    (await backtest("POST", "/execution/orders", key, order)).status,
  ];
  expect(await statuses(LOCAL)).toEqual([200, 200, 200, 200]);
  expect(await statuses(reader.key)).toEqual([200, 403, 403, 403]);
  expect(await statuses(worker.key)).toEqual([403, 403, 200, 200]);
  expect(await statuses(admin.key)).toEqual([200, 200, 200, 200]);
  expect(await statuses(payer.key)).toEqual([403, 403, 403, 403]);
  expect(await statuses(`${reader.key.slice(0, -1)}_`)).toEqual([401, 401, 401, 401]);
  const rows = await backtest("GET", "/audit?action=job.dispatched", admin.key);
  expect(rows.text).toContain(`"account-key:${worker.id}"`);
});

test("a key shares, reads and pays at the node as far as its permissions reach, and manages nothing", async () => {
  const ada = await signUp();
  const reader = await makeKey(ada, ["read"]);
  const sharer = await makeKey(ada, ["deploy"]);
  const admin = await makeKey(ada, ["admin"]);
  const statuses = async (key: string): Promise<readonly number[]> => {
    // What comes through a proxy is no direct call, which a development chain would let pass.
    const headers = { "X-API-Key": key, "X-Forwarded-For": "192.0.2.1" };
    const asked = (method: string, path: string, body?: object): Promise<{ status: number }> =>
      node.dashboard(method, path, { headers, ...(body === undefined ? {} : { body }) });
    const transfer = { from: node.address, to: DEAD, token: NATIVE, amount: "1" };
    return [
      (await asked("GET", `/api/data/${"0".repeat(64)}`)).status,
      (await asked("POST", "/api/share_data", { data: "text", recipient: "nobody" })).status,
      (await asked("POST", "/api/transfer", transfer)).status,
      (await asked("POST", "/api/api-keys", { name: "k", scopes: ["read"] })).status,
    ];
  };
  expect(await statuses(reader.key)).toEqual([404, 403, 403, 403]);
  expect(await statuses(sharer.key)).toEqual([403, 422, 403, 403]);
  expect(await statuses(admin.key)).toEqual([404, 422, 200, 403]);
  expect(await statuses(`bk_live_${"0".repeat(49)}`)).toEqual([401, 401, 401, 401]);
});

test("a revoked key is refused within a second, at both services", async () => {
  const ada = await signUp();
  const { id, key } = await makeKey(ada, ["admin"]);
  const headers = { "X-API-Key": key };
  const data = `/data/${"0".repeat(64)}`;
  expect((await backtest("GET", "/strategies", key)).status).toBe(200);
  expect((await node.external("GET", data, { headers })).status).toBe(404);
  await auth("DELETE", `/auth/api-keys/${id}`, { token: ada.token });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect((await backtest("GET", "/strategies", key)).status).toBe(401);
  expect((await node.external("GET", data, { headers })).status).toBe(401);
});

test("limits of a key are told with the time to wait, and its use by the service's routes is seen at the auth server", async () => {
  const ada = await signUp();
  const { id, key } = await makeKey(ada, ["read"]);
  const limits = { requests: 3, windowSeconds: 3600 };
  await auth("PATCH", `/auth/api-keys/${id}`, { token: ada.token, body: { limits } });
  // Each route is a question of its own, and a key that asks about itself is used by that as well.
  expect((await backtest("GET", "/strategies", key)).status).toBe(200);
  await backtest("GET", "/jobs", key);
  const limited = await backtest("GET", "/execution/orders", key);
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("jobs of an account count together, apart from those of the service's own keys", async () => {
  const ada = await signUp();
  const [one, other] = [await makeKey(ada, ["admin"]), await makeKey(ada, ["admin"])];
  const headers = { "idempotency-key": "once", "content-type": "application/json" };
  const submit = async (key: string): Promise<unknown> => {
    const answer = await fetch(`${backtestUrl}/api/backtests`, {
      method: "POST",
      headers: { ...headers, "X-API-Key": key },
      body: "{}",
    });
    return ((await answer.json()) as { readonly job_id: string }).job_id;
  };
  const job = await submit(one.key);
  expect(await submit(other.key)).toBe(job);
  expect(await submit(LOCAL)).not.toBe(job);
});

test("a socket listens with a key that may read, and no other", async () => {
  const ada = await signUp();
  const [reader, worker] = [await makeKey(ada, ["read"]), await makeKey(ada, ["deploy"])];
  const { request } = await import("node:http");
  const opened = (key: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const asking = request(`${backtestUrl}/api/ws/events`, {
        agent: false,
        headers: {
          connection: "Upgrade",
          upgrade: "websocket",
          "sec-websocket-version": "13",
          "sec-websocket-key": Buffer.alloc(16).toString("base64"),
          "X-API-Key": key,
        },
      });
      asking.once("upgrade", (answer, socket) => {
        socket.destroy();
        resolve(answer.statusCode ?? 0);
      });
      asking.once("response", (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      asking.once("error", reject);
      asking.end();
    });
  expect(await opened(reader.key)).toBe(101);
  expect(await opened(worker.key)).toBe(403);
  expect(await opened(`bk_live_${"0".repeat(49)}`)).toBe(401);
});

/** The code and the reason with which a socket of a key is closed, once it was opened. */
async function opened(url: string, key: string): Promise<{ closed: Promise<unknown> }> {
  const headers = { "X-API-Key": key };
  const socket = new WebSocket(url.replace("http", "ws"), { headers } as unknown as string);
  const closed = new Promise((resolve) => {
    socket.addEventListener("close", ({ code, reason }) => resolve([code, reason]));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error("the socket was refused")));
  });
  ends.push(async () => socket.close());
  return { closed };
}

/** Resolves when the stream of a job's progress has ended; rejects when it tells the end of the job. */
async function streamed(uuid: unknown, key: string): Promise<{ closed: Promise<unknown> }> {
  const answer = await fetch(`${backtestUrl}/api/jobs/${String(uuid)}/progress`, {
    headers: { "X-API-Key": key },
  });
  expect(answer.status).toBe(200);
  return { closed: answer.text().then((text) => !text.includes("event: job")) };
}

const DEAD_KEY = [1008, "UNAUTHORIZED: the key or session of this connection has ended"];

test("what was opened with a key ends with it: revoked, rotated, expired, or of a disabled account", async () => {
  const sweep = { interval: "1", end_time: "2026-01-01", limit: 60_000, strategy: "ma_crossover" };
  const parameters = {
    fast_period: { from: 2, to: 49, step: 1 },
    slow_period: { from: 50, to: 199, step: 1 },
  };
  // The last of them waits for the one worker all the while: no stream ends because its job does.
  const jobs: string[] = [];
  while (jobs.length < 20) {
    const { body } = await backtest("POST", "/sweeps", LOCAL, { ...sweep, parameters });
    jobs.push(String(body["job_id"]));
  }
  const job = jobs.at(-1);
  const [ada, bob, cleo] = [await signUp(), await signUp(), await signUp()];
  const [dan, eve] = [await signUp(), await signUp()];
  const open = async (account: Account, days?: number) => {
    const made = await makeKey(account, ["read"], days);
    const { key } = made;
    const ends = await Promise.all([
      opened(`${backtestUrl}/api/ws/events`, key),
      opened(`${backtestUrl}/api/ws/jobs/${job}`, key),
      opened(`${node.running.urls.dashboard}/ws`, key),
    ]);
    const stream = await streamed(job, key);
    return { ...made, ends, all: [...ends, stream] };
  };
  const [revoked, rotated, disabled, kept] = [
    await open(ada),
    await open(bob),
    await open(cleo),
    await open(dan),
  ];
  const { token } = bob;
  const rotation = { token, body: { graceSeconds: 0 } };
  expect((await auth("POST", `/auth/api-keys/${rotated.id}/rotate`, rotation)).status).toBe(201);
  await auth("DELETE", `/auth/api-keys/${revoked.id}`, { token: ada.token });
  const off = await auth("POST", `/users/${cleo.id}/disable`, { key: OPERATOR });
  expect(off.status).toBe(200);
  for (const { all } of [revoked, rotated, disabled]) {
    const told = await Promise.all(all.map(({ closed }) => closed));
    expect(told).toEqual([DEAD_KEY, DEAD_KEY, DEAD_KEY, true]);
  }

  // The client does not come back with a dead key.
  const url = `${backtestUrl}/api/ws/events`;
  const expiring = await open(eve, 1);
  const headers = { "X-API-Key": expiring.key };
  const tries: string[] = [];
  const client = createEventsClient({
    url,
    createSocket: (address) => {
      tries.push(address);
      return new WebSocket(address, { headers } as unknown as string) as EventSocket;
    },
  });
  ahead.milliseconds += 86_400_001;
  await expect(
    (async () => {
      for await (const _ of client);
    })(),
  ).rejects.toMatchObject({ code: "UNAUTHORIZED", status: 401 });
  expect(tries).toHaveLength(1);
  const told = await Promise.all(expiring.all.map(({ closed }) => closed));
  expect(told).toEqual([DEAD_KEY, DEAD_KEY, DEAD_KEY, true]);

  // What is still open was looked at all the while, which is no use of its key.
  const { body } = await auth("POST", "/auth/login", {
    body: { email: dan.email, password: PASSWORD },
  });
  const fresh = (body["data"] as { readonly token: string }).token;
  const usage = await auth("GET", `/auth/api-keys/${kept.id}/usage`, { token: fresh });
  const rows = usage.body["data"] as readonly {
    readonly route: string;
    readonly requests: number;
  }[];
  expect(Object.fromEntries(rows.map(({ route, requests }) => [route, requests]))).toEqual({
    "GET /api/ws": 1,
    "GET /ws": 1,
    "GET /jobs/:uuid/progress": 1,
    "POST /auth/api-keys/verify": 3,
  });
  for (const job of jobs) await backtest("POST", `/jobs/${job}/cancel`, LOCAL);
}, 60_000);

test("without the auth server its keys are 503 and the services' own go on; no log has a key", async () => {
  const { key } = await makeKey(await signUp(), ["admin"]);
  await closeAuth();
  const answer = await backtest("GET", "/strategies", key);
  expect(answer.status).toBe(503);
  expect(answer.text).toContain("cannot be verified now");
  expect(answer.headers.get("retry-after")).toBe("5");
  const headers = { "X-API-Key": key };
  expect((await node.external("GET", `/data/${"0".repeat(64)}`, { headers })).status).toBe(503);
  expect((await backtest("GET", "/strategies", LOCAL)).status).toBe(200);
  expect((await node.external("GET", `/data/${"0".repeat(64)}`)).status).toBe(404);
  expect(log.text()).toContain("verifies no keys");
  expect(log.text()).not.toMatch(/bk_live_/);
});

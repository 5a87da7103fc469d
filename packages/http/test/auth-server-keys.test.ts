import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import type { AccountKeys } from "@bourse/contract";
import { createManualClock, type ManualClock } from "@bourse/kernel";
import { expect, onTestFinished, test, vi } from "vitest";

import { createAuthServerKeys, type AuthServerKeysOptions } from "../src/index.ts";

const KEY = `bk_live_${"k".repeat(49)}`;
const OWN = `bk_live_${"s".repeat(49)}`;
const USE = { route: "GET /api/jobs", address: "192.0.2.7", origin: undefined };
const GOOD = { valid: true, code: "VALID", id: "key-1", ownerId: "ada", permissions: ["read"] };

interface Asked {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

interface StandIn {
  readonly url: string;
  readonly asked: Asked[];
  readonly keys: AccountKeys;
  readonly clock: ManualClock;
  readonly faults: (string | null)[];
  /** Answer to each question. */
  answer: (response: ServerResponse) => void;
}

function verdict(data: unknown, status = 200, headers: Record<string, string> = {}) {
  return (response: ServerResponse): void => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof data === "string" ? data : JSON.stringify({ success: true, data }));
  };
}

async function standIn(more: Partial<AuthServerKeysOptions> = {}): Promise<StandIn> {
  const asked: Asked[] = [];
  const faults: (string | null)[] = [];
  const clock = createManualClock({ now: Date.UTC(2026, 0, 15) });
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = "";
    for await (const piece of request) text += String(piece);
    const key = request.headers["x-api-key"];
    asked.push({
      url: request.url,
      key: typeof key === "string" ? key : undefined,
      body: JSON.parse(text === "" ? "{}" : text) as Asked["body"],
    });
    held.answer(response);
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const onChange = (fault: string | null): void => void faults.push(fault);
  const keys = createAuthServerKeys({ url, clock, onChange, ...more });
  const held: StandIn = { url, asked, keys, clock, faults, answer: verdict(GOOD) };
  return held;
}

test("a valid key is told with its owner, and asks about itself with the route and a cost of 1", async () => {
  const { keys, asked } = await standIn();
  const { valid: _, ...found } = GOOD;
  expect(await keys.judge(KEY, USE)).toEqual(found);
  expect(asked).toEqual([
    {
      url: "/api/v1/auth/api-keys/verify",
      key: KEY,
      body: { key: KEY, route: "GET /api/jobs", cost: 1, address: "192.0.2.7", owner: true },
    },
  ]);
});

test("with a key of its own the service asks by that one, below the path that it was given", async () => {
  const other = await standIn();
  const keys = createAuthServerKeys({
    url: `${other.url}/accounts/`,
    ownKey: OWN,
    onChange: () => undefined,
  });
  await keys.judge(KEY, USE);
  expect(other.asked[0]).toMatchObject({
    url: "/accounts/auth/api-keys/verify",
    key: OWN,
    body: { key: KEY },
  });
});

test("a verdict is used for a second from its question on, and the uses in between are told with the next one", async () => {
  const { keys, asked, clock } = await standIn();
  for (let count = 0; count < 5; count += 1) await keys.judge(KEY, USE);
  await clock.advance(999);
  await keys.judge(KEY, USE);
  expect(asked).toHaveLength(1);
  await clock.advance(1);
  await keys.judge(KEY, USE);
  expect(asked.map(({ body }) => body["cost"])).toEqual([1, 6]);
});

test("a look at a key says so, counts for no use and shares no verdict with uses", async () => {
  const { keys, asked, clock } = await standIn();
  await keys.judge(KEY, USE);
  await keys.judge(KEY, { ...USE, use: false });
  await keys.judge(KEY, { ...USE, use: false });
  await clock.advance(1000);
  await keys.judge(KEY, USE);
  expect(asked.map(({ url, body }) => [url, body["cost"]])).toEqual([
    ["/api/v1/auth/api-keys/verify", 1],
    ["/api/v1/auth/api-keys/verify?use=false", 1],
    ["/api/v1/auth/api-keys/verify", 1],
  ]);
});

test("a key that is revoked is refused within a second, and a refusal is cached as long", async () => {
  const server = await standIn();
  const { keys, clock, asked } = server;
  expect((await keys.judge(KEY, USE)).code).toBe("VALID");
  server.answer = verdict({ valid: false, code: "INVALID_API_KEY", id: null, permissions: [] });
  await clock.advance(1000);
  expect((await keys.judge(KEY, USE)).code).toBe("INVALID_API_KEY");
  expect((await keys.judge(KEY, USE)).code).toBe("INVALID_API_KEY");
  expect(asked).toHaveLength(2);
});

test("calls at the same time ask once", async () => {
  const { keys, asked } = await standIn();
  const verdicts = await Promise.all(Array.from({ length: 50 }, () => keys.judge(KEY, USE)));
  expect(new Set(verdicts.map(({ code }) => code))).toEqual(new Set(["VALID"]));
  expect(asked).toHaveLength(1);
});

test("a verdict for one address, origin or route is none for another", async () => {
  const { keys, asked } = await standIn();
  await keys.judge(KEY, USE);
  await keys.judge(KEY, { ...USE, address: "192.0.2.8" });
  await keys.judge(KEY, { ...USE, origin: "https://app.example" });
  await keys.judge(KEY, { ...USE, route: "POST /api/backtests" });
  expect(asked).toHaveLength(4);
});

test("keys of accounts that are not named are refused", async () => {
  const { keys } = await standIn({ accounts: ["bob"] });
  expect(await keys.judge(KEY, USE)).toEqual({ code: "FORBIDDEN" });
});

test("a text that is no key of an auth server is sent nowhere", async () => {
  const { keys, asked } = await standIn();
  for (const text of [
    "",
    "guess",
    `${KEY}x`,
    KEY.replace("bk_", "nk_"),
    `bk_live_${"\n".repeat(49)}`,
  ]) {
    expect((await keys.judge(text, USE)).code).toBe("INVALID_API_KEY");
  }
  expect(asked).toEqual([]);
});

test.each([
  [401, "INVALID_API_KEY"],
  [403, "FORBIDDEN"],
])("an answer %s to a key that asks about itself is %s", async (status, code) => {
  const server = await standIn();
  server.answer = verdict("{}", status);
  expect((await server.keys.judge(KEY, USE)).code).toBe(code);
});

test("the limits of a key are told with the seconds to wait, from a verdict and from an answer 429", async () => {
  const server = await standIn();
  server.answer = verdict({
    valid: false,
    code: "RATE_LIMITED",
    id: "key-1",
    permissions: ["read"],
    retryAfterSeconds: 40,
  });
  const limited = { code: "RATE_LIMITED", retryAfterSeconds: 40 };
  expect(await server.keys.judge(KEY, USE)).toEqual(limited);
  server.answer = verdict("{}", 429, { "retry-after": "40" });
  await server.clock.advance(1000);
  expect(await server.keys.judge(KEY, USE)).toEqual(limited);
});

const WITHOUT_OWNER = { valid: true, code: "VALID", id: "key-1", permissions: ["read"] };

test.each<[what: string, answer: (response: ServerResponse) => void]>([
  ["500", verdict("{}", 500)],
  ["503", verdict("{}", 503)],
  ["404", verdict("{}", 404)],
  ["a redirect", verdict("", 307, { location: "http://127.0.0.1:1/" })],
  ["no JSON", verdict("<html>welcome</html>")],
  ["JSON of another shape", verdict('"VALID"')],
  ["a verdict outside its envelope", verdict(JSON.stringify(GOOD))],
  ["a valid key without an owner", verdict(WITHOUT_OWNER)],
  ["a valid key with a refusal", verdict({ ...GOOD, code: "FORBIDDEN" })],
  ["permissions that are none", verdict({ ...GOOD, permissions: "admin" })],
  ["an owner that is no id", verdict({ ...GOOD, ownerId: "ada:bob" })],
  ["64 KiB and more", verdict(" ".repeat(70_000))],
  ["an end in the middle", (response) => response.destroy()],
])("an auth server that answers %s accepts nobody", async (_what, answer) => {
  const server = await standIn();
  server.answer = answer;
  expect(await server.keys.judge(KEY, USE)).toEqual({ code: "UNAVAILABLE" });
  expect(server.asked).toHaveLength(1);
});

test("an auth server that does not answer is waited for up to the time limit only", async () => {
  const server = await standIn({ timeLimitMilliseconds: 20 });
  server.answer = () => undefined;
  expect(await server.keys.judge(KEY, USE)).toEqual({ code: "UNAVAILABLE" });
  expect(server.faults).toEqual(["it did not answer in time"]);
});

test("a service key that is refused accepts nobody, and the fault names AUTH_KEY and no key", async () => {
  const server = await standIn({ ownKey: OWN });
  server.answer = verdict("{}", 401);
  expect(await server.keys.judge(KEY, USE)).toEqual({ code: "UNAVAILABLE" });
  expect(server.faults.join()).toContain("AUTH_KEY");
  expect(server.faults.join()).not.toMatch(/bk_live/);
});

test("an outage is told once, and its end once", async () => {
  const server = await standIn();
  server.answer = verdict("{}", 500);
  for (let count = 0; count < 3; count += 1) {
    await server.clock.advance(1000);
    await server.keys.judge(KEY, USE);
  }
  server.answer = verdict(GOOD);
  await server.clock.advance(1000);
  await server.keys.judge(KEY, USE);
  expect(server.faults).toEqual(["it answered 500", null]);
});

test("made-up keys have 64 questions under way at most, and those beyond are answered at once", async () => {
  const server = await standIn({ timeLimitMilliseconds: 30_000 });
  const held: ServerResponse[] = [];
  server.answer = (response) => void held.push(response);
  const madeUp = Array.from({ length: 100 }, (_, at) => `bk_live_${String(at).padStart(49, "0")}`);
  const codes: string[] = [];
  const judged = madeUp.map(async (key) => {
    const { code } = await server.keys.judge(key, USE);
    codes.push(code);
  });
  await vi.waitUntil(() => codes.length === 36 && held.length === 64, { timeout: 20_000 });
  for (const response of held) response.destroy();
  await Promise.all(judged);
  expect(new Set(codes)).toEqual(new Set(["UNAVAILABLE"]));
  expect([codes.length, server.asked.length]).toEqual([100, 64]);
});

import { describe, expect, test } from "vitest";

import { type Calls, PASSWORD, signUp } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";

const ada = { email: "ada@example.com", password: PASSWORD };
const key = { name: "k", permissions: ["read"] };
const deployment = { name: "d", chains: ["base"] };

async function expectAlive(server: Calls): Promise<void> {
  expect((await server.get("/health")).status).toBe(200);
}

describe("bad input is 400, and nothing is written", () => {
  test.each([
    ["auth/api-keys", { ...key, name: "" }],
    ["auth/api-keys", { ...key, name: 1 }],
    ["auth/api-keys", { ...key, name: "a\0b" }],
    ["auth/api-keys", { ...key, name: "n".repeat(12_000) }],
    ["auth/api-keys", { ...key, permissions: ["read", "read"] }],
    ["auth/api-keys", { ...key, permissions: [] }],
    ["auth/api-keys", { ...key, permissions: ["root"] }],
    ["auth/api-keys", { ...key, permissions: { 0: "read" } }],
    ["auth/api-keys", { ...key, expiresInDays: 1e9 }],
    ["auth/api-keys", []],
    ["auth/api-keys", '{"name":"a","name":"b","permissions":["read"]}'],
    ["auth/api-keys", '{"__proto__":{"name":"a"},"permissions":["read"]}'],
    ["auth/api-keys", "[".repeat(15_000)],
    ["auth/api-keys", "{'name':'a'}"],
    ["deployments", { ...deployment, name: null }],
    ["deployments", { ...deployment, name: "\ud800" }],
    ["deployments", { ...deployment, chains: "base" }],
    ["deployments", { ...deployment, chains: Array.from({ length: 33 }, () => "base") }],
    ["deployments", { ...deployment, chains: ["base\0"] }],
    ["transactions", { deploymentId: "x", chain: "", hash: "h" }],
    ["transactions", { deploymentId: 1, chain: "base", hash: "h" }],
  ])("%s %.50j", async (path, body) => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const answer = await server.post(path, body, { token });
    expect([answer.status, answer.error?.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(answer.error?.details?.length).toBeGreaterThan(0);
    const { data } = await server.get("billing/usage", { token });
    expect(data).toMatchObject({ apiKeys: 0, deployments: 0, transactions: 0 });
    await expectAlive(server);
  });

  test.each([
    { ...ada, email: "ada" },
    { ...ada, email: "ada@example.com\0" },
    { ...ada, email: ["ada@example.com"] },
    { ...ada, password: 12_345_678 },
    { ...ada, password: "pass\0word pass" },
    { ...ada, name: "x".repeat(12_000) },
    { email: ada.email },
    "",
    "null",
  ])("auth/register %.50j", async (body) => {
    const server = await runTestServer();
    const answer = await server.post("auth/register", body);
    expect([answer.status, answer.error?.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect((await server.post("auth/register", ada)).status).toBe(201);
  });

  test("unknown body fields are ignored", async () => {
    const server = await runTestServer();
    const body = { ...ada, id: "mine", permissions: ["admin"], isAdmin: true };
    const { data, status } = await server.post<{ user: object }>("auth/register", body);
    expect(status).toBe(201);
    expect(Object.keys(data.user)).toEqual(["id", "email", "name"]);
    expect(data.user).not.toMatchObject({ id: "mine" });
  });
});

describe("what is not of this API", () => {
  test.each([
    ["GET", "nowhere", 404, "NOT_FOUND"],
    ["GET", "auth/register", 405, "METHOD_NOT_ALLOWED"],
    ["PUT", "deployments", 405, "METHOD_NOT_ALLOWED"],
    ["GET", "auth/api-keys/%ff", 400, "VALIDATION_ERROR"],
    ["GET", "auth//me", 404, "NOT_FOUND"],
    ["GET", "/api/v1", 404, "NOT_FOUND"],
  ])("%s %s is %i %s in the envelope", async (method, path, status, code) => {
    const server = await runTestServer();
    const answer = await server.call(method, path);
    expect([answer.status, answer.error?.code]).toEqual([status, code]);
    expect(JSON.parse(answer.text)).toMatchObject({ success: false });
    if (status === 405) expect(answer.headers.get("allow")).toContain("OPTIONS");
  });

  test("another media type is 415, a body past 16 KiB 413", async () => {
    const server = await runTestServer();
    const headers = { "content-type": "text/plain" };
    const typed = await server.post("auth/login", "email=a", { headers });
    expect([typed.status, typed.error?.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    const large = await server.post("auth/login", { ...ada, more: "x".repeat(16_384) });
    expect([large.status, large.error?.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    await expectAlive(server);
  });

  test.each(["__proto__", "constructor", "..%2f..%2fetc%2fpasswd", "a%00b", "%F0%9F%92%A9"])(
    "the id %s is merely unknown",
    async (id) => {
      const server = await runTestServer();
      const { token } = await signUp(server);
      for (const path of [`auth/api-keys/${id}`, `deployments/${id}`, `transactions/${id}`]) {
        expect([path, (await server.get(path, { token })).status]).toEqual([path, 404]);
      }
      expect((await server.delete(`auth/sessions/${id}`, { token })).status).toBe(404);
    },
  );
});

describe("browsers", () => {
  test("get no CORS header unless an origin is named, and then Link can be read", async () => {
    const origin = "https://app.example";
    const headers = { origin };
    const closed = await runTestServer();
    expect(
      (await closed.get("/health", { headers })).headers.get("access-control-allow-origin"),
    ).toBe(null);
    const open = await runTestServer({ CORS_ORIGINS: origin });
    const answer = await open.get("/health", { headers });
    expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
    expect(answer.headers.get("access-control-expose-headers")).toContain("Link");
    expect(answer.headers.get("access-control-allow-credentials")).toBe(null);
  });
});

import { describe, expect, test } from "vitest";

import { type Answer, makeKey, PASSWORD, signUp } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";

const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const REFRESH = /^rt_[0-9a-f-]{36}_[\w-]{43}$/;
const KEY = /^bk_live_[0-9A-Za-z]{49}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ALL = ["deploy", "read", "billing", "admin"];

describe("the seed's rows", () => {
  test("POST /auth/register is 201 with user, token, refreshToken and expiresIn", async () => {
    const server = await runTestServer();
    const body = { email: " Ada@Example.com ", password: PASSWORD, name: "Ada" };
    const { status, text, headers } = await server.post("auth/register", body);
    expect(status).toBe(201);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(JSON.parse(text)).toEqual({
      success: true,
      data: {
        user: { id: expect.any(String) as string, email: "Ada@Example.com", name: "Ada" },
        token: expect.stringMatching(TOKEN) as string,
        refreshToken: expect.stringMatching(REFRESH) as string,
        expiresIn: 900,
      },
    });
  });

  test("a name is optional and then empty", async () => {
    const server = await runTestServer();
    const { data } = await server.post("auth/register", { email: "a@b.co", password: PASSWORD });
    expect(data["user"]).toMatchObject({ name: "" });
  });

  test("POST /auth/login is 200 with token, refreshToken and expiresIn", async () => {
    const server = await runTestServer();
    const { email } = await signUp(server);
    const login = { email: email.toUpperCase(), password: PASSWORD };
    const { status, data } = await server.post("auth/login", login);
    expect(status).toBe(200);
    expect(data).toEqual({
      token: expect.stringMatching(TOKEN) as string,
      refreshToken: expect.stringMatching(REFRESH) as string,
      expiresIn: 900,
    });
  });

  test("POST /auth/refresh is 200 with token and expiresIn, and no new refresh token", async () => {
    const server = await runTestServer();
    const { refreshToken } = await signUp(server);
    const { status, data } = await server.post("auth/refresh", { refreshToken });
    expect(status).toBe(200);
    expect(data).toEqual({ token: expect.stringMatching(TOKEN) as string, expiresIn: 900 });
  });

  test("POST /auth/api-keys is 201 with the key, which no other answer holds", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const body = { name: "ci", permissions: ["read", "deploy"], expiresInDays: 7 };
    const created = await server.post("auth/api-keys", body, { token });
    expect(created.status).toBe(201);
    expect(created.data).toEqual({
      id: expect.any(String) as string,
      name: "ci",
      key: expect.stringMatching(KEY) as string,
      permissions: ["read", "deploy"],
      createdAt: expect.stringMatching(TIME) as string,
    });
    const { id, key } = created.data as { id: string; key: string };
    const list = await server.get("auth/api-keys", { token });
    const one = await server.get(`auth/api-keys/${id}`, { token });
    expect(list.text + one.text).not.toContain(key);
  });

  test("GET /auth/api-keys is an array of exactly id, name, lastUsed and createdAt", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const { id } = await makeKey(server, token, ["read"]);
    const { status, data } = await server.get("auth/api-keys", { token });
    expect(status).toBe(200);
    expect(data).toEqual([
      { id, name: "a key", lastUsed: null, createdAt: expect.stringMatching(TIME) as string },
    ]);
  });

  test("DELETE /auth/api-keys/:id is 200 with id and revokedAt", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const { id } = await makeKey(server, token, ["read"]);
    const { status, data } = await server.delete(`auth/api-keys/${id}`, { token });
    expect(status).toBe(200);
    expect(data).toEqual({ id, revokedAt: expect.stringMatching(TIME) as string });
  });
});

describe("the added rows", () => {
  test("GET /auth/api-keys/:id shows all but the key", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const { id, key } = await makeKey(server, token, ["read"], { expiresInDays: 1 });
    const { data } = await server.get(`auth/api-keys/${id}`, { token });
    expect(data).toEqual({
      id,
      name: "a key",
      prefix: key.slice(0, 12),
      permissions: ["read"],
      status: "active",
      lastUsed: null,
      expiresAt: "2026-01-16T00:00:00.000Z",
      parentId: null,
      environment: "live",
      addresses: [],
      origins: [],
      limits: null,
      former: [],
      createdAt: "2026-01-15T00:00:00.000Z",
    });
  });

  test("GET /auth/me names the user, the method and the permissions", async () => {
    const server = await runTestServer();
    const { token, id, email } = await signUp(server);
    const user = { id, email, name: "" };
    expect((await server.get("auth/me", { token })).data).toEqual({
      user,
      method: "jwt",
      permissions: ALL,
    });
    const { key } = await makeKey(server, token, ["billing"]);
    expect((await server.get("auth/me", { key })).data).toEqual({
      user,
      method: "api_key",
      permissions: ["billing"],
    });
  });

  test("POST /auth/logout answers whether it ended a session", async () => {
    const server = await runTestServer();
    const { refreshToken } = await signUp(server);
    expect((await server.post("auth/logout", { refreshToken })).data).toEqual({ revoked: true });
    expect((await server.post("auth/logout", { refreshToken })).data).toEqual({ revoked: false });
  });

  test("GET /auth/sessions lists the user's own, newest first", async () => {
    const server = await runTestServer();
    const { email, token } = await signUp(server);
    await signUp(server);
    await server.clock.advance(1000);
    const headers = { "user-agent": "phone/1" };
    await server.post("auth/login", { email, password: PASSWORD }, { headers });
    const { data } = await server.get("auth/sessions", { token });
    const times = {
      createdAt: "2026-01-15T00:00:01.000Z",
      lastUsedAt: "2026-01-15T00:00:01.000Z",
      expiresAt: "2026-02-14T00:00:01.000Z",
    };
    const id = expect.any(String) as string;
    expect(data).toMatchObject([
      { id, ...times, userAgent: "phone/1", ip: "127.0.0.1", current: false },
      { id, createdAt: "2026-01-15T00:00:00.000Z", current: true },
    ]);
  });

  test("POST /auth/api-keys/verify says what a key is worth", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const { id, key } = await makeKey(server, token, ["read"]);
    const verify = async (body: object): Promise<unknown> =>
      (await server.post("auth/api-keys/verify", body, { token })).data;
    const permissions = ["read"];
    expect(await verify({ key })).toEqual({ valid: true, code: "VALID", id, permissions });
    expect(await verify({ key, permission: "read" })).toMatchObject({ valid: true });
    expect(await verify({ key, permission: "deploy" })).toEqual({
      valid: false,
      code: "FORBIDDEN",
      id,
      permissions,
    });
    expect(await verify({ key: "bk_live_nonsense" })).toEqual({
      valid: false,
      code: "INVALID_API_KEY",
      id: null,
      permissions: [],
    });
  });

  test("GET /billing/usage counts what is there", async () => {
    const server = await runTestServer();
    const { token, email } = await signUp(server);
    await makeKey(server, token, ["read"]);
    await server.post("auth/login", { email, password: PASSWORD });
    const made = await server.post("deployments", { name: "d", chains: ["base"] }, { token });
    const transaction = { deploymentId: made.data["id"], chain: "base", hash: "0x1" };
    await server.post("transactions", transaction, { token });
    expect((await server.get("billing/usage", { token })).data).toEqual({
      period: { from: "2026-01-01T00:00:00.000Z", to: "2026-01-15T00:00:00.000Z" },
      apiKeys: 1,
      sessions: 2,
      deployments: 1,
      transactions: 1,
    });
  });

  test("health, docs, the document and the key set stand at the root", async () => {
    const server = await runTestServer();
    expect(JSON.parse((await server.get("/health")).text)).toMatchObject({ status: "ok" });
    expect((await server.get("/docs")).headers.get("content-type")).toContain("text/html");
    const document = JSON.parse((await server.get("/openapi.json")).text) as { paths: object };
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(["/api/v1/auth/register", "/.well-known/jwks.json", "/health"]),
    );
    const keys = await server.get("/.well-known/jwks.json");
    expect(keys.headers.get("cache-control")).toBe("public, max-age=60");
  });

  test("AUTH_PREFIX moves the API and leaves the root where it is", async () => {
    const server = await runTestServer({ AUTH_PREFIX: "/" });
    expect((await server.get("/auth/me")).status).toBe(401);
    expect((await server.get("/api/v1/auth/me")).status).toBe(404);
    expect((await server.get("/health")).status).toBe(200);
  });
});

describe("deployments and transactions", () => {
  test("are recorded as pending, found, and moved only along their states", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const body = { name: "bridge", chains: ["base", "ethereum"] };
    const created = await server.post("deployments", body, { token });
    expect(created.status).toBe(201);
    expect(created.data).toEqual({
      id: expect.any(String) as string,
      ...body,
      status: "pending",
      createdAt: "2026-01-15T00:00:00.000Z",
    });
    const id = String(created.data["id"]);
    expect((await server.get(`deployments/${id}`, { token })).data).toEqual(created.data);

    const record = { deploymentId: id, chain: "base", hash: "0xabc" };
    const recorded = await server.post("transactions", record, { token });
    expect(recorded.status).toBe(201);
    expect(recorded.data).toEqual({
      ...record,
      status: "pending",
      createdAt: "2026-01-15T00:00:00.000Z",
    });
    expect((await server.get("transactions/0xabc", { token })).data).toEqual(recorded.data);

    for (const path of [`deployments/${id}`, "transactions/0xabc"]) {
      const move = async (status: string): Promise<unknown> => {
        const answer = await server.call("PATCH", path, { token, body: { status } });
        return answer.error?.code ?? answer.data["status"];
      };
      expect(await move("completed")).toBe("CONFLICT");
      expect(await move("pending")).toBe("CONFLICT");
      expect(await move("in_progress")).toBe("in_progress");
      expect(await move("failed")).toBe("failed");
      expect(await move("in_progress")).toBe("CONFLICT");
      expect(await move("gone")).toBe("VALIDATION_ERROR");
    }
  });

  test("an unknown deployment is 404, a hash recorded already 409", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const { data } = await server.post("deployments", { name: "d", chains: ["base"] }, { token });
    const record = { deploymentId: data["id"], chain: "base", hash: "0x1" };
    const post = async (body: object): Promise<number> =>
      (await server.post("transactions", body, { token })).status;
    expect(await post({ ...record, deploymentId: "none" })).toBe(404);
    expect(await post(record)).toBe(201);
    expect(await post(record)).toBe(409);
  });

  test("a list is newest first, and Link leads through all of it, each record once", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    for (let n = 0; n < 7; n += 1) {
      await server.post("deployments", { name: `d${n}`, chains: ["base"] }, { token });
      await server.clock.advance(10);
    }
    const names: string[] = [];
    let url: string | undefined = `${server.url}/api/v1/deployments?limit=3`;
    let pages = 0;
    while (url !== undefined) {
      const page: Answer<{ readonly name: string }[]> = await server.get(url, { token });
      names.push(...page.data.map(({ name }) => name));
      const next: string | undefined = nextOf(page);
      url = next === undefined ? undefined : new URL(next, url).href;
      pages += 1;
    }
    expect(names).toEqual(["d6", "d5", "d4", "d3", "d2", "d1", "d0"]);
    expect(pages).toBe(3);
  });

  test("a cursor that was altered, or that another caller got, is refused or shows nothing foreign", async () => {
    const server = await runTestServer();
    const [ada, bob] = [await signUp(server), await signUp(server)];
    for (let n = 0; n < 3; n += 1) {
      await server.post("deployments", { name: "ada's", chains: ["base"] }, { token: ada.token });
    }
    const query = nextOf(await server.get("deployments?limit=1", { token: ada.token }));
    const foreign = await server.get(`deployments${query}`, { token: bob.token });
    expect(foreign.text).not.toContain("ada's");
    const altered = await server.get("deployments?cursor=abc", { token: ada.token });
    expect([altered.status, altered.error?.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(altered.error?.details?.[0]?.path).toBe("cursor");
  });
});

/** The reference to the next page, relative to the list. */
function nextOf({ headers }: Answer<unknown>): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
}

import { describe, expect, test } from "vitest";

import { makeKey, PASSWORD, signUp } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

test("the life of a key: made, used, looked at, expired beside a living one, revoked, refused", async () => {
  const server = await runTestServer();
  const { email, token: first } = await signUp(server);
  const week = await makeKey(server, first, ["read"], { expiresInDays: 7 });
  const endless = await makeKey(server, first, ["read", "deploy"]);

  await server.clock.advance(2 * MINUTE);
  expect((await server.get("deployments", { key: week.key })).status).toBe(200);
  const seen = await server.get(`auth/api-keys/${week.id}`, { token: first });
  expect(seen.data).toMatchObject({ lastUsed: "2026-01-15T00:02:00.000Z", status: "active" });

  await server.clock.advance(7 * DAY);
  const login = await server.post<{ token: string }>("auth/login", { email, password: PASSWORD });
  const token = login.data.token;
  const expired = await server.get("deployments", { key: week.key });
  expect([expired.status, expired.error?.code]).toEqual([401, "INVALID_API_KEY"]);
  expect(expired.headers.get("www-authenticate")).toBe('ApiKey header="X-API-Key"');
  expect((await server.get(`auth/api-keys/${week.id}`, { token })).data["status"]).toBe("expired");
  expect((await server.get("deployments", { key: endless.key })).status).toBe(200);

  expect((await server.delete(`auth/api-keys/${endless.id}`, { token })).status).toBe(200);
  const refused = await server.get("deployments", { key: endless.key });
  expect([refused.status, refused.error?.code]).toEqual([401, "INVALID_API_KEY"]);
  expect((await server.delete(`auth/api-keys/${endless.id}`, { token })).status).toBe(404);
  expect((await server.get(`auth/api-keys/${endless.id}`, { token })).status).toBe(404);
  const list = await server.get<{ id: string }[]>("auth/api-keys", { token });
  expect(list.data.map(({ id }) => id)).toEqual([week.id]);
});

test("a key that an admin key creates ends with it, and the answer says when", async () => {
  const server = await runTestServer();
  const { token } = await signUp(server);
  const parent = await makeKey(server, token, ["admin"], { expiresInDays: 30 });
  await server.clock.advance(DAY);
  const make = (key: string, more: object) =>
    server.post<{ id: string; key: string }>(
      "auth/api-keys",
      { name: "child", permissions: ["admin"], ...more },
      { key },
    );
  const late = await make(parent.key, { expiresInDays: 30 });
  expect([late.status, late.error?.details?.[0]?.path]).toEqual([400, "expiresInDays"]);
  const child = await make(parent.key, {});
  expect(child.data).toMatchObject({ expiresAt: "2026-02-14T00:00:00.000Z" });
  const grandchild = await make(child.data.key, {});
  const seen = await server.get(`auth/api-keys/${grandchild.data.id}`, { key: parent.key });
  expect(seen.data).toMatchObject({
    expiresAt: "2026-02-14T00:00:00.000Z",
    parentId: child.data.id,
  });
  expect((await server.delete(`auth/api-keys/${parent.id}`, { key: parent.key })).status).toBe(200);
  for (const { key } of [parent, child.data, grandchild.data]) {
    expect((await server.get("deployments", { key })).error?.code).toBe("INVALID_API_KEY");
  }
});

describe("a key", () => {
  test("is found whatever the case of its header's name", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const { key } = await makeKey(server, token, ["read"]);
    for (const name of ["X-API-Key", "x-api-key", "X-Api-KEY"]) {
      expect((await server.get("deployments", { headers: { [name]: key } })).status).toBe(200);
    }
  });

  test.each([
    ["mistyped", (key: string) => key.replace(/.$/, (last) => (last === "a" ? "b" : "a"))],
    ["of the right form, with a wrong checksum", () => `bk_live_${"a".repeat(43)}000000`],
    ["of the right form and checksum, but none of ours", () => `bk_live_${"a".repeat(43)}06uRqC`],
    ["cut short", (key: string) => key.slice(0, -1)],
    ["in another case", (key: string) => key.toUpperCase()],
    ["twice", (key: string) => `${key}, ${key}`],
    ["a token's", () => "eyJhbGciOiJub25lIn0.e30."],
    ["a refresh token's", () => "rt_00000000-0000-4000-8000-000000000000_x"],
    ["SQL", () => "' OR 1=1 --"],
  ])("that is %s is 401 INVALID_API_KEY", async (_, spoil) => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const { key } = await makeKey(server, token, ["read"]);
    const answer = await server.get("deployments", { key: spoil(key) });
    expect([answer.status, answer.error?.code]).toEqual([401, "INVALID_API_KEY"]);
  });

  test("with admin makes, lists and revokes keys of its owner", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const { key } = await makeKey(server, token, ["admin"]);
    const made = await server.post("auth/api-keys", { name: "n", permissions: ["read"] }, { key });
    expect(made.status).toBe(201);
    const gone = await server.delete(`auth/api-keys/${String(made.data["id"])}`, { key });
    expect(gone.status).toBe(200);
  });

  test("does not rescue a bad token that comes with it", async () => {
    const server = await runTestServer();
    const { token } = await signUp(server);
    const { key } = await makeKey(server, token, ["admin"]);
    for (const bad of ["x", "", `${token}x`]) {
      const answer = await server.get("auth/me", { token: bad, key });
      expect([answer.status, answer.error?.code]).toEqual([401, "INVALID_TOKEN"]);
    }
    expect((await server.get("auth/me", { token, key: "bk_live_bad" })).data["method"]).toBe("jwt");
  });

  test("of a disabled or expired session works on; logging out ends no keys", async () => {
    const server = await runTestServer();
    const { token, refreshToken } = await signUp(server);
    const { key } = await makeKey(server, token, ["read"]);
    await server.post("auth/logout", { refreshToken });
    expect((await server.get("auth/me", { token })).error?.code).toBe("INVALID_TOKEN");
    expect((await server.get("deployments", { key })).status).toBe(200);
  });
});

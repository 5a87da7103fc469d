import { describe, expect, test } from "vitest";

import { type Calls, PASSWORD, signUp } from "./support/calls.ts";
import { runTestServer } from "./support/running-server.ts";

const SECOND = 1000;
const DAY = 86_400_000;

interface Pair {
  readonly token: string;
  readonly refreshToken: string;
}

async function login(server: Calls, email: string, password = PASSWORD): Promise<Pair> {
  return (await server.post<Pair>("auth/login", { email, password })).data;
}

async function codeOfMe(server: Calls, token: string): Promise<string> {
  const { status, error } = await server.get("auth/me", { token });
  return error?.code ?? String(status);
}

async function codeOfRefresh(server: Calls, refreshToken: string): Promise<string> {
  const { status, error } = await server.post("auth/refresh", { refreshToken });
  return error?.code ?? String(status);
}

test("the life of a session: opened, used, expired, refreshed, seen, ended", async () => {
  const server = await runTestServer();
  const { email, token, refreshToken } = await signUp(server);
  expect(await codeOfMe(server, token)).toBe("200");

  await server.clock.advance(906 * SECOND);
  const expired = await server.get("auth/me", { token });
  expect([expired.status, expired.error?.code]).toEqual([401, "TOKEN_EXPIRED"]);
  expect(expired.headers.get("www-authenticate")).toContain('error="invalid_token"');

  const refreshed = await server.post<Pair>("auth/refresh", { refreshToken });
  expect(await codeOfMe(server, refreshed.data.token)).toBe("200");

  const other = await login(server, email);
  const seen = await server.get<{ id: string; current: boolean }[]>("auth/sessions", {
    token: other.token,
  });
  expect(seen.data.map(({ current }) => current)).toEqual([true, false]);
  const first = seen.data[1]?.id ?? "";
  const ended = await server.delete(`auth/sessions/${first}`, { token: other.token });
  expect([ended.status, ended.data]).toEqual([200, { id: first }]);
  expect(await codeOfMe(server, refreshed.data.token)).toBe("INVALID_TOKEN");
  expect(await codeOfRefresh(server, refreshToken)).toBe("INVALID_TOKEN");
  const again = await server.delete(`auth/sessions/${first}`, { token: other.token });
  expect([again.status, again.error?.code]).toEqual([404, "NOT_FOUND"]);

  const { data } = await server.post("auth/logout", { refreshToken: other.refreshToken });
  expect(data).toEqual({ revoked: true });
  expect(await codeOfMe(server, other.token)).toBe("INVALID_TOKEN");
});

describe("a refresh token", () => {
  test("lasts 30 days from its last use", async () => {
    const server = await runTestServer();
    const { refreshToken } = await signUp(server);
    await server.clock.advance(29 * DAY);
    expect(await codeOfRefresh(server, refreshToken)).toBe("200");
    await server.clock.advance(29 * DAY);
    expect(await codeOfRefresh(server, refreshToken)).toBe("200");
    await server.clock.advance(30 * DAY);
    expect(await codeOfRefresh(server, refreshToken)).toBe("TOKEN_EXPIRED");
  });

  test("lasts 90 days in all", async () => {
    const server = await runTestServer();
    const { refreshToken } = await signUp(server);
    for (const days of [25, 25, 25, 14]) {
      await server.clock.advance(days * DAY);
      expect(await codeOfRefresh(server, refreshToken)).toBe("200");
    }
    await server.clock.advance(2 * DAY);
    expect(await codeOfRefresh(server, refreshToken)).toBe("TOKEN_EXPIRED");
  });

  test("stays the same unless a rotation is asked for; then the old one ends after 30 s", async () => {
    const server = await runTestServer();
    const { refreshToken } = await signUp(server);
    const rotate = { refreshToken, rotate: true };
    const { data } = await server.post<Pair>("auth/refresh", rotate);
    expect(data.refreshToken).not.toBe(refreshToken);
    await server.clock.advance(29 * SECOND);
    // An answer may have been lost: who asks again in time gets the same one.
    const again = await server.post<Pair>("auth/refresh", rotate);
    expect(again.data.refreshToken).toBe(data.refreshToken);
    await server.clock.advance(2 * SECOND);
    expect(await codeOfRefresh(server, refreshToken)).toBe("INVALID_TOKEN");
    // Whoever still used the old one had stolen it, or had been robbed: the session is over for both.
    expect(await codeOfRefresh(server, data.refreshToken)).toBe("INVALID_TOKEN");
  });

  test("ends the session when any older one is used again, however many rotations ago", async () => {
    const server = await runTestServer();
    const { token, refreshToken: stolen } = await signUp(server);
    let refreshToken = stolen;
    for (let rotation = 0; rotation < 4; rotation++) {
      const { data } = await server.post<Pair>("auth/refresh", { refreshToken, rotate: true });
      refreshToken = data.refreshToken;
      await server.clock.advance(40 * SECOND);
    }
    expect(await codeOfMe(server, token)).toBe("200");
    expect(await codeOfRefresh(server, stolen)).toBe("INVALID_TOKEN");
    expect(await codeOfRefresh(server, refreshToken)).toBe("INVALID_TOKEN");
    expect(await codeOfMe(server, token)).toBe("INVALID_TOKEN");
  });

  test("is no access token, and an access token is no refresh token", async () => {
    const server = await runTestServer();
    const { token, refreshToken } = await signUp(server);
    expect(await codeOfMe(server, refreshToken)).toBe("INVALID_TOKEN");
    expect(await codeOfRefresh(server, token)).toBe("INVALID_TOKEN");
  });

  test("that nobody made is INVALID_TOKEN, whatever its form", async () => {
    const server = await runTestServer();
    const { refreshToken } = await signUp(server);
    const forged = [
      refreshToken.replace(/.$/, (last) => (last === "A" ? "Q" : "A")),
      refreshToken.slice(0, -1),
      "rt_",
      "x",
      `rt_00000000-0000-4000-8000-000000000000_${"A".repeat(43)}`,
    ];
    for (const text of forged) expect(await codeOfRefresh(server, text)).toBe("INVALID_TOKEN");
    expect(await codeOfRefresh(server, refreshToken)).toBe("200");
  });

  test("is good for a hundred refreshes at once", async () => {
    const server = await runTestServer();
    const { refreshToken } = await signUp(server);
    const codes = await Promise.all(
      Array.from({ length: 100 }, () => codeOfRefresh(server, refreshToken)),
    );
    expect(new Set(codes)).toEqual(new Set(["200"]));
  });
});

describe("a password change", () => {
  const next = "staple battery horse";

  test("ends every other session, keeps this one, and only the new password logs in", async () => {
    const server = await runTestServer();
    const { email, token, refreshToken } = await signUp(server);
    const other = await login(server, email);
    const body = { currentPassword: PASSWORD, newPassword: next };
    const changed = await server.post("auth/password", body, { token });
    expect([changed.status, changed.data]).toEqual([200, {}]);
    expect(await codeOfMe(server, token)).toBe("200");
    expect(await codeOfRefresh(server, refreshToken)).toBe("200");
    expect(await codeOfMe(server, other.token)).toBe("INVALID_TOKEN");
    expect(await codeOfRefresh(server, other.refreshToken)).toBe("INVALID_TOKEN");
    const old = await server.post("auth/login", { email, password: PASSWORD });
    expect(old.error?.code).toBe("INVALID_CREDENTIALS");
    expect((await login(server, email, next)).token).toBeTypeOf("string");
  });

  test("with a wrong current password, or a weak new one, changes nothing", async () => {
    const server = await runTestServer();
    const { email, token } = await signUp(server);
    const change = async (currentPassword: string, newPassword: string): Promise<string> => {
      const body = { currentPassword, newPassword };
      const { error } = await server.post("auth/password", body, { token });
      return `${error?.code} ${error?.details?.[0]?.path ?? ""}`.trim();
    };
    expect(await change("wrong", next)).toBe("INVALID_CREDENTIALS");
    expect(await change(PASSWORD, "short")).toBe("VALIDATION_ERROR newPassword");
    expect(await change(PASSWORD, "password1")).toBe("VALIDATION_ERROR newPassword");
    expect((await login(server, email)).token).toBeTypeOf("string");
  });
});

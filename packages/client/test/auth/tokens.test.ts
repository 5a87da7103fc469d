import { describe, expect, test } from "vitest";

import { memoryTokens, type Tokens, type TokenStore } from "../../src/auth/index.ts";
import { ADA, LIFETIME_SECONDS, service } from "./service.ts";

/** A store whose every step takes a turn, and which remembers its steps. */
function slowTokens(): TokenStore & { readonly steps: string[] } {
  const memory = memoryTokens();
  const steps: string[] = [];
  const later = async <T>(step: string, work: () => T): Promise<T> => {
    await Promise.resolve();
    steps.push(step);
    return work();
  };
  return {
    steps,
    load: () => later("load", () => memory.load() as Tokens | undefined),
    save: (tokens) => later("save", () => void memory.save(tokens)),
    clear: () => later("clear", () => void memory.clear()),
  };
}

describe("tokens", () => {
  test("of a login are kept and sent from then on", async () => {
    const { client, sent } = service();
    await client.login(ADA);
    await client.me();
    expect(sent.map((one) => one.authorization)).toEqual([null, "Bearer token-1"]);
  });

  test("of a registration are kept too, and refreshed once they are refused", async () => {
    const { client, clock, paths, expireTokens } = service();
    await client.register(ADA);
    clock.advance((LIFETIME_SECONDS - 31) * 1000);
    await client.me();
    expect(paths()).not.toContain("POST /auth/refresh");
    expireTokens();
    expect(await client.me()).toMatchObject({ user: { id: "u" } });
    expect(paths()).toEqual([
      "POST /auth/register",
      "GET /auth/me",
      "GET /auth/me",
      "POST /auth/refresh",
      "GET /auth/me",
    ]);
  });

  test("are kept by .safe() as well", async () => {
    const { client } = service();
    expect(await client.login.safe(ADA)).toMatchObject({ ok: true, status: 200 });
    expect(await client.tokens.load()).toMatchObject({ token: "token-1" });
  });

  test("live in whatever store the caller gives", async () => {
    const tokens = slowTokens();
    const { client, another, sent } = service({ tokens });
    await client.login(ADA);
    await another({ tokens }).me();
    expect(sent[1]?.authorization).toBe("Bearer token-1");
    expect(tokens.steps).toEqual(["save", "load"]);
  });

  test("of two clients without a shared store stay apart", async () => {
    const { client, another } = service();
    await client.login(ADA);
    await expect(another({}).me()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});

describe("a refresh", () => {
  test("comes before the token ends, once for all calls", async () => {
    const { client, clock, paths, sent } = service();
    await client.login(ADA);
    clock.advance((LIFETIME_SECONDS - 31) * 1000);
    await client.me();
    expect(paths()).not.toContain("POST /auth/refresh");
    clock.advance(1000);
    await Promise.all(Array.from({ length: 20 }, () => client.me()));
    expect(paths().filter((path) => path === "POST /auth/refresh")).toHaveLength(1);
    expect(sent.slice(-20).every((one) => one.authorization === "Bearer token-2")).toBe(true);
  });

  test("comes before the token of a registration ends, too", async () => {
    const { client, clock, paths } = service();
    await client.register(ADA);
    clock.advance((LIFETIME_SECONDS - 30) * 1000);
    await client.me();
    expect(paths()).toContain("POST /auth/refresh");
  });

  test("follows a refusal, once for all calls, and each is sent once more", async () => {
    const { client, paths, expireTokens } = service();
    await client.login(ADA);
    expireTokens();
    await Promise.all(Array.from({ length: 20 }, () => client.me()));
    expect(paths().filter((path) => path === "POST /auth/refresh")).toHaveLength(1);
    expect(paths().filter((path) => path === "GET /auth/me")).toHaveLength(40);
  });

  test("that is refused ends the login: the tokens are forgotten, the call's own refusal comes out", async () => {
    const { client, paths, expireTokens, endSessions } = service();
    await client.login(ADA);
    expireTokens();
    endSessions();
    await expect(client.me()).rejects.toMatchObject({ code: "TOKEN_EXPIRED", status: 401 });
    expect(await client.tokens.load()).toBeUndefined();
    await expect(client.me()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(paths().filter((path) => path === "POST /auth/refresh")).toHaveLength(1);
  });

  test("that can't be had in time leaves the token in use while it is good", async () => {
    const { client, clock, sent, fail } = service({ retry: false });
    await client.login(ADA);
    clock.advance((LIFETIME_SECONDS - 10) * 1000);
    fail("POST /auth/refresh", "network");
    await client.me();
    expect(sent.at(-1)?.authorization).toBe("Bearer token-1");
    expect(await client.tokens.load()).toMatchObject({ token: "token-1" });
  });

  test("that can't be had after a refusal says why, and the tokens stay", async () => {
    const { client, expireTokens, fail } = service({ retry: false });
    await client.login(ADA);
    expireTokens();
    fail("POST /auth/refresh", 503);
    await expect(client.me()).rejects.toMatchObject({ status: 503 });
    expect(await client.tokens.load()).toMatchObject({ token: "token-1" });
    expect(await client.me()).toMatchObject({ user: { id: "u" } });
  });

  test("that a logout overtakes does not bring the login back", async () => {
    const { client, clock } = service();
    await client.login(ADA);
    clock.advance(LIFETIME_SECONDS * 1000);
    const call = client.me();
    await client.tokens.clear();
    await call;
    expect(await client.tokens.load()).toBeUndefined();
  });

  test("asks for a new refresh token and keeps it, of the client's own accord or by a call", async () => {
    const { client, sent, expireTokens } = service();
    await client.login(ADA);
    expireTokens();
    await client.me();
    expect(sent.find(({ what }) => what === "POST /auth/refresh")?.body).toEqual({
      refreshToken: "refresh-1",
      rotate: true,
    });
    expect(await client.tokens.load()).toMatchObject({ refreshToken: "refresh-2" });
    expect(await client.refresh()).toMatchObject({ token: "token-3", refreshToken: "refresh-3" });
    expect(await client.tokens.load()).toMatchObject({
      token: "token-3",
      refreshToken: "refresh-3",
    });
  });

  test("that asks for no new refresh token keeps the old one", async () => {
    const { client } = service();
    await client.login(ADA);
    await client.refresh({ body: { refreshToken: "refresh-1" } });
    expect(await client.tokens.load()).toMatchObject({
      token: "token-2",
      refreshToken: "refresh-1",
    });
  });
});

describe("a logout", () => {
  test("ends the kept login and forgets it", async () => {
    const { client, sent } = service();
    await client.login(ADA);
    expect(await client.logout()).toEqual({ revoked: true });
    expect(sent.at(-1)?.body).toEqual({ refreshToken: "refresh-1" });
    expect(await client.tokens.load()).toBeUndefined();
  });

  test("of another login leaves the kept one alone", async () => {
    const { client } = service();
    await client.login(ADA);
    await client.logout.safe({ body: { refreshToken: "refresh-of-another" } });
    expect(await client.tokens.load()).toMatchObject({ token: "token-1" });
  });

  test("that failed forgets nothing", async () => {
    const { client, fail } = service({ retry: false });
    await client.login(ADA);
    fail("POST /auth/logout", "network");
    expect(await client.logout.safe()).toMatchObject({ ok: false, error: { code: "NETWORK" } });
    expect(await client.tokens.load()).toMatchObject({ token: "token-1" });
  });
});

describe("a login", () => {
  test.each([503, "network"] as const)("is never sent twice, not after %s either", async (how) => {
    const { client, paths, fail } = service();
    fail("POST /auth/login", how);
    const retry = { limit: 5 };
    const result = await client.login.safe(ADA, { retry });
    expect(result.ok).toBe(false);
    expect(paths()).toEqual(["POST /auth/login"]);
  });

  test("carries no credentials, and its refusal refreshes nothing", async () => {
    const { client, sent, fail } = service({ apiKey: "bk_live_x" });
    await client.login(ADA);
    fail("POST /auth/login", 401);
    await expect(client.login(ADA)).rejects.toMatchObject({ status: 401 });
    expect(sent.map(({ authorization, apiKey }) => [authorization, apiKey])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(await client.tokens.load()).toMatchObject({ token: "token-1" });
  });
});

describe("an API key", () => {
  test("is sent where there is no token, and a token wins over it", async () => {
    const { client, sent } = service({ apiKey: "bk_live_x" });
    await client.me();
    await client.login(ADA);
    await client.me();
    expect(sent.map(({ authorization, apiKey }) => [authorization, apiKey])).toEqual([
      [null, "bk_live_x"],
      [null, null],
      ["Bearer token-1", null],
    ]);
  });
});

test("a prefix takes the place of /api/v1", async () => {
  const { client, paths } = service({ prefix: "/auth-service/v2" });
  await client.me.safe();
  expect(paths()).toEqual(["GET /auth-service/v2/auth/me"]);
});

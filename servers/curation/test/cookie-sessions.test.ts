/** Logins in cookies of curation: the same rules as in access control, with its own names and answers. */
import { expect, test } from "vitest";

import type { Answer, Fields } from "./support/calls.ts";
import { join } from "./support/people.ts";
import { runTestServer } from "./support/running-server.ts";

const PASSWORD = "correct horse battery";
const LOGIN = { email: "ada@example.com", password: PASSWORD };

test("without COOKIE_SESSIONS a login in a cookie is 501, and the other logins are as documented", async () => {
  const server = await runTestServer();
  await join(server, "ada", LOGIN);
  const refused = await server.post("auth/login", undefined, { ...LOGIN, session: "cookie" });
  expect([refused.status, refused.headers.get("x-error-code")]).toEqual([
    501,
    "COOKIES_UNAVAILABLE",
  ]);
  expect((await server.post("auth/login", undefined, LOGIN)).headers.get("set-cookie")).toBeNull();
  expect((await server.get<Fields>("/health")).data).not.toHaveProperty("cookies");
});

test("a login in a cookie reads by it, changes by the page's token beside it, rotates and ends", async () => {
  const server = await runTestServer({ COOKIE_SESSIONS: "yes" });
  expect((await server.get<Fields>("/health")).data["cookies"]).toBe(true);
  await join(server, "ada", LOGIN);
  const origin = server.url;
  const post = (path: string, body: object, headers: object = {}): Promise<Answer<Fields>> =>
    server.call("POST", path, { body, headers: { origin, ...headers } });
  const cookieOf = ({ headers }: Answer<Fields>): string =>
    (headers.get("set-cookie") ?? "").split(";")[0] ?? "";

  const signedIn = await post("auth/login", { ...LOGIN, session: "cookie" });
  const cookie = cookieOf(signedIn);
  const page = String(signedIn.data["access_token"]);
  expect(cookie).toMatch(/^__Host-bourse-curation=/);
  expect(signedIn.data).toMatchObject({ access_token: page, refresh_token: page });

  const read = await server.call("GET", "auth/me", { headers: { cookie } });
  expect([read.status, read.data["username"]]).toEqual([200, "ada"]);
  const change = { body: { bio: "Counts." }, headers: { origin, cookie } };
  expect((await server.call("PATCH", "auth/me", change)).status).toBe(401);
  const headers = { ...change.headers, "x-csrf-token": page };
  expect((await server.call("PATCH", "auth/me", { ...change, headers })).status).toBe(200);
  const markets = await server.call("GET", "markets", { token: page, headers: { cookie } });
  expect(markets.status, "a public route with a login").toBe(200);

  const refreshed = await post("auth/refresh", { refresh_token: page, rotate: true }, { cookie });
  expect(refreshed.data).toMatchObject({ access_token: page, refresh_token: page });
  const renewed = cookieOf(refreshed);
  expect(renewed).not.toBe(cookie);
  const out = await post("auth/logout", { refresh_token: page }, { cookie: renewed });
  expect([out.data["revoked"], out.headers.get("set-cookie")]).toEqual([
    true,
    expect.stringContaining("__Host-bourse-curation=; Max-Age=0"),
  ]);
  const over = await server.call("GET", "auth/me", { headers: { cookie: renewed } });
  expect(over.status).toBe(401);
});

test("a cookie is not read for another site's page, nor where a second one was tossed in, and no login continues a planted one", async () => {
  const server = await runTestServer({ COOKIE_SESSIONS: "yes" });
  const EVE = { email: "eve@example.com", password: PASSWORD };
  await join(server, "ada", LOGIN);
  await join(server, "eve", EVE);
  const origin = server.url;
  const enter = async (login: object, planted: object = {}) => {
    const body = { ...login, session: "cookie" };
    const { headers, data } = await server.call<Fields>("POST", "auth/login", {
      body,
      headers: { origin, ...planted },
    });
    const [cookie = ""] = (headers.get("set-cookie") ?? "").split(";");
    return { cookie, page: String(data["access_token"]) };
  };
  const read = async (headers: Record<string, string>): Promise<unknown> => {
    const { status, data } = await server.call<Fields>("GET", "auth/me", { headers });
    return status === 200 ? data["username"] : status;
  };
  const eve = await enter(EVE);
  const ada = await enter(LOGIN, { cookie: eve.cookie, "x-csrf-token": eve.page });
  expect(await read({ cookie: ada.cookie })).toBe("ada");
  expect(await read({ cookie: eve.cookie })).toBe("eve");
  for (const headers of [
    { cookie: ada.cookie, "sec-fetch-site": "cross-site" },
    { cookie: ada.cookie, "sec-fetch-site": "same-site" },
    { cookie: `${eve.cookie}; ${ada.cookie}` },
    { cookie: ada.cookie, "x-csrf-token": eve.page },
  ] as Record<string, string>[]) {
    expect(await read(headers), JSON.stringify(headers)).toBe(401);
  }
  const change = (headers: object): Promise<Answer<Fields>> =>
    server.call<Fields>("PATCH", "auth/me", { body: { bio: "Counts." }, headers: { ...headers } });
  const foreign = { cookie: ada.cookie, "x-csrf-token": ada.page, origin: "https://evil.example" };
  expect([401, 403]).toContain((await change(foreign)).status);
  expect((await change({ ...foreign, origin })).status).toBe(200);
});

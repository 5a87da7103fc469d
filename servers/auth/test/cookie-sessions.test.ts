/** Logins in cookies: off until they are set up; then for the server's own pages only. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text as readText } from "node:stream/consumers";

import { describe, expect, test, vi } from "vitest";

import { PASSWORD, signUp, type Answer, type Calls } from "./support/calls.ts";
import { addTotp, challengeIn } from "./support/factors.ts";
import { runTestServer } from "./support/running-server.ts";

vi.setConfig({ testTimeout: 60_000 });

/** The foreign page is one that may call, so that the cookie alone is in question. */
const FOREIGN = "https://evil.example";
const ON = { COOKIE_SESSIONS: "yes", CORS_ORIGINS: FOREIGN };
const NAME = "__Host-bourse-auth";

interface Browser {
  readonly cookie: string;
  /** The page's token. */
  readonly page: string;
}

const own = (server: Calls): Record<string, string> => ({ origin: server.url });

async function logIn(server: Calls, email: string, headers = own(server)): Promise<Answer> {
  return server.post("auth/login", { email, password: PASSWORD, session: "cookie" }, { headers });
}

/** The cookie of an answer as the browser sends it, with the page's token. */
function kept(answer: Answer): Browser {
  const [pair = ""] = (answer.headers.get("set-cookie") ?? "").split(";");
  return { cookie: pair, page: String(answer.data["token"]) };
}

async function browser(server: Calls, email: string): Promise<Browser> {
  const answer = await logIn(server, email);
  expect(answer.status, answer.text).toBe(200);
  return kept(answer);
}

/** A login by the name of another machine, which `fetch` does not let one send. */
async function fromHost(
  { url }: Calls,
  host: string,
  email: string,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const headers = { host, origin: `http://${host}`, "content-type": "application/json" };
  const asked = request(`${url}/api/v1/auth/login`, { method: "POST", headers, agent: false });
  asked.end(JSON.stringify({ email, password: PASSWORD, session: "cookie" }));
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return { status: answer.statusCode, text: await readText(answer) };
}

const codeOf = ({ status, error }: Answer): readonly unknown[] => [status, error?.code];

describe("without COOKIE_SESSIONS", () => {
  test("a login in a cookie is 501 before its password is looked at, and no answer sets a cookie", async () => {
    const server = await runTestServer();
    const { email, token } = await signUp(server);
    const body = { email, password: "wrong", session: "cookie" };
    const answer = await server.post("auth/login", body, { headers: own(server) });
    expect(codeOf(answer)).toEqual([501, "COOKIES_UNAVAILABLE"]);
    expect(answer.error?.message).toContain("COOKIE_SESSIONS");
    const plain = await server.post("auth/login", { email, password: PASSWORD });
    for (const { headers } of [answer, plain, await server.get("auth/me", { token })]) {
      expect(headers.get("set-cookie")).toBeNull();
    }
  });

  test("no request is judged by a cookie", async () => {
    const server = await runTestServer();
    const { refreshToken, token } = await signUp(server);
    const cookie = `${NAME}=${token}~${refreshToken}~cs_${"a".repeat(43)}`;
    const answer = await server.get("auth/me", { headers: { cookie } });
    expect(codeOf(answer)).toEqual([401, "UNAUTHORIZED"]);
  });
});

describe("a login in a cookie", () => {
  test("gives its page no token that works without the cookie, and no script the cookie", async () => {
    const server = await runTestServer(ON);
    const { email } = await signUp(server);
    const answer = await logIn(server, email);
    const set = answer.headers.get("set-cookie") ?? "";
    expect(set.split("; ").slice(2)).toEqual(["Path=/", "Secure", "HttpOnly", "SameSite=Strict"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { cookie, page } = kept(answer);
    expect(answer.data).toEqual({ token: page, refreshToken: page, expiresIn: 900 });
    const [access = "", refresh = ""] = cookie.slice(NAME.length + 1).split("~");
    expect(answer.text).not.toContain(access);
    expect(answer.text).not.toContain(refresh);
    expect(codeOf(await server.get("auth/me", { token: page }))).toEqual([401, "INVALID_TOKEN"]);
    const refreshed = await server.post("auth/refresh", { refreshToken: page });
    expect(codeOf(refreshed)).toEqual([401, "INVALID_TOKEN"]);
  });

  test("reads by the cookie, and changes by the page's token beside it", async () => {
    const server = await runTestServer(ON);
    const { email } = await signUp(server);
    const { cookie, page } = await browser(server, email);
    expect((await server.get("auth/me", { headers: { cookie } })).status).toBe(200);
    const body = { name: "a key", permissions: ["read"] };
    const make = (headers: object): Promise<Answer> =>
      server.post("auth/api-keys", body, { headers: { ...headers } });
    for (const proof of [{ "x-csrf-token": page }, { authorization: `Bearer ${page}` }]) {
      expect((await make({ cookie, ...proof, ...own(server) })).status).toBe(201);
    }
    for (const headers of [
      { cookie, ...own(server) },
      { cookie, "x-csrf-token": page },
      { cookie, "x-csrf-token": page, origin: FOREIGN },
      { cookie, "x-csrf-token": `cs_${"a".repeat(43)}`, ...own(server) },
      { cookie: `${cookie}x`, "x-csrf-token": page, ...own(server) },
    ]) {
      expect((await make(headers)).status, JSON.stringify(headers)).toBe(401);
    }
  });

  test("is not read for another page, nor where two cookies have its name", async () => {
    const server = await runTestServer(ON);
    const [ada, eve] = [await signUp(server), await signUp(server)];
    const { cookie } = await browser(server, ada.email);
    const other = await browser(server, eve.email);
    for (const headers of [
      { cookie, "sec-fetch-site": "cross-site" },
      { cookie, "sec-fetch-site": "same-site" },
      { cookie: `${other.cookie}; ${cookie}` },
    ] as Record<string, string>[]) {
      expect(codeOf(await server.get("auth/me", { headers }))).toEqual([401, "UNAUTHORIZED"]);
    }
    // A page's token of another login opens nothing.
    const headers = { cookie, "x-csrf-token": other.page };
    expect((await server.get("auth/me", { headers })).status).toBe(401);
  });

  test("is a session of its own, whatever cookie or token was planted before it (fixation)", async () => {
    const server = await runTestServer(ON);
    const [ada, eve] = [await signUp(server), await signUp(server)];
    const planted = await browser(server, eve.email);
    const headers = { ...own(server), cookie: planted.cookie, "x-csrf-token": planted.page };
    const fresh = kept(await logIn(server, ada.email, headers));
    const halves = (cookie: string): readonly string[] => cookie.split("=")[1]?.split("~") ?? [];
    expect(halves(fresh.cookie).filter((one) => halves(planted.cookie).includes(one))).toEqual([]);
    const whose = async (cookie: string): Promise<unknown> =>
      (await server.get<{ user: { id: string } }>("auth/me", { headers: { cookie } })).data.user.id;
    expect(await whose(fresh.cookie)).toBe(ada.id);
    expect(await whose(planted.cookie)).toBe(eve.id);
    const mixed = { cookie: fresh.cookie, "x-csrf-token": planted.page };
    expect((await server.get("auth/me", { headers: mixed })).status).toBe(401);
  });

  test("is given to pages of this origin or of PUBLIC_URL alone, over HTTPS or on this machine", async () => {
    const server = await runTestServer({
      ...ON,
      CORS_ORIGINS: `${FOREIGN},https://accounts.example`,
      PUBLIC_URL: "https://accounts.example/console",
      ALLOWED_HOSTS: "lan.example",
    });
    const { email } = await signUp(server);
    for (const headers of [{}, { origin: FOREIGN }] as Record<string, string>[]) {
      const answer = await logIn(server, email, headers);
      expect(codeOf(answer)).toEqual([403, "FORBIDDEN"]);
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
    const overHttp = await fromHost(server, "lan.example", email);
    expect(overHttp).toMatchObject({
      status: 403,
      text: expect.stringContaining("HTTPS") as string,
    });
    const open = await logIn(server, email, { origin: "https://accounts.example" });
    expect(open.status).toBe(200);
  });

  test("rotates by its page's token, ends with a logout, and the old cookie with it", async () => {
    const server = await runTestServer(ON);
    const { email } = await signUp(server);
    const first = await browser(server, email);
    const call = (path: string, { cookie, page }: Browser, more: object = {}): Promise<Answer> =>
      server.post(path, { refreshToken: page, ...more }, { headers: { cookie, ...own(server) } });
    const refreshed = await call("auth/refresh", first, { rotate: true });
    const second = kept(refreshed);
    expect(refreshed.data).toEqual({ token: first.page, refreshToken: first.page, expiresIn: 900 });
    expect(second.cookie).not.toBe(first.cookie);
    expect((await server.get("auth/me", { headers: { cookie: second.cookie } })).status).toBe(200);

    const foreign = await server.post(
      "auth/logout",
      { refreshToken: first.page },
      { headers: { cookie: second.cookie, origin: FOREIGN } },
    );
    expect(foreign.data).toEqual({ revoked: false });
    const out = await call("auth/logout", second);
    expect(out.data).toEqual({ revoked: true });
    expect(out.headers.get("set-cookie")).toMatch(/^__Host-bourse-auth=; Max-Age=0; /);
    for (const { cookie } of [first, second]) {
      expect((await server.get("auth/me", { headers: { cookie } })).status).toBe(401);
    }
    const late = await call("auth/refresh", second);
    expect(codeOf(late)).toEqual([401, "INVALID_TOKEN"]);
    expect(late.headers.get("set-cookie")).toContain("Max-Age=0");
  });

  test("leaves credentials of programs as they are", async () => {
    const server = await runTestServer(ON);
    const [ada, eve] = [await signUp(server), await signUp(server)];
    const { cookie } = await browser(server, ada.email);
    const me = await server.get<{ user: { id: string } }>("auth/me", {
      token: eve.token,
      headers: { cookie },
    });
    expect(me.data.user.id).toBe(eve.id);
    const wrong = await server.get("auth/me", { token: "nonsense", headers: { cookie } });
    expect(codeOf(wrong)).toEqual([401, "INVALID_TOKEN"]);
    const key = await server.get("auth/me", { key: "nonsense", headers: { cookie } });
    expect(codeOf(key)).toEqual([401, "INVALID_API_KEY"]);
    const registered = await server.post(
      "auth/register",
      { email: "new@example.com", password: PASSWORD, session: "cookie" },
      { headers: own(server) },
    );
    expect(registered.status).toBe(201);
    expect(registered.headers.get("set-cookie")).toContain(NAME);
    const bodies = ["[]", '"cookie"', "{", '{"session":"cookies"}'];
    for (const body of bodies) {
      expect((await server.call("POST", "auth/login", { body })).status, body).toBe(400);
    }
  });
});

describe("a remembered device in a cookie", () => {
  const DEVICE = "__Host-bourse-auth-device";

  /** The cookies of an answer as the browser keeps them, by name. */
  const cookiesOf = ({ headers }: Answer): ReadonlyMap<string, string> =>
    new Map(
      headers.getSetCookie().map((one) => {
        const [pair = ""] = one.split(";");
        return [pair.slice(0, pair.indexOf("=")), pair];
      }),
    );

  test("is kept by the browser alone, outlives a logout, and counts for the server's own pages", async () => {
    const server = await runTestServer(ON);
    const { email, token } = await signUp(server);
    const { recoveryCodes } = await addTotp(server, token);
    const asked = await logIn(server, email);
    const { challenge } = challengeIn(asked);
    const answer = { challenge, code: recoveryCodes[0], remember: true, session: "cookie" };
    const begun = await server.post("auth/login/factor", answer, { headers: own(server) });
    expect(Object.keys(begun.data)).toEqual(["token", "refreshToken", "expiresIn"]);
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-bourse-auth=/),
      expect.stringMatching(
        /^__Host-bourse-auth-device=rd_[\w-]+; Max-Age=31536000; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    const first = cookiesOf(begun);
    const device = first.get(DEVICE) ?? "";
    const { page } = kept(begun);
    const out = await server.post(
      "auth/logout",
      { refreshToken: page },
      { headers: { cookie: [...first.values()].join("; "), ...own(server) } },
    );
    expect([...cookiesOf(out).keys()]).toEqual([NAME]);

    const foreign = await logIn(server, email, { cookie: device, origin: FOREIGN });
    expect(codeOf(foreign)).toEqual([403, "FORBIDDEN"]);
    const tokens = { email, password: PASSWORD };
    const plain = await server.post("auth/login", tokens, {
      headers: { cookie: device, ...own(server) },
    });
    expect(codeOf(plain)).toEqual([401, "FACTOR_REQUIRED"]);
    const twice = await logIn(server, email, { cookie: `${device}; ${device}`, ...own(server) });
    expect(codeOf(twice)).toEqual([401, "FACTOR_REQUIRED"]);

    const again = await logIn(server, email, { cookie: device, ...own(server) });
    expect(again.status, again.text).toBe(200);
    expect(again.text).not.toContain("rd_");
    expect(cookiesOf(again).get(DEVICE)).not.toBe(device);
  });
});

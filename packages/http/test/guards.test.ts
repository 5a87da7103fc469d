import { JSON_HEADERS, route, type BoundRoute } from "@bourse/contract";
import { createManualClock, createRateLimiter, seededIds, type ManualClock } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { parseTrustProxy, type HttpServerOptions } from "../src/index.ts";
import { parseReply, sendRaw, type RawReply } from "./raw-client.ts";
import { serveSample } from "./serve-sample.ts";

/** Sends one request with exactly these header lines. */
async function ask(
  url: string,
  lines: readonly string[],
  method = "GET",
  path = "/api/jobs/stats",
): Promise<RawReply> {
  const head = [`${method} ${path} HTTP/1.1`, ...lines, "Connection: close"].join("\r\n");
  return parseReply(await sendRaw(url, `${head}\r\n\r\n`));
}

describe("the Host of a request to a loopback address", () => {
  test.each([
    "localhost",
    "LOCALHOST:8080",
    "127.0.0.1",
    "127.0.0.1:1",
    "[::1]:3002",
    "localhost.",
  ])("%s is this machine's own name", async (host) => {
    const { url } = await serveSample();
    expect((await ask(url, [`Host: ${host}`])).status).toBe(200);
  });

  test.each(["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "10.0.0.1"])(
    'a name that DNS was made to point here, "%s", is refused with 421',
    async (host) => {
      const { url } = await serveSample();
      const reply = await ask(url, [`Host: ${host}`]);
      expect(reply.status).toBe(421);
      expect(JSON.parse(reply.body)).toMatchObject({ status_code: 421 });
    },
  );

  test("is not needed of a health probe in HTTP/1.0, which is no local caller for that", async () => {
    const { url } = await serveSample({ routes: [tellCaller] });
    const probe = (path: string, ...lines: readonly string[]): Promise<string> =>
      sendRaw(url, [`GET ${path} HTTP/1.0`, ...lines, "", ""].join("\r\n"));
    expect(parseReply(await probe("/livez")).status).toBe(200);
    expect(parseReply(await probe("/livez", "Host: evil.example")).status).toBe(421);
    expect(parseReply(await probe("/api/caller")).body).toBe('{"is_local":false}');
  });

  test("more names are answered for when they are listed, or all when the guard is off", async () => {
    const listed = await serveSample({ allowedHosts: ["Api.Example"] });
    expect((await ask(listed.url, ["Host: api.example:80"])).status).toBe(200);
    expect((await ask(listed.url, ["Host: other.example"])).status).toBe(421);
    const open = await serveSample({ allowedHosts: "any" });
    expect((await ask(open.url, ["Host: other.example"])).status).toBe(200);
  });
});

describe("a change that a web page sends", () => {
  const change = (url: string, origin: string): Promise<RawReply> =>
    ask(
      url,
      [
        "Host: localhost",
        `Origin: ${origin}`,
        "Content-Type: application/json",
        "Content-Length: 0",
      ],
      "POST",
      "/api/echo",
    );

  test("from a foreign origin is refused with 403, and so is one without a name", async () => {
    const { url } = await serveSample();
    for (const origin of ["https://evil.example", "null", "http://localhost.evil.example"]) {
      expect((await change(url, origin)).status, origin).toBe(403);
    }
  });

  test("from another port of this machine is refused with 403", async () => {
    const { url } = await serveSample();
    const { host, port } = new URL(url);
    const send = (origin: string, named = host): Promise<RawReply> =>
      ask(
        url,
        [
          `Host: ${named}`,
          `Origin: ${origin}`,
          "Content-Type: application/json",
          "Content-Length: 0",
        ],
        "POST",
        "/api/echo",
      );
    for (const origin of [
      "http://127.0.0.1:9",
      "http://localhost:5173",
      `http://localhost:${port}`,
    ]) {
      expect((await send(origin)).status, origin).toBe(403);
    }
    expect((await send(`http://${host}.evil.example`)).status).toBe(403);
    expect((await send(`http://${host}`)).status).toBe(200);
    expect((await send(`http://localhost:${port}`, `localhost:${port}`)).status).toBe(200);
  });

  test("without an Origin is refused with 403 when its browser says that another site sent it", async () => {
    const { url } = await serveSample({ corsOrigins: ["https://app.example"] });
    const send = (...lines: readonly string[]): Promise<RawReply> =>
      ask(
        url,
        ["Host: localhost", "Content-Type: application/json", "Content-Length: 0", ...lines],
        "POST",
        "/api/echo",
      );
    for (const site of ["cross-site", "same-site"]) {
      expect((await send(`Sec-Fetch-Site: ${site}`)).status, site).toBe(403);
    }
    for (const site of ["same-origin", "none"]) {
      expect((await send(`Sec-Fetch-Site: ${site}`)).status, site).toBe(200);
    }
    const listed = await send("Sec-Fetch-Site: cross-site", "Origin: https://app.example");
    expect(listed.status).toBe(200);
  });

  test("from a listed origin, or a listed host as its proxy serves it, is taken", async () => {
    const { url } = await serveSample({
      corsOrigins: ["https://app.example"],
      allowedHosts: ["Bourse.Example"],
    });
    for (const origin of ["https://app.example", "https://bourse.example"]) {
      expect((await change(url, origin)).status, origin).toBe(200);
    }
    for (const origin of ["https://app.example:8443", "https://bourse.example:8443"]) {
      expect((await change(url, origin)).status, origin).toBe(403);
    }
  });

  test("over http is foreign to a server that a trusted proxy serves over https", async () => {
    const { url } = await serveSample({ trustProxy: parseTrustProxy("loopback")! });
    const { host } = new URL(url);
    const send = (origin: string): Promise<RawReply> =>
      ask(
        url,
        [
          `Host: ${host}`,
          `Origin: ${origin}`,
          "X-Forwarded-Proto: https",
          "Content-Type: application/json",
          "Content-Length: 0",
        ],
        "POST",
        "/api/echo",
      );
    expect((await send(`http://${host}`)).status).toBe(403);
    expect((await send(`https://${host}`)).status).toBe(200);
  });

  test("without a declared content type, which needs no preflight, is refused with 415 unless it has a key", async () => {
    const { url } = await serveSample({ corsOrigins: ["*"] });
    const send = (...lines: readonly string[]): Promise<RawReply> =>
      ask(url, ["Host: localhost", "Content-Length: 0", ...lines], "POST", "/api/echo");
    const page = "Origin: https://app.example";
    expect((await send(page)).status).toBe(415);
    expect((await send(page, "Content-Type: text/plain")).status).toBe(415);
    expect((await send(page, "Content-Type: application/json")).status).toBe(200);
    expect((await send(page, "X-API-Key: some-key")).status).toBe(200);
    expect((await send(page, "Authorization: Bearer some-token")).status).toBe(200);
    // A program has no Origin, and may send an empty body without a type.
    expect((await send()).status).toBe(200);
  });

  test("may be a question from anywhere: the browser keeps the answer from the page", async () => {
    const { url } = await serveSample();
    const reply = await ask(url, ["Host: localhost", "Origin: https://evil.example"]);
    expect(reply.status).toBe(200);
    expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("a target in absolute form", () => {
  const absolute = (url: string, authority: string, host: string): Promise<RawReply> =>
    ask(url, [`Host: ${host}`], "GET", `http://${authority}/api/jobs/stats`);

  test("that names the host of the request is answered", async () => {
    const { url } = await serveSample();
    const { host } = new URL(url);
    expect((await absolute(url, host, host)).status).toBe(200);
  });

  test("that names another host is refused with 421, whatever hosts are allowed", async () => {
    const guarded = await serveSample();
    const open = await serveSample({ allowedHosts: "any" });
    for (const { url } of [guarded, open]) {
      const { host } = new URL(url);
      for (const authority of ["evil.example", `${host}.evil.example`, `evil.example@${host}`]) {
        expect((await absolute(url, authority, host)).status, authority).toBe(421);
      }
    }
  });
});

/** Answers what the transport knows about its caller. */
const tellCaller: BoundRoute = {
  key: "caller",
  method: "GET",
  path: "/api/caller",
  route: route("GET", "/caller", { responses: {} }),
  run: ({ isLocal }) => ({
    status: 200,
    headers: JSON_HEADERS,
    body: JSON.stringify({ is_local: isLocal }),
  }),
};

describe("a program on this machine", () => {
  const isLocal = async (lines: readonly string[], options: Partial<HttpServerOptions> = {}) => {
    const { url } = await serveSample({ ...options, routes: [tellCaller] });
    const { host } = new URL(url);
    const reply = await ask(url, [`Host: ${host}`, ...lines], "GET", "/api/caller");
    return (JSON.parse(reply.body) as { is_local: boolean }).is_local;
  };

  test("is a local caller when nothing stands between", async () => {
    expect(await isLocal([])).toBe(true);
  });

  test.each([
    "Forwarded: for=203.0.113.9",
    "Via: 1.1 proxy.example",
    "X-Forwarded-For: 203.0.113.9",
    "x-forwarded-proto: https",
    "X-Forwarded-Host: bourse.example",
    "X-Real-IP: 203.0.113.9",
    "X-Client-IP: 203.0.113.9",
    "True-Client-IP: 203.0.113.9",
    "CF-Connecting-IP: 203.0.113.9",
    "Origin: http://127.0.0.1:9",
    "Origin: null",
    "Sec-Fetch-Site: cross-site",
    "Sec-Fetch-Site: same-site",
  ])("is none when its request carries %s", async (line) => {
    expect(await isLocal([line])).toBe(false);
  });

  test("is one who follows a link of another page to read something", async () => {
    expect(await isLocal(["Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: document"])).toBe(true);
    expect(await isLocal(["Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: iframe"])).toBe(false);
  });

  test("is none while a proxy is trusted, nor for a page of a listed origin", async () => {
    expect(await isLocal([], { trustProxy: parseTrustProxy("1")! })).toBe(false);
    expect(await isLocal([], { trustProxy: parseTrustProxy("192.0.2.0/24")! })).toBe(false);
    expect(await isLocal([], { trustProxy: parseTrustProxy("0")! })).toBe(true);
    const corsOrigins = ["https://app.example", "*"];
    expect(await isLocal(["Origin: https://app.example"], { corsOrigins })).toBe(false);
  });
});

describe("CORS", () => {
  const preflight = (url: string, origin: string): Promise<Response> =>
    fetch(`${url}/api/echo`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });

  test("is off unless origins are named", async () => {
    const { url } = await serveSample();
    const reply = await preflight(url, "https://app.example");
    expect(reply.headers.get("access-control-allow-origin")).toBeNull();
    expect(reply.headers.get("allow")).toBe("POST, OPTIONS");
  });

  test("answers a named origin and gives another none, without credentials", async () => {
    const { url } = await serveSample({ corsOrigins: ["https://app.example"] });
    const named = await preflight(url, "https://app.example");
    expect(named.status).toBe(204);
    expect(named.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(named.headers.get("access-control-allow-credentials")).toBeNull();
    const other = await preflight(url, "https://evil.example");
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
    const call = await fetch(`${url}/api/jobs/stats`, {
      headers: { origin: "https://app.example" },
    });
    expect(call.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(call.headers.get("access-control-expose-headers")).toContain("X-Request-Id");
    expect(await call.json()).toEqual({ stats: true });
  });
});

describe("a limit of requests", () => {
  const limited = (): { options: Partial<HttpServerOptions>; clock: ManualClock } => {
    const clock = createManualClock({ now: 0 });
    const limiter = createRateLimiter({ limit: 1, periodMilliseconds: 1500, burst: 2, clock });
    return { options: { limiter }, clock };
  };

  test("answers 429 past the burst, with a wait that is honest", async () => {
    const { options, clock } = limited();
    const { url } = await serveSample(options);
    expect((await fetch(`${url}/api/jobs/stats`)).status).toBe(200);
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
    const refused = await fetch(`${url}/api/jobs/stats`);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("2");
    expect(await refused.json()).toMatchObject({ status_code: 429 });
    await clock.advance(1500);
    expect((await fetch(`${url}/api/jobs/stats`)).status).toBe(200);
  });

  test("leaves the routes alone that are named as unlimited, and does not count them", async () => {
    const { options } = limited();
    const { url } = await serveSample({ ...options, unlimitedRoutes: ["getStats"] });
    for (let count = 0; count < 5; count++) {
      expect((await fetch(`${url}/api/jobs/stats`)).status).toBe(200);
    }
    const statuses = [];
    for (let count = 0; count < 3; count++) {
      statuses.push((await fetch(`${url}/api/jobs/a`)).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  test("counts the caller, whatever X-Forwarded-For it writes itself", async () => {
    const { options } = limited();
    const { url } = await serveSample(options);
    const statuses = [];
    for (let count = 0; count < 4; count++) {
      const headers = { "x-forwarded-for": `10.0.0.${count}` };
      statuses.push((await fetch(`${url}/api/jobs/stats`, { headers })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 429]);
  });

  test("counts whom a trusted proxy names, and still not what the caller wrote before it", async () => {
    const { options } = limited();
    const trustProxy = parseTrustProxy("1")!;
    const { url } = await serveSample({ ...options, trustProxy });
    const statusOf = async (forwarded: string): Promise<number> =>
      (await fetch(`${url}/api/jobs/stats`, { headers: { "x-forwarded-for": forwarded } })).status;
    expect(await statusOf("1.1.1.1, 203.0.113.9")).toBe(200);
    expect(await statusOf("2.2.2.2, 203.0.113.9")).toBe(200);
    expect(await statusOf("3.3.3.3, 203.0.113.9")).toBe(429);
    expect(await statusOf("3.3.3.3, 203.0.113.10")).toBe(200);
  });

  test("leaves probes alone", async () => {
    const { options } = limited();
    const { url } = await serveSample(options);
    for (let count = 0; count < 5; count++) {
      expect((await fetch(`${url}/livez`)).status).toBe(200);
    }
  });
});

describe("every reply", () => {
  test("carries the security headers, and nothing that names the software", async () => {
    const { url } = await serveSample();
    for (const path of ["/api/jobs/stats", "/nowhere", "/api/crash"]) {
      const { headers } = await fetch(`${url}${path}`);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      );
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-powered-by")).toBeNull();
      expect(headers.get("server")).toBeNull();
    }
  });

  test("repeats a good request id and replaces a bad one", async () => {
    const { url } = await serveSample();
    const idFor = async (given: string): Promise<string | null> =>
      (await fetch(`${url}/api/jobs/stats`, { headers: { "x-request-id": given } })).headers.get(
        "x-request-id",
      );
    expect(await idFor("caller-4711_a.b")).toBe("caller-4711_a.b");
    expect(await idFor("a".repeat(128))).toBe("a".repeat(128));
    for (const bad of ["a".repeat(129), "a b", 'a"b', "ü"]) {
      expect(await idFor(bad), bad).toMatch(/^[\w-]{12}-[0-9a-z]+$/);
    }
  });

  test("takes no id from a request that names two", async () => {
    const { url } = await serveSample();
    const twice = ["Host: localhost", "X-Request-Id: one", "x-request-id: two"];
    expect((await ask(url, twice)).headers["x-request-id"]).toMatch(/^[\w-]{12}-[0-9a-z]+$/);
    const once = twice.slice(0, 2);
    expect((await ask(url, once)).headers["x-request-id"]).toBe("one");
  });

  test("has an id of its own where the caller gave none, out of the ids handed in", async () => {
    const own = await serveSample();
    const given = await serveSample({ ids: seededIds(1) });
    const idsOf = (url: string): Promise<(string | null)[]> =>
      Promise.all(
        [1, 2, 3].map(async () => (await fetch(`${url}/livez`)).headers.get("x-request-id")),
      );
    expect(new Set(await idsOf(own.url)).size).toBe(3);
    const expected = seededIds(1);
    const uuids = [expected.uuid(), expected.uuid(), expected.uuid()];
    expect(new Set(await idsOf(given.url))).toEqual(new Set(uuids));
  });

  test("carries neither when both are off", async () => {
    const { url } = await serveSample({ requestIds: false, securityHeaders: false });
    const { headers } = await fetch(`${url}/api/jobs/stats`);
    expect(headers.get("x-request-id")).toBeNull();
    expect(headers.get("content-security-policy")).toBeNull();
    expect(headers.get("content-type")).toBe("application/json");
  });
});

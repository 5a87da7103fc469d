import { describe, expect, test } from "vitest";

import { parseReply, sendRaw } from "./raw-client.ts";
import { serveSample } from "./serve-sample.ts";

const get = (path: string, headers = ""): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`;

describe("routing", () => {
  test("a fixed path wins over a template", async () => {
    const { url } = await serveSample();
    expect(await (await fetch(`${url}/api/jobs/stats`)).json()).toEqual({ stats: true });
    expect(await (await fetch(`${url}/api/jobs/abc`)).json()).toEqual({ uuid: "abc" });
  });

  test.each(["/api/jobs/stats/", "/api//jobs/stats", "/API/jobs/stats", "/api/jobs/", "/api", "/"])(
    "%s is no path of the API: case and slashes count",
    async (path) => {
      const { url } = await serveSample();
      const reply = parseReply(await sendRaw(url, get(path)));
      expect(reply.status).toBe(404);
      expect(JSON.parse(reply.body)).toEqual({ detail: "there is no such path", status_code: 404 });
    },
  );

  test("a call that came without HTTPS is answered, not redirected", async () => {
    const { url } = await serveSample();
    for (const headers of ["Upgrade-Insecure-Requests: 1\r\n", "X-Forwarded-Proto: http\r\n"]) {
      const reply = parseReply(await sendRaw(url, get("/api/jobs/abc", headers)));
      expect([reply.status, JSON.parse(reply.body)]).toEqual([200, { uuid: "abc" }]);
    }
  });

  test("a path parameter is decoded once", async () => {
    const { url } = await serveSample();
    const reply = await fetch(`${url}/api/jobs/a%2Fb%2525%20%C3%A9`);
    expect(await reply.json()).toEqual({ uuid: "a/b%25 é" });
  });

  test.each(["/api/jobs/%E0%A4%A", "/api/jobs/%", "/%ff", "/api/jobs/%zz?x=1"])(
    "the broken percent-encoding %s is a 400",
    async (path) => {
      const { url } = await serveSample();
      const reply = parseReply(await sendRaw(url, get(path)));
      expect(reply.status).toBe(400);
      expect(JSON.parse(reply.body)).toMatchObject({ status_code: 400 });
    },
  );

  test("a percent sign in the query alone breaks nothing", async () => {
    const { url } = await serveSample();
    expect(parseReply(await sendRaw(url, get("/api/jobs/stats?x=%"))).status).toBe(200);
  });

  test("the absolute form of a target is served like the origin form", async () => {
    const { url } = await serveSample();
    const reply = parseReply(await sendRaw(url, get("http://localhost/api/jobs/stats")));
    expect(reply.status).toBe(200);
  });

  test("HEAD answers what GET would, without the body", async () => {
    const { url } = await serveSample();
    const raw = await sendRaw(url, get("/api/jobs/stats").replace("GET", "HEAD"));
    const reply = parseReply(raw);
    expect(reply).toMatchObject({ status: 200, body: "" });
    expect(reply.headers["content-length"]).toBe(String('{"stats":true}'.length));
  });

  test.each(["POST", "DELETE", "PUT", "PROPFIND"])(
    "%s on a path that has only GET is a 405 that says so",
    async (method) => {
      const { url } = await serveSample();
      const reply = await fetch(`${url}/api/jobs/stats`, { method });
      expect(reply.status).toBe(405);
      expect(reply.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
      expect(await reply.json()).toMatchObject({ status_code: 405 });
    },
  );

  test("OPTIONS names the methods of a path, and is a 404 elsewhere", async () => {
    const { url } = await serveSample();
    const known = await fetch(`${url}/api/echo`, { method: "OPTIONS" });
    expect(known.status).toBe(204);
    expect(known.headers.get("allow")).toBe("POST, OPTIONS");
    expect((await fetch(`${url}/nowhere`, { method: "OPTIONS" })).status).toBe(404);
    const star = parseReply(await sendRaw(url, get("*").replace("GET", "OPTIONS")));
    expect(star.status).toBe(204);
  });

  test("a fault of a handler is a 500 that says nothing of the inside", async () => {
    const seen: unknown[] = [];
    const { url } = await serveSample({}, { onError: (error) => seen.push(error) });
    const reply = await fetch(`${url}/api/crash`);
    expect(reply.status).toBe(500);
    expect(await reply.json()).toEqual({ detail: "internal server error", status_code: 500 });
    expect(seen).toHaveLength(1);
  });
});

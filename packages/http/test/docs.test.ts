import { request } from "node:http";

import { asyncapi, openapi } from "@bourse/contract";
import { documentedBacktestApi } from "@bourse/contract/backtest";
import { describe, expect, test } from "vitest";

import { serveSample } from "./serve-sample.ts";

const document = (): object => openapi(documentedBacktestApi, { servers: [{ url: "/" }] });

/** Headers as they came: fetch would unpack a gzipped body and hide that it was one. */
const headersOf = (
  url: string,
  headers: Record<string, string>,
): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (reply) => {
      reply.resume();
      resolve({ status: reply.statusCode, ...reply.headers });
    })
      .on("error", reject)
      .end();
  });

describe("the docs page", () => {
  test("loads nothing from anywhere else, and holds no script of its own", async () => {
    const { url } = await serveSample({ document });
    const page = await (await fetch(`${url}/docs`)).text();
    const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses).toEqual([
      "data:,",
      "/docs/swagger-ui.css",
      "/docs/swagger-ui-bundle.js",
      "/docs/start.js",
    ]);
    for (const address of addresses.slice(1)) {
      expect((await fetch(`${url}${address}`)).status, address).toBe(200);
    }
    expect(page).not.toMatch(/<script>|<style>| style=| on\w+=/);
    expect(page).toContain("<title>Sample &lt;API&gt;</title>");
  });

  test("has a strict policy: scripts and styles of this origin only, no inline ones, no frames", async () => {
    const { url } = await serveSample({ document });
    const { headers } = await fetch(`${url}/docs`);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  });

  test("tries its calls on the origin it came from", async () => {
    const { url } = await serveSample({ document });
    const served = (await (await fetch(`${url}/openapi.json`)).json()) as {
      openapi: string;
      servers: unknown;
      paths: object;
    };
    expect(served.openapi).toMatch(/^3\.2\./);
    expect(served.servers).toEqual([{ url: "/" }]);
    expect(Object.keys(served.paths)).toContain("/api/jobs/{uuid}");
    const start = await (await fetch(`${url}/docs/start.js`)).text();
    expect(start).toContain('url: "/openapi.json"');
    expect(start).toContain("validatorUrl: null");
  });

  test("stands beside the document of the feeds, where there is one", async () => {
    const { url } = await serveSample({
      document,
      asyncDocument: () => asyncapi(documentedBacktestApi),
    });
    const answer = await fetch(`${url}/asyncapi.json`);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual(asyncapi(documentedBacktestApi));
    const bare = await serveSample({ document });
    expect((await fetch(`${bare.url}/asyncapi.json`)).status).toBe(404);
  });

  test("is not there without a document", async () => {
    const { url } = await serveSample();
    expect((await fetch(`${url}/docs`)).status).toBe(404);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(404);
  });
});

describe("a file of the docs", () => {
  test("is sent once: the same ETag is answered with 304 and no body", async () => {
    const { url } = await serveSample({ document });
    const first = await fetch(`${url}/openapi.json`);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    for (const known of [etag, `"other", ${etag}`, "*", etag.slice(2)]) {
      const again = await fetch(`${url}/openapi.json`, { headers: { "if-none-match": known } });
      expect(again.status, known).toBe(304);
      expect(await again.text()).toBe("");
      expect(again.headers.get("etag")).toBe(etag);
    }
    const other = await fetch(`${url}/openapi.json`, { headers: { "if-none-match": '"other"' } });
    expect(other.status).toBe(200);
  });

  test("is gzipped for whoever takes that", async () => {
    const { url } = await serveSample({ document });
    const path = `${url}/docs/swagger-ui-bundle.js`;
    const zipped = await headersOf(path, { "accept-encoding": "gzip, br" });
    const plain = await headersOf(path, {});
    expect(zipped).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(plain["content-encoding"]).toBeUndefined();
    expect(Number(zipped["content-length"])).toBeLessThan(Number(plain["content-length"]) / 2);
  });

  test("whose making failed is made again at the next visit", async () => {
    let calls = 0;
    const flaky = (): object => {
      if (calls++ === 0) throw new Error("not yet");
      return { openapi: "3.1.0" };
    };
    const { url } = await serveSample({ document: flaky });
    const failed = await fetch(`${url}/openapi.json`);
    expect(failed.status).toBe(500);
    expect(await failed.json()).toEqual({ detail: "internal server error", status_code: 500 });
    expect(await (await fetch(`${url}/openapi.json`)).json()).toEqual({ openapi: "3.1.0" });
  });
});

describe("the probes", () => {
  test("tell life and readiness apart", async () => {
    let isReady = false;
    const { url } = await serveSample({ ready: () => isReady });
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    isReady = true;
    const ready = await fetch(`${url}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ status: "ready" });
  });

  test("take a readiness that throws for not ready", async () => {
    const { url } = await serveSample({ ready: () => Promise.reject(new Error("no store")) });
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openapi } from "@bourse/contract";
import { documentedBacktestApi } from "@bourse/contract/backtest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { builtPage } from "../src/index.ts";
import { createReplier } from "../src/server/create-replier.ts";
import { serveSample } from "./serve-sample.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-page-"));
const pageDirectory = join(folder, "page");

beforeAll(() => {
  mkdirSync(join(pageDirectory, "assets"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "not of the page");
  writeFileSync(join(pageDirectory, "index.html"), "<!doctype html><title>Page</title>");
  writeFileSync(join(pageDirectory, "assets", "main-1a2b.js"), "export {};");
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a web page", () => {
  test("is served at / with a policy for pages, and its files at their paths", async () => {
    const { url } = await serveSample({ pageDirectory });
    const page = await fetch(`${url}/`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("<title>Page</title>");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("cache-control")).toBe("no-cache");
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain("script-src 'self'");
    expect(policy, "no other page frames it").toContain("frame-ancestors 'none'");
    const script = await fetch(`${url}/assets/main-1a2b.js`);
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });

  test("is for browsers where there are facts for programs, and each answer says so to caches", async () => {
    const { url } = await serveSample({
      ...builtPage(pageDirectory),
      document: () => openapi(documentedBacktestApi),
      startPage: { firstCall: "createBacktest", proof: "Calls need none." },
      ready: () => true,
    });
    const page = await fetch(url, { headers: { accept: "text/html,*/*;q=0.8" } });
    expect(await page.text()).toContain("<title>Page</title>");
    expect(page.headers.get("vary")).toBe("Accept, Accept-Encoding");
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    for (const accept of ["*/*", "application/json"]) {
      const data = await fetch(url, { headers: { accept } });
      expect(await data.json()).toMatchObject({ status: "ready", docs: "/docs" });
      expect(data.headers.get("vary")).toBe("Accept");
      expect(data.headers.get("content-security-policy")).toBe(
        (await fetch(`${url}/livez`)).headers.get("content-security-policy"),
      );
    }
    const head = await fetch(url, { method: "HEAD", headers: { accept: "text/html" } });
    expect([head.status, head.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    const changed = await fetch(url, { method: "POST" });
    expect([changed.status, changed.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test("that is not built leaves the root to the start page", async () => {
    expect(builtPage(join(folder, "absent"))).toEqual({});
    expect(builtPage(pageDirectory)).toEqual({ pageDirectory });
  });

  test("is asked again by its tag", async () => {
    const { url } = await serveSample({ pageDirectory });
    const etag = (await fetch(`${url}/`)).headers.get("etag") ?? "";
    expect((await fetch(`${url}/`, { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  test.each([
    "/secret.txt",
    "/..%2fsecret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets",
    "/index",
  ])("answers 404 for %s: only what lies in the folder has a path", async (path) => {
    const { url } = await serveSample({ pageDirectory });
    expect((await fetch(`${url}${path}`)).status).toBe(404);
  });

  test("must have an index.html and only files of known kinds", async () => {
    const empty = join(folder, "empty");
    mkdirSync(empty);
    await expect(serveSample({ pageDirectory: empty })).rejects.toMatchObject({
      code: "PAGE_INVALID",
    });
    writeFileSync(join(empty, "index.html"), "");
    writeFileSync(join(empty, "tool.exe"), "");
    await expect(serveSample({ pageDirectory: empty })).rejects.toMatchObject({
      code: "PAGE_INVALID",
    });
  });
});

test("a reply's own policy stands in place of the constant one, and no reply has two", async () => {
  const state = {
    options: {},
    connections: { isNewest: () => false },
    streams: {},
    draining: false,
  };
  const constant = [
    "Content-Security-Policy",
    "default-src 'none'",
    "Referrer-Policy",
    "no-referrer",
  ];
  const send = createReplier(state as never, constant, []);
  const server = createServer((request, response) => {
    const own = request.url === "/own" ? { "content-security-policy": "own" } : {};
    const headers = { "content-type": "text/html", ...own };
    void send({ request, response } as never, { status: 200, headers, body: "x" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const policyOf = async (path: string): Promise<string | null> =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get("content-security-policy");
  expect(await policyOf("/own")).toBe("own");
  expect(await policyOf("/plain")).toBe("default-src 'none'");
  server.closeAllConnections();
  server.close();
});

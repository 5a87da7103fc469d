import { asyncapi, openapi } from "@bourse/contract";
import { backtestApi, documentedBacktestApi } from "@bourse/contract/backtest";
import { expect, onTestFinished, test } from "vitest";

import { createHttpServer } from "../src/index.ts";

async function start(withFeeds: boolean): Promise<string> {
  const server = createHttpServer({
    api: backtestApi,
    routes: [],
    document: () => openapi(documentedBacktestApi),
    startPage: { firstCall: "createBacktest", proof: "Calls need none." },
    ...(withFeeds && { asyncDocument: () => asyncapi(documentedBacktestApi) }),
  });
  const { url } = await server.listen();
  onTestFinished(() => server.close());
  return url;
}

const pageOf = async (url: string): Promise<string> =>
  await (await fetch(url, { headers: { accept: "text/html" } })).text();

test("the start page links the document of the feeds where there is one", async () => {
  const url = await start(true);
  expect(await pageOf(url)).toContain('<a href="/asyncapi.json">');
  expect(await (await fetch(url)).json()).toMatchObject({ asyncapi: "/asyncapi.json" });
  const without = await start(false);
  expect(await pageOf(without)).not.toContain("asyncapi");
  expect(await (await fetch(without)).json()).not.toHaveProperty("asyncapi");
});

test("the start page says how to check the health", async () => {
  expect(await pageOf(await start(true))).toContain("<h2>Health check</h2>");
});

test.each(["POST", "PUT", "PATCH", "DELETE"])(
  "%s of the root is 405, and Allow has what it answers",
  async (method) => {
    const url = await start(true);
    const answer = await fetch(url, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(answer.headers.get("x-error-code")).toBe("METHOD_NOT_ALLOWED");
  },
);

test("OPTIONS of the root is 204 with Allow, HEAD is 200 without a body", async () => {
  const url = await start(true);
  const options = await fetch(url, { method: "OPTIONS" });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

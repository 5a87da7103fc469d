import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { Agent, fetch as undiciFetch } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createBacktestClient } from "../src/backtest/index.ts";

let server: Server;
let baseUrl: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === "/api/jobs/stats") {
      response.writeHead(302, { location: "/api/jobs" }).end();
    } else {
      response.writeHead(200, { "content-type": "application/json" }).end("[]");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe("over real sockets", () => {
  test("the global fetch is used by default", async () => {
    expect(await createBacktestClient({ baseUrl }).listJobs()).toEqual([]);
  });

  test("undici's fetch gets its dispatcher", async () => {
    const agent = new Agent({ connections: 1 });
    const client = createBacktestClient({
      baseUrl,
      fetch: undiciFetch as unknown as typeof fetch,
      dispatcher: agent,
    });
    expect(await client.listJobs()).toEqual([]);
    expect(Object.keys(agent.stats)).toEqual([baseUrl]);
    await agent.close();
  });

  test("a redirect is not followed", async () => {
    const client = createBacktestClient({ baseUrl, retry: false });
    await expect(client.jobStats()).rejects.toMatchObject({ code: "NETWORK" });
  });

  test("a refused connection is NETWORK with its reason", async () => {
    const client = createBacktestClient({ baseUrl: "http://127.0.0.1:1", retry: false });
    await expect(client.listJobs()).rejects.toMatchObject({
      code: "NETWORK",
      message: expect.stringMatching(/the request failed: ./) as string,
    });
  });
});

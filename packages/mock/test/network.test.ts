import { get } from "node:http";

import { createBacktestClient } from "@bourse/client/backtest";
import { Agent, fetch as undiciFetch, request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createBacktestMock, type BacktestMock } from "../src/backtest/index.ts";
import { mockNetwork, type MockNetwork } from "../src/network/index.ts";

let mock: BacktestMock;
let network: MockNetwork;

beforeAll(async () => {
  mock = await createBacktestMock({ baseUrl: "http://backtest.mock:3002" });
  network = mockNetwork([mock]);
  network.enable();
});

afterAll(async () => {
  network.disable();
  await mock.close();
});

const url = "http://backtest.mock:3002/api/health";

describe("mocked at the socket", () => {
  test("the global fetch is answered", async () => {
    expect(await (await fetch(url)).json()).toMatchObject({ service: "bourse-backtest-mock" });
  });

  test("npm's undici is answered: fetch, request and an Agent of one's own", async () => {
    const agent = new Agent();
    expect((await undiciFetch(url)).status).toBe(200);
    expect((await undiciFetch(url, { dispatcher: agent })).status).toBe(200);
    const { statusCode, body } = await request(url);
    await body.dump();
    expect(statusCode).toBe(200);
    await agent.close();
  });

  test("node:http is answered", async () => {
    const status = await new Promise((resolve, reject) => {
      get(url, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on("error", reject);
    });
    expect(status).toBe(200);
  });

  test("a client with undici runs a whole story", async () => {
    const client = createBacktestClient({
      baseUrl: mock.baseUrl,
      fetch: undiciFetch as unknown as typeof fetch,
    });
    const { job_id: uuid } = await client.createBacktest({ body: { limit: 300 } });
    await mock.settled();
    expect(await client.getJob({ params: { uuid } })).toMatchObject({ status: "completed" });
  });

  test("an address that no mock has fails", async () => {
    await expect(fetch("http://127.0.0.1:9/")).rejects.toThrow(TypeError);
  });
});

/** Lists of the four services, iterated over with their clients. */

import { iterate } from "@bourse/client";
import { createBacktestClient } from "@bourse/client/backtest";
import { createCurationClient } from "@bourse/client/curation";
import { createCurationAdminClient } from "@bourse/client/curation/admin";
import { createExecutionClient } from "@bourse/client/execution";
import { createNodeExternalClient, createNodeInternalClient } from "@bourse/client/node";
import { createResearchClient } from "@bourse/client/research";
import type { JobTrade } from "@bourse/contract/backtest";
import { expect, expectTypeOf, onTestFinished, test } from "vitest";

import { createBacktestMock } from "../src/backtest/index.ts";
import { createCurationMock } from "../src/curation/index.ts";
import { createNodeMock } from "../src/node/index.ts";

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test("all 12 jobs come in pages of 5, newest first, and so do trades and orders", async () => {
  const mock = await createBacktestMock();
  onTestFinished(() => mock.close());
  const { baseUrl, fetch } = mock;
  const jobs = createBacktestClient({ baseUrl, fetch });
  const research = createResearchClient({ baseUrl, fetch });
  const execution = createExecutionClient({ baseUrl, fetch });
  const body = { interval: "60", limit: 1000, strategy: "ma_crossover" } as const;
  const { job_id: uuid } = await jobs.createBacktest({ body });
  for (let made = 1; made < 12; made += 1) await jobs.createBacktest({ body: { limit: 1 } });
  await mock.settled();
  const found = await all(iterate(jobs.listJobs, { query: { limit: 5 } }));
  expect(found.map(({ id }) => id)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(mock.calls("listJobs")).toHaveLength(3);

  const whole = await research.getJobTrades({ params: { uuid } });
  expect(whole.length).toBeGreaterThan(5);
  const trades = iterate(research.getJobTrades, { params: { uuid }, query: { limit: 2 } });
  expect(await all(trades)).toEqual(whole);

  const order = { symbol: "BTCUSDT", side: "buy", quantity: 0.001 } as const;
  const placed: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    placed.unshift((await execution.placeOrder({ body: order })).order.order_id);
  }
  const orders = await all(iterate(execution.listOrders, { query: { limit: 2 } }));
  expect(orders.map(({ order_id }) => order_id)).toEqual(placed);
});

test("the trades of a job are all read from its CSV by the links, too", async () => {
  const mock = await createBacktestMock();
  onTestFinished(() => mock.close());
  const { baseUrl, fetch } = mock;
  const jobs = createBacktestClient({ baseUrl, fetch });
  const body = { interval: "60", limit: 1000, strategy: "ma_crossover" } as const;
  const { job_id: uuid } = await jobs.createBacktest({ body });
  await mock.settled();
  const read = async (search: string): Promise<Response> =>
    fetch(`${baseUrl}/api/jobs/${uuid}/trades?format=csv${search}`);
  const [header, ...rows] = (await (await read("")).text()).trim().split("\r\n");
  const paged: string[] = [];
  let search: string | undefined = "&limit=4";
  while (search !== undefined) {
    const page = await read(search);
    const [first, ...more] = (await page.text()).trim().split("\r\n");
    expect(first).toBe(header);
    paged.push(...more);
    const cursor = /cursor=([^&>]+)/.exec(page.headers.get("link") ?? "")?.[1];
    search = cursor === undefined ? undefined : `&limit=4&cursor=${cursor}`;
  }
  expect(rows.length).toBeGreaterThan(4);
  expect(paged).toEqual(rows);
});

test("an admin reads every user and the whole audit trail", async () => {
  const adminEmails = ["admin@example.com"];
  const mock = await createCurationMock({ core: { adminEmails } });
  onTestFinished(() => mock.close());
  const { baseUrl, fetch, clock } = mock;
  const register = async (name: string, more: object) => {
    const client = createCurationClient({ baseUrl, fetch, clock });
    const wallet_address = `0x${name.repeat(40)}`;
    await client.register({ body: { wallet_address, username: `user-${name}`, ...more } });
    await clock.advance(1);
    return client;
  };
  for (const name of ["a", "b", "c", "d"]) await register(name, {});
  const { credentials } = await register("e", {
    email: adminEmails[0],
    password: "correct horse battery",
    admin_code: await mock.adminCode(adminEmails[0]!),
  });
  const admin = createCurationAdminClient({ baseUrl, fetch, clock, credentials });
  const users = await all(iterate(admin.listUsers, { query: { limit: 2 } }));
  expect(users.map(({ username }) => username)).toEqual(
    ["e", "d", "c", "b", "a"].map((name) => `user-${name}`),
  );
  const rows = await all(iterate(admin.listAudit, { query: { limit: 2 } }));
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, at) => rows.length - at));
  expect(rows.length).toBeGreaterThanOrEqual(5);
});

test("a node's keys, received shares and compliance history come from the fields that hold them", async () => {
  const mock = await createNodeMock();
  onTestFinished(() => mock.close());
  const { apiKey, fetch } = mock;
  const internal = createNodeInternalClient({ apiKey, fetch, baseUrl: mock.urls.internal });
  const external = createNodeExternalClient({ apiKey, fetch, baseUrl: mock.urls.external });
  for (const name of ["a", "b", "c"]) {
    await internal.createApiKey({ body: { name, scopes: ["read"] } });
    await mock.partnerNode().shares.share({ data: name, recipient: mock.address });
    await external.shareData({ body: { data: `own ${name}`, recipient: mock.partner } });
  }
  const query = { limit: 2 };
  const whole = await internal.listApiKeys();
  expect(whole.keys.length).toBeGreaterThanOrEqual(3);
  expect(await all(iterate(internal.listApiKeys, { query }))).toEqual(whole.keys);
  await expect.poll(async () => (await internal.listReceived()).total).toBe(3);
  const { received } = await internal.listReceived();
  expect(await all(iterate(internal.listReceived, { query }))).toEqual(received);
  await expect.poll(async () => (await external.complianceHistory()).total).toBe(6);
  const { history } = await external.complianceHistory();
  expect(await all(iterate(external.complianceHistory, { query }))).toEqual(history);
});

test("the client reads the trades of a job as text where it asks for CSV, and else as a list", async () => {
  const mock = await createBacktestMock();
  onTestFinished(() => mock.close());
  const { baseUrl, fetch } = mock;
  const jobs = createBacktestClient({ baseUrl, fetch });
  const research = createResearchClient({ baseUrl, fetch });
  const body = { interval: "60", limit: 1000, strategy: "ma_crossover" } as const;
  const { job_id: uuid } = await jobs.createBacktest({ body });
  await mock.settled();
  const params = { uuid };
  const query = { format: "csv" } as const;
  const trades = await research.getJobTrades({ params });
  const text = await research.getJobTrades({ params, query });
  expectTypeOf(text).toEqualTypeOf<string>();
  expectTypeOf(trades).toEqualTypeOf<JobTrade[]>();
  expect(text.trim().split("\n")).toHaveLength(trades.length + 1);
  const whole = await research.getJobTrades.withResponse({ params, query });
  expectTypeOf(whole.data).toEqualTypeOf<string>();
  expect(whole).toMatchObject({ status: 200, data: text });
  const safe = await research.getJobTrades.safe({ params, query });
  expect(safe).toMatchObject({ ok: true, data: text });
  if (safe.ok) expectTypeOf(safe.data).toEqualTypeOf<string>();
});

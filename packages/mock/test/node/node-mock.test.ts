import { createEventsClient } from "@bourse/client/events";
import {
  createNodeDashboardClient,
  createNodeExternalClient,
  createNodeInternalClient,
} from "@bourse/client/node";
import {
  nodeDashboardAnswers,
  nodeExternalAnswers,
  nodeInternalAnswers,
} from "@bourse/client/node/validation";
import type { NodeEventMessage } from "@bourse/contract/node";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { createNodeMock, type NodeMock } from "../../src/node/index.ts";

let mock: NodeMock;

beforeAll(async () => {
  mock = await createNodeMock();
});
afterEach(() => mock.reset());
afterAll(() => mock.close());

const clients = () => {
  const common = { fetch: mock.fetch, retry: false, apiKey: mock.apiKey } as const;
  return {
    internal: createNodeInternalClient({
      ...common,
      baseUrl: mock.urls.internal,
      validateAnswers: nodeInternalAnswers,
    }),
    external: createNodeExternalClient({
      ...common,
      baseUrl: mock.urls.external,
      validateAnswers: nodeExternalAnswers,
    }),
    dashboard: createNodeDashboardClient({
      ...common,
      baseUrl: mock.urls.dashboard,
      validateAnswers: nodeDashboardAnswers,
    }),
  };
};

describe("the node mock", () => {
  test("gives its compliance history as a file", async () => {
    await mock.scenario("examples");
    const { external, dashboard } = clients();
    const { history } = await external.complianceHistory();
    const text = (await external.exportCompliance()) as string;
    const { event_type: type, link } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    expect([type, history.length]).toEqual([history[0]?.event_type, 1]);
    const csv = (await dashboard.exportCompliance({
      query: { format: "csv", filters: ["data_share"] },
    })) as string;
    expect(csv.split("\r\n")[1]).toContain(link);
    const failing = external.exportCompliance({ query: { filters: ["a/b"] } });
    await expect(failing).rejects.toMatchObject({ status: 422 });
  });

  test("hands out the token, the payment and the share of its examples", async () => {
    const { token, payment, share } = await mock.scenario("examples");
    const { internal } = clients();
    expect(token).toBe(mock.demoToken.address);
    const { transactions } = await internal.listTransactions();
    expect(JSON.stringify(transactions)).toContain(payment);
    expect((await internal.listShares()).shares.map((one) => one.data_hash)).toEqual([share]);
    expect(await mock.scenario("empty")).toBeUndefined();
  });

  test("takes a Request with a body as well as a URL and options", async () => {
    const request = new Request(`${mock.urls.internal}/tokens`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": mock.apiKey },
      body: JSON.stringify(mock.demoToken),
    });
    expect((await mock.fetch(request)).status).toBe(201);
  });

  test("pays, shares, proves and delivers like the node that it is", async () => {
    const { internal, external, dashboard } = clients();
    const token = mock.demoToken.address;
    await internal.addToken({ body: mock.demoToken });
    const before = BigInt(
      (await internal.balance({ params: { address: mock.partner }, query: { token } })).balance,
    );
    const body = { from: mock.address, to: mock.partner, token, amount: "9007199254740993" };
    expect(await internal.transfer({ body })).toMatchObject({ success: true, amount: body.amount });
    const shared = await external.shareData({
      body: { data: "Grüße", recipient: mock.partner, payment_token: token, payment_amount: 7 },
    });
    expect(shared.success).toBe(true);
    const after = await dashboard.balance({ params: { address: mock.partner }, query: { token } });
    expect(BigInt(after.balance) - before).toBe(9007199254740993n + 7n);
    const { shares } = await internal.listShares();
    const hash = shares[0]!.data_hash;
    expect(await external.getData({ params: { data_hash: hash } })).toEqual({
      hash,
      data: "Grüße",
    });
    expect(await external.verifyData({ params: { data_hash: hash } })).toMatchObject({
      verified: true,
    });
    await expect
      .poll(async () => (await internal.listShares()).shares[0]?.status, { timeout: 10_000 })
      .toBe("delivered");
    expect((await mock.partnerNode().shares.read(hash)).data).toBe("Grüße");
  });

  test("refuses what the node refuses, in its words", async () => {
    const { external } = clients();
    const hash = "a".repeat(64);
    expect(await external.getData.safe({ params: { data_hash: hash } })).toMatchObject({
      ok: false,
      error: { status: 404 },
    });
    const open = createNodeExternalClient({ baseUrl: mock.urls.external, fetch: mock.fetch });
    await expect(open.getData({ params: { data_hash: hash } })).rejects.toMatchObject({
      status: 401,
    });
    mock.chain().away(true);
    const { internal } = clients();
    await expect(internal.balance({ params: { address: mock.address } })).rejects.toMatchObject({
      status: 503,
    });
    mock.chain().away(false);
  });

  test("makes faults when told to, records calls, and begins anew", async () => {
    const { internal } = clients();
    mock.internal.fault("listTokens", { status: 429, retryAfterSeconds: 1, times: 1 });
    await expect(internal.listTokens()).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 1,
    });
    expect((await internal.listTokens()).tokens).toHaveLength(1);
    expect(mock.internal.calls("listTokens").map(({ status }) => status)).toEqual([429, 200]);
    await mock.scenario("examples");
    expect((await internal.listTokens()).tokens).toHaveLength(2);
    expect((await internal.listShares()).count).toBe(1);
    const { address } = mock;
    await mock.reset();
    expect((await internal.listTokens()).tokens).toHaveLength(1);
    expect((await internal.self()).address).toBe(address);
  });
});

describe("behind msw", () => {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
  afterAll(() => server.close());

  test("events come over the mocked socket as over the node's", async () => {
    server.use(...mock.handlers);
    const events = createEventsClient<NodeEventMessage>({
      url: `${mock.urls.dashboard}/ws`,
      events: ["token.added", "compliance.event"],
      baseMilliseconds: 1,
    });
    const dashboard = createNodeDashboardClient({ baseUrl: mock.urls.dashboard });
    await expect.poll(async () => (await dashboard.info()).websocket_clients).toBe(1);
    await dashboard.addToken({ body: mock.demoToken });
    expect((await events.next()).value).toMatchObject({
      type: "token.added",
      data: { symbol: "DEMO" },
    });
    events.close();
    await expect.poll(async () => (await dashboard.info()).websocket_clients).toBe(0);
  });

  test("sockets that are opened while the mock is reset hear of what comes after it", async () => {
    server.use(...mock.handlers);
    const follow = () =>
      createEventsClient<NodeEventMessage>({
        url: `${mock.urls.dashboard}/ws`,
        events: ["token.added"],
        baseMilliseconds: 1,
      });
    const renewed = mock.reset();
    const opened = await Promise.all(
      Array.from({ length: 8 }, async (_, turns) => {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        return follow();
      }),
    );
    await renewed;
    const dashboard = createNodeDashboardClient({ baseUrl: mock.urls.dashboard });
    await expect.poll(async () => (await dashboard.info()).websocket_clients).toBe(opened.length);
    await dashboard.addToken({ body: mock.demoToken });
    for (const events of opened) {
      let told = await events.next();
      while (told.value?.type === "gap") told = await events.next();
      expect(told.value).toMatchObject({ type: "token.added", data: { symbol: "DEMO" } });
      events.close();
    }
  });
});

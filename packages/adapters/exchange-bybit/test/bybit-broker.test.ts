import { createHmac } from "node:crypto";
import { inspect } from "node:util";

import { executionConformance } from "@bourse/conformance/broker";
import type { Order } from "@bourse/trading-core/execution";
import { describe, expect, onTestFinished, test } from "vitest";

import { createBybitBroker, type BybitBrokerOptions } from "../src/index.ts";
import { signedHeaders, textToSign } from "../src/trading/sign.ts";
import { KEY, openBybitExchange, SECRET, type BybitExchange } from "./bybit-exchange.ts";

const account = { apiKey: KEY, apiSecret: SECRET } as const;
const order = { symbol: "BTCUSDT", side: "buy", quantity: "1" } as const;

describe("a Bybit account", () => {
  executionConformance({
    test,
    async open() {
      const exchange = await openBybitExchange();
      const made = brokerAt(exchange);
      return {
        broker: made.broker,
        symbol: "BTCUSDT",
        base: "BTC",
        quote: "USDT",
        otherSymbol: "ETHUSDT",
        quantity: "0.5",
        lowPrice: "40",
        unaffordable: "5000",
        close: async () => {
          await made.close();
          await exchange.close();
        },
      };
    },
  });
});

describe("signatures", () => {
  const signing = { ...account, recvWindowMilliseconds: 5000 };

  test("are over time, key, window and the raw query or body, as the documents show", () => {
    const documented = { apiKey: "XXXXXXXXXX", recvWindowMilliseconds: 5000 };
    expect(
      textToSign(documented, 1_658_384_314_791, "category=option&symbol=BTC-29JUL22-25000-C"),
    ).toBe("1658384314791XXXXXXXXXX5000category=option&symbol=BTC-29JUL22-25000-C");
    expect(textToSign(documented, 1_658_385_579_423, '{"category": "option"}')).toBe(
      '1658385579423XXXXXXXXXX5000{"category": "option"}',
    );
  });

  test("are HMAC-SHA256 in lower-case hexadecimal, equal to Binance's published vector", () => {
    // Bybit publishes no secret with its examples; the function is the same one.
    const secret = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";
    const text =
      "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559";
    expect(createHmac("sha256", secret).update(text).digest("hex")).toBe(
      "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71",
    );
    const headers = signedHeaders(signing, 1, "a=b");
    expect(headers["x-bapi-sign"]).toBe(
      createHmac("sha256", SECRET).update(`1${KEY}5000a=b`).digest("hex"),
    );
  });
});

describe("an order whose answer was lost", () => {
  test.each([
    ["the answer", "lose-answer"],
    ["the request", "drop"],
    ["the answer, to a fault of Bybit's", { status: 502 }],
    ["the answer, to a time-out inside Bybit", { retCode: 10_000, retMsg: "Server Timeout" }],
    ["the answer, to a page of a proxy", { body: "<html>" }],
  ] as const)("is sent again without trading twice: %s is lost", async (_, mischief) => {
    const exchange = await open();
    exchange.mischief.set("/v5/order/create", [mischief]);
    const { broker } = brokerAt(exchange);
    expect(await broker.place(order)).toMatchObject({ status: "filled", quantity: "1" });
    expect(await exchange.account.orders()).toHaveLength(1);
    expect((await broker.balance())["BTC"]).toBe("1");
  });

  test("stands under its id when every answer is lost", async () => {
    const exchange = await open();
    const { broker } = brokerAt(exchange, { attempts: 2 });
    exchange.mischief.set("/v5/order/create", ["lose-answer", "lose-answer"]);
    const placed = await broker.place({ ...order, clientOrderId: "taken" });
    expect(placed).toMatchObject({ status: "filled", clientOrderId: "taken" });
    expect(await exchange.account.orders()).toHaveLength(1);
  });

  test.each([
    ["a refusal for want of funds", { retCode: 170_131, retMsg: "Insufficient balance." }],
    ["a refusal for want of a limit", { status: 429 }],
    ["a ban", { status: 403 }],
    ["a refused time stamp", { retCode: 10_002, retMsg: "timestamp" }],
  ] as const)("is found though %s answers its second try", async (_, mischief) => {
    const exchange = await open();
    exchange.mischief.set("/v5/order/create", ["lose-answer", mischief]);
    const { broker } = brokerAt(exchange, { attempts: 2 });
    expect(await broker.place(order)).toMatchObject({ status: "filled", quantity: "1" });
    expect(await exchange.account.orders()).toHaveLength(1);
  });

  test("of a cancellation is sent again", async () => {
    const exchange = await open();
    const { broker } = brokerAt(exchange);
    const { orderId } = await broker.place({ ...order, orderType: "limit", price: "50" });
    exchange.mischief.set("/v5/order/cancel", ["lose-answer"]);
    expect(await broker.cancel(orderId, "BTCUSDT")).toMatchObject({ status: "cancelled" });
  });
});

describe("refusals", () => {
  test.each([
    [10_003, "EXECUTION_UNAUTHORIZED"],
    [10_004, "EXECUTION_UNAUTHORIZED"],
    [10_005, "EXECUTION_UNAUTHORIZED"],
    [10_010, "EXECUTION_UNAUTHORIZED"],
    [10_001, "EXECUTION_REFUSED"],
    [10_029, "ORDER_INVALID"],
    [170_131, "FUNDS_INSUFFICIENT"],
    [170_140, "ORDER_INVALID"],
    [170_132, "ORDER_INVALID"],
    [999_999, "EXECUTION_REFUSED"],
  ])("%i is %s, and is not sent again", async (retCode, code) => {
    const exchange = await open();
    exchange.mischief.set("/v5/order/create", [{ retCode, retMsg: "no" }]);
    await expect(brokerAt(exchange).broker.place(order)).rejects.toMatchObject({ code });
    expect(creations(exchange)).toBe(1);
  });

  test("for want of a limit is waited out as long as Bybit says", async () => {
    const exchange = await open();
    const headers = { "x-bapi-limit-reset-timestamp": String(Date.now() + 30) };
    const refusal = { retCode: 10_006, retMsg: "Too many visits!", headers };
    exchange.mischief.set("/v5/order/create", [refusal]);
    expect(await brokerAt(exchange).broker.place(order)).toMatchObject({ status: "filled" });
    expect(creations(exchange)).toBe(2);
  });

  test("that ask for a longer wait than is allowed are told at once", async () => {
    const exchange = await open();
    const headers = { "x-bapi-limit-reset-timestamp": String(Date.now() + 3_600_000) };
    exchange.mischief.set("/v5/order/create", [{ status: 429, headers }]);
    await expect(brokerAt(exchange).broker.place(order)).rejects.toMatchObject({
      code: "EXECUTION_UNAVAILABLE",
    });
    expect(creations(exchange)).toBe(1);
  });
});

describe("time stamps", () => {
  test.each([-3_600_000, 3_600_000])(
    "follow Bybit's clock, which is %i ms ahead of ours",
    async (lead) => {
      const exchange = await open();
      exchange.clockLead = lead;
      expect(await brokerAt(exchange).broker.balance()).toEqual({ USDT: "100000" });
    },
  );

  test("are compared again when Bybit refuses one", async () => {
    const exchange = await open();
    const { broker } = brokerAt(exchange);
    await broker.balance();
    exchange.clockLead = 60_000;
    expect(await broker.place(order)).toMatchObject({ status: "filled" });
    const times = exchange.requests.filter(({ line }) => line === "GET /v5/market/time");
    expect(times).toHaveLength(2);
  });
});

describe("what is sent", () => {
  test("a market order is for base units, a stop order is a conditional one", async () => {
    const exchange = await open();
    const { broker } = brokerAt(exchange);
    await broker.place({ ...order, clientOrderId: "mine" });
    const stop = { orderType: "stop_limit", stopPrice: "120.5", price: "121" } as const;
    const placed = await broker.place({ ...order, ...stop });
    const bodies = exchange.requests
      .filter(({ line }) => line === "POST /v5/order/create")
      .map(({ body }) => body);
    expect(bodies).toEqual([
      {
        category: "spot",
        symbol: "BTCUSDT",
        side: "Buy",
        orderType: "Market",
        qty: "1",
        orderLinkId: "mine",
        timeInForce: "IOC",
        marketUnit: "baseCoin",
      },
      {
        category: "spot",
        symbol: "BTCUSDT",
        side: "Buy",
        orderType: "Limit",
        qty: "1",
        orderLinkId: expect.stringMatching(/^bourse-[\da-f]{29}$/u) as string,
        timeInForce: "GTC",
        price: "121",
        triggerPrice: "120.5",
        orderFilter: "StopOrder",
      },
    ]);
    expect(placed).toMatchObject({ ...stop, status: "pending", clientOrderId: null });
    await broker.cancel(placed.orderId, "BTCUSDT");
    expect(exchange.requests.findLast(({ line }) => line.endsWith("cancel"))?.body).toMatchObject({
      orderFilter: "StopOrder",
    });
  });

  test("lists are read page by page, and no further than asked", async () => {
    const exchange = await open();
    const { broker } = brokerAt(exchange);
    const limit = { orderType: "limit", price: "5" } as const;
    for (let count = 0; count < 60; count += 1) {
      await exchange.account.place({ ...order, ...limit });
    }
    expect(await broker.orders({ status: "open" })).toHaveLength(60);
    const before = exchange.requests.length;
    expect(await broker.orders({ status: "open", limit: 10 })).toHaveLength(10);
    expect(exchange.requests.length - before).toBe(1);

    const all = await broker.orders({ status: "open" });
    const seen: Order[] = [];
    for (;;) {
      const after = seen.at(-1);
      const query = { status: "open", limit: 25, ...(after && { after }) } as const;
      const page = await broker.orders(query);
      seen.push(...page);
      if (page.length < 25) break;
    }
    expect(seen).toEqual(all);
  });
});

describe("safety", () => {
  test("orders go to the testnet unless told otherwise, and to real money only when allowed", () => {
    expect(() => createBybitBroker(account)).not.toThrow();
    const live = { ...account, origin: "https://api.bybit.com" };
    expect(() => createBybitBroker(live)).toThrow(/move real money.*allowLive/u);
    expect(() => createBybitBroker({ ...live, allowLive: "yes" })).not.toThrow();
    expect(() => createBybitBroker({ ...account, origin: "http://api.example.com" })).toThrow(
      /https/u,
    );
  });

  test("no error and no object that a log may print holds the secret", async () => {
    const exchange = await open();
    const { broker } = brokerAt(exchange, { attempts: 1 });
    const faults: unknown[] = [];
    for (const mischief of [
      "drop",
      { status: 401 },
      { retCode: 10_004, retMsg: "sign" },
    ] as const) {
      exchange.mischief.set("/v5/account/wallet-balance", [mischief]);
      faults.push(await broker.balance().catch((error: unknown) => error));
    }
    expect(() => createBybitBroker({ ...account, apiSecret: 5 as unknown as string })).toThrow(
      /secret/u,
    );
    const printed = inspect([faults, broker], { depth: 20, showHidden: true });
    expect(printed).not.toContain(SECRET);
  });
});

function brokerAt({ origin }: BybitExchange, options: Partial<BybitBrokerOptions> = {}) {
  const made = createBybitBroker({
    ...account,
    origin,
    pauseMilliseconds: 1,
    requestsPerSecond: 1000,
    ...options,
  });
  onTestFinished(() => made.close());
  return made;
}

async function open(): Promise<BybitExchange> {
  const exchange = await openBybitExchange();
  onTestFinished(() => exchange.close());
  return exchange;
}

function creations({ requests }: BybitExchange): number {
  return requests.filter(({ line }) => line === "POST /v5/order/create").length;
}

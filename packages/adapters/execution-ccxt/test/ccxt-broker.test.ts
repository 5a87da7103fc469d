import { readFileSync } from "node:fs";
import { inspect } from "node:util";

import { executionConformance } from "@bourse/conformance/broker";
import { systemClock } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { createCcxtBroker, loadCcxt, type CcxtBrokerOptions } from "../src/index.ts";
import { KEY, openBinanceExchange, SECRET, type BinanceExchange } from "./binance-exchange.ts";
import { account, brokerAt } from "./broker-at.ts";

const CREATE = "POST /api/v3/order";
const order = { symbol: "BTCUSDT", side: "buy", quantity: "1" } as const;
const resting = { ...order, orderType: "limit", price: "40" } as const;

describe("a Binance account through ccxt", () => {
  executionConformance({
    test,
    open: async () => ({
      broker: brokerAt(openBinanceExchange()),
      symbol: "BTCUSDT",
      base: "BTC",
      quote: "USDT",
      otherSymbol: "ETHUSDT",
      quantity: "0.5",
      lowPrice: "40",
      unaffordable: "5000",
    }),
  });
});

describe("an order whose answer was lost", () => {
  test.each([
    ["a broken connection", "lose-answer"],
    ["a time-out inside the exchange", { code: -1007, msg: "Timeout waiting for response" }],
    ["an unknown fate", { code: -1006, msg: "An unexpected response was received" }],
  ] as const)("and that was taken is found again: %s", async (_, mischief) => {
    const exchange = openBinanceExchange();
    const broker = brokerAt(exchange);
    const isTaken = mischief === "lose-answer";
    // What the exchange itself says of an order that it took all the same.
    if (!isTaken) await takeSilently(exchange, "mine");
    exchange.mischief.set(CREATE, [mischief]);
    const asked = { ...order, clientOrderId: isTaken ? "mine" : "mine-2" };
    const placed = broker.place(asked);
    if (isTaken) {
      expect(await placed).toMatchObject({ status: "filled", clientOrderId: "mine" });
    } else {
      expect(await placed).toMatchObject({ status: "pending", clientOrderId: "mine-2" });
    }
    expect(await exchange.account.orders()).toHaveLength(1);
  });

  test("is not sent again by itself, and is placed once when its caller tries again", async () => {
    const exchange = openBinanceExchange();
    const broker = brokerAt(exchange);
    exchange.mischief.set(CREATE, ["drop"]);
    const asked = { ...order, clientOrderId: "mine" };
    const pending = await broker.place(asked);
    expect(pending).toMatchObject({
      orderId: "BTCUSDT:link:mine",
      clientOrderId: "mine",
      status: "pending",
    });
    expect(creations(exchange)).toBe(1);
    expect(await broker.orders({ status: "pending" })).toEqual([pending]);
    const filled = await broker.place(asked);
    expect(filled).toMatchObject({ status: "filled" });
    expect(await broker.order(pending.orderId)).toEqual(filled);
    expect(await broker.orders()).toEqual([filled]);
    expect(await brokerAt(exchange).place(asked)).toMatchObject({ status: "filled" });
    expect(await exchange.account.orders()).toHaveLength(1);
  });

  test("is found in the lists of an exchange that cannot be asked for a client order id", async () => {
    const exchange = openBinanceExchange();
    const asked = { ...order, clientOrderId: "mine" };
    const placed = await brokerAt(exchange).place(asked);
    for (const mischief of [{ code: -1102, msg: "orderId is malformed" }, "drop"] as const) {
      exchange.mischief.set("GET /api/v3/order", [mischief]);
      expect(await brokerAt(exchange).place(asked)).toEqual(placed);
    }
    expect(creations(exchange)).toBe(1);
  });

  test.each([
    ["never comes", "hang"],
    ["is a page of a proxy", { status: 200, body: "<html>" }],
    ["is a gateway's fault", { status: 502, body: "<html>" }],
  ] as const)("counts as unknown when the answer %s", async (_, mischief) => {
    const exchange = openBinanceExchange();
    const broker = brokerAt(exchange, { requestTimeoutMilliseconds: 300 });
    await broker.ping();
    exchange.mischief.set(CREATE, [mischief]);
    expect(await broker.place(order)).toMatchObject({ status: "pending" });
    expect(creations(exchange)).toBe(1);
  });

  test("is pending while the exchange can't be asked, and then what it made of it", async () => {
    const exchange = openBinanceExchange();
    const broker = brokerAt(exchange, { attempts: 1 });
    await broker.ping();
    exchange.mischief.set(CREATE, ["lose-answer"]);
    exchange.mischief.set("GET /api/v3/order", ["drop"]);
    exchange.mischief.set("GET /api/v3/allOrders", ["drop"]);
    const pending = await broker.place({ ...resting, price: "41" });
    expect(pending).toMatchObject({
      status: "pending",
      clientOrderId: expect.stringMatching(/^bourse/u) as string,
    });
    const found = await broker.order(pending.orderId);
    expect(found).toMatchObject({ status: "open", price: "41", clientOrderId: null });
    expect(await brokerAt(exchange).order(pending.orderId)).toEqual(found);
    expect(await broker.cancel(pending.orderId, "BTCUSDT")).toMatchObject({ status: "cancelled" });
    expect(creations(exchange)).toBe(1);
  });

  test("is rejected when the exchange shows nothing of it a minute later", async () => {
    const exchange = openBinanceExchange();
    let lead = 0;
    const clock = { ...systemClock, now: () => Date.now() + lead };
    const broker = brokerAt(exchange, { clock });
    exchange.mischief.set(CREATE, ["drop"]);
    const { orderId } = await broker.place(order);
    await expect(broker.cancel(orderId, "BTCUSDT")).rejects.toMatchObject({
      code: "EXECUTION_UNAVAILABLE",
    });
    lead = 60_000;
    expect(await broker.order(orderId)).toMatchObject({ status: "rejected" });
    await expect(brokerAt(exchange).order(orderId)).rejects.toMatchObject({
      code: "ORDER_UNKNOWN",
    });
  });

  test("but not the order itself is pending under the exchange's id", async () => {
    const exchange = openBinanceExchange();
    const broker = brokerAt(exchange, { attempts: 1 });
    exchange.mischief.set("GET /api/v3/order", ["drop"]);
    const placed = await broker.place(resting);
    expect(placed).toMatchObject({ status: "pending", orderId: "BTCUSDT:9007199254740993" });
    expect(await broker.order(placed.orderId)).toMatchObject({ status: "open" });
  });
});

describe("refusals", () => {
  test.each([
    [-1022, "Signature for this request is not valid.", "EXECUTION_UNAUTHORIZED"],
    [-2014, "API-key format invalid.", "EXECUTION_UNAUTHORIZED"],
    [-1013, "Filter failure: LOT_SIZE", "ORDER_INVALID"],
    [-1013, "Filter failure: PRICE_FILTER", "ORDER_INVALID"],
    [-1121, "Invalid symbol.", "ORDER_INVALID"],
    [-2010, "Account has insufficient balance for requested action.", "FUNDS_INSUFFICIENT"],
    [-1100, "Illegal characters found in a parameter.", "EXECUTION_REFUSED"],
    [-99_999, "No such code.", "EXECUTION_REFUSED"],
  ])("%i %s is %3$s, and is not sent again", async (code, msg, expected) => {
    const exchange = openBinanceExchange();
    exchange.mischief.set(CREATE, [{ code, msg }]);
    await expect(brokerAt(exchange).place(order)).rejects.toMatchObject({ code: expected });
    expect(creations(exchange)).toBe(1);
  });

  test("for want of a limit are waited out", async () => {
    const exchange = openBinanceExchange();
    exchange.mischief.set(CREATE, [{ status: 429 }, { status: 429 }]);
    expect(await brokerAt(exchange).place(order)).toMatchObject({ status: "filled" });
    expect(creations(exchange)).toBe(3);
  });

  test("for a clock that is off end when it was compared", async () => {
    const exchange = openBinanceExchange();
    const broker = brokerAt(exchange);
    await broker.balance();
    exchange.clockLead = 60_000;
    expect(await broker.place(order)).toMatchObject({ status: "filled" });
  });

  test("of reads are tried again, as often as is allowed", async () => {
    const exchange = openBinanceExchange();
    const path = "GET /api/v3/account";
    exchange.mischief.set(path, ["drop", "drop", "drop"]);
    expect(await brokerAt(exchange).balance()).toEqual({ USDT: "100000" });
    exchange.mischief.set(path, ["drop", "drop"]);
    await expect(brokerAt(exchange, { attempts: 2 }).balance()).rejects.toMatchObject({
      code: "EXECUTION_UNAVAILABLE",
    });
  });

  test("of what the exchange would not take are made before it is asked", async () => {
    const exchange = openBinanceExchange();
    const broker = brokerAt(exchange);
    const cases = [
      ["quantity", { ...order, quantity: "0.000001" }],
      ["quantity", { ...resting, quantity: "0.1" }],
      ["price", { ...resting, price: "40.05" }],
    ] as const;
    for (const [field, request] of cases) {
      const refused = await broker.place(request).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: "ORDER_INVALID", details: { field } });
    }
    expect(creations(exchange)).toBe(0);
  });
});

describe("amounts", () => {
  test("go out and come back digit by digit, as do ids that a float cannot hold", async () => {
    const exchange = openBinanceExchange();
    const broker = brokerAt(exchange);
    const quantity = "123.45678901";
    const placed = await broker.place({ ...resting, quantity, price: "12.3" });
    expect(placed).toMatchObject({ quantity, price: "12.3", orderId: "BTCUSDT:9007199254740993" });
    const sent = exchange.requests.find(({ line }) => line === CREATE)?.given;
    expect(sent).toMatchObject({ quantity, price: "12.3", type: "LIMIT", timeInForce: "GTC" });
    await broker.place({ ...order, quantity: "0.12345678" });
    expect(await broker.balance()).toEqual({ BTC: "0.12345678", USDT: "99987.641976322" });
  });

  test("of bare JSON numbers keep their digits", async () => {
    const exchange = openBinanceExchange();
    const broker = brokerAt(exchange);
    const balances = '{"balances":[{"asset":"XAU","free":0.1234567890123456789,"locked":1e-8}]}';
    exchange.mischief.set("GET /api/v3/account", [{ status: 200, body: balances }]);
    expect(await broker.balance()).toEqual({ XAU: "0.1234567990123456789" });
  });

  test.each([
    ["USDT", "0.1"],
    ["BTC", "10"],
    ["BNB", "0"],
  ])("of fees told in %s are %s in the quote asset", async (feeAsset, fee) => {
    const exchange = openBinanceExchange();
    exchange.feeAsset = feeAsset;
    const broker = brokerAt(exchange);
    const placed = await broker.place(order);
    expect(placed).toMatchObject({ fee, averagePrice: "100" });
    expect(await broker.orders()).toEqual([placed]);
  });
});

describe("what is asked", () => {
  test("goes to the testnet unless told otherwise, and to real money only when allowed", async () => {
    const exchange = openBinanceExchange();
    await brokerAt(exchange).place(order);
    expect(hosts(exchange)).toEqual(["testnet.binance.vision"]);
    const live = { sandbox: "no" } as const;
    expect(() => brokerAt(exchange, live)).toThrow(/move real money.*allowLive/u);
    exchange.requests.length = 0;
    await brokerAt(exchange, { ...live, allowLive: "yes" }).balance();
    expect(hosts(exchange)).not.toContain("testnet.binance.vision");
  });

  test("names a market as the exchange or as ccxt does", async () => {
    const exchange = openBinanceExchange();
    const broker = brokerAt(exchange);
    const placed = await broker.place({ ...resting, symbol: "BTC/USDT" });
    expect(placed.symbol).toBe("BTCUSDT");
    expect(await broker.orders({ symbol: "BTC/USDT" })).toEqual([placed]);
    expect(await broker.cancel(placed.orderId, "BTC/USDT")).toMatchObject({ status: "cancelled" });
  });

  test("of orders in no market in particular, covers those that are named", async () => {
    const exchange = openBinanceExchange();
    await brokerAt(exchange).place({ ...resting, symbol: "ETHUSDT" });
    expect(await brokerAt(exchange).orders()).toEqual([]);
    const [found] = await brokerAt(exchange, { symbols: ["ETHUSDT"] }).orders();
    expect(found).toMatchObject({ symbol: "ETHUSDT", status: "open", clientOrderId: null });
  });

  test("a stop waits as pending and is cancelled like any other order", async () => {
    const exchange = openBinanceExchange();
    const broker = brokerAt(exchange);
    const stop = { orderType: "stop_limit", stopPrice: "120.5", price: "121" } as const;
    const placed = await broker.place({ ...order, ...stop });
    expect(placed).toMatchObject({ ...stop, status: "pending" });
    const sent = exchange.requests.find(({ line }) => line === CREATE)?.given;
    expect(sent).toMatchObject({ type: "STOP_LOSS_LIMIT", stopPrice: "120.5", price: "121" });
    expect(await broker.orders({ status: "pending" })).toEqual([placed]);
    expect(await broker.cancel(placed.orderId, "BTCUSDT")).toMatchObject({ status: "cancelled" });
  });

  test("a cancellation whose answer is lost is sent again", async () => {
    const exchange = openBinanceExchange();
    const broker = brokerAt(exchange);
    const { orderId } = await broker.place(resting);
    exchange.mischief.set("DELETE /api/v3/order", ["lose-answer"]);
    expect(await broker.cancel(orderId, "BTCUSDT")).toMatchObject({ status: "cancelled" });
  });
});

test("no error and no object that a log may print holds a key, a signature or an address", async () => {
  const exchange = openBinanceExchange();
  const broker = brokerAt(exchange, { attempts: 1, apiPassword: "the-third-secret" });
  await broker.ping();
  const faults: unknown[] = [];
  for (const mischief of [
    "drop",
    { status: 404, body: `no ${SECRET} at this place` },
    { code: -2014, msg: `API-key ${KEY} format invalid.` },
  ] as const) {
    exchange.mischief.set("GET /api/v3/account", [mischief]);
    faults.push(await broker.balance().catch((error: unknown) => error));
  }
  const wrong = { ...account, apiSecret: 5 } as unknown as CcxtBrokerOptions;
  expect(() => createCcxtBroker(wrong)).toThrow(/secret/u);
  const printed = inspect([faults, broker], { depth: 20, showHidden: true });
  expect(printed).not.toMatch(/a-secret-that|the-third-secret|the-key-of|signature=[^…]|https?:/u);
  expect(faults).toHaveLength(3);
});

test("the README's example gives the output that it shows", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, code = ""] = /^```js\n(.*?)^```$/msu.exec(readme) ?? [];
  const [, output] = /^\/\/ (.*)$/mu.exec(code) ?? [];
  const { fetch } = openBinanceExchange();
  const given = {
    loadCcxt,
    createCcxtBroker: (options: CcxtBrokerOptions) =>
      createCcxtBroker({ ...options, fetch, paceMilliseconds: 1 }),
    apiKey: KEY,
    apiSecret: SECRET,
    console: { log: (...words: unknown[]) => void printed.push(words.join(" ")) },
  };
  const printed: string[] = [];
  const body = code.replace(/^import .*$/mu, "");
  // oxlint-disable-next-line typescript/no-implied-eval -- the example itself is what is tested
  const run = new Function(...Object.keys(given), `return (async () => {${body}})()`) as (
    ...values: unknown[]
  ) => Promise<void>;
  await run(...Object.values(given));
  expect(printed).toEqual([output]);
});

/** An order in the account's books that the broker has not sent. */
async function takeSilently(exchange: BinanceExchange, clientOrderId: string): Promise<void> {
  await brokerAt(exchange).place({ ...order, clientOrderId });
}

function creations({ requests }: BinanceExchange): number {
  return requests.filter(({ line }) => line === CREATE).length;
}

function hosts({ requests }: BinanceExchange): string[] {
  return [...new Set(requests.map(({ host }) => host))];
}

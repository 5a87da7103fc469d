import { createHmac } from "node:crypto";

import { hasCode } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import type { CcxtExchange } from "../src/ccxt-shapes.ts";
import { createCcxtBroker } from "../src/index.ts";
import { enterSandbox } from "../src/sandbox.ts";
import { account, ccxt } from "./broker-at.ts";

const keys = { ...account, apiPassword: "password", uid: "1" };

test("each of ccxt's exchanges is opened on its testnet or refused with a reason", () => {
  const opened: string[] = [];
  const reasons = new Map<string, string>();
  for (const exchange of ccxt.exchanges) {
    try {
      createCcxtBroker({ ...keys, exchange });
      opened.push(exchange);
    } catch (error) {
      expect(hasCode(error, "OPTION_INVALID"), `${exchange}: ${String(error)}`).toBe(true);
      reasons.set(exchange, String(error));
    }
  }
  expect(opened).toEqual(expect.arrayContaining(["binance", "bybit", "okx", "bitget", "gate"]));
  expect(reasons.get("binanceusdm")).toMatch(/lacks spot/u);
  expect(reasons.get("kraken")).toMatch(/knows no sandbox of kraken/u);
  expect(reasons.get("hyperliquid")).toMatch(/needs privateKey/u);
  expect(opened.length + reasons.size).toBe(ccxt.exchanges.length);
});

test("an exchange that ccxt does not know is refused", () => {
  expect(() => createCcxtBroker({ ...keys, exchange: "constructor" })).toThrow(
    /knows no exchange "constructor"/u,
  );
});

describe("Bybit through ccxt", () => {
  test("is sent the exact quantity in base units, signed, under the client order id", async () => {
    const sent: Record<string, string>[] = [];
    const broker = createCcxtBroker({
      ...keys,
      exchange: "bybit",
      paceMilliseconds: 1,
      pauseMilliseconds: 1,
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const { pathname, hostname } = new URL(request.url);
        expect(hostname).toBe("api-testnet.bybit.com");
        const text = await request.text();
        if (pathname === "/v5/order/create") {
          expect(request.headers.get("x-bapi-sign")).toBe(signatureOf(request, text));
          sent.push(JSON.parse(text) as Record<string, string>);
        }
        return bybitReply(pathname, sent.at(-1));
      },
    });
    const quantity = "0.123456789012345678";
    const asked = { symbol: "BTCUSDT", side: "buy", quantity, clientOrderId: "mine-1" } as const;
    const placed = await broker.place(asked);
    expect(sent).toEqual([
      {
        symbol: "BTCUSDT",
        side: "Buy",
        orderType: "Market",
        category: "spot",
        marketUnit: "baseCoin",
        qty: quantity,
        orderLinkId: "mine-1",
      },
    ]);
    expect(placed).toMatchObject({
      orderId: "BTCUSDT:1321003749386327552",
      status: "filled",
      quantity,
      filledQuantity: quantity,
      clientOrderId: "mine-1",
    });
  });
});

describe("a sandbox", () => {
  const order = { method: "POST" };

  test.each([
    ["binance", "https://testnet.binance.vision/api/v3/order", order],
    ["okx", "https://www.okx.com/api/v5/trade/order", simulatedBy("x-simulated-trading")],
    ["bitget", "https://api.bitget.com/api/v2/spot/order", simulatedBy("PAPTRADING")],
    ["weex", "https://api-spot.weex.com/api/v3/exchangeInfo", { method: "GET" }],
  ])("lets through what moves no real money at %s", (id, address, request) => {
    const guard = enterSandbox(exchangeOf(id));
    expect(() => guard(address, request)).not.toThrow();
  });

  test.each([
    ["binance", "https://api.binance.com/api/v3/order", order],
    ["okx", "https://www.okx.com/api/v5/trade/order", order],
    ["weex", "https://api-spot.weex.com/api/v3/order", order],
    ["weex", "https://api-spot.weex.com/api/v3/order", { method: "DELETE" }],
  ])("keeps an order from the live host of %s", (id, address, request) => {
    const guard = enterSandbox(exchangeOf(id));
    expect(() => guard(address, request)).toThrow(/so this one was not sent/u);
  });
});

function simulatedBy(header: string) {
  return { method: "POST", headers: { [header]: "1" } };
}

function exchangeOf(id: string): CcxtExchange {
  const classes = ccxt as unknown as Readonly<Record<string, new () => CcxtExchange>>;
  return new classes[id]!(); // its id is on ccxt's list
}

function signatureOf({ headers }: Request, body: string): string {
  const header = (name: string): string => headers.get(name) ?? "";
  const plain =
    header("x-bapi-timestamp") + header("x-bapi-api-key") + header("x-bapi-recv-window") + body;
  return createHmac("sha256", keys.apiSecret).update(plain).digest("hex");
}

/** Bybit's documented shapes; `order` is what was placed, if anything was. */
function bybitReply(path: string, order: Readonly<Record<string, string>> | undefined): Response {
  const list = order === undefined ? [] : [bybitRow(order)];
  const results: Readonly<Record<string, object>> = {
    "/v5/market/time": { timeSecond: String(Math.floor(Date.now() / 1000)) },
    "/v5/market/instruments-info": { category: "spot", list: [BTCUSDT] },
    "/v5/asset/coin/query-info": { rows: [] },
    "/v5/user/query-api": { unified: 0, uta: 1 },
    "/v5/account/info": { unifiedMarginStatus: 6 },
    "/v5/execution/list": { category: "spot", nextPageCursor: "", list: [] },
    "/v5/order/create": { orderId: ORDER_ID, orderLinkId: "mine-1" },
    "/v5/order/realtime": { category: "spot", nextPageCursor: "", list },
    "/v5/order/history": { category: "spot", nextPageCursor: "", list },
  };
  return Response.json({
    retCode: results[path] === undefined ? 10_017 : 0,
    retMsg: results[path] === undefined ? `Route not found: ${path}` : "OK",
    result: results[path] ?? {},
    retExtInfo: {},
    time: Date.now(),
  });
}

const ORDER_ID = "1321003749386327552";

const BTCUSDT = {
  symbol: "BTCUSDT",
  baseCoin: "BTC",
  quoteCoin: "USDT",
  status: "Trading",
  lotSizeFilter: {
    basePrecision: "0.000000000000000001",
    quotePrecision: "0.0000001",
    minOrderQty: "0.000011",
    maxOrderQty: "83",
    minOrderAmt: "5",
  },
  priceFilter: { tickSize: "0.1" },
};

function bybitRow(order: Readonly<Record<string, string>>) {
  return {
    orderId: ORDER_ID,
    orderLinkId: order["orderLinkId"],
    symbol: "BTCUSDT",
    side: order["side"],
    orderType: order["orderType"],
    orderStatus: "Filled",
    qty: order["qty"],
    price: "0",
    triggerPrice: "0",
    avgPrice: "100",
    cumExecQty: order["qty"],
    cumExecValue: "12.3456789012345678",
    cumExecFee: "0.0001",
    timeInForce: "IOC",
    createdTime: "1672211918471",
    updatedTime: "1672211918471",
  };
}

/**
 * Binance's spot interface behind a `fetch`: the documented shapes, signatures checked, and a real account behind it,
 * so that what a broker is told is what happened. As at the real one, a client order id is free again once its order is
 * done, and order ids are integers that a float cannot hold.
 */

import { createHmac } from "node:crypto";

import { candlesFromRows } from "@bourse/backtest-engine/data";
import { createManualClock, createMemoryStore, hasCode, seededIds } from "@bourse/kernel";
import {
  createPaperBroker,
  namedInstruments,
  paperCollections,
  type Order,
  type OrderRequest,
  type PaperBroker,
} from "@bourse/trading-core/execution";
import { createMemoryProvider } from "@bourse/trading-core/market-data";

export const KEY = "the-key-of-the-account";
export const SECRET = "a-secret-that-nobody-may-see";

/** Faults by path: what the next request to it gets instead of the right answer; each is used once. */
type Mischief =
  /** Works on it, then breaks the connection: the answer is lost. */
  | "lose-answer"
  /** Breaks the connection before it is worked on. */
  | "drop"
  /** Never answers. */
  | "hang"
  | { readonly status: number; readonly body?: string }
  | { readonly code: number; readonly msg: string };

export interface BinanceExchange {
  readonly fetch: typeof globalThis.fetch;
  readonly account: PaperBroker;
  /** Every request, in order: method and path, host, and what was sent with it. */
  readonly requests: {
    readonly line: string;
    readonly host: string;
    readonly given: Readonly<Record<string, string>>;
  }[];
  /** Number of requests, by method and path. */
  readonly mischief: Map<string, Mischief[]>;
  /** Lead of the exchange's clock over the machine's, in milliseconds. */
  clockLead: number;
  /** The asset in which fees are told. Default USDT. */
  feeAsset: string;
}

type Given = Readonly<Record<string, string>>;
type Reply = { readonly status: number; readonly body: unknown };

const NOW = Date.UTC(2026, 0, 1, 0, 10);
const FIRST_ID = 9_007_199_254_740_993n;

export function openBinanceExchange(): BinanceExchange {
  const clock = createManualClock({ now: NOW });
  const rows = [0, 1, 2].map((minute) => ({
    timestamp: NOW - 600_000 + minute * 60_000,
    open: 100,
    high: 100,
    low: 100,
    close: 100,
    volume: 1,
  }));
  const { candles } = candlesFromRows(rows);
  const account = createPaperBroker({
    priceMaxAgeSeconds: 31_536_000,
    store: createMemoryStore({ collections: paperCollections }),
    candles: createMemoryProvider({
      series: ["BTCUSDT", "ETHUSDT"].map((symbol) => ({ symbol, interval: "1", candles })),
      clock,
    }),
    instruments: namedInstruments({ lot: "0.00000001", tick: "0.1" }),
    clock,
    ids: seededIds(1),
  });
  const book: Book = { ids: [], links: new Map() };
  const exchange: BinanceExchange = {
    account,
    requests: [],
    mischief: new Map(),
    clockLead: 0,
    feeAsset: "USDT",
    fetch: async (input, init) => answer(exchange, book, new Request(input, init)),
  };
  return exchange;
}

interface Book {
  /** The account's order ids; the place of each makes the exchange's own. */
  readonly ids: string[];
  /** The client order ids, by the account's order ids. */
  readonly links: Map<string, string>;
}

async function answer(exchange: BinanceExchange, book: Book, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const text = await request.text();
  const sent = url.search === "" ? text : url.search.slice(1);
  const given = Object.fromEntries(new URLSearchParams(sent));
  const line = `${request.method} ${url.pathname}`;
  exchange.requests.push({ line, host: url.host, given });
  const mischief = exchange.mischief.get(line)?.shift();
  if (mischief === "drop") throw broken();
  if (mischief === "hang") return untilAborted(request.signal);
  if (typeof mischief === "object") return told(mischief);
  const isPublic = /\/(time|exchangeInfo|ticker\/24hr)$/u.test(url.pathname);
  const reply =
    (isPublic ? undefined : refusalOf(exchange, request, sent, given)) ??
    (await work(exchange, book, line, given));
  if (mischief === "lose-answer") throw broken();
  return json(reply);
}

/** Signature and time, judged by this file's own arithmetic. */
function refusalOf(exchange: BinanceExchange, request: Request, sent: string, given: Given) {
  const [, signed = "", signature = ""] = /^(.*)&signature=([^&]*)$/u.exec(sent) ?? [];
  const now = Date.now() + exchange.clockLead;
  const time = Number(given["timestamp"]);
  if (request.headers.get("x-mbx-apikey") !== KEY) return refusal(-2014, "API-key format invalid.");
  if (!(now - Number(given["recvWindow"] ?? 5000) <= time && time < now + 1000)) {
    return refusal(-1021, "Timestamp for this request is outside of the recvWindow.");
  }
  if (createHmac("sha256", SECRET).update(signed).digest("hex") !== signature) {
    return refusal(-1022, "Signature for this request is not valid.");
  }
  return undefined;
}

async function work(
  exchange: BinanceExchange,
  book: Book,
  line: string,
  given: Given,
): Promise<Reply> {
  const { account } = exchange;
  switch (line) {
    case "GET /api/v3/time":
      return ok({ serverTime: Date.now() + exchange.clockLead });
    case "GET /api/v3/exchangeInfo":
      return ok({ timezone: "UTC", symbols: ["BTC", "ETH"].map(symbolRow) });
    case "GET /api/v3/ticker/24hr":
      return ok({ symbol: given["symbol"], lastPrice: "100.00", closeTime: NOW });
    // What each asset may be paid in and out by: ccxt reads it at the live exchange.
    case "GET /sapi/v1/capital/config/getall":
      return ok([]);
    case "GET /api/v3/account":
      return ok({ balances: await balances(account) });
    case "POST /api/v3/order":
      return create(exchange, book, given);
    case "DELETE /api/v3/order":
      return cancel(exchange, book, given);
    case "GET /api/v3/order": {
      const rows = await orderRows(exchange, book, given["symbol"]);
      const found = rows.find((row) =>
        given["origClientOrderId"] === undefined
          ? row.orderId === `int:${given["orderId"]}`
          : row.clientOrderId === given["origClientOrderId"],
      );
      return found === undefined ? refusal(-2013, "Order does not exist.") : ok(found);
    }
    case "GET /api/v3/openOrders": {
      const rows = await orderRows(exchange, book, given["symbol"]);
      return ok(rows.filter(({ status }) => status === "NEW"));
    }
    case "GET /api/v3/allOrders": {
      const rows = await orderRows(exchange, book, given["symbol"]);
      return ok(rows.slice(-Number(given["limit"] ?? 500)));
    }
    case "GET /api/v3/myTrades":
      return ok(await trades(exchange, book, given));
    default:
      return { status: 404, body: { code: -1, msg: `no route ${line}` } };
  }
}

async function create(exchange: BinanceExchange, book: Book, given: Given): Promise<Reply> {
  const link = given["newClientOrderId"]!;
  const resting = await orderRows(exchange, book, given["symbol"]);
  if (resting.some((row) => row.clientOrderId === link && row.status === "NEW")) {
    return refusal(-2010, "Duplicate order sent.");
  }
  const type = given["type"]!;
  const request: OrderRequest = {
    symbol: given["symbol"]!,
    side: given["side"] === "BUY" ? "buy" : "sell",
    quantity: given["quantity"] ?? "not given",
    orderType: TYPES[type]!,
    ...(given["price"] !== undefined && { price: given["price"] }),
    ...(given["stopPrice"] !== undefined && { stopPrice: given["stopPrice"] }),
  };
  try {
    const { orderId } = await exchange.account.place(request);
    const told = `int:${FIRST_ID + BigInt(book.ids.push(orderId) - 1)}`;
    book.links.set(orderId, link);
    const rows = await orderRows(exchange, book, given["symbol"]);
    return ok({ ...rows.find((row) => row.orderId === told), transactTime: NOW });
  } catch (error) {
    if (hasCode(error, "FUNDS_INSUFFICIENT")) {
      return refusal(-2010, "Account has insufficient balance for requested action.");
    }
    return refusal(-1102, String(error));
  }
}

const TYPES: Readonly<Record<string, "market" | "limit" | "stop" | "stop_limit">> = {
  MARKET: "market",
  LIMIT: "limit",
  STOP_LOSS: "stop",
  STOP_LOSS_LIMIT: "stop_limit",
};
const WORDS = {
  market: "MARKET",
  limit: "LIMIT",
  stop: "STOP_LOSS",
  stop_limit: "STOP_LOSS_LIMIT",
};

async function cancel(exchange: BinanceExchange, book: Book, given: Given): Promise<Reply> {
  const id = book.ids[Number(BigInt(given["orderId"]!) - FIRST_ID)]!;
  try {
    await exchange.account.cancel(id, given["symbol"]!);
  } catch {
    return refusal(-2011, "Unknown order sent.");
  }
  const rows = await orderRows(exchange, book, given["symbol"]);
  return ok(rows.find(({ orderId }) => orderId === `int:${given["orderId"]}`));
}

const STATUSES = {
  pending: "NEW",
  open: "NEW",
  filled: "FILLED",
  cancelled: "CANCELED",
  rejected: "REJECTED",
} as const;

/** Oldest first. */
async function orderRows({ account }: BinanceExchange, book: Book, symbol: string | undefined) {
  const orders = await account.orders({ limit: 1000 });
  return book.ids
    .map((id, index) => ({ order: orders.find(({ orderId }) => orderId === id)!, index }))
    .filter(({ order }) => symbol === undefined || order.symbol === symbol)
    .map(({ order, index }) => ({
      symbol: order.symbol,
      orderId: `int:${FIRST_ID + BigInt(index)}`,
      orderListId: -1,
      clientOrderId: book.links.get(order.orderId),
      price: padded(order.price ?? "0"),
      origQty: padded(order.quantity),
      executedQty: padded(order.filledQuantity),
      cummulativeQuoteQty: padded(costOf(order)),
      status: STATUSES[order.status],
      timeInForce: "GTC",
      type: WORDS[order.orderType],
      side: order.side.toUpperCase(),
      stopPrice: padded(order.stopPrice ?? "0"),
      time: NOW + index,
      updateTime: NOW + index,
      isWorking: true,
    }));
}

async function trades({ account, feeAsset }: BinanceExchange, book: Book, given: Given) {
  const orders = await account.orders({ limit: 1000 });
  return orders
    .filter(({ symbol, filledQuantity }) => symbol === given["symbol"] && filledQuantity !== "0")
    .map((order) => ({
      symbol: order.symbol,
      id: book.ids.indexOf(order.orderId),
      orderId: `int:${FIRST_ID + BigInt(book.ids.indexOf(order.orderId))}`,
      price: padded(order.averagePrice ?? "0"),
      qty: padded(order.filledQuantity),
      quoteQty: padded(costOf(order)),
      commission: order.fee,
      commissionAsset: feeAsset,
      time: NOW,
      isBuyer: order.side === "buy",
      isMaker: false,
    }));
}

/** Every fill here is at 100. */
function costOf({ filledQuantity }: Order): string {
  const [whole = "", fraction = ""] = filledQuantity.split(".");
  const digits = `${whole}${fraction.padEnd(2, "0").slice(0, 2)}`.replace(/^0+(?=\d)/u, "");
  const rest = fraction.slice(2);
  return rest === "" ? digits : `${digits}.${rest}`;
}

/** Number with as many decimals as Binance writes. */
function padded(amount: string): string {
  const [whole, fraction = ""] = amount.split(".");
  return `${whole}.${fraction.padEnd(8, "0")}`;
}

async function balances(account: PaperBroker) {
  const held = Object.entries(await account.balance());
  return [...held, ["DUST", "0.00000000"] as const].map(([asset, free]) => ({
    asset,
    free,
    locked: "0.00000000",
  }));
}

function symbolRow(base: string) {
  return {
    symbol: `${base}USDT`,
    status: "TRADING",
    baseAsset: base,
    baseAssetPrecision: 8,
    quoteAsset: "USDT",
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    orderTypes: ["LIMIT", "LIMIT_MAKER", "MARKET", "STOP_LOSS", "STOP_LOSS_LIMIT"],
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    permissions: ["SPOT"],
    permissionSets: [["SPOT"]],
    filters: [
      { filterType: "PRICE_FILTER", minPrice: "0.10", maxPrice: "1000000.00", tickSize: "0.10" },
      { filterType: "LOT_SIZE", minQty: "0.00001", maxQty: "9000.0", stepSize: "0.00000001" },
      { filterType: "NOTIONAL", minNotional: "5.00", applyMinToMarket: true },
    ],
  };
}

function ok(body: unknown): Reply {
  return { status: 200, body };
}

function refusal(code: number, msg: string): Reply {
  return { status: 400, body: { code, msg } };
}

/** Integers of any length are written bare, as Binance does. */
function json({ status, body }: Reply): Response {
  const text = JSON.stringify(body).replaceAll(/"int:(\d+)"/gu, "$1");
  return new Response(text, { status, headers: { "content-type": "application/json" } });
}

function told(mischief: Exclude<Mischief, string>): Response {
  if ("code" in mischief) return json(refusal(mischief.code, mischief.msg));
  return new Response(mischief.body ?? "", { status: mischief.status });
}

/** Error that fetch throws when the connection breaks. */
function broken(): TypeError {
  return new TypeError("fetch failed", { cause: new Error("other side closed") });
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => {
      reject(signal.reason as Error);
    });
  });
}

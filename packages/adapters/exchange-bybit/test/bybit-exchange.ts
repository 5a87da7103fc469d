/**
 * Bybit's private interface on this machine: the documented shapes over real HTTP, signatures checked, and a real
 * account behind it, so that what a broker is told is what happened.
 */

import { createHmac } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

import { candlesFromRows } from "@bourse/backtest-engine/data";
import { createManualClock, createMemoryStore, hasCode, seededIds } from "@bourse/kernel";
import {
  createPaperBroker,
  namedInstruments,
  paperCollections,
  type ExecutionBroker,
  type Order,
  type OrderRequest,
} from "@bourse/trading-core/execution";
import { createMemoryProvider } from "@bourse/trading-core/market-data";

import { instrumentRows, positionPage } from "./exchange-rows.ts";
import { createLinearAccount, type LinearAccount } from "./linear-account.ts";

export const KEY = "the-key-of-the-account";
export const SECRET = "a-secret-that-nobody-may-see";

/** Faults by path: what the next request to it gets instead of the right answer; each is used once. */
export type Mischief =
  /** Works on it, then cuts the connection: the answer is lost. */
  | "lose-answer"
  /** Cuts the connection before it is worked on. */
  | "drop"
  /** Cuts the connection, and works on it when `deliver` is called: it was on its way for long. */
  | "late"
  | { readonly status: number; readonly headers?: Record<string, string> }
  | (Reply & { readonly headers?: Record<string, string> })
  | { readonly body: string };

/** Account that trades behind the interface. */
type ExchangeAccount = Pick<ExecutionBroker, "place" | "cancel" | "orders" | "balance">;

export interface BybitExchange<Account extends ExchangeAccount = ExchangeAccount> {
  readonly origin: string;
  readonly account: Account;
  /** `METHOD path` of every request, in order. */
  readonly requests: { readonly line: string; readonly body: unknown; readonly query: string }[];
  /** Number of requests, by path. */
  readonly mischief: Map<string, Mischief[]>;
  /** Lead of Bybit's clock over the machine's, in milliseconds. */
  clockLead: number;
  /** Works on the requests that were on their way for long; those that are too old by now are refused. */
  readonly deliver: () => Promise<void>;
  /** Answers a request that another server received. */
  readonly serve: RequestListener;
  close(): Promise<void>;
}

const NOW = Date.UTC(2026, 0, 1, 0, 10);

export async function openBybitExchange(): Promise<BybitExchange> {
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
    instruments: namedInstruments({ lot: "0.000001", tick: "0.1" }),
    clock,
    ids: seededIds(1),
  });
  return listen(account, { ...SPOT, account });
}

/** The same interface to an account of linear contracts. */
export async function openLinearExchange(): Promise<BybitExchange<LinearAccount>> {
  const account = createLinearAccount(NOW);
  return listen(account, { ...LINEAR, account, positions: (symbol) => account.positions(symbol) });
}

/** Differences between the categories. */
interface Venue {
  readonly category: "spot" | "linear";
  readonly account: ExchangeAccount;
  readonly positions?: LinearAccount["positions"];
  readonly codes: { readonly duplicate: number; readonly funds: number; readonly unknown: number };
  /** Text that stands for an absent number. */
  readonly none: string;
}

const SPOT = {
  category: "spot",
  codes: { duplicate: 170_141, funds: 170_131, unknown: 170_213 },
  none: "0.000",
} as const;

const LINEAR = {
  category: "linear",
  codes: { duplicate: 110_072, funds: 110_007, unknown: 110_001 },
  none: "",
} as const;

async function listen<Account extends ExchangeAccount>(
  account: Account,
  venue: Venue,
): Promise<BybitExchange<Account>> {
  const exchange = { account, requests: [], mischief: new Map(), clockLead: 0 } as unknown as {
    -readonly [Name in keyof BybitExchange<Account>]: BybitExchange<Account>[Name];
  };
  const links = new Map<string, string>();
  const late: (() => Promise<unknown>)[] = [];
  exchange.deliver = async () => {
    for (const work of late.splice(0)) await work();
  };
  exchange.serve = (request, response) => {
    void answer(exchange, venue, links, request, response, late);
  };
  const server = createServer(exchange.serve);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  exchange.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  exchange.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
  return exchange;
}

async function answer(
  exchange: BybitExchange,
  venue: Venue,
  links: Map<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
  late: (() => Promise<unknown>)[],
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://bybit");
  const text = await bodyOf(request);
  const query = url.search.slice(1);
  const body = text === "" ? {} : (JSON.parse(text) as Record<string, string>);
  exchange.requests.push({ line: `${request.method} ${url.pathname}`, body, query });
  const mischief = exchange.mischief.get(url.pathname)?.shift();
  if (mischief === "drop") {
    request.socket.destroy();
    return;
  }
  if (typeof mischief === "object") {
    tell(response, mischief);
    return;
  }
  const reply = async (): Promise<Reply> => {
    const refusal = url.pathname.startsWith("/v5/market/")
      ? undefined
      : refusalOf(exchange, request, text === "" ? query : text);
    const given = { ...Object.fromEntries(url.searchParams), ...body };
    return refusal ?? work(exchange, venue, links, `${request.method} ${url.pathname}`, given);
  };
  if (mischief === "late") {
    late.push(reply);
    request.socket.destroy();
    return;
  }
  const answered = await reply();
  if (mischief === "lose-answer") request.socket.destroy();
  else respond(response, answered);
}

/** Signature and time, judged by this file's own arithmetic. */
function refusalOf(exchange: BybitExchange, request: IncomingMessage, payload: string) {
  const header = (name: string): string => String(request.headers[name] ?? "");
  const time = header("x-bapi-timestamp");
  const window = header("x-bapi-recv-window");
  const now = Date.now() + exchange.clockLead;
  if (header("x-bapi-api-key") !== KEY) return { retCode: 10_003, retMsg: "API key is invalid." };
  if (!(now - Number(window) <= Number(time) && Number(time) < now + 1000)) {
    return { retCode: 10_002, retMsg: "invalid request, please check your server timestamp" };
  }
  const mac = createHmac("sha256", SECRET).update(time + KEY + window + payload);
  if (header("x-bapi-sign") !== mac.digest("hex")) {
    return { retCode: 10_004, retMsg: "error sign! please check your signature" };
  }
  return undefined;
}

type Given = Readonly<Record<string, string>>;
interface Reply {
  readonly retCode: number;
  readonly retMsg: string;
  readonly result?: object;
}

async function work(
  exchange: BybitExchange,
  venue: Venue,
  links: Map<string, string>,
  line: string,
  given: Given,
): Promise<Reply> {
  const { account, category, positions } = venue;
  const wrong = wrongIn(line, given, category);
  if (wrong !== undefined) return { retCode: 10_001, retMsg: wrong };
  switch (line) {
    case "GET /v5/market/time": {
      const now = Date.now() + exchange.clockLead;
      const timeNano = `${BigInt(now) * 1_000_000n}`;
      return ok({ timeSecond: String(Math.floor(now / 1000)), timeNano });
    }
    case "GET /v5/market/kline":
      return ok({ list: [[String(NOW), "100", "100", "100", "100", "1", "100"]] });
    case "GET /v5/market/instruments-info":
      return ok({ category, list: instrumentRows(given["symbol"], category) });
    case "POST /v5/order/create":
      return create(venue, links, given);
    case "POST /v5/order/cancel":
      return cancel(venue, given);
    case "GET /v5/order/realtime":
    case "GET /v5/order/history":
      return ok(await list(venue, links, line, given));
    case "GET /v5/account/wallet-balance":
      return ok({ list: [{ accountType: "UNIFIED", coin: await coins(account) }] });
    case "GET /v5/position/list":
      // Spot has none.
      return positions === undefined
        ? { retCode: 10_001, retMsg: "Illegal category" }
        : ok(positionPage(await positions(given["symbol"]), given));
    default:
      return { retCode: 10_017, retMsg: "Route not found." };
  }
}

/** Documented parameters that are missing or wrong. */
function wrongIn(line: string, given: Given, category: Venue["category"]): string | undefined {
  if (line.endsWith("/time") || line.endsWith("/wallet-balance")) return undefined;
  if (given["category"] !== category) return "Illegal category";
  if (category === "spot") return undefined;
  const isList = line.endsWith("/realtime") || line.endsWith("/position/list");
  if (isList && given["symbol"] === undefined && given["settleCoin"] === undefined) {
    return "Missing some parameters that must be filled in, symbol or settleCoin or baseCoin";
  }
  const isText = ["qty", "price", "triggerPrice"].every(
    (name) => given[name] === undefined || typeof given[name] === "string",
  );
  return isText ? undefined : "the amounts of an order are text";
}

async function create(
  { account, category, codes }: Venue,
  links: Map<string, string>,
  given: Given,
) {
  const link = given["orderLinkId"]!;
  if (links.has(link)) return { retCode: codes.duplicate, retMsg: "Duplicate clientOrderId" };
  const isMarket = given["orderType"] === "Market";
  // The trap of the real one: without the unit a purchase is for an amount of the quote asset.
  if (category === "spot" && isMarket && given["marketUnit"] !== "baseCoin") {
    return { retCode: 10_001, retMsg: "the quantity was taken for an amount of USDT" };
  }
  const stop = given["triggerPrice"];
  const orderType = stop === undefined ? "" : "stop_";
  const request: OrderRequest = {
    symbol: given["symbol"]!,
    side: given["side"] === "Buy" ? "buy" : "sell",
    quantity: given["qty"]!,
    orderType: (isMarket
      ? stop === undefined
        ? "market"
        : "stop"
      : `${orderType}limit`) as "market",
    ...(given["price"] !== undefined && { price: given["price"] }),
    ...(stop !== undefined && { stopPrice: stop }),
  };
  // Taken before anything else is awaited, so that two at once are not both new.
  links.set(link, "");
  try {
    const { orderId } = await account.place(request);
    links.set(link, orderId);
    return ok({ orderId, orderLinkId: link });
  } catch (error) {
    links.delete(link);
    if (hasCode(error, "FUNDS_INSUFFICIENT")) {
      return { retCode: codes.funds, retMsg: "Insufficient balance." };
    }
    throw error;
  }
}

async function cancel({ account, codes }: Venue, given: Given): Promise<Reply> {
  const orderId = given["orderId"]!;
  try {
    await account.cancel(orderId, given["symbol"]!);
    return ok({ orderId, orderLinkId: "" });
  } catch {
    return { retCode: codes.unknown, retMsg: "Order does not exist." };
  }
}

async function list(
  { account, category, none }: Venue,
  links: Map<string, string>,
  line: string,
  given: Given,
): Promise<object> {
  const orders = await account.orders();
  const linkOf = (id: string): string =>
    [...links].find(([, orderId]) => orderId === id)?.[0] ?? "";
  const isResting = ({ status }: Order): boolean => status === "open" || status === "pending";
  const wantsResting = line.endsWith("realtime") && given["openOnly"] !== "1";
  const limit = Number(given["limit"] ?? 20);
  const from = Number(given["cursor"] || 0);
  const rows = orders.filter((order) => {
    if (given["orderId"] !== undefined) return order.orderId === given["orderId"];
    if (given["orderLinkId"] !== undefined) return linkOf(order.orderId) === given["orderLinkId"];
    if (given["symbol"] !== undefined && order.symbol !== given["symbol"]) return false;
    return isResting(order) === wantsResting;
  });
  const page = rows.slice(from, from + limit);
  return {
    category,
    nextPageCursor: from + limit < rows.length ? String(from + limit) : "",
    list: page.map((order) => ({
      orderId: order.orderId,
      orderLinkId: linkOf(order.orderId),
      symbol: order.symbol,
      side: order.side === "buy" ? "Buy" : "Sell",
      orderType: order.orderType === "market" || order.orderType === "stop" ? "Market" : "Limit",
      orderStatus: WORDS[order.status],
      qty: `${order.quantity}0`.replace(/^(\d+)0$/u, "$1"),
      // Of a contract's market order it is the worst that it may trade at.
      price: order.price ?? (category === "spot" ? "0.000" : "105"),
      triggerPrice: order.stopPrice ?? none,
      avgPrice: order.averagePrice ?? "",
      cumExecQty: order.filledQuantity === "0" ? "0.000000" : order.filledQuantity,
      cumExecFee: order.fee,
      cumFeeDetail: order.fee === "0" ? {} : { USDT: order.fee },
      timeInForce: "GTC",
      rejectReason: "EC_NoError",
      // Later orders come first in the list, and have the later time.
      createdTime: String(NOW + orders.length - orders.indexOf(order)),
      updatedTime: String(order.updatedAt),
    })),
  };
}

const WORDS = {
  pending: "Untriggered",
  open: "New",
  filled: "Filled",
  cancelled: "Cancelled",
  rejected: "Rejected",
} as const;

async function coins(account: ExchangeAccount) {
  return Object.entries(await account.balance()).map(([coin, walletBalance]) => ({
    coin,
    walletBalance,
    locked: "0",
    equity: walletBalance,
  }));
}

function ok(result: object): Reply {
  return { retCode: 0, retMsg: "OK", result };
}

function respond(response: ServerResponse, reply: Reply): void {
  const { retCode, retMsg, result = {} } = reply;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ retCode, retMsg, result, retExtInfo: {}, time: Date.now() }));
}

function tell(response: ServerResponse, mischief: Exclude<Mischief, string>): void {
  if ("headers" in mischief) {
    for (const [name, value] of Object.entries(mischief.headers ?? {})) {
      response.setHeader(name, value);
    }
  }
  if ("retCode" in mischief) respond(response, mischief);
  else if ("body" in mischief) response.end(mischief.body);
  else {
    response.statusCode = mischief.status;
    response.end("{}");
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

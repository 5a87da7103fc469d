/** Suite of the broker port, for any test runner. */

import assert from "node:assert/strict";

import { Decimal, hasCode } from "@bourse/kernel";
import type {
  ExecutionBroker,
  ExecutionErrorCode,
  Order,
  OrderRequest,
} from "@bourse/trading-core/execution";

import { declareCases, type ConformanceCase } from "../declare-cases.ts";

/** A broker opened for one case, with an account that holds nothing but the quote asset. */
export interface BrokerUnderTest {
  /** The broker. */
  readonly broker: ExecutionBroker;
  /** Symbol whose last price does not move. */
  readonly symbol: string;
  /** Base asset of `symbol`. */
  readonly base: string;
  /** Quote asset of `symbol`. */
  readonly quote: string;
  /** Well-formed symbol of other assets. */
  readonly otherSymbol: string;
  /** A quantity that the account can buy ten times. */
  readonly quantity: string;
  /** A price on the tick, so far below the last one that a purchase rests at it. */
  readonly lowPrice: string;
  /** A quantity in whole lots that the account cannot pay for. */
  readonly unaffordable: string;
  /** Releases the broker after the case. */
  close?(): Promise<void>;
}

/** Options of {@link executionConformance}. */
export interface ExecutionConformanceOptions {
  /** The runner's function that declares a case: `test` of vitest, node:test and the like. */
  readonly test: (name: string, run: () => Promise<void>) => void;
  /** Opens a fresh account for each case. */
  readonly open: () => Promise<BrokerUnderTest>;
}

/** Declares the suite's cases. They use `node:assert` and need no other library. @throws KernelError OPTION_INVALID */
export function executionConformance(options: ExecutionConformanceOptions): void {
  declareCases("executionConformance", options, CASES);
}

const CASES: readonly ConformanceCase<BrokerUnderTest>[] = [
  ["the venue answers a ping", ({ broker }) => broker.ping()],
  ["a market purchase fills and moves both balances", buyAtMarket],
  ["an order reads back as it was placed", readBack],
  ["orders are listed newest first, by symbol and by status", listOrders],
  ["a limit far from the market rests until it is cancelled, and only once", cancelOnce],
  ["an order is cancelled under its own symbol only", cancelUnderItsSymbol],
  ["an unknown order is refused with ORDER_UNKNOWN", refuseUnknownOrder],
  ["the same client order id is the same order, however often and at once", repeatClientOrderId],
  ["a client order id that stands for another order is refused", refuseReusedId],
  ["the same idempotency key is the same order", repeatKey],
  [
    "the same idempotency key of two owners is two orders, each repeated by its own",
    repeatKeyOfOwner,
  ],
  ["an order under a key without an owner is found by a repeat with one", repeatKeyWithoutOwner],
  ["orders that break a rule are refused with ORDER_INVALID, and nothing is placed", refuseInvalid],
  ["an order that cannot be paid is refused, and nothing is placed", refuseUnaffordable],
  ["closing sells what is held, and closes nothing twice", closePositions],
  ["only what is long can be closed as long", closeBySide],
];

async function buyAtMarket(subject: BrokerUnderTest): Promise<void> {
  const { broker, base, quote, quantity } = subject;
  const before = await broker.balance();
  const order = await settled(subject, await broker.place(buy(subject)));
  assert.equal(order.status, "filled");
  assert.equal(order.filledQuantity, quantity);
  assert.ok(order.averagePrice !== null && Decimal.parse(order.averagePrice).sign === 1);
  const after = await broker.balance();
  assert.equal(amountOf(after, base).compare(amountOf(before, base)), 1, "the base asset came in");
  assert.equal(amountOf(after, quote).compare(amountOf(before, quote)), -1, "the quote was paid");
  const [position] = await broker.positions(subject.symbol);
  assert.equal(position?.side, "long");
  assert.equal(Decimal.parse(position.quantity).sign, 1);
}

async function readBack(subject: BrokerUnderTest): Promise<void> {
  const { broker, lowPrice } = subject;
  const placed = await broker.place({ ...limit(subject), clientOrderId: "read-back_1" });
  const read = await broker.order(placed.orderId);
  assert.equal(read.clientOrderId, "read-back_1");
  assert.equal(read.orderId, placed.orderId);
  assert.equal(read.price, lowPrice);
  assert.equal(read.quantity, subject.quantity);
  assert.equal(read.orderType, "limit");
  assert.equal(read.side, "buy");
  assert.equal(read.status, "open");
  assert.equal(read.filledQuantity, "0");
}

async function listOrders(subject: BrokerUnderTest): Promise<void> {
  const { broker, symbol, otherSymbol } = subject;
  const first = await broker.place(limit(subject));
  const second = await settled(subject, await broker.place(buy(subject)));
  const ids = (orders: readonly Order[]): readonly string[] => orders.map(({ orderId }) => orderId);
  assert.deepEqual(ids(await broker.orders()), [second.orderId, first.orderId]);
  assert.deepEqual(ids(await broker.orders({ symbol })), [second.orderId, first.orderId]);
  assert.deepEqual(ids(await broker.orders({ status: "open" })), [first.orderId]);
  assert.deepEqual(ids(await broker.orders({ symbol, status: "filled" })), [second.orderId]);
  assert.deepEqual(ids(await broker.orders({ symbol: otherSymbol })), []);
  const [newest] = await broker.orders({ limit: 1 });
  assert.equal(newest?.orderId, second.orderId);
  assert.deepEqual(ids(await broker.orders({ after: newest, limit: 1 })), [first.orderId]);
  assert.deepEqual(ids(await broker.orders({ after: newest, status: "open" })), [first.orderId]);
  assert.deepEqual(ids(await broker.orders({ after: first })), []);
}

async function cancelOnce(subject: BrokerUnderTest): Promise<void> {
  const { broker, symbol } = subject;
  const { orderId } = await broker.place(limit(subject));
  const cancelled = await broker.cancel(orderId, symbol);
  assert.equal(cancelled.status, "cancelled");
  assert.equal((await broker.order(orderId)).status, "cancelled");
  await rejectsWith(broker.cancel(orderId, symbol), "ORDER_STATE");
  const filled = await settled(subject, await broker.place(buy(subject)));
  await rejectsWith(broker.cancel(filled.orderId, symbol), "ORDER_STATE");
}

async function cancelUnderItsSymbol(subject: BrokerUnderTest): Promise<void> {
  const { broker, otherSymbol } = subject;
  const { orderId } = await broker.place(limit(subject));
  await rejectsWith(broker.cancel(orderId, otherSymbol), "ORDER_UNKNOWN");
  assert.equal((await broker.order(orderId)).status, "open");
}

async function refuseUnknownOrder({ broker, symbol }: BrokerUnderTest): Promise<void> {
  for (const id of ["3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11", "0", "../x", "ü".repeat(300)]) {
    await rejectsWith(broker.order(id), "ORDER_UNKNOWN");
    await rejectsWith(broker.cancel(id, symbol), "ORDER_UNKNOWN");
  }
}

async function repeatClientOrderId(subject: BrokerUnderTest): Promise<void> {
  const { broker } = subject;
  const request = { ...buy(subject), clientOrderId: "once-only" };
  const placed = await Promise.all([1, 2, 3, 4].map(() => broker.place(request)));
  const again = await broker.place(request);
  const ids = new Set([...placed, again].map(({ orderId }) => orderId));
  assert.equal(ids.size, 1, "five tries are one order");
  assert.equal((await broker.orders()).length, 1);
  assert.equal((await broker.positions())[0]?.quantity, subject.quantity);
}

async function refuseReusedId(subject: BrokerUnderTest): Promise<void> {
  const { broker } = subject;
  await broker.place({ ...limit(subject), clientOrderId: "taken" });
  const other: OrderRequest = { ...limit(subject), side: "sell", clientOrderId: "taken" };
  await rejectsWith(broker.place(other), "ORDER_REUSED");
  assert.equal((await broker.orders()).length, 1);
}

async function repeatKey(subject: BrokerUnderTest): Promise<void> {
  const { broker } = subject;
  const options = { idempotencyKey: `a key of ${"any ".repeat(30)}characters` };
  const placed = await Promise.all([1, 2, 3].map(() => broker.place(buy(subject), options)));
  assert.equal(new Set(placed.map(({ orderId }) => orderId)).size, 1);
  await rejectsWith(broker.place(limit(subject), options), "ORDER_REUSED");
  assert.equal((await broker.orders()).length, 1);
}

async function repeatKeyOfOwner(subject: BrokerUnderTest): Promise<void> {
  const { broker } = subject;
  const place = async (owner: string, request = limit(subject)): Promise<string> =>
    (await broker.place(request, { idempotencyKey: "one key", owner })).orderId;
  const [ada, bob] = [await place("ada"), await place("bob")];
  assert.notEqual(ada, bob);
  assert.deepEqual([await place("ada"), await place("bob")], [ada, bob]);
  await rejectsWith(place("ada", buy(subject)), "ORDER_REUSED");
  assert.equal((await broker.orders()).length, 2);
}

async function repeatKeyWithoutOwner(subject: BrokerUnderTest): Promise<void> {
  const { broker } = subject;
  const options = { idempotencyKey: "of a release before keys had owners" };
  const before = await broker.place(buy(subject), options);
  const again = await broker.place(buy(subject), { ...options, owner: "ada" });
  assert.equal(again.orderId, before.orderId);
  assert.equal((await broker.orders()).length, 1);
}

async function refuseInvalid(subject: BrokerUnderTest): Promise<void> {
  const { broker, lowPrice } = subject;
  const good = buy(subject);
  const bad: readonly (readonly [field: string, request: OrderRequest])[] = [
    ["quantity", { ...good, quantity: "0" }],
    ["quantity", { ...good, quantity: "-1" }],
    ["quantity", { ...good, quantity: "NaN" }],
    ["quantity", { ...good, quantity: "1e3" }],
    ["quantity", { ...good, quantity: "" }],
    ["quantity", { ...good, quantity: "9".repeat(60) }],
    ["quantity", { ...good, quantity: "0.1234567890123456789" }],
    ["price", { ...good, price: lowPrice }],
    ["price", { ...good, orderType: "limit" }],
    ["price", { ...good, orderType: "stop", stopPrice: lowPrice, price: lowPrice }],
    ["price", { ...good, orderType: "limit", price: "0" }],
    ["stopPrice", { ...good, orderType: "stop" }],
    ["stopPrice", { ...good, orderType: "limit", price: lowPrice, stopPrice: lowPrice }],
    ["stopPrice", { ...good, orderType: "stop_limit", price: lowPrice }],
    ["clientOrderId", { ...good, clientOrderId: "with blanks" }],
    ["clientOrderId", { ...good, clientOrderId: "x".repeat(37) }],
    ["symbol", { ...good, symbol: "" }],
    ["symbol", { ...good, symbol: "../../ETC" }],
  ];
  for (const [field, request] of bad) {
    const error = await rejectsWith(broker.place(request), "ORDER_INVALID");
    assert.equal(error.details["field"], field, JSON.stringify(request));
  }
  assert.deepEqual(await broker.orders(), []);
}

async function refuseUnaffordable(subject: BrokerUnderTest): Promise<void> {
  const { broker, unaffordable } = subject;
  const before = await broker.balance();
  await rejectsWith(
    broker.place({ ...buy(subject), quantity: unaffordable }),
    "FUNDS_INSUFFICIENT",
  );
  await rejectsWith(broker.place({ ...buy(subject), side: "sell" }), "FUNDS_INSUFFICIENT");
  assert.deepEqual(await broker.balance(), before);
  assert.deepEqual(await broker.orders({ status: "open" }), []);
}

async function closePositions(subject: BrokerUnderTest): Promise<void> {
  const { broker, symbol } = subject;
  assert.deepEqual(await broker.close({ symbol }), []);
  await settled(subject, await broker.place(buy(subject)));
  const orders = await broker.close({ symbol });
  assert.equal(orders.length, 1);
  const sale = await settled(subject, orders[0]!);
  assert.deepEqual([sale.side, sale.orderType, sale.status], ["sell", "market", "filled"]);
  assert.deepEqual(await broker.positions(), []);
  assert.deepEqual(await broker.close({ symbol, side: "both" }), []);
}

async function closeBySide(subject: BrokerUnderTest): Promise<void> {
  const { broker, symbol } = subject;
  await settled(subject, await broker.place(buy(subject)));
  assert.deepEqual(await broker.close({ symbol, side: "short" }), []);
  assert.equal((await broker.positions(symbol)).length, 1);
  assert.equal((await broker.close({ symbol, side: "long" })).length, 1);
}

function buy({ symbol, quantity }: BrokerUnderTest): OrderRequest {
  return { symbol, side: "buy", quantity };
}

function limit(subject: BrokerUnderTest): OrderRequest {
  return { ...buy(subject), orderType: "limit", price: subject.lowPrice };
}

/** A venue may take an order first and fill it a moment later: as it stands now. */
async function settled({ broker }: BrokerUnderTest, { orderId }: Order): Promise<Order> {
  return broker.order(orderId);
}

function amountOf(balance: Readonly<Record<string, string>>, asset: string): Decimal {
  return Decimal.parse(balance[asset] ?? "0");
}

async function rejectsWith(promise: Promise<unknown>, code: ExecutionErrorCode) {
  const error: unknown = await promise.then(
    (value) => assert.fail(`expected ${code}, found ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!hasCode(error, code)) throw error;
  return error;
}

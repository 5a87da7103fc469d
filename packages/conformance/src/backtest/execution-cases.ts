import assert from "node:assert/strict";

import {
  Balance,
  CloseReply,
  ExecutionPing,
  Order,
  OrderCancelled,
  OrderList,
  OrderReply,
  PositionList,
} from "@bourse/contract/backtest";

import type { Case } from "../http/case.ts";
import { expectData, expectInvalid, expectKeys, expectRefusal, shown } from "../http/expect.ts";
import type { Answer, Wire } from "../http/wire.ts";

const ORDERS = "/api/execution/orders";
const NOBODY = "00000000-0000-4000-8000-000000000000";
const BUY = { symbol: "BTCUSDT", side: "buy", quantity: 0.001 } as const;
/** Far below any price that BTCUSDT had in years, so it rests. */
const LIMIT = { ...BUY, order_type: "limit", price: "0.01" } as const;
const ORDER_KEYS = Object.keys(Order.shape);

async function place(wire: Wire, body: object, headers = {}): Promise<Order> {
  return expectData(await wire.post(ORDERS, body, headers), OrderReply).order;
}

function remove(wire: Wire, id: string, search: string): Promise<Answer> {
  return wire.send(`${ORDERS}/${id}${search}`, { method: "DELETE" });
}

/** Unlike any other of this or an earlier run. */
function freshId(): string {
  return `c-${crypto.randomUUID().slice(0, 30)}`;
}

/** Orders, positions and balances. The account can pay for 0.01 BTC; no other caller trades meanwhile. */
export const executionCases: readonly Case[] = [
  {
    name: "the venue answers a ping with ok and its name",
    run: async (wire) => {
      const answer = await wire.get("/api/execution/ping");
      expectData(answer, ExecutionPing);
      expectKeys(answer.json, ["status", "exchange"], answer);
    },
  },
  {
    name: "the seed's three fields are an order at the market, in the upper case of the symbol",
    run: async (wire) => {
      const answer = await wire.post(ORDERS, { ...BUY, symbol: "btcusdt" });
      const { order } = expectData(answer, OrderReply);
      expectKeys(order, ORDER_KEYS, answer);
      assert.equal(order.symbol, "BTCUSDT", shown(answer));
      assert.equal(order.order_type, "market");
      assert.equal(order.quantity, "0.001", "the number's own digits, none more");
      assert.equal(order.price, null);
      const read = expectData(await wire.get(`${ORDERS}/${order.order_id}`), OrderReply);
      assert.equal(read.order.order_id, order.order_id);
    },
  },
  {
    name: "a limit order rests, is listed by symbol and status, and is cancelled once",
    run: async (wire) => {
      const { order_id: id, status } = await place(wire, LIMIT);
      assert.equal(status, "open");
      const search = "?symbol=btcusdt&status=open";
      const list = expectData(await wire.get(`${ORDERS}${search}`), OrderList);
      assert.equal(list.count, list.orders.length);
      assert.ok(list.orders.some(({ order_id: each }) => each === id));
      assert.ok(list.orders.every((order) => order.status === "open"));
      const answer = await remove(wire, id, "?symbol=BTCUSDT");
      assert.deepEqual(expectData(answer, OrderCancelled), { success: true, order_id: id });
      expectRefusal(await remove(wire, id, "?symbol=BTCUSDT"), 400);
      const { order } = expectData(await wire.get(`${ORDERS}/${id}`), OrderReply);
      assert.equal(order.status, "cancelled");
    },
  },
  {
    name: "orders come newest first, as many as asked for",
    run: async (wire) => {
      const first = await place(wire, LIMIT);
      const second = await place(wire, LIMIT);
      const { orders } = expectData(await wire.get(`${ORDERS}?limit=2`), OrderList);
      assert.deepEqual(
        orders.map(({ order_id: id }) => id),
        [second.order_id, first.order_id],
      );
      for (const { order_id: id } of orders) await remove(wire, id, "?symbol=BTCUSDT");
    },
  },
  ...["limit=0", "limit=1001", "status=done", "symbol=", "status=open&status=open"].map(
    (query): Case => {
      return {
        name: `orders with ${query} are 400`,
        run: async (wire) => expectRefusal(await wire.get(`${ORDERS}?${query}`), 400),
      };
    },
  ),
  {
    name: "to cancel without the symbol is 422 at query.symbol",
    run: async (wire) => {
      const { order_id: id } = await place(wire, LIMIT);
      expectInvalid(await remove(wire, id, ""), "query", "symbol");
      expectRefusal(await remove(wire, id, "?symbol=ETHUSDT"), 404);
      expectRefusal(await remove(wire, id, "?symbol=A%20B"), 400);
      expectData(await remove(wire, id, "?symbol=BTCUSDT"), OrderCancelled);
    },
  },
  ...[NOBODY, "not-an-id", "0", "a%2Fb", "%00", "x".repeat(300)].map((id): Case => {
    return {
      name: `an order ${JSON.stringify(id.slice(0, 40))} that nobody placed is 404, to get and to cancel`,
      run: async (wire) => {
        expectRefusal(await wire.get(`${ORDERS}/${id}`), 404);
        expectRefusal(await remove(wire, id, "?symbol=BTCUSDT"), 404);
      },
    };
  }),
  ...(
    [
      [{ ...BUY, quantity: 0 }, "quantity"],
      [{ ...BUY, quantity: "-1" }, "quantity"],
      [{ ...BUY, quantity: "0.0000000000000000001" }, "quantity"],
      [{ ...BUY, quantity: true }, "quantity"],
      [{ ...BUY, side: "both" }, "side"],
      [{ ...BUY, symbol: "" }, "symbol"],
      [{ ...BUY, order_type: "limit" }, "price"],
      [{ ...BUY, price: 5 }, "price"],
      [{ ...BUY, order_type: "stop" }, "stop_price"],
      [{ ...LIMIT, stop_price: 5 }, "stop_price"],
      [{ ...BUY, client_order_id: "" }, "client_order_id"],
      [{ ...BUY, stop_loss: 90 }, "stop_loss"],
      [{ ...BUY, take_profit: 110 }, "take_profit"],
    ] as const
  ).map(([body, field]): Case => {
    return {
      name: `an order ${JSON.stringify(body)} is 422 at body.${field}`,
      run: async (wire) => {
        expectInvalid(await wire.post(ORDERS, body), "body", field);
      },
    };
  }),
  {
    name: "an order without a body, or with a body that is no object, is 422",
    run: async (wire) => {
      expectInvalid(await wire.post(ORDERS, {}), "body", "symbol");
      expectInvalid(await wire.post(ORDERS, "[]"), "body");
      expectInvalid(await wire.post(ORDERS, '{"symbol":'), "body");
    },
  },
  {
    name: "an order that the account cannot pay for is 400 and leaves nothing behind",
    run: async (wire) => {
      const newest = async (): Promise<unknown> => (await wire.get(`${ORDERS}?limit=1`)).json;
      const before = await newest();
      expectRefusal(await wire.post(ORDERS, { ...BUY, quantity: 1_000_000 }), 400);
      assert.deepEqual(await newest(), before);
    },
  },
  {
    name: "the same client_order_id is the same order; with another order it is 422",
    run: async (wire) => {
      const body = { ...LIMIT, client_order_id: freshId() };
      const placed = await Promise.all([1, 2, 3].map(() => place(wire, body)));
      const again = await place(wire, { ...body, quantity: "0.0010" });
      const ids = new Set([...placed, again].map(({ order_id: id }) => id));
      assert.equal(ids.size, 1, "0.0010 is 0.001, and four tries are one order");
      expectInvalid(await wire.post(ORDERS, { ...body, quantity: 0.002 }));
      await remove(wire, again.order_id, "?symbol=BTCUSDT");
    },
  },
  {
    name: "the same Idempotency-Key is the same order; with another order it is 422",
    run: async (wire) => {
      const headers = { "idempotency-key": freshId() };
      const one = await place(wire, LIMIT, headers);
      const two = await place(wire, LIMIT, headers);
      assert.equal(two.order_id, one.order_id);
      expectInvalid(await wire.post(ORDERS, { ...LIMIT, quantity: 0.002 }, headers));
      await remove(wire, one.order_id, "?symbol=BTCUSDT");
    },
  },
  {
    name: "what is held is a position until it is closed; to close nothing is no error",
    run: async (wire) => {
      await place(wire, BUY);
      const path = "/api/execution/positions";
      const held = expectData(await wire.get(`${path}?symbol=BTCUSDT`), PositionList);
      assert.equal(held.positions.length, 1);
      assert.equal(held.positions[0]?.side, "long");
      const close = async (body: object): Promise<CloseReply> =>
        expectData(await wire.post(`${path}/close`, body), CloseReply);
      assert.deepEqual((await close({ symbol: "BTCUSDT", side: "short" })).orders, []);
      const closed = await close({ symbol: "btcusdt" });
      assert.equal(closed.orders[0]?.side, "sell");
      assert.deepEqual((await close({ symbol: "BTCUSDT" })).orders, []);
      const left = expectData(await wire.get(path), PositionList).positions;
      assert.ok(left.every(({ symbol }) => symbol !== "BTCUSDT"));
      expectInvalid(await wire.post(`${path}/close`, {}), "body", "symbol");
      expectInvalid(
        await wire.post(`${path}/close`, { symbol: "BTCUSDT", side: "up" }),
        "body",
        "side",
      );
    },
  },
  {
    name: "the balance is decimals as text by asset",
    run: async (wire) => {
      const { balance } = expectData(await wire.get("/api/execution/balance"), Balance);
      assert.ok(Object.keys(balance).length > 0);
      for (const amount of Object.values(balance)) assert.match(amount, /^\d+(\.\d+)?$/);
    },
  },
];

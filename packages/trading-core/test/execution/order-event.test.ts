import fc from "fast-check";
import { expect, test } from "vitest";

import { newsOf, type ToldOrder, type ToldState } from "../../src/execution/order-event.ts";
import { paperOrders } from "../../src/execution/paper/collections.ts";
import { openMarket } from "./paper-market.ts";

const order: ToldOrder = {
  orderId: "1",
  clientOrderId: "mine",
  symbol: "BTCUSDT",
  side: "buy",
  orderType: "limit",
  quantity: "10",
  status: "open",
  filledQuantity: "0",
};

/** The events of what a venue shows, look after look. */
function told(looks: readonly Partial<ToldOrder>[]): readonly string[] {
  let state: ToldState | undefined;
  const all: string[] = [];
  for (const look of looks) {
    const news = newsOf(state, { ...order, ...look });
    state = news.state;
    all.push(...news.types.map((type) => type.slice("order.".length)));
  }
  return all;
}

test.each<readonly [string, readonly Partial<ToldOrder>[], readonly string[]]>([
  ["fills at once", [{ status: "filled", filledQuantity: "10" }], ["placed", "filled"]],
  [
    "fills in parts",
    [
      {},
      { filledQuantity: "2" },
      { filledQuantity: "2" },
      { filledQuantity: "7" },
      { status: "filled", filledQuantity: "10" },
    ],
    ["placed", "partially_filled", "partially_filled", "filled"],
  ],
  [
    "is cancelled with a part that nobody saw",
    [{}, { status: "cancelled", filledQuantity: "3" }],
    ["placed", "partially_filled", "cancelled"],
  ],
  [
    "was lost and is found",
    [
      { orderId: "link:mine", status: "pending" },
      { orderId: "link:mine", status: "pending" },
      { status: "filled", filledQuantity: "10" },
    ],
    ["unconfirmed", "placed", "filled"],
  ],
  [
    "was never taken",
    [
      { orderId: "B:link:mine", status: "pending" },
      { orderId: "B:link:mine", status: "rejected" },
    ],
    ["unconfirmed", "rejected"],
  ],
  ["is a stop that waits", [{ status: "pending" }, { status: "open" }], ["placed"]],
  [
    "has ended, whatever an old answer shows",
    [{ status: "cancelled" }, {}, { status: "filled", filledQuantity: "10" }],
    ["placed", "cancelled"],
  ],
])("an order that %s", (_, looks, events) => {
  expect(told(looks)).toEqual(events);
});

test("whatever a venue shows, each end comes once and last, a placing once and first", () => {
  const look = fc.record({
    orderId: fc.constantFrom("1", "link:mine"),
    status: fc.constantFrom("pending", "open", "filled", "cancelled", "rejected"),
    filledQuantity: fc.integer({ min: 0, max: 10 }).map(String),
  });
  fc.assert(
    fc.property(fc.array(look, { maxLength: 20 }), (looks) => {
      const events = told(looks as readonly Partial<ToldOrder>[]);
      const ends = events.filter((one) => ["filled", "cancelled", "rejected"].includes(one));
      expect(ends.length).toBeLessThanOrEqual(1);
      if (ends.length === 1) expect(events.at(-1)).toBe(ends[0]);
      expect(events.filter((one) => one === "placed").length).toBeLessThanOrEqual(1);
      expect(events.lastIndexOf("unconfirmed")).toBeLessThanOrEqual(0);
    }),
  );
});

test("a paper order whose event cannot be stored is not placed, and nothing of it is paid", async () => {
  const { broker, store } = await openMarket({
    tellOrder: () => Promise.reject(new Error("the store has failed")),
  });
  const before = await broker.balance();
  const order = { symbol: "BTCUSDT", side: "buy", quantity: "1" } as const;
  await expect(broker.place(order)).rejects.toThrow("the store has failed");
  expect(await store.count(paperOrders)).toBe(0);
  expect(await broker.balance()).toEqual(before);
});

test("a resting paper order is told as filled by the candle that touches it", async () => {
  const events: string[] = [];
  const { broker, minute } = await openMarket({
    tellOrder: async (_tx, type, { status, filledQuantity }, ownerId) =>
      void events.push(`${type} ${status} ${filledQuantity} ${ownerId}`),
  });
  const order = { symbol: "BTCUSDT", side: "buy", quantity: "1" } as const;
  await broker.place({ ...order, orderType: "limit", price: "90" });
  await minute({ open: 95, high: 95, low: 80, close: 85 });
  await broker.settle();
  await broker.settle();
  expect(events).toEqual(["order.placed open 0 null", "order.filled filled 1 null"]);
});

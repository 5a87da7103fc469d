import { createManualClock, Decimal } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import {
  createUnconfirmedOrders,
  type CheckedOrder,
  type Order,
} from "../../src/execution/index.ts";

const asked: CheckedOrder = {
  symbol: "BTCUSDT",
  side: "buy",
  orderType: "limit",
  quantity: Decimal.parse("1.50"),
  price: Decimal.parse("40"),
  stopPrice: null,
  clientOrderId: null,
};

describe("an unconfirmed order", () => {
  test("is pending to the last millisecond of its grace, and rejected from then on", async () => {
    const { clock, orders } = setUp();
    const kept = orders.keep({ asked, link: "a" }, "link:a");
    expect(kept).toMatchObject({ orderId: "link:a", clientOrderId: "a", quantity: "1.5" });
    await clock.advance(999);
    expect(await orders.settle("a")).toEqual(kept);
    await clock.advance(1);
    const rejected = { ...kept, status: "rejected", updatedAt: clock.now() };
    expect(await orders.settle("a")).toEqual(rejected);
    expect(await orders.unseen()).toEqual([rejected]);
  });

  test("that comes to light is told as found, once and for all", async () => {
    const { clock, orders, shown } = setUp();
    const kept = orders.keep({ asked, link: "a" }, "link:a");
    const found = { ...kept, orderId: "7", status: "filled" } as const;
    shown.set("a", found);
    await clock.advance(5000);
    expect(await orders.settle("a")).toEqual(found);
    expect(await orders.unseen()).toEqual([]);
    expect(await orders.settle("a"), "the venue's from now on").toBeUndefined();
  });

  test("is one of a hundred: the oldest is forgotten first", async () => {
    const { orders } = setUp();
    for (let count = 0; count <= 100; count += 1) {
      orders.keep({ asked, link: `link-${count}` }, `link:link-${count}`);
    }
    expect(await orders.settle("link-0")).toBeUndefined();
    expect(await orders.unseen()).toHaveLength(100);
  });
});

function setUp() {
  const clock = createManualClock();
  const shown = new Map<string, Order>();
  const orders = createUnconfirmedOrders({
    clock,
    exchange: "venue",
    graceMilliseconds: 1000,
    lookUp: async ({ link }) => shown.get(link),
  });
  return { clock, orders, shown };
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readEvents } from "../../src/events/event-log.ts";
import type { RiskEvent } from "../../src/risk/index.ts";
import { readBook, riskOrders } from "../../src/risk/risk-book.ts";
import { flatBar } from "../execution/paper-market.ts";
import { buy, openGuarded } from "./guarded-market.ts";

const refusedBy = (rule: string): unknown =>
  expect.objectContaining({
    code: "RISK_REFUSED",
    details: expect.objectContaining({ rule }) as unknown,
  });

describe("a guarded broker", () => {
  test("refuses an order beyond a limit, places nothing, and records the event with its rule", async () => {
    const { guard, store, paper } = await openGuarded();
    const broker = guard({ risk: { maxOrderValue: "100" } });
    await broker.place(buy("1"));
    await expect(broker.place(buy("1.01", { clientOrderId: "two" }))).rejects.toMatchObject({
      code: "RISK_REFUSED",
      details: { rule: "max_order_value", bound: "100", found: "101" },
    });
    expect(await paper.orders()).toHaveLength(1);
    const events = await readEvents<RiskEvent>(store, 0);
    expect(events.find(({ type }) => type === "risk.refused")).toMatchObject({
      risk: { rule: "max_order_value", symbol: "BTCUSDT", quantity: "1.01", clientOrderId: "two" },
    });
  });

  test("lets exactly as many of 50 racing orders pass as the position's limit allows", async () => {
    const { guard, paper } = await openGuarded();
    const brokers = [
      guard({ risk: { maxPositionValue: "1000" } }),
      guard({ risk: { maxPositionValue: "1000" } }),
    ];
    const calls = Array.from({ length: 50 }, (_, index) => brokers[index % 2]!.place(buy("1")));
    const answers = await Promise.allSettled(calls);
    const placed = answers.filter(({ status }) => status === "fulfilled").length;
    for (const answer of answers) {
      if (answer.status === "rejected")
        expect(answer.reason).toEqual(refusedBy("max_position_value"));
    }
    expect(placed).toBeLessThanOrEqual(10);
    const [held] = await paper.positions("BTCUSDT");
    expect(held?.quantity).toBe(String(placed));
    // Whatever room racing guards have left for each other can be used after the race.
    for (let left = 10 - placed; left > 0; left--) await brokers[0]!.place(buy("1"));
    await expect(brokers[0]!.place(buy("1"))).rejects.toEqual(refusedBy("max_position_value"));
  });

  test("of one process fills the limit in a race to the last order", async () => {
    const { guard, paper } = await openGuarded();
    const broker = guard({ risk: { maxPositionValue: "1000" } });
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => broker.place(buy("1"))),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect((await paper.positions())[0]?.quantity).toBe("10");
  });

  test("counts resting orders in the position, and lets a sale pass that reduces it", async () => {
    const { guard } = await openGuarded();
    const broker = guard({ risk: { maxPositionValue: "300" } });
    await broker.place(buy("2"));
    await broker.place(buy("1", { orderType: "limit", price: "90" }));
    await expect(broker.place(buy("0.01"))).rejects.toEqual(refusedBy("max_position_value"));
    await broker.place({ symbol: "BTCUSDT", side: "sell", quantity: "2" });
    await expect(broker.place({ symbol: "BTCUSDT", side: "sell", quantity: "2" })).rejects.toThrow(
      "needs 2 more",
    );
  });

  test("answers a repeat as before, without judging it again", async () => {
    const { guard } = await openGuarded();
    const broker = guard({ risk: { maxPositionValue: "100", maxOrdersPerMinute: 1 } });
    const first = await broker.place(buy("1", { clientOrderId: "a" }), {
      idempotencyKey: "k",
      owner: "o",
    });
    const again = await broker.place(buy("1.0", { clientOrderId: "a" }), {
      idempotencyKey: "k",
      owner: "o",
    });
    expect(again.orderId).toBe(first.orderId);
    await expect(broker.place(buy("0.5", { clientOrderId: "a" }))).rejects.toMatchObject({
      code: "ORDER_REUSED",
      details: { orderId: first.orderId },
    });
  });

  test("forgets an order that its broker refused, and judges its id anew", async () => {
    const { guard, store } = await openGuarded();
    const broker = guard({ risk: { maxOrderValue: "1000000000" } });
    await expect(broker.place(buy("5000", { clientOrderId: "a" }))).rejects.toMatchObject({
      code: "FUNDS_INSUFFICIENT",
    });
    expect(await store.count(riskOrders)).toBe(0);
    await broker.place(buy("1", { clientOrderId: "a" }));
  });

  test("counts an order of unknown outcome until it can no longer stand", async () => {
    const { guard, paper, clock } = await openGuarded();
    const lost = {
      ...paper,
      place: () =>
        Promise.reject(Object.assign(new Error("away"), { code: "EXECUTION_UNAVAILABLE" })),
    };
    const risk = { maxPositionValue: "100" };
    await expect(guard({ risk, broker: lost }).place(buy("1"))).rejects.toThrow("away");
    await expect(guard({ risk }).place(buy("1"))).rejects.toEqual(refusedBy("max_position_value"));
    await clock.advance(150_001);
    await expect(guard({ risk }).place(buy("1"))).rejects.toMatchObject({
      code: "MARKET_DATA_UNAVAILABLE",
    });
  });
});

describe("limits over time", () => {
  test("the loss of a day is durable over a restart, and begins anew with the UTC day", async () => {
    const { guard, minute } = await openGuarded();
    const risk = { maxDailyLoss: "400" };
    await guard({ risk }).place(buy("10"));
    await minute(flatBar(50));
    const restarted = guard({ risk });
    await expect(restarted.place(buy("1"))).rejects.toMatchObject({
      details: { rule: "max_daily_loss", bound: "400" },
    });
    await restarted.place({ symbol: "BTCUSDT", side: "sell", quantity: "1" });
    for (let left = 1440; left > 0; left--) await minute(flatBar(50));
    expect((await restarted.place(buy("1"))).status, "yesterday's loss").toBe("filled");
  });

  test("the drawdown is counted from the peak that was seen, over a restart", async () => {
    const { guard, minute, store } = await openGuarded();
    const risk = { maxDrawdown: "0.05" };
    const broker = guard({ risk });
    await broker.place(buy("100"));
    await minute(flatBar(200));
    await broker.look();
    const peak = (await readBook(store)).peakEquity;
    expect(Number(peak)).toBeGreaterThan(109_000);
    await minute(flatBar(140));
    await expect(guard({ risk }).place(buy("1"))).rejects.toMatchObject({
      message: expect.stringContaining(`peak of ${peak}`) as string,
      details: { rule: "max_drawdown", bound: "0.05" },
    });
  });

  test("the rate of orders is the store's, and its minute slides", async () => {
    const { guard, clock, minute } = await openGuarded();
    const risk = { maxOrdersPerMinute: 2 };
    await guard({ risk }).place(buy("1"));
    await clock.advance(30_000);
    await guard({ risk }).place(buy("1"));
    await expect(guard({ risk }).place(buy("1"))).rejects.toMatchObject({
      details: { rule: "max_orders_per_minute", bound: "2", found: "3" },
    });
    await minute(flatBar(100));
    await guard({ risk }).place(buy("1"));
  });

  test("a clock that stands still while time passes refuses orders until it goes on", async () => {
    let offset = 0;
    const opened = await openGuarded();
    const { clock } = opened;
    const stuck = {
      ...clock,
      now: () => clock.now() - offset,
      monotonic: () => clock.monotonic(),
      sleep: clock.sleep.bind(clock),
    };
    const broker = opened.guard({ risk: { maxOrderValue: "1000" }, clock: stuck });
    await broker.place(buy("1"));
    await clock.advance(6000);
    offset = 6000;
    await expect(broker.place(buy("1"))).rejects.toEqual(refusedBy("clock"));
    await broker.place({ symbol: "BTCUSDT", side: "sell", quantity: "1" });
    await clock.advance(6000);
    await broker.place(buy("1"));
  });

  test("a last price that is too old refuses", async () => {
    const { guard, clock } = await openGuarded();
    const broker = guard({ risk: { maxDataAgeSeconds: 30 } });
    await clock.advance(30_000);
    await broker.place(buy("1"));
    await clock.advance(1);
    await expect(broker.place(buy("1"))).rejects.toEqual(refusedBy("max_data_age_seconds"));
  });
});

test("no sequence of orders, cancels and moves of the price holds more than the limit when it was accepted", async () => {
  const step = fc.oneof(
    fc.record({ act: fc.constant("buy" as const), quantity: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ act: fc.constant("rest" as const), quantity: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ act: fc.constant("sell" as const), quantity: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ act: fc.constant("cancel" as const), quantity: fc.constant(0) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { guard, paper } = await openGuarded();
      const broker = guard({ risk: { maxPositionValue: "1000" } });
      await Promise.allSettled(
        steps.map(async ({ act, quantity }) => {
          if (act === "cancel") {
            const [open] = await broker.orders({ status: "open" });
            if (open !== undefined) await broker.cancel(open.orderId, open.symbol);
          } else if (act === "rest") {
            await broker.place(buy(String(quantity), { orderType: "limit", price: "100" }));
          } else await broker.place({ ...buy(String(quantity)), side: act });
        }),
      );
      const open = await paper.orders({ status: "open" });
      const held = (await paper.positions()).map(({ quantity }) => Number(quantity));
      const resting = open.map(({ quantity }) => Number(quantity));
      expect(
        [...held, ...resting].reduce((sum, quantity) => sum + quantity, 0),
      ).toBeLessThanOrEqual(10);
    }),
    { numRuns: 30 },
  );
});

import { hasCode } from "@bourse/kernel";
import fc from "fast-check";
import { expect, test } from "vitest";

import type { OrderRequest, PaperBroker } from "../../src/execution/index.ts";
import { paperBalances, paperPositions } from "../../src/execution/paper/collections.ts";
import { checkBooks } from "./books.ts";
import { openMarket, type Bar, type PaperMarket } from "./paper-market.ts";

const symbols = ["BTCUSDT", "ETHUSDT"] as const;
const price = fc.integer({ min: 1, max: 40_000 }).map((ticks) => ticks / 200);
const decimal = (max: number) =>
  fc.integer({ min: 1, max }).map((units) => String(units / 1e6).replace(/e.*/u, ""));

const order: fc.Arbitrary<OrderRequest> = fc
  .record({
    symbol: fc.constantFrom(...symbols),
    side: fc.constantFrom("buy" as const, "sell" as const),
    orderType: fc.constantFrom("market", "limit", "stop", "stop_limit"),
    quantity: decimal(300_000_000),
    first: price,
    second: price,
  })
  .map(({ orderType, first, second, ...rest }) => ({
    ...rest,
    orderType,
    ...((orderType === "limit" || orderType === "stop_limit") && { price: String(first) }),
    ...((orderType === "stop" || orderType === "stop_limit") && { stopPrice: String(second) }),
  }));

const bar: fc.Arbitrary<Bar> = fc.tuple(price, price, price, price).map(([open, close, a, b]) => ({
  open,
  close,
  high: Math.max(open, close, a, b),
  low: Math.min(open, close, a, b),
}));

type Action =
  | { readonly kind: "place"; readonly order: OrderRequest }
  | { readonly kind: "cancel"; readonly which: number }
  | { readonly kind: "close"; readonly symbol: string }
  | { readonly kind: "minute"; readonly symbol: string; readonly bar: Bar };

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant("place" as const), order }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("cancel" as const), which: fc.nat(1000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("close" as const),
      symbol: fc.constantFrom(...symbols),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("minute" as const),
      symbol: fc.constantFrom(...symbols),
      bar,
    }),
  },
);

test(
  "ten thousand random orders conserve money to the last digit",
  { timeout: 180_000 },
  async () => {
    let fills = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 380, maxLength: 400 }), async (actions) => {
        const market = await openMarket({ symbols, slippage: "0.0007" });
        for (const each of actions) await perform(market, each);
        fills += await checkBooks(market.store);
      }),
      { numRuns: 40 },
    );
    expect(fills, "the property must not hold for want of trades").toBeGreaterThan(1000);
  },
);

async function perform({ broker, minute }: PaperMarket, act: Action): Promise<void> {
  switch (act.kind) {
    case "place":
      await refusable(broker.place(act.order), "FUNDS_INSUFFICIENT", "ORDER_INVALID");
      return;
    case "cancel":
      await cancelOne(broker, act.which);
      return;
    case "close":
      await broker.close({ symbol: act.symbol });
      return;
    case "minute":
      await minute(act.bar, act.symbol);
      await broker.settle();
  }
}

async function cancelOne(broker: PaperBroker, which: number): Promise<void> {
  const orders = await broker.orders();
  const chosen = orders[which % Math.max(orders.length, 1)];
  if (chosen !== undefined) {
    await refusable(broker.cancel(chosen.orderId, chosen.symbol), "ORDER_STATE");
  }
}

async function refusable(promise: Promise<unknown>, ...codes: readonly string[]): Promise<void> {
  await promise.catch((error: unknown) => {
    if (!hasCode(error, ...codes)) throw error;
  });
}

test("orders sent at once, some of them twice, spend nothing twice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 10, maxLength: 40 }), async (orders) => {
      const { broker, store, reopen } = await openMarket({ symbols });
      const other = reopen({});
      await Promise.all(
        orders.flatMap((request, index) => {
          const named = { ...request, clientOrderId: `order-${index}` };
          return [broker, other].map((each) =>
            refusable(each.place(named), "FUNDS_INSUFFICIENT", "ORDER_INVALID"),
          );
        }),
      );
      await checkBooks(store);
      const placed = await broker.orders({ limit: 1000 });
      expect(new Set(placed.map(({ clientOrderId }) => clientOrderId)).size).toBe(placed.length);
    }),
    { numRuns: 20 },
  );
});

test("an account of more than a thousand assets is told whole", async () => {
  const { broker, store } = await openMarket();
  await broker.place({ symbol: "BTCUSDT", side: "buy", quantity: "1" });
  const one = (await store.get(paperBalances, "BTC"))?.value;
  const held = (await store.get(paperPositions, "BTCUSDT"))?.value;
  if (one === undefined || held === undefined) throw new Error("the purchase left nothing");
  await store.transaction(async (tx) => {
    for (let at = 0; at < 1200; at++) {
      await tx.insert(paperBalances, { ...one, id: `COIN${at}` });
      await tx.insert(paperPositions, { ...held, id: `COIN${at}USDT` });
    }
  });
  expect(Object.keys(await broker.balance())).toHaveLength(1202);
  expect(await broker.positions()).toHaveLength(1201);
});

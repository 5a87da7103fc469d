/** Events of orders at an exchange whose answers are lost: one webhook for each fact. */
import {
  createInProcessBus,
  createManualClock,
  createMemoryStore,
  type Store,
} from "@bourse/kernel";
import {
  backtestCollections,
  createBacktestService,
  type BacktestService,
} from "@bourse/trading-core";
import { ExecutionError, type ExecutionBroker } from "@bourse/trading-core/execution";
import { createExchangeDirectory, createMemoryProvider } from "@bourse/trading-core/market-data";
import { expect, onTestFinished, test } from "vitest";

import { openBinanceExchange } from "./binance-exchange.ts";
import { brokerAt } from "./broker-at.ts";

const CREATE = "POST /api/v3/order";
const READS = ["GET /api/v3/order", "GET /api/v3/allOrders", "GET /api/v3/openOrders"];
const order = { symbol: "BTCUSDT", side: "buy", quantity: "1", clientOrderId: "mine" } as const;
const resting = { ...order, orderType: "limit", price: "40" } as const;
const OWNER = "key:ada";

interface World {
  readonly core: BacktestService;
  readonly store: Store;
  /** Events since the last call, sorted: webhooks come in any order. */
  readonly told: () => Promise<readonly string[]>;
  /** Lets the open orders be looked at, and waits for it. */
  readonly look: (milliseconds?: number) => Promise<void>;
}

async function world(broker: ExecutionBroker, given?: Store): Promise<World> {
  const clock = createManualClock({ now: Date.UTC(2026, 0, 15) });
  const store = given ?? createMemoryStore({ collections: backtestCollections });
  const events: string[] = [];
  let looks = 0;
  const core = createBacktestService({
    store,
    bus: createInProcessBus({ clock }),
    clock,
    exchanges: createExchangeDirectory(
      { none: createMemoryProvider({ series: [], clock }) },
      "none",
    ),
    execution: {
      ...broker,
      order: (id) => broker.order(id).finally(() => (looks += 1)),
    },
    jobTypes: [],
    webhooks: {
      key: new Uint8Array(32).fill(7),
      sender: {
        refusal: () => undefined,
        send: async ({ body }) => {
          const { type, data } = JSON.parse(body) as { type: string; data: { order_id: string } };
          events.push(
            `${type} ${data.order_id.replace(/:\d+$/u, ":N").replace(/bourse.*$/u, "ours")}`,
          );
          return 204;
        },
      },
    },
  });
  onTestFinished(() => core.stop({ deadlineMilliseconds: 0 }));
  await core.start();
  if (given === undefined) {
    await core.webhooks.create(OWNER, { url: "https://hooks.example", events: ["*"] });
  }
  return {
    core,
    store,
    told: async () => {
      await core.webhooks.deliverDue();
      return events.splice(0).toSorted();
    },
    look: async (milliseconds = 5000) => {
      const before = looks;
      await clock.advance(milliseconds);
      await expect.poll(() => looks).toBeGreaterThan(before);
      // The note of the look is written by now.
      await core.execution.orders();
    },
  };
}

test("an order whose answer was lost and that was taken is placed and filled once, whoever asks again", async () => {
  const exchange = openBinanceExchange();
  const { core, store, told } = await world(brokerAt(exchange));
  exchange.mischief.set(CREATE, ["lose-answer"]);
  expect(await core.execution.place(order, { owner: OWNER })).toMatchObject({ status: "filled" });
  expect(await told()).toEqual(["order.filled BTCUSDT:N", "order.placed BTCUSDT:N"]);
  await core.execution.place(order, { owner: OWNER });
  expect(await told()).toEqual([]);
  // Another process, which remembers nothing.
  const next = await world(brokerAt(exchange), store);
  await next.core.execution.place(order, { owner: OWNER });
  expect(await next.told()).toEqual([]);
});

test("an order that nobody can tell of is unconfirmed, then found and cancelled, each told once", async () => {
  const exchange = openBinanceExchange();
  const { core, told, look } = await world(brokerAt(exchange, { attempts: 1 }));
  await core.execution.ping();
  exchange.mischief.set(CREATE, ["lose-answer"]);
  for (const read of READS) exchange.mischief.set(read, ["drop"]);
  const { clientOrderId: _, ...asked } = resting;
  const pending = await core.execution.place(asked, { owner: OWNER });
  expect(pending.status).toBe("pending");
  expect(await told()).toEqual(["order.unconfirmed BTCUSDT:link:ours"]);
  for (const read of READS) exchange.mischief.delete(read);
  await look();
  await expect.poll(told).toEqual(["order.placed BTCUSDT:N"]);
  await look();
  expect(await told()).toEqual([]);
  await core.execution.cancel(pending.orderId, "BTCUSDT");
  await core.execution.order(pending.orderId);
  expect(await told()).toEqual(["order.cancelled BTCUSDT:N"]);
});

test("an order that the exchange never took is rejected once, also after a restart", async () => {
  const exchange = openBinanceExchange();
  const { core, store, told } = await world(brokerAt(exchange));
  exchange.mischief.set(CREATE, ["drop"]);
  await core.execution.place(resting, { owner: OWNER });
  expect(await told()).toEqual(["order.unconfirmed BTCUSDT:link:mine"]);
  await core.stop({ deadlineMilliseconds: 0 });
  const next = await world(brokerAt(exchange), store);
  await next.look();
  expect(await next.told()).toEqual([]);
  await next.look(120_000);
  await expect.poll(next.told).toEqual(["order.rejected BTCUSDT:link:mine"]);
});

test("an order that cannot be read keeps none behind it from being told", async () => {
  const exchange = openBinanceExchange();
  const broker = brokerAt(exchange);
  const unreadable = new Set<string>();
  const { core, told, look } = await world({
    ...broker,
    order: async (id) => {
      if (!unreadable.has(id)) return await broker.order(id);
      throw new ExecutionError("EXECUTION_REFUSED", "The exchange refuses to show it.");
    },
  });
  const placed = await Promise.all(
    ["one", "two", "three"].map((clientOrderId) =>
      core.execution.place({ ...resting, clientOrderId }, { owner: OWNER }),
    ),
  );
  expect(await told()).toEqual(placed.map(() => "order.placed BTCUSDT:N"));
  const [first, ...others] = placed.map(({ orderId }) => orderId).toSorted();
  unreadable.add(first ?? "");
  // By hand, at the exchange.
  for (const id of others) await broker.cancel(id, "BTCUSDT");
  await look();
  const heard: string[] = [];
  await expect.poll(async () => heard.push(...(await told()))).toBe(others.length);
  expect(heard).toEqual(others.map(() => "order.cancelled BTCUSDT:N"));
});

test("what another key has placed is told to that one, and an order of nobody to local callers", async () => {
  const { core, told } = await world(brokerAt(openBinanceExchange()));
  await core.execution.place({ ...order, clientOrderId: "theirs" }, { owner: "key:bob" });
  await core.execution.place({ ...order, clientOrderId: "nobodys" });
  expect(await told()).toEqual([]);
});

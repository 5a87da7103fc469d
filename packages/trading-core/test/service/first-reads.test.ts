/**
 * The first read of each transaction: transactions of one process that change the same document wait for each other
 * there, before they take a session of the database.
 */

import {
  createInProcessBus,
  createMemoryStore,
  type Store,
  type Transaction,
} from "@bourse/kernel";
import { expect, test } from "vitest";

import { backtestCollections, createBacktestService } from "../../src/index.ts";
import { createExchangeDirectory } from "../../src/market-data/exchange-directory.ts";
import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";

/** A store that notes the collection that each transaction reads first. */
function noting(store: Store, firsts: string[]): Store {
  const transaction: Store["transaction"] = (work, ...options) =>
    store.transaction(
      (tx) => {
        let isFirst = true;
        const note = ({ name }: { readonly name: string }): void => {
          if (isFirst) firsts.push(name);
          isFirst = false;
        };
        const get: Transaction["get"] = (collection, id) => {
          note(collection);
          return tx.get(collection, id);
        };
        const find: Transaction["find"] = (collection, query) => {
          note(collection);
          return tx.find(collection, query);
        };
        return work(over(tx, { get, find }));
      },
      ...options,
    );
  return over(store, { transaction });
}

/** An object with some methods in the place of its own. */
function over<Whole extends object>(
  whole: Whole,
  methods: Readonly<Record<string, unknown>>,
): Whole {
  return new Proxy(whole, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name, target);
      if (Object.hasOwn(methods, name)) return methods[name as string];
      return typeof own === "function" ? (own.bind(target) as unknown) : own;
    },
  });
}

test("jobs and orders with keys read first what all of their kind change", async () => {
  const firsts: string[] = [];
  const exchanges = createExchangeDirectory({ simulated: createSimulatedProvider() }, "simulated");
  const service = createBacktestService({
    store: noting(createMemoryStore({ collections: backtestCollections }), firsts),
    bus: createInProcessBus(),
    exchanges,
  });
  const request = { symbol: "BTCUSDT", interval: "60", limit: 100, initialCapital: 1000, fee: 0 };
  await service.submitBacktest(request, { idempotencyKey: "a" });
  expect(firsts[0]).toBe("job_counters");

  const { execution } = service;
  const order = { symbol: "BTCUSDT", side: "buy", quantity: "0.1" } as const;
  const key = (idempotencyKey: string) => ({ idempotencyKey });
  firsts.length = 0;
  await execution.place(order, key("b"));
  const { orderId } = await execution.place({ ...order, orderType: "limit", price: "1" }, key("c"));
  await execution.cancel(orderId, "BTCUSDT");
  await execution.close({ symbol: "BTCUSDT" });
  // The guard in front reads its book before it lets an order pass, and then the order that it noted.
  const ofGuard = ["risk_books", "risk_orders"];
  expect(new Set(firsts)).toEqual(new Set(["paper_accounts", ...ofGuard]));
  expect(firsts.filter((one) => !ofGuard.includes(one))).toHaveLength(4);
});

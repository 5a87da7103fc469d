/** Webhooks of the service: the steps of jobs, in the transactions of the steps, for the owners of the jobs. */
import {
  createInProcessBus,
  createManualClock,
  createMemoryStore,
  seededIds,
} from "@bourse/kernel";
import type { WebhookRequest } from "@bourse/outbox";
import { expect, onTestFinished, test } from "vitest";

import { backtestCollections, createBacktestService, LOCAL_OWNER } from "../../src/index.ts";
import { createExchangeDirectory, createSimulatedProvider } from "../../src/market-data/index.ts";

const HOOK = { url: "https://hooks.example", events: ["*"] };
const REQUEST = { symbol: "BTCUSDT", interval: "1h", limit: 50, strategy: "rsi" } as const;

interface Event {
  readonly type: string;
  readonly data: { readonly job_id: string; readonly job_type: string; readonly status: string };
}

async function service() {
  const requests: WebhookRequest[] = [];
  const clock = createManualClock({ now: Date.UTC(2026, 0, 15) });
  const store = createMemoryStore({ collections: backtestCollections });
  const core = createBacktestService({
    store,
    bus: createInProcessBus({ clock }),
    clock,
    ids: seededIds(1),
    exchanges: createExchangeDirectory({ sim: createSimulatedProvider({ clock }) }, "sim"),
    webhooks: {
      key: new Uint8Array(32).fill(7),
      sender: {
        refusal: () => undefined,
        send: async (request) => {
          requests.push(request);
          return 204;
        },
      },
    },
  });
  onTestFinished(() => core.stop({ deadlineMilliseconds: 0 }));
  const told = async (): Promise<readonly Event[]> => {
    await core.webhooks.deliverDue();
    return requests.splice(0).map(({ body }) => JSON.parse(body) as Event);
  };
  const submit = (owner?: string): Promise<{ readonly jobUuid: string }> =>
    core.submitBacktest(REQUEST as never, owner === undefined ? {} : { owner });
  return { core, store, told, submit };
}

test("the owner of a job hears of its creation and its cancellation, and nobody else does", async () => {
  const { core, told, submit } = await service();
  await core.webhooks.create("key:ada", HOOK);
  await core.webhooks.create("key:bob", HOOK);
  const { jobUuid } = await submit("key:ada");
  await core.jobs.cancel(jobUuid);
  const job = { job_id: jobUuid, job_type: "backtest" };
  const events = await told();
  expect(events.toSorted((a, b) => a.type.localeCompare(b.type))).toMatchObject([
    { type: "job.cancelled", data: { ...job, status: "cancelled" } },
    { type: "job.created", data: { ...job, status: "running" } },
  ]);
});

test("a job without an owner is told to the webhooks of local callers", async () => {
  const { core, told, submit } = await service();
  await core.webhooks.create(LOCAL_OWNER, { ...HOOK, events: ["job.created"] });
  const { jobUuid } = await submit();
  expect((await told()).map(({ data }) => data.job_id)).toEqual([jobUuid]);
});

test("a job that is rolled back is told to nobody", async () => {
  const { core, told } = await service();
  await core.webhooks.create("key:ada", HOOK);
  const failing = core.submitBacktest(REQUEST as never, {
    owner: "key:ada",
    also: () => Promise.reject(new Error("the trail is full")),
  });
  await expect(failing).rejects.toThrow("the trail is full");
  expect(await told()).toEqual([]);
});

test("a webhook gets the events that it names alone, and its owner's deliveries are nobody else's", async () => {
  const { core, told, submit } = await service();
  const { id } = await core.webhooks.create("key:ada", { ...HOOK, events: ["job.cancelled"] });
  const { jobUuid } = await submit("key:ada");
  expect(await told()).toEqual([]);
  await core.jobs.cancel(jobUuid);
  expect(await told()).toHaveLength(1);
  expect((await core.webhooks.deliveries("key:ada", id)).items).toHaveLength(1);
  await expect(core.webhooks.deliveries("key:bob", id)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(core.webhooks.remove("account:ada", id)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("addresses and secrets cannot be read in the store", async () => {
  const { core, store } = await service();
  const { secret } = await core.webhooks.create("key:ada", HOOK);
  const found = await Promise.all(
    backtestCollections.map(async (collection) => (await store.find(collection, {})).items),
  );
  const text = JSON.stringify(found);
  expect(text).not.toContain(secret);
  expect(text).not.toContain("hooks.example");
});

test("without the option every call about webhooks is refused, and jobs go on", async () => {
  const clock = createManualClock({ now: Date.UTC(2026, 0, 15) });
  const core = createBacktestService({
    store: createMemoryStore({ collections: backtestCollections }),
    bus: createInProcessBus({ clock }),
    clock,
    exchanges: createExchangeDirectory({ sim: createSimulatedProvider({ clock }) }, "sim"),
  });
  onTestFinished(() => core.stop({ deadlineMilliseconds: 0 }));
  await expect(core.webhooks.list("key:ada")).rejects.toMatchObject({
    code: "WEBHOOKS_UNAVAILABLE",
  });
  await core.submitBacktest(REQUEST as never, { owner: "key:ada" });
});

test("orders on paper are told to the key that places or closes, in the transaction of each step", async () => {
  const { core, told } = await service();
  await core.webhooks.create("key:ada", HOOK);
  await core.webhooks.create("key:bob", { ...HOOK, events: ["order.cancelled"] });
  const { execution } = core;
  const buy = { symbol: "BTCUSDT", side: "buy", quantity: "0.01" } as const;
  const steps = async (): Promise<readonly string[]> =>
    (await told())
      .map(({ type, data }) => `${(data as unknown as Facts).client_order_id} ${type}`)
      .toSorted();
  const ada = { owner: "key:ada" };
  await execution.place({ ...buy, clientOrderId: "at-market" }, ada);
  await execution.place({ ...buy, clientOrderId: "at-market" }, ada);
  expect(await steps()).toEqual(["at-market order.filled", "at-market order.placed"]);
  const limit = { ...buy, side: "sell", orderType: "limit", price: "9000000" } as const;
  const { orderId } = await execution.place({ ...limit, clientOrderId: "rests" }, ada);
  await execution.cancel(orderId, "BTCUSDT");
  await execution.place({ ...limit, clientOrderId: "is-closed" }, ada);
  expect(await steps()).toEqual([
    "is-closed order.placed",
    "rests order.cancelled",
    "rests order.placed",
  ]);
  // Who closes hears of the sale, and the owner of the order that stood in its way of its end.
  await execution.close({ symbol: "BTCUSDT", owner: "key:bob" });
  expect(await steps()).toEqual(["is-closed order.cancelled"]);
});

interface Facts {
  readonly client_order_id: string | null;
}

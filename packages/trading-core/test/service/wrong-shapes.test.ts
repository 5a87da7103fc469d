import { EngineError } from "@bourse/backtest-engine";
import { createInProcessBus, createMemoryStore, hasCode, systemClock } from "@bourse/kernel";
import { beforeAll, expect, test } from "vitest";

import {
  callWithWrongShapes,
  faultsIn,
  functionsOf,
  type GoodCalls,
} from "../../../../test/support/wrong-shapes.ts";
import {
  backtestCollections,
  createBacktestService,
  type BacktestService,
} from "../../src/backtest-service.ts";
import { ExecutionError } from "../../src/execution/errors.ts";
import { createExchangeDirectory } from "../../src/market-data/exchange-directory.ts";
import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";
import { SessionError } from "../../src/session/errors.ts";
import { SourceError } from "../../src/sources/source-error.ts";
import { WebhookError } from "../../src/webhooks/webhook-error.ts";

/** Ports that the program gave the service, and what begins and ends its work. */
const NOT_CALLED = [
  "exchanges",
  "cache",
  "bus",
  "clock",
  "start",
  "stop",
  "execution.start",
  "execution.stop",
  "sessions.start",
  "sessions.close",
];

let service: BacktestService;
let good: GoodCalls;

beforeAll(async () => {
  service = createBacktestService({
    store: createMemoryStore({ collections: backtestCollections }),
    bus: createInProcessBus({ clock: systemClock }),
    clock: systemClock,
    exchanges: createExchangeDirectory({ simulated: createSimulatedProvider() }, "simulated"),
    quotas: { maxJobs: 100_000, maxUnfinishedJobs: 100_000 },
  });
  const request = {
    symbol: "BTC",
    interval: "1h",
    strategy: "ma_crossover",
    parameters: { fast_period: 5 },
    limit: 200,
    initialCapital: 1000,
    fee: 0.001,
  };
  const options = { idempotencyKey: "k", owner: "ada", also: () => Promise.resolve() };
  const order = { symbol: "BTCUSDT", side: "buy", quantity: "1", orderType: "limit", price: "1" };
  const ranges = { optionRanges: {}, search: { method: "grid" } };
  const { jobUuid } = await service.submitBacktest(request);
  const name = { symbol: "BTC", interval: "1h", exchange: "csv" };
  const strategy = { name: "mine", parameters: {}, warmUp: () => 1, signals: () => [] };
  const newSession = {
    strategy: "ma_crossover",
    parameters: { fast_period: 5 },
    symbol: "BTC",
    interval: "1h",
    exchange: "simulated",
    broker: "paper" as const,
    initialCapital: 1000,
    warmUpCandles: 5,
  };
  const { id } = await service.sessions.create(newSession);
  const facts = { action: "test", actor: "system" };
  const also = { also: () => Promise.resolve() };
  const page = { limit: 5, cursor: "another list's" };
  good = {
    submitBacktest: [request, options],
    submitSweep: [{ ...request, ...ranges }, options],
    submitWalkForward: [{ ...request, ...ranges, windows: 2 }, options],
    submitDataSync: [{ symbol: "BTC", interval: "1h", limit: 5 }, options],
    submitSignals: [{ strategy: "ma_crossover", symbols: ["BTC"] }, options],
    generateSignal: ["ma_crossover", "BTC", new AbortController().signal],
    report: [jobUuid, AbortSignal.abort()],
    // Any JSON: the request of this call is not checked.
    "jobs.create": ["backtest", {}, options],
    "jobs.retry": [jobUuid, options],
    "jobs.trades": [jobUuid, { offset: 1, limit: 5 }],
    "jobs.equity": [jobUuid, { points: 5 }],
    "jobs.get": [jobUuid],
    "jobs.list": [
      {
        status: "pending",
        jobType: "backtest",
        q: "x",
        strategy: "rsi",
        symbol: "BTCUSDT",
        tags: ["x"],
        sort: "-sharpe",
        ...page,
      },
    ],
    "jobs.stats": [],
    "jobs.label": ["no such job", { title: "x", note: "x", tags: ["x"], pinned: true }],
    "jobs.cancel": ["no such job"],
    "jobs.delete": ["no such job"],
    "imports.import": [{ ...name, csv: "x" }],
    "imports.list": [],
    "imports.delete": [name],
    "strategies.register": [strategy],
    "strategies.get": ["ma_crossover"],
    "strategies.has": ["ma_crossover"],
    "strategies.list": [],
    "strategies.problems": [],
    "jobs.events.subscribe": [() => undefined, { jobUuid }],
    "execution.place": [order, { idempotencyKey: "k" }],
    "execution.orders": [
      { symbol: "BTCUSDT", status: "open", limit: 5, after: { orderId: "x", createdAt: 1 } },
    ],
    "execution.order": ["no such order"],
    "execution.cancel": ["no such order", "BTCUSDT"],
    "execution.positions": ["BTCUSDT"],
    "execution.close": [{ symbol: "BTCUSDT", side: "both" }],
    "execution.balance": [],
    "execution.ping": [],
    "execution.look": [],
    "killSwitch.read": [],
    "killSwitch.set": [{ mode: "freeze", reason: "x", by: "x" }],
    "killSwitch.release": [{ by: "x" }],
    "sessions.create": [newSession, options],
    "sessions.get": ["no such session"],
    "sessions.list": [{ state: "running", ...page }],
    "sessions.pause": ["no such session", also],
    "sessions.resume": ["no such session", also],
    "sessions.flatten": ["no such session", also],
    "sessions.stop": ["no such session", also],
    "sessions.decisions": ["no such session", page],
    "sessions.orders": ["no such session", page],
    "sessions.fills": ["no such session", page],
    "sessions.equity": ["no such session", page],
    "sessions.drift": [id, { parameters: { fast_period: 5 } }],
    "sources.read": ["mine"],
    "sources.save": ["mine", "x"],
    "webhooks.create": ["x", { url: "https://hooks.example", events: ["*"] }],
    "webhooks.list": ["x"],
    "webhooks.get": ["x", "y"],
    "webhooks.change": ["x", "y", { url: "https://h.example", events: ["*"], enabled: true }],
    "webhooks.rotate": ["x", "y", 60],
    "webhooks.remove": ["x", "y"],
    "webhooks.deliveries": ["x", "y", page],
    "webhooks.replay": ["x", "y", "z"],
    "webhooks.start": [],
    "webhooks.deliverDue": [],
    "webhooks.measure": [],
    "trail.append": [facts],
    "trail.appendIn": [createMemoryStore({ collections: backtestCollections }), facts],
    "trail.flush": [],
    "trail.find": [
      { action: "x", actor: "x", account: "x", outcome: "ok", from: 1, to: 2, ...page },
    ],
    "trail.verify": [{ sequence: 1, hash: "x" }],
  };
});

test("wrong options of the service are OPTION_INVALID, whatever their shape", () => {
  const options = {
    store: createMemoryStore({ collections: backtestCollections }),
    bus: createInProcessBus({ clock: systemClock }),
    exchanges: createExchangeDirectory({ simulated: createSimulatedProvider() }, "simulated"),
  };
  const create = createBacktestService as unknown as (given?: unknown) => unknown;
  const refused: unknown = expect.objectContaining({ code: "OPTION_INVALID" });
  for (const given of [undefined, null, 5, "text", [], {}, { ...options, storr: 5 }]) {
    expect(() => create(given), JSON.stringify(given)).toThrow(refused);
  }
  const names = [
    "store",
    "bus",
    "exchanges",
    "cache",
    "imports",
    "strategies",
    "executor",
    "clock",
    "ids",
    "identity",
    "execution",
    "paper",
    "jobTypes",
    "worker",
    "quotas",
    "signals",
    "streams",
    "sessions",
    "runsSessions",
    "live",
    "onError",
  ];
  for (const name of names) {
    for (const value of [null, 5, "text", ["text"]]) {
      expect(() => create({ ...options, [name]: value }), name).toThrow(refused);
    }
  }
  expect(() => create()).toThrow('createBacktestService: option "store" is required');
});

test("every call is tried", () => {
  expect(functionsOf(service, NOT_CALLED).toSorted()).toEqual(Object.keys(good).toSorted());
});

test("a part of an argument that has the wrong shape is refused by the code of its part, in every call", async () => {
  const made = await callWithWrongShapes(service, good);
  expect(made.length).toBeGreaterThan(1000);
  const isOwn = (error: unknown): boolean =>
    error instanceof EngineError ||
    error instanceof ExecutionError ||
    error instanceof WebhookError ||
    error instanceof SourceError ||
    error instanceof SessionError ||
    hasCode(error, "STORE_CURSOR_INVALID");
  const refusals = ["OPTIONS_INVALID", "PARAMETERS_INVALID", "STRATEGY_INVALID", "ORDER_INVALID"];
  expect(faultsIn(made, isOwn, refusals)).toEqual([]);
});

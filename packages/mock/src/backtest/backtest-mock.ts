/** The backtest service as a mock: its real core on a memory store, candles from a seed, time that stands still. */

import { setImmediate as nextTurn } from "node:timers/promises";

import {
  createExchangeDirectory,
  createMemoryImports,
  createSimulatedProvider,
  type CandleProvider,
} from "@bourse/backtest-engine/data";
import {
  backtestCollections,
  createBacktestService,
  createEventFeed,
  type BacktestService,
  type EventFeed,
} from "@bourse/backtest-engine/service";
import { Problem, type BindOptions } from "@bourse/contract";
import { backtestApi, type BacktestApi } from "@bourse/contract/backtest";
import { bindBacktestApi } from "@bourse/handlers/backtest";
import {
  createInProcessBus,
  createManualClock,
  createMemoryStore,
  hasCode,
  seededIds,
  type ManualClock,
} from "@bourse/kernel";
import type { HttpHandler, WebSocketHandler } from "msw";

import { mockApi, type MockApi } from "../mock-api.ts";
import { mockSockets } from "./mock-sockets.ts";
import { playScenario, unavailable, type BacktestScenario } from "./scenario.ts";

export interface BacktestMockOptions {
  /** Where callers believe the service to be. Default `http://backtest.mock`. */
  readonly baseUrl?: string;
  /** Of ids and candles: the same seed and the same calls give the same answers. Default 1. */
  readonly seed?: number;
  /** Where the clock stands, in milliseconds since the epoch. Default 2026-01-01T00:00:00Z. */
  readonly now?: number;
  /** With keys, every route but health wants one of them as X-API-Key. Default none. */
  readonly apiKeys?: readonly string[];
  /** Default: simulated candles of `seed`. */
  readonly candles?: CandleProvider;
}

export interface BacktestMock extends Omit<MockApi<BacktestApi["routes"]>, "reset" | "handlers"> {
  readonly baseUrl: string;
  /** For msw's `setupServer`, `setupWorker` or `defineNetwork`: the API, `/api/ws/events` and `/api/ws/jobs/:uuid`. */
  readonly handlers: readonly (HttpHandler | WebSocketHandler)[];
  /** Moves only when it is told to. */
  readonly clock: ManualClock;
  /** The service behind the routes; another one after every `reset`. */
  readonly core: () => BacktestService;
  /** Puts the service into a known state, from a fresh start. */
  readonly scenario: (name: BacktestScenario) => Promise<void>;
  /** Resolves when no job is running and none is waiting for a worker that is there. */
  readonly settled: () => Promise<void>;
  /** A fresh service: no job, no fault, no override, no recorded call; ids begin again. */
  readonly reset: () => Promise<void>;
  /** Stops the workers. */
  readonly close: () => Promise<void>;
}

/** A mock that answers already, with a worker that takes jobs. */
export async function createBacktestMock(options: BacktestMockOptions = {}): Promise<BacktestMock> {
  const { baseUrl = "http://backtest.mock", seed = 1, now = Date.UTC(2026, 0, 1) } = options;
  const clock = createManualClock({ now });
  const simulated = options.candles ?? createSimulatedProvider({ clock, seed });
  let core = freshCore(simulated, clock, seed);
  let starts = 0;
  // Another epoch at each start, so that a client that comes back learns of what it missed.
  const freshFeed = (): EventFeed =>
    createEventFeed({ bus: core.bus, epoch: `mock-${seed}-${(starts += 1)}` });
  let feed = freshFeed();
  const sockets = mockSockets({
    baseUrl,
    clock,
    source: () => feed.source,
    hasJob: (uuid) => isJob(core, uuid),
    isLocked: (options.apiKeys?.length ?? 0) > 0,
  });
  const stop = async (): Promise<void> => {
    sockets.cut();
    await core.stop({ deadlineMilliseconds: 0 });
    await feed.stop();
  };
  const bind = (): ReturnType<typeof bindBacktestApi> =>
    bindBacktestApi(core, gate(options.apiKeys));
  const api = mockApi(backtestApi, bind(), { baseUrl, sleep: clock.sleep.bind(clock) });
  const renew = async (candles: CandleProvider, working: boolean): Promise<void> => {
    await stop();
    core = freshCore(candles, clock, seed);
    feed = freshFeed();
    if (working) await core.start();
    api.reset(bind());
  };
  await core.start();
  const mock: BacktestMock = {
    ...api,
    get handlers() {
      return [sockets.handler, ...api.handlers];
    },
    baseUrl,
    clock,
    core: () => core,
    scenario: async (name) => {
      await renew(name === "data-away" ? unavailable(simulated) : simulated, name !== "no-worker");
      await playScenario(name, mock);
      // What the scenario itself called is nobody's business.
      api.reset();
    },
    settled: () => settled(core),
    reset: () => renew(simulated, true),
    close: stop,
  };
  return mock;
}

function freshCore(candles: CandleProvider, clock: ManualClock, seed: number): BacktestService {
  const { imports, provider } = createMemoryImports({ base: candles, clock });
  return createBacktestService({
    store: createMemoryStore({ collections: backtestCollections }),
    bus: createInProcessBus({ clock }),
    // The server's own names; all of them show the same candles.
    exchanges: createExchangeDirectory(
      { binance: provider, bybit: provider, csv: provider, simulated: provider },
      "bybit",
    ),
    imports,
    clock,
    ids: seededIds(seed),
    identity: { name: "bourse-backtest-mock", environment: "test" },
  });
}

async function isJob(core: BacktestService, uuid: string): Promise<boolean> {
  try {
    await core.jobs.get(uuid);
    return true;
  } catch (error) {
    if (hasCode(error, "JOB_UNKNOWN")) return false;
    throw error;
  }
}

function gate(keys: readonly string[] | undefined): Pick<BindOptions<unknown>, "authenticate"> {
  if (keys === undefined || keys.length === 0) return {};
  return {
    authenticate: (_, credential) => {
      if (credential !== undefined && keys.includes(credential)) return credential;
      throw new Problem({
        code: "UNAUTHORIZED",
        status: 401,
        message: "this service wants a known key in X-API-Key",
      });
    },
  };
}

async function settled(core: BacktestService): Promise<void> {
  for (;;) {
    const { running } = await core.jobs.stats();
    if (running === 0) return;
    await nextTurn();
  }
}

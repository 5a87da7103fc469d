/** The backtest service as a mock: its real core on a memory store, candles from a seed, time that stands still. */

import { Problem, type BindOptions } from "@bourse/contract";
import { backtestApi, type BacktestApi } from "@bourse/contract/backtest";
import { bindBacktestApi } from "@bourse/handlers/backtest";
import {
  createInProcessBus,
  createManualClock,
  createMemoryStore,
  hasCode,
  optional,
  portOption,
  resolveOptions,
  seededIds,
  type Bus,
  type ManualClock,
  type OptionRule,
  type OptionRules,
} from "@bourse/kernel";
import { nextTurn } from "@bourse/kernel/platform";
import type { WebhookRequest } from "@bourse/outbox";
import {
  backtestCollections,
  createBacktestService,
  createEventFeed,
  type BacktestService,
  type EventFeed,
} from "@bourse/trading-core";
import {
  createExchangeDirectory,
  createMemoryImports,
  createSimulatedProvider,
  type CandleProvider,
} from "@bourse/trading-core/market-data";
import type { HttpHandler, WebSocketHandler } from "msw";

import { mockApi, type MockApi } from "../mock-api.ts";
import { checkScenario } from "../mock-error.ts";
import { baseUrlOption, nowOption, seedOption } from "../option-rules.ts";
import { recordingSender } from "../recording-sender.ts";
import { setDoor } from "../socket-door.ts";
import { createFillableBus, type FillableBus } from "./fillable-bus.ts";
import { mockSockets } from "./mock-sockets.ts";
import {
  BACKTEST_SCENARIOS,
  holding,
  playScenario,
  unavailable,
  type BacktestHandedOut,
  type BacktestScenario,
} from "./scenario.ts";

/** Options of {@link createBacktestMock}. */
export interface BacktestMockOptions {
  /** Address under which the mock answers. Default `http://backtest.mock`. */
  readonly baseUrl?: string;
  /** Seed for ids and candles; the same seed and call sequence produce the same answers. Default 1. */
  readonly seed?: number;
  /** Time of the clock, milliseconds UTC. Default 2026-01-01T00:00:00Z. */
  readonly now?: number;
  /** Keys of which every route but health requires one as X-API-Key. Default: none, no key is required. */
  readonly apiKeys?: readonly string[];
  /** Source of candles. Default: simulated candles of `seed`. */
  readonly candles?: CandleProvider;
}

/** A mocked backtest service. */
export interface BacktestMock extends Omit<MockApi<BacktestApi["routes"]>, "reset" | "handlers"> {
  /** Address under which the mock answers. */
  readonly baseUrl: string;
  /**
   * Handlers of the API, `/api/ws/events` and `/api/ws/jobs/:uuid` for msw's `setupServer`, `setupWorker` or
   * `defineNetwork`.
   */
  readonly handlers: readonly (HttpHandler | WebSocketHandler)[];
  /** Clock of the service, which only moves by its own methods. */
  readonly clock: ManualClock;
  /** Returns the service behind the routes; every `reset` creates another one. */
  readonly core: () => BacktestService;
  /**
   * Resets the service and brings it into a known state; returns the jobs that it made for that.
   *
   * @throws MockError SCENARIO_UNKNOWN
   */
  readonly scenario: <Name extends BacktestScenario>(
    name: Name,
  ) => Promise<BacktestHandedOut[Name]>;
  /** Delivers what waits; resolves to all requests to webhooks since the last `reset`, oldest first, signed. */
  readonly webhooks: () => Promise<readonly WebhookRequest[]>;
  /** Waits until no job is running and none waits for a connected worker. */
  readonly settled: () => Promise<void>;
  /** Creates a new service: without jobs, faults, overrides or recorded calls; ids start again. */
  readonly reset: () => Promise<void>;
  /** Stops the workers. */
  readonly close: () => Promise<void>;
}

type ResolvedOptions = Required<Omit<BacktestMockOptions, "candles">> & {
  readonly candles: CandleProvider | undefined;
};

const KEYS: OptionRule<readonly string[]> = {
  expected: "an array of keys",
  accepts: (value) =>
    Array.isArray(value) && value.every((key) => typeof key === "string" && key !== ""),
  absent: () => [],
};

const RULES: OptionRules<ResolvedOptions> = {
  baseUrl: baseUrlOption("http://backtest.mock"),
  seed: seedOption,
  now: nowOption,
  apiKeys: KEYS,
  candles: optional(portOption<CandleProvider>(["candles", "symbols"])),
};

/**
 * Creates a mock that answers at once and has a worker that takes jobs.
 *
 * @throws KernelError OPTION_INVALID
 */
export async function createBacktestMock(given: BacktestMockOptions = {}): Promise<BacktestMock> {
  const options = resolveOptions("createBacktestMock", given, RULES);
  const { baseUrl, seed, now } = options;
  const clock = createManualClock({ now });
  const simulated = options.candles ?? createSimulatedProvider({ clock, seed });
  const freshBus = (): FillableBus => createFillableBus(createInProcessBus({ clock }));
  const sent: WebhookRequest[] = [];
  let queue = freshBus();
  let core = freshCore(simulated, clock, seed, queue.bus, sent);
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
    apiKeys: options.apiKeys,
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
    sent.length = 0;
    queue = freshBus();
    core = freshCore(candles, clock, seed, queue.bus, sent);
    feed = freshFeed();
    // Who came while the old one stopped listens to a feed that tells nothing any more.
    sockets.cut();
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
    webhooks: async () => {
      await core.webhooks.deliverDue();
      return [...sent];
    },
    scenario: async (name) => {
      checkScenario(name, BACKTEST_SCENARIOS);
      await renew(candlesOf(name, simulated), name !== "no-worker");
      const handedOut = await playScenario(name, { ...mock, fillQueue: queue.fill });
      // The calls of the scenario itself are not recorded.
      api.reset();
      // The type says by the name what it is, which the compiler cannot follow.
      return handedOut as never;
    },
    settled: () => settled(core),
    reset: () => renew(simulated, true),
    close: stop,
  };
  setDoor(mock, sockets.door);
  return mock;
}

function candlesOf(name: BacktestScenario, candles: CandleProvider): CandleProvider {
  if (name === "data-away") return unavailable(candles);
  return name === "jobs" ? holding(candles) : candles;
}

function freshCore(
  candles: CandleProvider,
  clock: ManualClock,
  seed: number,
  bus: Bus,
  sent: WebhookRequest[],
): BacktestService {
  const { imports, provider } = createMemoryImports({ base: candles, clock });
  return createBacktestService({
    store: createMemoryStore({ collections: backtestCollections }),
    bus,
    // The server's own names; all of them show the same candles.
    exchanges: createExchangeDirectory(
      {
        bybit: provider,
        binance: provider,
        bybitperpetual: provider,
        binanceperpetual: provider,
        csv: provider,
        simulated: provider,
      },
      "bybit",
    ),
    imports,
    clock,
    ids: seededIds(seed),
    identity: { name: "bourse-backtest-mock", environment: "test" },
    webhooks: {
      key: new Uint8Array(32),
      sender: recordingSender(sent),
    },
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

function gate(keys: readonly string[]): Pick<BindOptions<unknown>, "authenticate"> {
  if (keys.length === 0) return {};
  return {
    authenticate: (_, credential) => {
      if (credential !== undefined && keys.includes(credential)) {
        return { actor: `key:${credential}`, owner: `key:${credential}` };
      }
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

/** The backtest service without HTTP: jobs, their worker, market data and strategies, wired from ports. */

import type { ExchangeDirectory } from "@bourse/backtest-engine/data";
import {
  createPaperBroker,
  paperCollections,
  type ExecutionBroker,
  type PaperBroker,
  type PaperBrokerOptions,
} from "@bourse/backtest-engine/execution";
import {
  createInlineExecutor,
  createJobService,
  createJobWorker,
  createSimulationRunners,
  defaultStrategyName,
  jobCollections,
  type BacktestExecutor,
  type JobService,
  type JobWorkerOptions,
} from "@bourse/backtest-engine/service";
import { createStrategyRegistry, type StrategyRegistry } from "@bourse/backtest-engine/strategies";
import {
  systemClock,
  systemIds,
  type Bus,
  type Clock,
  type Collection,
  type Entity,
  type Ids,
  type Store,
} from "@bourse/kernel";

import { noCache, noImports } from "./no-data.ts";
import type { CandleCacheControl, CandleImports } from "./ports.ts";

/** What a core is wired from. Everything with a default may be left out. */
export interface BacktestCoreOptions {
  /** Opened with {@link backtestCollections}. The core never closes it. */
  readonly store: Store;
  readonly bus: Bus;
  /** Where candles come from; the default one answers klines and signals. */
  readonly exchanges: ExchangeDirectory;
  /** Default: no cache; its status is empty. */
  readonly cache?: CandleCacheControl;
  /** Default: none; an import is refused with MARKET_DATA_REFUSED. */
  readonly imports?: CandleImports;
  /** Default: the four built-in strategies. */
  readonly strategies?: StrategyRegistry;
  /** Where the simulation runs. Default: in this thread. */
  readonly executor?: BacktestExecutor;
  readonly clock?: Clock;
  readonly ids?: Pick<Ids, "uuid">;
  /** What GET /api/health says. */
  readonly service?: Partial<ServiceIdentity>;
  /** Where orders go. Default: the core's own paper broker, with `paper` and the default exchange's prices. */
  readonly execution?: ExecutionBroker;
  /** Rules of the core's own paper broker. */
  readonly paper?: Pick<
    PaperBrokerOptions,
    "instruments" | "startBalance" | "feeRate" | "slippage" | "settleMilliseconds"
  >;
  /** How jobs are worked off. */
  readonly worker?: Pick<
    JobWorkerOptions,
    | "concurrency"
    | "leaseMilliseconds"
    | "heartbeatMilliseconds"
    | "sweepMilliseconds"
    | "maxTries"
    | "exclusive"
  >;
  /** The candles that a live signal looks at. Default 500 of the interval `1h`. */
  readonly signals?: SignalCandles;
  /** Hears of faults of the inside; nobody else does. */
  readonly onError?: (error: unknown, jobUuid: string | undefined) => void;
}

export interface ServiceIdentity {
  /** Default `bourse-backtest`. */
  readonly name: string;
  /** Default `development`. */
  readonly environment: string;
  /** Default `0.0.0`. */
  readonly version: string;
}

export interface SignalCandles {
  readonly interval: string;
  readonly candles: number;
}

/** The core, for handlers and for whoever embeds it. */
export interface BacktestCore {
  readonly service: ServiceIdentity;
  readonly jobs: JobService;
  readonly exchanges: ExchangeDirectory;
  readonly cache: CandleCacheControl;
  readonly imports: CandleImports;
  readonly strategies: StrategyRegistry;
  /** What a backtest without a strategy runs. */
  readonly defaultStrategy: string;
  readonly signals: SignalCandles;
  readonly execution: ExecutionBroker;
  /** What the event feeds are fed from, and what makes heartbeats. */
  readonly bus: Bus;
  readonly clock: Clock;
  /** Recovers the jobs of a predecessor and begins to work. */
  start(): Promise<void>;
  /** Takes no more jobs; gives back those that are not done by the deadline. Default 5000. */
  stop(options?: { readonly deadlineMilliseconds?: number }): Promise<void>;
}

/** The collections that the core's store must be opened with. */
export const backtestCollections: readonly Collection<Entity>[] = [
  ...jobCollections,
  ...paperCollections,
];

/** A core that is not started: it answers at once, and jobs wait. */
export function createBacktestCore(options: BacktestCoreOptions): BacktestCore {
  const { store, bus, exchanges, clock = systemClock, ids = systemIds } = options;
  const strategies = options.strategies ?? createStrategyRegistry();
  const executor = options.executor ?? createInlineExecutor({ strategies, clock });
  const worker = createJobWorker({
    store,
    bus,
    clock,
    workerId: ids.uuid(),
    runners: createSimulationRunners({ exchanges, executor }),
    ...options.worker,
    ...(options.onError === undefined ? {} : { onError: options.onError }),
  });
  const paper = options.execution === undefined ? ownBroker(options, clock, ids) : undefined;
  return {
    service: {
      name: "bourse-backtest",
      environment: "development",
      version: "0.0.0",
      ...options.service,
    },
    jobs: createJobService({ store, bus, clock, ids, strategies }),
    exchanges,
    cache: options.cache ?? noCache,
    imports: options.imports ?? noImports,
    strategies,
    defaultStrategy: defaultStrategyName,
    signals: options.signals ?? { interval: "1h", candles: 500 },
    // One of the two is there.
    execution: options.execution ?? paper!,
    bus,
    clock,
    async start() {
      await worker.start();
      await paper?.start();
    },
    async stop(limits) {
      await paper?.stop();
      await worker.stop(limits);
    },
  };
}

/** It lies in the core's store and trades at the prices of the default exchange. */
function ownBroker(
  { store, bus, exchanges, paper, onError }: BacktestCoreOptions,
  clock: Clock,
  ids: Pick<Ids, "uuid">,
): PaperBroker {
  return createPaperBroker({
    ...paper,
    store,
    bus,
    clock,
    ids,
    candles: { candles: (request) => exchanges.find().candles(request) },
    ...(onError === undefined ? {} : { onError: (error) => onError(error, undefined) }),
  });
}

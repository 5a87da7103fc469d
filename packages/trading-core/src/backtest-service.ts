/** The backtest service without HTTP: jobs, their worker, market data, strategies and a broker, wired from ports. */

import { createStrategyRegistry, type StrategyRegistry } from "@bourse/backtest-engine/strategies";
import {
  absentOr,
  anySignal,
  anyText,
  auditCollections,
  checkedAuditTrail,
  checkedCalls,
  createAuditTrail,
  resolveOptions,
  systemClock,
  systemIds,
  type AuditTrail,
  type Bus,
  type CallSignatures,
  type Clock,
  type Collection,
  type Entity,
  type Ids,
  type Store,
} from "@bourse/kernel";
import { webhookCalls, webhookCollections, type Webhooks } from "@bourse/outbox";

import { alertCollections } from "./alerts/channel-state.ts";
import { busKeys } from "./bus/bus-key-collection.ts";
import { orderStates } from "./execution/followed-orders.ts";
import { paperCollections } from "./execution/paper/collections.ts";
import type { PaperBrokerOptions } from "./execution/paper/paper-options.ts";
import { standingSource } from "./execution/paper/price-source.ts";
import type { ExecutionBroker } from "./execution/port.ts";
import { jobCollections } from "./jobs/collections.ts";
import type { JobQuotas } from "./jobs/job-quotas.ts";
import {
  createJobService,
  type JobDispatch,
  type JobRequestOptions,
  type JobService,
} from "./jobs/job-service.ts";
import {
  createJobWorker,
  resolveStopLimits,
  type JobWorkerOptions,
  type StopLimits,
} from "./jobs/job-worker.ts";
import { jobTypes, type JobType } from "./jobs/job.ts";
import type { JobRunner } from "./jobs/run-claimed-job.ts";
import { leaseCollections } from "./leases/lease.ts";
import type { CandleCacheControl, CandleImports } from "./market-data/candle-storage.ts";
import { canonicalSymbol } from "./market-data/canonical-symbol.ts";
import type { ExchangeDirectory } from "./market-data/exchange-directory.ts";
import { noCache, noImports } from "./market-data/no-storage.ts";
import { openAccount } from "./open-account.ts";
import { importCalls, submissions } from "./remote/call-signatures.ts";
import { checkedJobs } from "./remote/checked-jobs.ts";
import { checkedSources, checkedStrategies } from "./remote/checked-strategies.ts";
import { jobReport } from "./reports/job-report.ts";
import type {
  BacktestRequest,
  SweepRequest,
  WalkForwardRequest,
} from "./requests/backtest-request.ts";
import type { DataSyncRequest, SignalRequest } from "./requests/live-requests.ts";
import { openKillSwitch, type ServiceGuardOptions } from "./risk/guard-account.ts";
import type { KillSwitch } from "./risk/kill-switch.ts";
import { riskCollections } from "./risk/risk-book.ts";
import { createInlineExecutor, type BacktestExecutor } from "./runs/backtest-executor.ts";
import { createDataSyncRunner, createSignalRunner } from "./runs/live-runners.ts";
import { createSimulationRunners } from "./runs/simulation-runners.ts";
import { serviceOptionRules } from "./service-option-rules.ts";
import { sessionCollections } from "./sessions/collections.ts";
import {
  openSessions,
  type ServiceLiveAccount,
  type ServiceSessionOptions,
  type ServiceSessions,
} from "./sessions/open-sessions.ts";
import {
  generateSignal,
  type GeneratedSignal,
  type SignalCandles,
} from "./signals/generate-signal.ts";
import { noSources, type StrategySources } from "./sources/strategy-sources.ts";
import type { StreamDirectory } from "./streams/stream-directory.ts";
import { submittingCalls } from "./submitting-calls.ts";
import { openServiceWebhooks, type ServiceWebhookOptions } from "./webhooks/open-webhooks.ts";
import { wrongArgument } from "./wrong-argument.ts";

/** Options of {@link createBacktestService}. */
export interface BacktestServiceOptions {
  /** Store opened with {@link backtestCollections}. The service never closes it. */
  readonly store: Store;
  /** Bus of the jobs and events. The service never closes it. */
  readonly bus: Bus;
  /** Sources of candles by exchange; the default exchange serves klines, signals and paper prices. */
  readonly exchanges: ExchangeDirectory;
  /** Cache to report on. Default: none, its status is empty. */
  readonly cache?: CandleCacheControl;
  /** Storage of imported candles. Default: none, an import is refused with MARKET_DATA_REFUSED. */
  readonly imports?: CandleImports;
  /** Strategies by name. Default: the six built-in strategies. */
  readonly strategies?: StrategyRegistry;
  /** Sources of the strategies. Default: none are shown or taken. */
  readonly sources?: StrategySources;
  /** Executor of simulations. Default: the calling thread. */
  readonly executor?: BacktestExecutor;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /** Source of uuids. Default: random. */
  readonly ids?: Pick<Ids, "uuid">;
  /** Identity that a health check reports. */
  readonly identity?: Partial<ServiceIdentity>;
  /** Broker that orders go to. Default: the service's own paper broker at the prices of the default exchange. */
  readonly execution?: ExecutionBroker;
  /**
   * False where `execution` is the broker of another process, which follows the orders and tells webhooks of them.
   * Default true.
   */
  readonly followsOrders?: boolean;
  /** Rules of the service's own paper broker. Default: those of `createPaperBroker`. */
  readonly paper?: Pick<
    PaperBrokerOptions,
    "instruments" | "startBalance" | "feeRate" | "slippage" | "settleMilliseconds"
  >;
  /** Types of the jobs that this process runs; without one it only creates jobs. Default: all types. */
  readonly jobTypes?: readonly JobType[];
  /** Settings of the worker. Default: those of {@link createJobWorker}. */
  readonly worker?: Pick<
    JobWorkerOptions,
    | "concurrency"
    | "leaseMilliseconds"
    | "heartbeatMilliseconds"
    | "sweepMilliseconds"
    | "maxTries"
    | "exclusive"
    | "keepFinishedDays"
    | "isSweeper"
  >;
  /** Maximum numbers of jobs. Default: those of {@link createJobService}. */
  readonly quotas?: Partial<JobQuotas>;
  /** Candles that a live signal is computed from. Default: 500 candles of one hour. */
  readonly signals?: SignalCandles;
  /**
   * Maximum age in seconds of a price that paper orders, marks and live signals use, counted from the close of its
   * candle; at least one interval of the candles used. 60–31,536,000, default two intervals.
   */
  readonly priceMaxAgeSeconds?: number;
  /** Limits of orders, and the terms of the kill switch. Default: no limits; whoever may trade releases the switch. */
  readonly guard?: ServiceGuardOptions | undefined;
  /** Streams of the exchanges' candles, for sessions. Default: each exchange is asked at the close of a candle. */
  readonly streams?: StreamDirectory;
  /** Bounds of trading sessions, and the lease of this process. Default: those of `createTradingSessions`. */
  readonly sessions?: ServiceSessionOptions;
  /** Account of sessions of the broker `live`, under the limits of {@link guard}. Default: none, they are refused. */
  readonly live?: ServiceLiveAccount | undefined;
  /** True where this process runs trading sessions once it is started; else it creates and reads them. Default true. */
  readonly runsSessions?: boolean;
  /** Webhooks for the steps of jobs and the events of orders, sent to their owners. Default: none are sent. */
  readonly webhooks?: ServiceWebhookOptions | undefined;
  /** Called with internal errors of jobs, of the paper broker and of the audit trail. Default: no-op. */
  readonly onError?: (error: unknown, jobUuid: string | undefined) => void;
}

/** Name, environment and version of a service. */
export interface ServiceIdentity {
  /** Name of the service. Default `bourse-backtest`. */
  readonly name: string;
  /** Name of the deployment environment. Default `development`. */
  readonly environment: string;
  /** Version of the service. Default `0.0.0`. */
  readonly version: string;
}

/** A backtest service. Times are milliseconds UTC, fractions are plain numbers. */
export interface BacktestService {
  /** Identity that a health check reports. */
  readonly identity: ServiceIdentity;
  /**
   * Checks a backtest request, stores it as a job and queues the job.
   *
   * @throws EngineError INTERVAL_INVALID, STRATEGY_UNKNOWN, PARAMETERS_INVALID, EXCHANGE_UNKNOWN, OPTIONS_INVALID for a
   * range of more than 1,000,000 candles, IDEMPOTENCY_KEY_REUSED, QUOTA_EXCEEDED; the store's own errors. Nothing is
   * stored then.
   */
  submitBacktest(request: BacktestRequest, options?: JobRequestOptions): Promise<JobDispatch>;
  /**
   * Checks a sweep request with its ranges, stores it as a job and queues the job.
   *
   * @throws EngineError as {@link submitBacktest}; OPTIONS_INVALID for more than 10,000 combinations
   */
  submitSweep(request: SweepRequest, options?: JobRequestOptions): Promise<JobDispatch>;
  /**
   * Checks a walk-forward request with its ranges and windows, stores it as a job and queues the job.
   *
   * @throws EngineError as {@link submitSweep}; CANDLES_TOO_FEW when not one window fits into `limit`
   */
  submitWalkForward(request: WalkForwardRequest, options?: JobRequestOptions): Promise<JobDispatch>;
  /**
   * Checks a request for candles, stores it as a job and queues the job, which fetches into the cache what is missing
   * there. Its result is a `DataSyncRun`.
   *
   * @throws EngineError INTERVAL_INVALID, EXCHANGE_UNKNOWN, SYMBOL_UNKNOWN, OPTIONS_INVALID, IDEMPOTENCY_KEY_REUSED,
   * QUOTA_EXCEEDED
   */
  submitDataSync(request: DataSyncRequest, options?: JobRequestOptions): Promise<JobDispatch>;
  /**
   * Checks a request for live signals, stores it as a job and queues the job, which computes and publishes the signal
   * of each symbol as {@link generateSignal} does. Its result is a `SignalRun`.
   *
   * @throws EngineError STRATEGY_UNKNOWN, SYMBOL_UNKNOWN, OPTIONS_INVALID, IDEMPOTENCY_KEY_REUSED, QUOTA_EXCEEDED
   */
  submitSignals(request: SignalRequest, options?: JobRequestOptions): Promise<JobDispatch>;
  /**
   * Computes a strategy's standing on the newest candles of a symbol and publishes it as an event.
   *
   * @throws EngineError STRATEGY_UNKNOWN, CANDLES_TOO_FEW, SYMBOL_UNKNOWN, MARKET_DATA_UNAVAILABLE, MARKET_DATA_REFUSED
   */
  generateSignal(
    strategyName: string,
    symbol: string,
    signal?: AbortSignal,
  ): Promise<GeneratedSignal>;
  /**
   * Renders the HTML report of a completed backtest or walk-forward, or of a completed sweep and its best combination.
   *
   * @throws EngineError JOB_UNKNOWN; JOB_STATE for a job without trades and equity
   */
  report(uuid: string, signal?: AbortSignal): Promise<string>;
  /** Stored jobs: look up, list, cancel, retry, delete. */
  readonly jobs: JobService;
  /** Sources of candles by exchange. */
  readonly exchanges: ExchangeDirectory;
  /** Cache of candles. */
  readonly cache: CandleCacheControl;
  /** Storage of imported candles. */
  readonly imports: CandleImports;
  /** Strategies by name. */
  readonly strategies: StrategyRegistry;
  /** Sources of the strategies. */
  readonly sources: StrategySources;
  /** Broker that orders go to, behind the kill switch and the limits of {@link BacktestServiceOptions.guard}. */
  readonly execution: ExecutionBroker;
  /** Kill switch of the account, which all processes over the store obey. */
  readonly killSwitch: KillSwitch;
  /** Trading sessions; a process that was started runs them, unless it is told not to. */
  readonly sessions: ServiceSessions;
  /** Bus of the jobs and events, for `createEventFeed`. */
  readonly bus: Bus;
  /** Audit trail in the store: searches and verification. */
  readonly trail: AuditTrail;
  /** Webhooks by the owner of the jobs that they tell of; they are sent once `start` was called. */
  readonly webhooks: Webhooks;
  /** Source of time. */
  readonly clock: Clock;
  /** Recovers the jobs that a previous process left unfinished, and begins to run jobs. */
  start(): Promise<void>;
  /** Takes no more jobs and releases those that are not done by the deadline. `deadlineMilliseconds`: default 5000. */
  stop(options?: StopLimits): Promise<void>;
}

/** The collections that the service's store must be opened with. */
export const backtestCollections: readonly Collection<Entity>[] = [
  ...new Set([
    ...jobCollections,
    ...paperCollections,
    ...auditCollections,
    ...leaseCollections,
    ...webhookCollections,
    ...sessionCollections,
    busKeys,
    orderStates,
    ...riskCollections,
    ...alertCollections,
  ]),
];

/**
 * Creates a service that is not started: it answers at once, and jobs wait for `start`.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createBacktestService(options: BacktestServiceOptions): BacktestService {
  type Checked = Readonly<Record<keyof BacktestServiceOptions, unknown>>;
  resolveOptions<Checked>("createBacktestService", options, serviceOptionRules);
  const { store, bus, exchanges, clock = systemClock, ids = systemIds } = options;
  const strategies = options.strategies ?? createStrategyRegistry();
  const executor = options.executor ?? createInlineExecutor({ strategies, clock });
  const signals = options.signals ?? { interval: "1h", candles: 500 };
  const known = { strategies, exchanges, clock };
  const onFault = (error: unknown): void => options.onError?.(error, undefined);
  const trail = createAuditTrail({ store, clock, onFault });
  const hooks = openServiceWebhooks({ store, clock, ids, options: options.webhooks });
  const jobs = createJobService({
    store,
    bus,
    clock,
    ids,
    tellStep: hooks.tell,
    ...options.quotas,
  });
  const account = openAccount(options, { clock, ids, tellOrder: hooks.tellOrder, onFault });
  const killSwitch = openKillSwitch({
    store,
    clock,
    guard: options.guard,
    // The account's process does not wait for its next look.
    onSet: () => void account.look?.(),
  });
  const isPaper = options.execution === undefined || options.execution.exchange === "paper";
  const sourceOf = async (symbol: string): Promise<string | null> =>
    isPaper ? ((await standingSource(store, canonicalSymbol(symbol))) ?? null) : null;
  const { priceMaxAgeSeconds } = options;
  const base = { store, bus, clock, exchanges, strategies, executor, signals };
  const signalSources = { ...base, standingSource: sourceOf, priceMaxAgeSeconds };
  const signalOf: OwnCalls["generateSignal"] = (strategyName, symbol, signal) =>
    generateSignal(signalSources, strategyName, symbol, signal);
  const trading = openSessions({ ...options, ...known, store, ids, onError: onFault });
  const types = options.jobTypes ?? jobTypes;
  const worker = createJobWorker({
    store,
    bus,
    clock,
    workerId: ids.uuid(),
    tellStep: hooks.tell,
    runners: runnersOf(types, { exchanges, executor, clock }, signalOf),
    ...options.worker,
    ...(options.onError === undefined ? {} : { onError: options.onError }),
  });
  const own: OwnCalls = {
    ...submittingCalls(jobs, known),
    generateSignal: signalOf,
    report: (uuid, signal) => jobReport({ jobs, exchanges }, uuid, signal),
  };
  const { imports = noImports, sources = noSources } = options;
  return {
    identity: {
      name: "bourse-backtest",
      environment: "development",
      version: "0.0.0",
      ...options.identity,
    },
    ...checkedCalls("backtest", own, ownCalls, [], wrongArgument),
    jobs: checkedJobs(jobs),
    exchanges,
    cache: options.cache ?? noCache,
    imports: checkedCalls("backtest.imports", imports, importCalls, [], wrongArgument),
    strategies: checkedStrategies(strategies),
    sources: checkedSources(sources),
    execution: account.broker,
    killSwitch,
    sessions: trading.sessions,
    bus,
    trail: checkedAuditTrail("backtest.trail", trail, wrongArgument),
    webhooks: checkedCalls("backtest.webhooks", hooks.webhooks, webhookCalls, [], wrongArgument),
    clock,
    async start() {
      await hooks.webhooks.start();
      if (types.length > 0) await worker.start();
      await account.start?.();
      await trading.start();
    },
    async stop(given) {
      const limits = resolveStopLimits("stop", given);
      await trading.close();
      await account.stop?.();
      await worker.stop(limits);
      await hooks.close();
      await trail.flush();
    },
  };
}

/** The runners of the types of jobs that a process runs. */
function runnersOf(
  types: readonly JobType[],
  { exchanges, executor, clock }: Required<Parameters<typeof createSimulationRunners>[0]>,
  signalOf: OwnCalls["generateSignal"],
): Partial<Record<JobType, JobRunner>> {
  const runners = {
    ...createSimulationRunners({ exchanges, executor, clock }),
    ...createDataSyncRunner({ exchanges, clock }),
    ...createSignalRunner({ generateSignal: signalOf }),
  };
  return Object.fromEntries(types.map((type) => [type, runners[type]]));
}

type OwnCalls = Pick<
  BacktestService,
  (keyof BacktestService & `submit${string}`) | "generateSignal" | "report"
>;

const ownCalls: CallSignatures<OwnCalls> = {
  ...submissions,
  generateSignal: { strategyName: anyText, symbol: anyText, signal: absentOr(anySignal) },
  report: { uuid: anyText, signal: absentOr(anySignal) },
};

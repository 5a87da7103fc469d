/** One process of the service: the parts that it has, and the others over the bus. */

import { createWorkerPool } from "@bourse/backtest-engine/threads";
import {
  anyFunction,
  anyText,
  createAuditTrail,
  functionOption,
  integerOption,
  listOf,
  numberOption,
  objectOf,
  optional,
  portOption,
  recordOf,
  resolveOptions,
  shapedOption,
  systemClock,
  systemIds,
  textOption,
  trueOrFalse,
  type AuditTrail,
  type Clock,
  type ClosingStack,
  type Logger,
  type OptionRule,
  type OptionRules,
  type Store,
} from "@bourse/kernel";
// By its published name: only the built entry point of that name has the modules of the threads beside it.
import {
  createPooledExecutor,
  jobWorkerModule,
  openStrategiesFolder,
  type JobTasks,
  type StrategiesFolderOptions,
} from "@bourse/trading-core/threads";

import {
  createBacktestService,
  type BacktestService,
  type BacktestServiceOptions,
} from "../backtest-service.ts";
import { startLease } from "../leases/lease.ts";
import { openStoreClock } from "../leases/store-clock.ts";
import { priceMaxAgeOption } from "../market-data/live-price.ts";
import type { KnownSources } from "../market-data/source-directory.ts";
import { anyClock, anyStore, servingBus } from "../part-shapes.ts";
import { remoteBroker } from "../remote/execution.ts";
import { remoteMarketData, serveMarketData, type MarketDataParts } from "../remote/market-data.ts";
import { guardOption } from "../risk/guard-account.ts";
import { serviceOptionRules } from "../service-option-rules.ts";
import type { StreamDirectory } from "../streams/stream-directory.ts";
import { openServiceWebhooks } from "../webhooks/open-webhooks.ts";
import { startExecutionRole, type OpenExecution } from "./execution-role.ts";
import { jobTypesOf, type ServiceParts } from "./service-parts.ts";

/** Market data of a process that has the exchanges, and its disposal. */
export interface OpenMarketData extends MarketDataParts {
  /** Streams of the exchanges' candles. Default: none. */
  readonly streams?: StreamDirectory;
  /** Ends what it asks of exchanges, and its threads. */
  close(): Promise<void>;
}

/** Options of {@link openServiceProcess}. */
export interface ServiceProcessOptions extends Pick<
  BacktestServiceOptions,
  "identity" | "quotas" | "sessions" | "store" | "bus" | "webhooks" | "guard"
> {
  /** Source of time. Default: as {@link openServiceClock} opens it. */
  readonly clock?: Clock;
  /** Parts of the service that this process has. */
  readonly parts: ServiceParts;
  /** Opens the sources of candles, the cache and the imports; called in a process with the part `data`. */
  readonly openMarketData: () => OpenMarketData;
  /** Names of the sources of candles, for a process without the part `data`. */
  readonly sources: KnownSources;
  /** Opens the broker or the terms of paper trading; called in the one process, or where the part `execution` is. */
  readonly openExecution: () => OpenExecution | Promise<OpenExecution>;
  /** Name of the broker, such as `paper`, that processes without the account tell. */
  readonly executionName: string;
  /** Folder of the operator's strategies and its limits; read in a process with the part `api` or `worker`. */
  readonly strategies: Omit<StrategiesFolderOptions, "logger" | "size">;
  /** Threads for simulations, and jobs at a time. 1–256. */
  readonly workers: number;
  /** Days after which a finished job is deleted; 0 keeps it. */
  readonly keepFinishedDays: number;
  /** Maximum age in seconds of a price that paper orders, marks and live signals use. Default: two intervals. */
  readonly priceMaxAgeSeconds?: number | undefined;
  /** Log of what no caller learns of. */
  readonly logger: Logger;
}

const anyStack = objectOf({ push: anyFunction, close: anyFunction });

const RULES: OptionRules<{
  readonly [Key in keyof Required<ServiceProcessOptions>]: ServiceProcessOptions[Key];
}> = {
  identity: serviceOptionRules.identity as OptionRule<ServiceProcessOptions["identity"]>,
  quotas: serviceOptionRules.quotas as OptionRule<ServiceProcessOptions["quotas"]>,
  sessions: serviceOptionRules.sessions as OptionRule<ServiceProcessOptions["sessions"]>,
  webhooks: serviceOptionRules.webhooks as OptionRule<ServiceProcessOptions["webhooks"]>,
  guard: guardOption,
  store: shapedOption("a store", anyStore),
  bus: shapedOption("a bus", servingBus),
  clock: optional(shapedOption("a clock", anyClock)),
  parts: shapedOption(
    "the parts of a process: api, worker, data, execution and isShared",
    recordOf(trueOrFalse),
  ),
  openMarketData: functionOption(),
  sources: shapedOption(
    "names of sources: names, fundingNames and defaultName",
    objectOf({ names: listOf(anyText), fundingNames: listOf(anyText), defaultName: anyText }),
  ),
  openExecution: functionOption(),
  executionName: textOption(),
  strategies: shapedOption("the folder of strategies and its limits", objectOf({})),
  workers: integerOption({ min: 1, max: 256 }),
  keepFinishedDays: numberOption({ min: 0 }),
  priceMaxAgeSeconds: priceMaxAgeOption,
  logger: portOption<Logger>(["info", "warn", "error"]),
};

/**
 * Opens the parts that this process has and the service over them, without starting it. What it opened is pushed on
 * `opened`, to be closed before the bus and the store.
 *
 * @throws KernelError OPTION_INVALID for a folder of strategies that cannot be read; what `openMarketData` and
 * `openExecution` throw
 */
export async function openServiceProcess(
  options: ServiceProcessOptions,
  opened: ClosingStack,
): Promise<BacktestService> {
  resolveOptions("openServiceProcess", options, RULES);
  anyStack("opened", opened);
  const { parts, store, bus, logger, identity, quotas, sessions, priceMaxAgeSeconds } = options;
  const clock = options.clock ?? (await openServiceClock(parts.isShared, store, opened));
  const trail = openTrail(options, clock, opened);
  const data = openData(options, trail, opened);
  return createBacktestService({
    store,
    bus,
    clock,
    ...data,
    ...(await openRuns(options, opened)),
    ...(await openOrders(options, { clock, trail, ...data }, opened)),
    ...(identity !== undefined && { identity }),
    ...(quotas !== undefined && { quotas }),
    ...(sessions !== undefined && { sessions }),
    runsSessions: parts.worker,
    webhooks: options.webhooks,
    guard: options.guard,
    ...(priceMaxAgeSeconds !== undefined && { priceMaxAgeSeconds }),
    jobTypes: jobTypesOf(parts),
    worker: {
      concurrency: options.workers,
      // A file is locked against other processes, so every lease found at the start is a dead process's.
      exclusive: store.revision !== undefined,
      keepFinishedDays: options.keepFinishedDays,
      ...(parts.isShared && { isSweeper: openSweeper(options, opened) }),
    },
    onError: (error, job) =>
      job === undefined
        ? logger.error(
            { err: error },
            "jobs could not be recovered, resting paper orders not be settled, or sessions not be run",
          )
        : logger.error({ err: error, job }, "internal error while running job"),
  });
}

/**
 * Opens the clock of a process: the store's where processes share one, so that a wrong clock of a machine changes
 * nothing.
 *
 * @throws StoreError when the store does not tell its time
 */
export async function openServiceClock(
  isShared: boolean,
  store: Store,
  opened: ClosingStack,
): Promise<Clock> {
  trueOrFalse("isShared", isShared);
  anyStore("store", store);
  anyStack("opened", opened);
  if (!isShared) return systemClock;
  const { clock, stop } = await openStoreClock(store, systemClock);
  opened.push(stop);
  return clock;
}

/** The trail of what comes over the bus. */
function openTrail(
  { store, logger }: ServiceProcessOptions,
  clock: Clock,
  opened: ClosingStack,
): AuditTrail {
  const onFault = (error: unknown): void =>
    logger.error({ err: error }, "rows of the audit trail could not be written");
  const trail = createAuditTrail({ store, clock, onFault });
  opened.push(() => trail.flush());
  return trail;
}

function openData(
  { parts, bus, sources, openMarketData }: ServiceProcessOptions,
  trail: AuditTrail,
  opened: ClosingStack,
): MarketDataParts & Pick<OpenMarketData, "streams"> {
  if (!parts.data) return remoteMarketData(bus, sources);
  const data = openMarketData();
  opened.push(() => data.close());
  if (parts.isShared) {
    const served = serveMarketData(bus, data, { trail });
    opened.push(() => served.stop());
  }
  const { exchanges, cache, imports, streams } = data;
  return { exchanges, cache, imports, ...(streams !== undefined && { streams }) };
}

/** The strategies and the threads that run them, where the process has a use for them. */
async function openRuns(
  { parts, strategies, workers, logger }: ServiceProcessOptions,
  opened: ClosingStack,
): Promise<Pick<BacktestServiceOptions, "strategies" | "sources" | "executor">> {
  if (!parts.worker && !parts.api) return {};
  const own = await openStrategiesFolder({ ...strategies, size: workers, logger });
  opened.push(() => own.close());
  const pool = createWorkerPool<JobTasks>({ module: jobWorkerModule(), size: workers });
  opened.push(() => pool.close({ deadlineMilliseconds: 0 }));
  const executor = createPooledExecutor(pool, { strategies: own.registry, files: own.file });
  return { strategies: own.registry, sources: own.sources, executor };
}

/** The broker of the service: its own, or the one of the process that has the account. */
async function openOrders(
  options: ServiceProcessOptions,
  { clock, trail, exchanges }: { clock: Clock; trail: AuditTrail } & MarketDataParts,
  opened: ClosingStack,
): Promise<Pick<BacktestServiceOptions, "execution" | "paper" | "live" | "followsOrders">> {
  const { parts, store, bus, logger, openExecution, executionName, priceMaxAgeSeconds } = options;
  if (!parts.isShared) {
    const execution = await openExecution();
    objectOf({ options: objectOf({}), close: anyFunction })("openExecution()", execution);
    opened.push(() => execution.close());
    return execution.options;
  }
  let live: BacktestServiceOptions["live"];
  if (parts.execution) {
    const execution = await openExecution();
    live = execution.options.live;
    opened.push(() => execution.close());
    const told = { store, clock, ids: systemIds, options: options.webhooks };
    const { tellOrder } = openServiceWebhooks(told);
    const account = { store, bus, clock, trail, exchanges, execution, priceMaxAgeSeconds };
    const lease = startExecutionRole({ ...account, guard: options.guard, tellOrder, logger });
    opened.push(() => lease.stop());
  }
  // Each live session has its own guard over the store, and is run by one process.
  return { execution: remoteBroker(bus, executionName), followsOrders: false, live };
}

/** Asks for the lease of the one process that searches the store for jobs without a message. */
function openSweeper(
  { parts, store, logger }: ServiceProcessOptions,
  opened: ClosingStack,
): () => boolean {
  if (jobTypesOf(parts).length === 0) return () => false;
  const lease = startLease({
    store,
    clock: systemClock,
    name: "recovery",
    holder: systemIds.uuid(),
    onGained: () => Promise.resolve(),
    onLost: () => Promise.resolve(),
    onError: (error) => logger.warn({ err: error }, "the lease of the recovery was not renewed"),
  });
  opened.push(() => lease.stop());
  return () => lease.isHeld;
}

/** The service with the parts that this process has; it reaches the others over the bus. */

import { createWorkerPool } from "@bourse/backtest-engine/threads";
import type { HttpLogger, Metrics } from "@bourse/http";
import {
  type Bus,
  type Clock,
  type ClosingStack,
  type Store,
  systemClock,
  systemIds,
} from "@bourse/kernel";
import {
  createBacktestService,
  openStoreClock,
  remoteBroker,
  remoteMarketData,
  serveMarketData,
  startLease,
  type BacktestService,
  type BacktestServiceOptions,
  type MarketDataParts,
} from "@bourse/trading-core";
import { jobWorkerModule, createPooledExecutor, type JobTasks } from "@bourse/trading-core/threads";

import type { BacktestEnvironment } from "./environment.ts";
import { openExecution } from "./execution.ts";
import { defaultExchange, exchangeNames, openMarketData } from "./market-data.ts";
import { openBus, sharedBusUrl } from "./open-bus.ts";
import { startExecutionRole } from "./open-execution-role.ts";
import { jobTypesOf, type Parts } from "./roles.ts";
import { openStrategiesFolder, type StrategiesFolder } from "./strategies-folder.ts";
import { version } from "./version.ts";

/** Opens the bus, the parts and the service over them; what it opened is closed with `opened`. */
export async function openService(
  config: BacktestEnvironment,
  parts: Parts,
  logger: HttpLogger,
  opened: ClosingStack,
  store: Store,
  metrics?: Metrics,
): Promise<BacktestService> {
  const bus = await openBus(config, { logger, store, metrics });
  opened.push(() => bus.close());
  const clock = await openClock(parts, opened, store);
  const data = openData(config, parts, logger, opened, bus);
  const runs = parts.worker || parts.api;
  const own = runs ? await openOwnStrategies(config, logger, opened) : undefined;
  return createBacktestService({
    store,
    bus,
    clock,
    ...data,
    ...(own !== undefined && {
      strategies: own.registry,
      executor: openPool(config, own, opened),
    }),
    ...(await openOrders(config, parts, logger, opened, { store, bus, clock, ...data })),
    identity: {
      name: config.APP_NAME,
      environment: config.ENVIRONMENT ?? config.NODE_ENV,
      version,
    },
    jobTypes: jobTypesOf(parts),
    takesNewJobs: sharedBusUrl(config) === undefined,
    worker: {
      concurrency: config.WORKERS,
      // A file is locked against other processes, so every lease found at the start is a dead process's.
      exclusive: store.revision !== undefined,
      keepFinishedDays: config.KEEP_JOBS_DAYS,
      ...(parts.isShared && { isSweeper: openSweeper(parts, logger, opened, store) }),
    },
    quotas: {
      maxJobs: config.MAX_JOBS,
      maxUnfinishedJobs: config.MAX_UNFINISHED_JOBS,
      maxJobsPerOwner: config.JOBS_PER_KEY,
      maxUnfinishedJobsPerOwner: config.UNFINISHED_JOBS_PER_KEY,
    },
    onError: (error, job) =>
      job === undefined
        ? logger.error(
            { err: error },
            "jobs could not be recovered, or resting paper orders not be settled",
          )
        : logger.error({ err: error, job }, "internal error while running job"),
  });
}

async function openClock({ isShared }: Parts, opened: ClosingStack, store: Store): Promise<Clock> {
  if (!isShared) return systemClock;
  const { clock, stop } = await openStoreClock(store, systemClock);
  opened.push(stop);
  return clock;
}

async function openOwnStrategies(
  config: BacktestEnvironment,
  logger: HttpLogger,
  opened: ClosingStack,
): Promise<StrategiesFolder> {
  const own = await openStrategiesFolder(config, logger);
  opened.push(() => own.close());
  return own;
}

function openPool(config: BacktestEnvironment, own: StrategiesFolder, opened: ClosingStack) {
  const pool = createWorkerPool<JobTasks>({
    module: jobWorkerModule(),
    size: config.WORKERS,
  });
  opened.push(() => pool.close({ deadlineMilliseconds: 0 }));
  return createPooledExecutor(pool, { strategies: own.registry, files: own.file });
}

function openData(
  config: BacktestEnvironment,
  parts: Parts,
  logger: HttpLogger,
  opened: ClosingStack,
  bus: Bus,
): MarketDataParts {
  if (!parts.data) {
    const known = { ...exchangeNames(config), defaultName: defaultExchange(config) };
    return remoteMarketData(bus, known);
  }
  const data = openMarketData(config, (message) => logger.warn({}, message));
  opened.push(() => data.close());
  if (parts.isShared) {
    const served = serveMarketData(bus, data);
    opened.push(() => served.stop());
  }
  const { exchanges, cache, imports } = data;
  return { exchanges, cache, imports };
}

/** The broker of the service: its own, or the one of the process that has the account. */
async function openOrders(
  config: BacktestEnvironment,
  parts: Parts,
  logger: HttpLogger,
  opened: ClosingStack,
  given: { readonly store: Store; readonly bus: Bus; readonly clock: Clock } & MarketDataParts,
): Promise<Pick<BacktestServiceOptions, "execution" | "paper">> {
  const warn = (message: string): void => logger.warn({}, message);
  if (!parts.isShared) {
    const execution = await openExecution(config, warn);
    opened.push(() => execution.close());
    return execution.options;
  }
  if (parts.execution) {
    const execution = await openExecution(config, warn);
    opened.push(() => execution.close());
    const lease = startExecutionRole({ ...given, execution, logger });
    opened.push(() => lease.stop());
  }
  const { EXECUTION_PROVIDER: provider, CCXT_EXCHANGE } = config;
  return { execution: remoteBroker(given.bus, (provider === "ccxt" && CCXT_EXCHANGE) || provider) };
}

/** Asks for the lease of the one process that searches the store for jobs without a message. */
function openSweeper(
  parts: Parts,
  logger: HttpLogger,
  opened: ClosingStack,
  store: Store,
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

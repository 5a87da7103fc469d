/** The composition root: store, bus, threads, market data and routes, wired and listening. */

import { createRequire } from "node:module";

import {
  backtestCollections,
  createBacktestService,
  openEventFeed,
  type BacktestService,
  type EventFeed,
} from "@bourse/backtest-engine/service";
import {
  backtestWorkerModule,
  createPooledExecutor,
  createWorkerPool,
  type BacktestTasks,
} from "@bourse/backtest-engine/threads";
import { backtestApi } from "@bourse/contract/backtest";
import { backtestDocument, backtestFeedsDocument } from "@bourse/documents/backtest";
import { bindBacktestApi, createBacktestAuthenticator } from "@bourse/handlers/backtest";
import {
  createClosingStack,
  createHttpServer,
  describeEnvironment,
  isLoopback,
  meterStore,
  openMetrics,
  silentLogger,
  trustNobody,
  type ClosingStack,
  type HttpLogger,
  type HttpServer,
  type OpenedMetrics,
  type RunningServer,
  watchStore,
} from "@bourse/http";
import { createInProcessBus, type Store } from "@bourse/kernel";
import { openStore, withoutPassword } from "@bourse/store";

import { accessOf, checkAccess } from "./access.ts";
import { backtestEnvironment, type BacktestEnvironment } from "./environment.ts";
import { eventSockets } from "./event-sockets.ts";
import { openExecution } from "./execution.ts";
import { openMarketData } from "./market-data.ts";
import { measureJobs } from "./measure-jobs.ts";
import { startSchedule } from "./schedule.ts";
import { startWork } from "./start-work.ts";
import { STORE_SCHEMA, storeUrl } from "./store-url.ts";

/**
 * Opens everything and listens.
 *
 * What was opened before a failure is closed again. `close` drains: readiness turns 503, requests under way are
 * answered, jobs that are not done in time are given back, then files and locks are released.
 *
 * @throws KernelError OPTION_INVALID for live trading without keys; StoreError STORE_LOCKED when another process has
 * the data, STORE_CORRUPT, STORE_URL_INVALID; HttpError PORT_IN_USE and the like
 */
export async function startBacktestServer(
  config: BacktestEnvironment,
  logger: HttpLogger = silentLogger,
): Promise<RunningServer> {
  checkAccess(config);
  const opened = createClosingStack();
  try {
    const warn = (message: string): void => logger.warn({}, message);
    const metrics = openMetrics(config, logger, { service: "bourse-backtest", version });
    const bare = await openStore(storeUrl(config), {
      collections: backtestCollections,
      schema: STORE_SCHEMA,
      warn,
    });
    opened.push(() => bare.close());
    const store = meterStore(bare, metrics.metrics);
    const service = await openService(config, logger, opened, store);
    service.trail.append({
      action: "server.started",
      actor: "system",
      details: { version, ...describeEnvironment(backtestEnvironment, config) },
    });
    const openFeed = (): Promise<EventFeed> =>
      openEventFeed({
        store,
        bus: service.bus,
        clock: service.clock,
        onError: (error) => logger.error({ err: error }, "events could not be read from the store"),
      });
    const feed = await startWork(openFeed, service, opened, jobDeadlineMilliseconds);
    opened.push(startSchedule(config, service, logger));
    measureJobs(metrics.metrics, service);
    const http = createServer(config, logger, service, feed, watchStore(store, logger), metrics);
    const { url } = await http.listen({ host: config.HOST, port: config.BACKTEST_PORT });
    opened.push(() => http.drain({ deadlineMilliseconds: requestDeadlineMilliseconds }));
    await metrics.listen(opened);
    warnOfClosedRoutes(config, logger);
    return {
      url,
      docsUrl: `${url}/docs`,
      storeLocation: withoutPassword(storeUrl(config)),
      adminHint: `curl -X POST ${url}/api/backtests -H "content-type: application/json" -d "{}"`,
      close: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Says why orders and the like are refused, where they are refused to everybody or to all but direct callers. */
function warnOfClosedRoutes(
  { HOST: host, API_KEYS, TRUST_PROXY }: BacktestEnvironment,
  logger: HttpLogger,
): void {
  if (API_KEYS.length > 0 || (isLoopback(host) && TRUST_PROXY === trustNobody)) return;
  logger.warn(
    { host },
    "there are no keys, and callers come from other machines: everything but reading answers 403; set API_KEYS",
  );
}

/** Grace period for requests under way when the server ends, and then for running jobs, in milliseconds. */
const requestDeadlineMilliseconds = 10_000;
const jobDeadlineMilliseconds = 5000;

/** Same major, minor and patch as the package; the manifest is one folder up from the source and the bundle alike. */
const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

async function openService(
  config: BacktestEnvironment,
  logger: HttpLogger,
  opened: ClosingStack,
  store: Store,
): Promise<BacktestService> {
  const warn = (message: string): void => logger.warn({}, message);
  const bus = createInProcessBus({
    onFault: (fault) => logger.debug({ fault }, "bus message was not delivered"),
  });
  opened.push(() => bus.close());
  const pool = createWorkerPool<BacktestTasks>({
    module: backtestWorkerModule(),
    size: config.WORKERS,
  });
  opened.push(() => pool.close({ deadlineMilliseconds: 0 }));
  const data = openMarketData(config, warn);
  opened.push(() => data.close());
  const execution = await openExecution(config, warn);
  opened.push(() => execution.close());
  return createBacktestService({
    store,
    bus,
    exchanges: data.exchanges,
    cache: data.cache,
    imports: data.imports,
    ...execution.options,
    executor: createPooledExecutor(pool),
    identity: {
      name: config.APP_NAME,
      environment: config.ENVIRONMENT ?? config.NODE_ENV,
      version,
    },
    // A file is locked against other processes, so every lease found at the start is a dead process's.
    worker: {
      concurrency: config.WORKERS,
      exclusive: store.revision !== undefined,
      keepFinishedDays: config.KEEP_JOBS_DAYS,
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

function createServer(
  config: BacktestEnvironment,
  logger: HttpLogger,
  service: BacktestService,
  feed: EventFeed,
  fault: () => Promise<string | null>,
  metrics: OpenedMetrics,
): HttpServer {
  const { ALLOWED_HOSTS: allowedHosts, CORS_ORIGINS: corsOrigins } = config;
  return createHttpServer({
    api: backtestApi,
    routes: [
      ...bindBacktestApi(service, {
        fault,
        authenticate: createBacktestAuthenticator(accessOf(config)),
        onError: (error, call) =>
          logger.error({ err: error, ...call }, "unhandled error in request handler"),
      }),
      ...metrics.routesFor(backtestApi),
    ],
    ...metrics.serverOptions,
    sockets: eventSockets(config, service, feed.source),
    logger,
    ready: async () => (await fault()) ?? true,
    document: () => backtestDocument({ version }),
    asyncDocument: () => backtestFeedsDocument({ version }),
    startPage: {
      firstCall: "createBacktest",
      proof:
        config.API_KEYS.length > 0
          ? "Every route except health needs a key of API_KEYS in the header X-API-Key."
          : "Reading needs no proof. Only programs that call directly on this machine may trade, change data or start work; for others, set API_KEYS and send a key in the header X-API-Key.",
    },
    corsOrigins,
    allowedHosts,
    trustProxy: config.TRUST_PROXY,
  });
}

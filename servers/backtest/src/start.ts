/** The composition root: store, bus, threads, market data and routes, wired and listening. */

import { backtestStudioDirectory } from "@bourse/backtest-studio";
import { toArrow, toParquet } from "@bourse/candles-columnar";
import { backtestApi } from "@bourse/contract/backtest";
import { backtestDocument, backtestFeedsDocument } from "@bourse/documents/backtest";
import {
  bindBacktestApi,
  checkEvent,
  createBacktestAuthenticator,
} from "@bourse/handlers/backtest";
import {
  builtPage,
  checkSecrets,
  checkStart,
  createHttpServer,
  createWrongKeys,
  describeEnvironment,
  facingNetwork,
  isLoopback,
  meterStore,
  openMetrics,
  silentLogger,
  trustNobody,
  type HttpLogger,
  type HttpServer,
  type OpenedMetrics,
  type RunningServer,
  type WrongKeys,
  watchStore,
} from "@bourse/http";
import { createClosingStack, systemClock } from "@bourse/kernel";
import { watchHeld } from "@bourse/outbox";
import { checkStoreEngine, openStore, withoutPassword } from "@bourse/store";
import {
  measureJobs,
  openEventFeed,
  type BacktestService,
  type EventFeed,
} from "@bourse/trading-core";
import { busState, startWork, type ServiceParts } from "@bourse/trading-core/process";

import { accessOf, checkAccess } from "./access.ts";
import { checkAlerts } from "./alert-channels.ts";
import { startAlerts } from "./alerts.ts";
import { asksForKeys } from "./asks-for-keys.ts";
import { checkBus } from "./check-bus.ts";
import { backtestEnvironment, type BacktestEnvironment } from "./environment.ts";
import { eventSockets } from "./event-sockets.ts";
import { unsignedWarning } from "./examine-bus.ts";
import { startKillTriggers } from "./kill-switch.ts";
import { loadNats } from "./load-nats.ts";
import { sharedBusUrl } from "./open-bus.ts";
import { openService } from "./open-service.ts";
import { readJobsAhead } from "./read-ahead.ts";
import { riskLimits } from "./risk-limits.ts";
import { partsOf } from "./roles.ts";
import { startSchedule } from "./schedule.ts";
import { STORE_COLLECTIONS, STORE_SCHEMA, storeUrl } from "./store-url.ts";
import { checkEditing } from "./strategies.ts";
import { version } from "./version.ts";

/** Parts of the server that tests replace. */
export interface ServerParts {
  /** Folder of the built web page; without an `index.html` in it browsers get the start page. Default: the studio's. */
  readonly pageDirectory?: string;
}

/**
 * Opens everything and listens.
 *
 * What was opened before a failure is closed again. `close` drains: readiness turns 503, requests under way are
 * answered, jobs that are not done in time are given back, then files and locks are released.
 *
 * @throws KernelError ARGUMENT_INVALID for a configuration that `readEnvironment` could not have made;
 * KernelError OPTION_INVALID for live trading without keys; StoreError STORE_LOCKED when another process has
 * the data, STORE_CORRUPT, STORE_URL_INVALID; HttpError PORT_IN_USE and the like
 */
export async function startBacktestServer(
  config: BacktestEnvironment,
  logger: HttpLogger = silentLogger,
  parts: ServerParts = {},
): Promise<RunningServer> {
  checkStart("startBacktestServer", backtestEnvironment, config, logger, parts);
  const { pageDirectory = backtestStudioDirectory } = parts;
  await checkSettings(config);
  const opened = createClosingStack();
  try {
    const warn = (message: string): void => logger.warn({}, message);
    checkSecrets(backtestEnvironment, config, warn);
    const metrics = openMetrics(config, logger, { service: "bourse-backtest", version });
    const bare = await openStore(storeUrl(config), {
      collections: STORE_COLLECTIONS,
      schema: STORE_SCHEMA,
      poolSize: config.POOL_SIZE,
      processClock: systemClock,
      warn,
    });
    opened.push(() => bare.close());
    const store = meterStore(bare, metrics.metrics);
    const parts = partsOf(config);
    const service = await openService(config, parts, logger, opened, store, metrics.metrics);
    if (parts.api || parts.execution) {
      await startKillTriggers(config.KILL_SWITCH_FILE, service, logger, opened);
    }
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
        // An event that no client could be sent is not an event of the service.
        check: checkEvent,
        onError: (error) => logger.error({ err: error }, "events could not be read from the store"),
      });
    const feed = await startWork(openFeed, service, opened, jobDeadlineMilliseconds);
    if (parts.api) opened.push(startSchedule(config, service, logger));
    await startAlerts(config, parts, store, opened, logger, metrics.metrics);
    measureJobs(metrics.metrics, service);
    const probes = { fault: watchStore(store, logger), held: watchHeld(store, "backtest") };
    const wrongKeys = createWrongKeys(service);
    opened.push(() => wrongKeys.close());
    const http = createServer(
      config,
      parts,
      logger,
      service,
      feed,
      probes,
      metrics,
      wrongKeys,
      // Looked for once: a page that is built later is served after the next start.
      parts.api ? builtPage(pageDirectory) : {},
    );
    const { url } = await http.listen({ host: config.HOST, port: config.BACKTEST_PORT });
    opened.push(() => http.drain({ deadlineMilliseconds: requestDeadlineMilliseconds }));
    if (parts.api) readJobsAhead(service, logger, opened);
    const sockets = facingNetwork("API", config.HOST, url);
    warnOfClosedRoutes(config, logger);
    const unsigned = unsignedWarning(config);
    if (unsigned !== undefined) warn(unsigned);
    return {
      url,
      docsUrl: `${url}/docs`,
      storeLocation: withoutPassword(storeUrl(config)),
      networkAddresses: await metrics.listen(opened, wrongKeys, sockets),
      firstCall: `curl -X POST ${url}/api/backtests \\\n-H "content-type: application/json" -d "{}"`,
      close: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Passes when the settings go together, and the packages that they ask for are installed; nothing is opened.
 *
 * @throws KernelError OPTION_INVALID; StoreError STORE_URL_INVALID
 */
export async function checkSettings(config: BacktestEnvironment): Promise<void> {
  checkAccess(config);
  checkEditing(config);
  checkBus(config);
  checkAlerts(config);
  riskLimits(config);
  partsOf(config);
  if (sharedBusUrl(config) !== undefined) await loadNats();
  await checkStoreEngine(storeUrl(config));
}

/** Says why orders and the like are refused, where they are refused to everybody or to all but direct callers. */
function warnOfClosedRoutes(config: BacktestEnvironment, logger: HttpLogger): void {
  const { HOST: host, TRUST_PROXY } = config;
  if (asksForKeys(config) || (isLoopback(host) && TRUST_PROXY === trustNobody)) return;
  logger.warn(
    { host },
    "there are no keys, and callers come from other machines: everything but reading answers 403; set API_KEYS",
  );
}

/** Grace period for requests under way when the server ends, and then for running jobs, in milliseconds. */
const requestDeadlineMilliseconds = 10_000;
const jobDeadlineMilliseconds = 5000;

/** The state of the bus, and warnings: of one that takes what nobody signed, of the kill switch, of what is held. */
async function readiness(
  config: BacktestEnvironment,
  parts: ServiceParts,
  { bus, killSwitch }: Pick<BacktestService, "bus" | "killSwitch">,
  held: Probes["held"],
) {
  const state = await busState(bus, !parts.api);
  if (state !== true) return state;
  const warning = unsignedWarning(config);
  const killed = await killSwitch.read();
  const kill =
    killed.state === "off" ? [] : [`The kill switch is on (${killed.state}): ${killed.reason}`];
  return { warnings: [...(warning === undefined ? [] : [warning]), ...kill, ...(await held())] };
}

/** Questions about the store. */
interface Probes {
  /** Resolves to the reason for which it cannot be written, else to null. */
  readonly fault: () => Promise<string | null>;
  /** Resolves to warnings about mails and webhooks that are held. */
  readonly held: () => Promise<readonly string[]>;
}

function createServer(
  config: BacktestEnvironment,
  parts: ServiceParts,
  logger: HttpLogger,
  service: BacktestService,
  feed: EventFeed,
  { fault, held }: Probes,
  metrics: OpenedMetrics,
  wrongKeys: WrongKeys,
  page: ReturnType<typeof builtPage>,
): HttpServer {
  const { ALLOWED_HOSTS: allowedHosts, CORS_ORIGINS: corsOrigins } = config;
  const access = accessOf(config, logger);
  return createHttpServer({
    api: backtestApi,
    routes: [
      ...bindBacktestApi(service, {
        fault,
        columnar: { toArrow, toParquet },
        authenticate: createBacktestAuthenticator(access),
        onError: (error, call) =>
          logger.error({ err: error, ...call }, "unhandled error in request handler"),
      }).filter(({ key }) => parts.api || key === "health"),
      ...metrics.routesFor(backtestApi),
    ],
    ...metrics.serverOptions,
    wrongKeys,
    sockets: parts.api ? eventSockets(access, service, feed.source) : [],
    logger,
    ready: async () => (await fault()) ?? (await readiness(config, parts, service, held)),
    document: () => backtestDocument({ version }),
    asyncDocument: () => backtestFeedsDocument({ version }),
    startPage: {
      firstCall: "createBacktest",
      proof: asksForKeys(config)
        ? `Every route except health needs a key of ${config.AUTH_URL === undefined ? "API_KEYS" : "API_KEYS, or of an account of the auth server at AUTH_URL,"} in the header X-API-Key.`
        : "Reading needs no proof. Only programs that call directly on this machine may trade, change data or start work; for others, set API_KEYS and send a key in the header X-API-Key.",
    },
    ...page,
    corsOrigins,
    allowedHosts,
    trustProxy: config.TRUST_PROXY,
  });
}

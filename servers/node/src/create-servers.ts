/** The three HTTP servers of a node. */

import type { Incoming } from "@bourse/contract";
import { nodeDashboardApi, nodeExternalApi, nodeInternalApi } from "@bourse/contract/node";
import { dashboardDirectory } from "@bourse/dashboard";
import {
  nodeDashboardDocument,
  nodeDashboardFeedsDocument,
  nodeExternalDocument,
  nodeInternalDocument,
} from "@bourse/documents/node";
import {
  bindNodeDashboardApi,
  bindNodeExternalApi,
  bindNodeInternalApi,
  createListenerCheck,
  translateNodeError,
  wireEvent,
  type BindNodeOptions,
} from "@bourse/handlers/node";
import {
  builtPage,
  createHttpServer,
  type HttpLogger,
  type HttpServer,
  type HttpServerOptions,
  type OpenedMetrics,
} from "@bourse/http";
import { createRateLimiter, systemClock, systemIds, type Clock } from "@bourse/kernel";
import type { DataNode, NodeEvent } from "@bourse/node-core";
import { plainDialect } from "@bourse/sockets";

import { dashboardAccess, externalAccess, internalAccess } from "./access.ts";
import { keySessionRow, sessionRow } from "./dashboard/dashboard-rows.ts";
import { guardChanges, refuseForeign } from "./dashboard/same-site-guard.ts";
import { createSessions, type Sessions } from "./dashboard/sessions.ts";
import type { NodeEnvironment } from "./environment.ts";
import { gateStandby, STANDBY_REASON } from "./writer/standby-gate.ts";
import { createTermFeed, type TermFeed } from "./writer/term-feed.ts";

export interface Ports {
  readonly internal_api: number;
  readonly external_api: number;
  readonly dashboard: number;
}

export interface NodeServers {
  readonly internal: HttpServer;
  readonly external: HttpServer;
  readonly dashboard: HttpServer;
  readonly sessions: Sessions;
  /** Event socket of the dashboard; it begins with the node's term as the writer. */
  readonly feed: TermFeed;
}

export interface ServersOptions {
  readonly config: NodeEnvironment;
  readonly node: DataNode;
  /** Returns false while another process is the writer of the node's store. */
  readonly isWriter: () => boolean;
  readonly logger: HttpLogger;
  readonly version: string;
  /** Metrics of the three servers; the internal one answers `/metrics`. */
  readonly metrics: OpenedMetrics;
  /** Key of the commands of `bourse-node`. */
  readonly commandKey: string;
  /** Returns the ports in use. */
  readonly ports: () => Ports;
  readonly clock?: Clock;
  /** The folder of the built web page; without an `index.html` in it browsers get the start page. */
  readonly pageDirectory?: string;
}

/** Rate limits per IP address: requests per second and burst. */
const LIMITS = {
  internal: { limit: 50, burst: 100 },
  external: { limit: 10, burst: 20 },
  dashboard: { limit: 50, burst: 100 },
} as const;

/** Creates the servers; none of them listens yet. */
export function createServers(options: ServersOptions): NodeServers {
  const { config, node, isWriter, logger, version, metrics, commandKey, ports } = options;
  const { clock = systemClock, pageDirectory = dashboardDirectory } = options;
  const bind: BindNodeOptions = {
    version,
    anyKeyCase: config.API_KEY_HEADER === "insensitive",
    onError: (error, call) =>
      logger.error({ err: error, ...call }, "unhandled error in request handler"),
  };
  const common = (limits: { readonly limit: number; readonly burst: number }) => ({
    logger,
    trustProxy: config.TRUST_PROXY,
    ...metrics.serverOptions,
    limiter: createRateLimiter({ ...limits, clock }),
    unlimitedRoutes: ["health"],
    ready: async () => {
      if (!isWriter()) return STANDBY_REASON;
      const { status, storeFault } = await node.checkHealth();
      return storeFault ?? status !== "unhealthy";
    },
  });
  const sessions = createSessions(clock, systemIds);
  const access = dashboardAccess(config, sessions);
  const checkListener = createListenerCheck(node, access);
  const checkOperator = async ({ headers }: Pick<Incoming, "headers">) => {
    const key = headers["x-api-key"];
    const credential = typeof key === "string" ? key : undefined;
    if (credential === undefined || !access.isKey(credential)) {
      const holder = await node.keys.authorize(credential, "admin");
      return { actor: `key:${holder.id}`, key: credential ?? null };
    }
    return { actor: "operator", key: null };
  };
  const sessionParts = { sessions, logger, trail: node.trail };
  const feed = createTermFeed(
    "/ws",
    { dialect: { ...plainDialect, event: wireEvent }, conflateBy },
    async (handshake) => {
      refuseForeign(handshake.headers);
      try {
        await checkListener(handshake);
      } catch (error) {
        throw translateNodeError(error) ?? error;
      }
    },
  );
  return {
    sessions,
    feed,
    internal: createHttpServer({
      ...common(LIMITS.internal),
      api: nodeInternalApi,
      document: () => nodeInternalDocument({ version }),
      startPage: {
        firstCall: "self",
        proof:
          "This is the owner's API. Calls need an API key in the header X-API-Key, but for health, and for programs that call directly on this machine where no real money moves.",
      },
      routes: gateStandby(nodeInternalApi, isWriter, [
        ...bindNodeInternalApi(node, { ...bind, access: internalAccess(config, commandKey) }),
        ...metrics.routesFor(nodeInternalApi),
      ]),
      allowedHosts: namesOf(config.INTERNAL_API_HOST, config),
    }),
    external: createHttpServer({
      ...common(LIMITS.external),
      api: nodeExternalApi,
      document: () => nodeExternalDocument({ version }),
      startPage: {
        firstCall: "complianceHistory",
        proof:
          "Verification and the compliance history are public. Sharing and reading need an API key in the header X-API-Key.",
      },
      routes: gateStandby(
        nodeExternalApi,
        isWriter,
        bindNodeExternalApi(node, { ...bind, access: externalAccess(config, commandKey) }),
      ),
      // A public API accepts any host name unless there is a list.
      allowedHosts: config.ALLOWED_HOSTS,
    }),
    dashboard: createHttpServer({
      ...common(LIMITS.dashboard),
      api: nodeDashboardApi,
      document: () => nodeDashboardDocument({ version }),
      asyncDocument: () => nodeDashboardFeedsDocument({ version }),
      routes: gateStandby(nodeDashboardApi, isWriter, [
        ...guardChanges(
          bindNodeDashboardApi(node, {
            ...bind,
            access,
            info: () => ({
              websocket_clients: feed.clients(),
              event_history_size: feed.historySize(),
              api_version: nodeDashboardApi.version,
              ports: ports(),
            }),
          }),
        ),
        sessionRow(sessionParts),
        ...guardChanges([keySessionRow(sessionParts, checkOperator)]),
      ]),
      sockets: [feed.route],
      startPage: {
        firstCall: "info",
        proof:
          "Programs that call directly on this machine need no proof where no real money moves. Browsers enter by the link that the node prints at its start, programs by an API key in the header X-API-Key.",
      },
      // Looked for once: a page that is built later is served after the next start.
      ...builtPage(pageDirectory),
      allowedHosts: namesOf(config.DASHBOARD_API_HOST, config),
    } satisfies HttpServerOptions),
  };
}

/** Allowed host names: never empty, because these two APIs are only called by known names. */
function namesOf(host: string, { ALLOWED_HOSTS }: NodeEnvironment): readonly string[] {
  const isWildcard = host === "0.0.0.0" || host === "::";
  return [...ALLOWED_HOSTS, isWildcard ? "localhost" : host.includes(":") ? `[${host}]` : host];
}

/** Key of events of which a slow reader needs only the newest one; undefined for all others. */
function conflateBy({ type, data }: NodeEvent): string | undefined {
  if (type === "network.stats_update" || type === "health.update") return type;
  return type === "token.balance_update" ? `${type} ${data.address} ${data.token}` : undefined;
}

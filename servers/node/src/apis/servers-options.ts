/** Options of the three servers of a node. */

import { STANDBY_REASON, type BindNodeOptions, type NodeAccountKeys } from "@bourse/handlers/node";
import type { HttpLogger, HttpServerOptions, OpenedMetrics, WrongKeys } from "@bourse/http";
import { createRateLimiter, systemClock, type Clock } from "@bourse/kernel";
import type { DataNode, EventBus, NodeEvent } from "@bourse/node-core";
import type { ChangingFeed } from "@bourse/sockets";

import type { NodeEnvironment } from "../environment.ts";

/** Event socket of the dashboard; it begins with the node's term as the writer. */
export type DashboardFeed = ChangingFeed<NodeEvent, EventBus>;

export interface Ports {
  readonly internal_api: number;
  readonly external_api: number;
  readonly dashboard: number;
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
  /** Keys of the accounts of AUTH_URL; undefined without it. */
  readonly accountKeys: NodeAccountKeys | undefined;
  /** Count of wrong keys, one for the three servers. */
  readonly wrongKeys: WrongKeys;
  /** Returns the ports in use. */
  readonly ports: () => Ports;
  readonly clock?: Clock;
  /** The folder of the built web page; without an `index.html` in it browsers get the start page. */
  readonly pageDirectory?: string;
}

/** Options that are the same for the three servers. `limits` are per IP address: requests per second and burst. */
export function commonOptions(
  { config, node, isWriter, logger, metrics, wrongKeys, clock = systemClock }: ServersOptions,
  limits: { readonly limit: number; readonly burst: number },
): Omit<HttpServerOptions, "api" | "document" | "routes"> {
  return {
    logger,
    trustProxy: config.TRUST_PROXY,
    ...metrics.serverOptions,
    wrongKeys,
    limiter: createRateLimiter({ ...limits, clock }),
    unlimitedRoutes: ["health"],
    ready: async () => {
      if (!isWriter()) return STANDBY_REASON;
      const { status, storeFault } = await node.checkHealth();
      if (storeFault !== null || status === "unhealthy") return storeFault ?? false;
      const { held } = await node.webhooks.measure();
      return { warnings: held === 0 ? [] : [heldWarning(held)] };
    },
  };
}

function heldWarning(count: number): string {
  return `A backup was restored, and ${count} webhooks that waited in it are held: see bourse node outbox list.`;
}

/** Options of the handlers that are the same for the three APIs. */
export function bindOptions({ config, version, logger }: ServersOptions): BindNodeOptions {
  return {
    version,
    anyKeyCase: config.API_KEY_HEADER === "insensitive",
    onError: (error, call) =>
      logger.error({ err: error, ...call }, "unhandled error in request handler"),
  };
}

/** Allowed host names: never empty, because these two APIs are only called by known names. */
export function namesOf(host: string, { ALLOWED_HOSTS }: NodeEnvironment): readonly string[] {
  const isWildcard = host === "0.0.0.0" || host === "::";
  return [...ALLOWED_HOSTS, isWildcard ? "localhost" : host.includes(":") ? `[${host}]` : host];
}

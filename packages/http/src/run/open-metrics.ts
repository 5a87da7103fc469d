/** Metrics of a server by its settings: off, on the server's own port behind a token, or on a port of their own. */

import {
  defineApi,
  detail,
  Problem,
  problemReply,
  route,
  type Api,
  type BoundRoute,
  type Incoming,
  type WireFormat,
} from "@bourse/contract";
import {
  absentOr,
  anyNumber,
  anyText,
  isLoopback,
  objectOf,
  trueOrFalse,
  KernelError,
  type ClosingStack,
} from "@bourse/kernel";
import * as z from "zod";

import { createApiKeyAuthenticator } from "../access/create-api-key-authenticator.ts";
import type { WrongKeys } from "../access/wrong-keys.ts";
import type { HttpLogger } from "../logging/http-logger.ts";
import { createMetrics, type Metrics, type MetricsOptions } from "../metrics/metrics.ts";
import { anyLogger } from "../part-shapes.ts";
import { createHttpServer } from "../server/create-http-server.ts";
import { facingNetwork } from "../server/facing-network.ts";
import type { HttpServerOptions } from "../server/http-server-options.ts";

/** Settings of metrics as a server's configuration has them. */
export interface MetricsSettings {
  /** Token of `GET /metrics`; undefined for none. */
  readonly METRICS_TOKEN: string | undefined;
  /** Port on which `/metrics` alone is served; undefined for none. */
  readonly METRICS_PORT: number | undefined;
  /** Address of that port. */
  readonly METRICS_HOST: string;
  /** True to continue the traces that callers name. */
  readonly TRUST_TRACEPARENT: boolean;
}

/** Metrics of one server process. */
export interface OpenedMetrics {
  /** Metrics to write to; undefined when nobody may read any. */
  readonly metrics: Metrics | undefined;
  /** Options of each HTTP server of the process: its metrics, and if it continues the traces of callers. */
  readonly serverOptions: Pick<HttpServerOptions, "metrics" | "trustTraceparent">;
  /** Routes for the server's own port: `GET /metrics` with METRICS_TOKEN and without METRICS_PORT, else none. */
  routesFor(api: Pick<Api, "wire">): readonly BoundRoute[];
  /**
   * Serves `/metrics` on METRICS_PORT, where there is one, until `opened` is closed; wrong tokens are counted by
   * `wrongKeys`. Resolves to `sockets`, those of the server that other machines can reach, and this one where they can:
   * the `networkAddresses` of the server, which the gauge `bourse_network_listeners` shows too.
   *
   * @throws HttpError PORT_IN_USE and the like
   */
  listen(
    opened: ClosingStack,
    wrongKeys: WrongKeys | undefined,
    sockets: readonly string[],
  ): Promise<readonly string[]>;
}

const anySettings = objectOf({
  METRICS_TOKEN: absentOr(anyText),
  METRICS_PORT: absentOr(anyNumber),
  METRICS_HOST: anyText,
  TRUST_TRACEPARENT: trueOrFalse,
});

/**
 * Opens the metrics of a server. Without METRICS_TOKEN and METRICS_PORT there are none, and `/metrics` is 404.
 *
 * @throws KernelError ARGUMENT_INVALID; KernelError OPTION_INVALID when other machines could read them without a token
 */
export function openMetrics(
  config: MetricsSettings,
  logger: HttpLogger,
  service: Pick<MetricsOptions, "service" | "version">,
): OpenedMetrics {
  anySettings("config", config);
  anyLogger("logger", logger);
  objectOf({ service: anyText, version: anyText })("service", service);
  const { METRICS_TOKEN: token, METRICS_PORT: port, METRICS_HOST: host } = config;
  if (port !== undefined && token === undefined && !isLoopback(host)) {
    throw new KernelError(
      "OPTION_INVALID",
      `METRICS_HOST=${host} lets other machines read the metrics: set METRICS_TOKEN (16 characters or more), or METRICS_HOST=127.0.0.1.`,
    );
  }
  const metrics =
    port === undefined && token === undefined
      ? undefined
      : createMetrics({
          ...service,
          onFault: (error, name) => logger.warn({ err: error, metric: name }, "metric not read"),
        });
  return {
    metrics,
    serverOptions: {
      trustTraceparent: config.TRUST_TRACEPARENT,
      ...(metrics === undefined ? {} : { metrics }),
    },
    routesFor: ({ wire }) =>
      metrics === undefined || port !== undefined ? [] : [metricsRoute(metrics, wire, token)],
    async listen(opened, wrongKeys, sockets) {
      const listeners = [...sockets];
      metrics?.gauge(LISTENERS, (set) => listeners.forEach((listener) => set({ listener }, 1)));
      if (metrics === undefined || port === undefined) return listeners;
      const http = createHttpServer({
        api: metricsApi,
        routes: [metricsRoute(metrics, metricsApi.wire, token)],
        logger,
        ...(wrongKeys === undefined ? {} : { wrongKeys }),
      });
      const { url } = await http.listen({ host, port });
      opened.push(() => http.close());
      logger.info({ url: `${url}/metrics` }, "metrics are served");
      listeners.push(...facingNetwork("metrics", host, url));
      return listeners;
    },
  };
}

const LISTENERS = {
  name: "bourse_network_listeners",
  help: "Sockets of this process that other machines can reach; the value is always 1.",
  labels: ["listener"],
} as const;

const metricsApi: Api = defineApi({
  id: "metrics",
  title: "Bourse metrics",
  version: "1",
  basePath: "",
  wire: detail,
  security: {},
  routes: {},
});

const definition = route("GET", "/metrics", { responses: { 200: z.unknown() } });

/** `GET /metrics` for whoever has `token`; without one for everybody who reaches it. */
function metricsRoute(metrics: Metrics, wire: WireFormat, token: string | undefined): BoundRoute {
  const isToken = token === undefined ? undefined : createApiKeyAuthenticator([token]);
  const run = async ({ headers }: Incoming) => {
    if (isToken !== undefined && !isToken(bearerOf(headers))) return problemReply(wire, refusal());
    return {
      status: 200,
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      body: await metrics.exposition(),
    };
  };
  return { key: "metrics", method: "GET", path: "/metrics", route: definition, run };
}

function bearerOf({ authorization }: Incoming["headers"]): string {
  return /^Bearer +(\S+)$/i.exec(String(authorization ?? ""))?.[1] ?? "";
}

function refusal(): Problem {
  return new Problem({
    code: "UNAUTHORIZED",
    status: 401,
    message: "metrics need the METRICS_TOKEN of this server as Authorization: Bearer",
    headers: { "www-authenticate": 'Bearer realm="metrics"' },
  });
}

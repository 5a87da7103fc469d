/** Options of a server, each with its default. */

import type { Api, BoundRoute } from "@bourse/contract";
import {
  anyFunction,
  anyText,
  listOf,
  objectOf,
  shapedOption,
  booleanOption,
  functionOption,
  integerOption,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  textOption,
  type Clock,
  type Ids,
  type OptionRule,
  type OptionRules,
} from "@bourse/kernel";

import type { WrongKeys } from "../access/wrong-keys.ts";
import { trustNobody, type TrustProxy } from "../caller/trust-proxy.ts";
import type { RequestLimiter } from "../guards/limit-check.ts";
import { silentLogger, type HttpLogger } from "../logging/http-logger.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { StartPage } from "../page/start-page.ts";
import type { Readiness } from "../probes/probe-rows.ts";
import type { SocketRoute } from "../sockets/socket-route.ts";
import type { Middleware } from "./middleware.ts";

/** Options of {@link createHttpServer}. */
export interface HttpServerOptions {
  /** The API served: its wire format spells the transport's own faults, its table gives the docs page. */
  readonly api: Api;
  /** The bound routes that `bindApi` returns for the API. */
  readonly routes: readonly BoundRoute[];
  /** Default: writes nothing. */
  readonly logger?: HttpLogger;
  /**
   * Handlers that run before every row, in this order: for every request that has passed the guards, also one whose
   * path no row has. A thrown Problem is answered as the API spells errors, anything else with a 500. Default: none.
   */
  readonly middleware?: readonly Middleware[];
  /** Decides whether `/readyz` answers 200, or which reason it gives. Default: always, until a drain begins. */
  readonly ready?: Readiness;
  /** WebSocket routes, beside those of the API. `@bourse/sockets` makes them. Default: none. */
  readonly sockets?: readonly SocketRoute[];
  /** Called once when a drain begins. Awaited up to the drain's deadline. */
  readonly onDrain?: () => void | Promise<void>;
  /**
   * The OpenAPI document, made at the first visit: served as `/openapi.json`, and readable on `/docs`. Its server
   * should be `/`, so that "Try it out" calls this one. Default: no docs.
   */
  readonly document?: () => object;
  /** The AsyncAPI document, made at the first visit: served as `/asyncapi.json`. Default: no such document. */
  readonly asyncDocument?: () => object;
  /**
   * Texts of a page that browsers get at `/`: what the service is, if it is ready, links to its docs and health, and a
   * first call, taken from `document`. Callers that do not prefer HTML get the same facts as JSON. Beside
   * `pageDirectory` browsers get that page, and only programs these facts. Default: no page; none without `document`.
   */
  readonly startPage?: StartPage;
  /**
   * The folder of a built web page: its `index.html` is served at `/`, the other files at their paths, under a policy
   * that runs the page's own scripts and no other. Default: no page.
   */
  readonly pageDirectory?: string;
  /**
   * Web origins that may call from a browser, such as `https://app.example`; `*` for all, `loopback` for pages that
   * this machine serves on any port. Default none: CORS is off.
   */
  readonly corsOrigins?: readonly string[];
  /**
   * Host names to answer for, beside localhost, 127.0.0.1 and [::1]. Default: only those when bound to a loopback
   * address (a guard against DNS rebinding), any name otherwise. A list is enforced on every address; `any` switches
   * the guard off.
   */
  readonly allowedHosts?: readonly string[] | "any";
  /**
   * Decides which proxies may name the caller in `X-Forwarded-For` and its scheme in `X-Forwarded-Proto`. Default:
   * none.
   */
  readonly trustProxy?: TrustProxy;
  /** Limits the requests of one caller (IPv6: one /64 network). Default: no limit. Probes and docs are exempt. */
  readonly limiter?: RequestLimiter;
  /**
   * Count of wrong keys: an answer 401 to a request with a key (`X-API-Key`, or `Authorization` of `/metrics`) is
   * counted by address, and is 429 past its limit. Default: nothing is counted.
   */
  readonly wrongKeys?: Pick<WrongKeys, "count">;
  /** Operation ids of routes that the limiter leaves alone, such as a health check. Default none. */
  readonly unlimitedRoutes?: readonly string[];
  /** Metrics that requests, connections and sockets are counted in. Default: nothing is counted. */
  readonly metrics?: Metrics;
  /**
   * True to continue the trace that a caller names in `traceparent`. False begins a trace of its own for each request,
   * linked to the caller's. Default false: only behind a proxy that removes the header of strangers may it be trusted.
   */
  readonly trustTraceparent?: boolean;
  /** Read and answer `X-Request-Id`. Default true. */
  readonly requestIds?: boolean;
  /** Send the constant security headers. Default true; false behind a gateway that sets its own. */
  readonly securityHeaders?: boolean;
  /** Milliseconds within which a request's headers must arrive, 1–600,000. Default 10,000. */
  readonly headersTimeoutMilliseconds?: number;
  /** Milliseconds within which a whole request must arrive, 1–3,600,000. Default 30,000. */
  readonly requestTimeoutMilliseconds?: number;
  /** Milliseconds an idle connection is kept open, 1–3,600,000. Default 65,000, a little over common load balancers. */
  readonly keepAliveTimeoutMilliseconds?: number;
  /** Connections at once, 1–1,000,000; more are closed unanswered. Default 10,000. */
  readonly maxConnections?: number;
  /** Bytes of a request's head, 1,024–1,048,576. Default 16,384. */
  readonly maxHeaderBytes?: number;
  /** Clock for durations and the drain. Default: the system clock. */
  readonly clock?: Clock;
  /** Makes request ids. Default: a random prefix and a count. */
  readonly ids?: Ids;
}

/** The options in force. */
export type ResolvedHttpServerOptions = Required<
  Omit<
    HttpServerOptions,
    | "asyncDocument"
    | "document"
    | "ids"
    | "limiter"
    | "metrics"
    | "pageDirectory"
    | "startPage"
    | "wrongKeys"
  >
> & {
  readonly startPage: StartPage | undefined;
  readonly pageDirectory: string | undefined;
  readonly document: (() => object) | undefined;
  readonly asyncDocument: (() => object) | undefined;
  readonly ids: Ids | undefined;
  readonly limiter: RequestLimiter | undefined;
  readonly wrongKeys: Pick<WrongKeys, "count"> | undefined;
  readonly metrics: Metrics | undefined;
};

/** @throws KernelError OPTION_INVALID */
export function resolveHttpServerOptions(options: HttpServerOptions): ResolvedHttpServerOptions {
  return resolveOptions<ResolvedHttpServerOptions>("createHttpServer", options, RULES);
}

const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === "string" && item !== "");

const isStartPage = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "firstCall" in value && "proof" in value;

const textList: OptionRule<readonly string[]> = {
  expected: "an array of texts",
  accepts: isTextList,
  absent: () => [],
};

const RULES: OptionRules<ResolvedHttpServerOptions> = {
  api: {
    expected: "an API made by defineApi",
    accepts: (value) => typeof value === "object" && value !== null && "wire" in value,
    absent: null,
  },
  routes: shapedOption(
    "the array that bindApi makes",
    listOf(objectOf({ key: anyText, method: anyText, path: anyText, run: anyFunction })),
  ),
  logger: portOption<HttpLogger>(["debug", "info", "warn", "error", "fatal"], {
    default: silentLogger,
  }),
  middleware: {
    expected: "an array of functions (request, response, next)",
    accepts: (value) =>
      Array.isArray(value) && value.every((item: unknown) => typeof item === "function"),
    absent: () => [],
  },
  sockets: {
    ...shapedOption<readonly SocketRoute[]>(
      "an array of socket routes, each with path and accept",
      listOf(objectOf({ path: anyText, accept: anyFunction })),
    ),
    absent: () => [],
  },
  ready: functionOption<Readiness>({ default: () => true }),
  onDrain: functionOption<() => void | Promise<void>>({ default: () => {} }),
  document: optional(functionOption<() => object>()),
  asyncDocument: optional(functionOption<() => object>()),
  startPage: optional({
    expected: "an object with the texts firstCall and proof",
    accepts: isStartPage,
    absent: null,
  }),
  pageDirectory: optional(textOption()),
  corsOrigins: textList,
  allowedHosts: {
    expected: 'an array of host names, or "any"',
    accepts: (value) => value === "any" || isTextList(value),
    absent: () => [],
  },
  trustProxy: functionOption<TrustProxy>({ default: trustNobody }),
  limiter: optional(portOption<RequestLimiter>(["take"])),
  wrongKeys: optional(portOption<Pick<WrongKeys, "count">>(["count"])),
  unlimitedRoutes: textList,
  metrics: optional(portOption<Metrics>(["counter", "histogram", "gauge"])),
  trustTraceparent: booleanOption({ default: false }),
  requestIds: booleanOption({ default: true }),
  securityHeaders: booleanOption({ default: true }),
  headersTimeoutMilliseconds: integerOption({ min: 1, max: 600_000, default: 10_000 }),
  requestTimeoutMilliseconds: integerOption({ min: 1, max: 3_600_000, default: 30_000 }),
  keepAliveTimeoutMilliseconds: integerOption({ min: 1, max: 3_600_000, default: 65_000 }),
  maxConnections: integerOption({ min: 1, max: 1_000_000, default: 10_000 }),
  maxHeaderBytes: integerOption({ min: 1024, max: 1_048_576, default: 16_384 }),
  clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  ids: optional(portOption<Ids>(["uuid"])),
};

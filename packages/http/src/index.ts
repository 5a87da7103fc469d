export * from "./environment.ts";
export {
  createApiKeyAuthenticator,
  type ApiKeyAuthenticator,
} from "./access/create-api-key-authenticator.ts";
export { createAuthServerKeys, type AuthServerKeysOptions } from "./access/auth-server-keys.ts";
export { authServerLog } from "./access/auth-server-log.ts";
export { createWrongKeys, type WrongKeys, type WrongKeysParts } from "./access/wrong-keys.ts";
export { clientAddress } from "./caller/client-address.ts";
export type { RequestLimiter } from "./guards/limit-check.ts";
export {
  createLogger,
  type LogFormat,
  type LoggerOptions,
  type LogLevel,
} from "./logging/create-logger.ts";
export { loginThrottleCounter } from "./metrics/login-throttles.ts";
export { watchMail, type FailedMail, type WatchedMail } from "./metrics/watch-mail.ts";
export { meterStore } from "./metrics/meter-store.ts";
export { createMetrics, type Metrics, type MetricsOptions } from "./metrics/metrics.ts";
export { openMetrics, type MetricsSettings, type OpenedMetrics } from "./run/open-metrics.ts";
export { builtPage } from "./page/page-rows.ts";
export type { StartPage } from "./page/start-page.ts";
export type { Readiness, ReadyWithWarnings } from "./probes/probe-rows.ts";
export { watchStore } from "./probes/watch-store.ts";
export type { ReadyMessage } from "./run/announce.ts";
export { runServer, type RunServerOptions } from "./run/run-server.ts";
export { runServerProgram, type ProgramInput } from "./run/run-server-program.ts";
export type { ServerProgram, ServerFinding } from "./run/server-program.ts";
export type { RunningServer } from "./run/running-server.ts";
export { createHttpServer, type HttpServer } from "./server/create-http-server.ts";
export { createMiddleware, type MiddlewareOptions } from "./server/create-middleware.ts";
export type { Middleware } from "./server/middleware.ts";
export type { DrainOptions, DrainResult } from "./server/drain.ts";
export type { HttpServerOptions } from "./server/http-server-options.ts";
export type { Handshake, SocketRoute, Upgrade } from "./sockets/socket-route.ts";
export { facingNetwork } from "./server/facing-network.ts";
export type { Listening, ListenOptions } from "./server/listen.ts";

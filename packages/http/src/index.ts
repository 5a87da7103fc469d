export {
  createApiKeyAuthenticator,
  type ApiKeyAuthenticator,
} from "./access/create-api-key-authenticator.ts";
export { commonEnvironment, type CommonEnvironment } from "./environment/common-environment.ts";
export { describeEnvironment } from "./environment/describe-environment.ts";
export {
  loginEnvironment,
  loginSettingsOf,
  type LoginEnvironment,
  type LoginSettings,
} from "./environment/login-environment.ts";
export {
  readEnvironment,
  type BadVariable,
  type EnvironmentOf,
  type EnvironmentShape,
} from "./environment/read-environment.ts";
export {
  booleanVariable,
  choiceVariable,
  integerVariable,
  listVariable,
  optionalTextVariable,
  parsedVariable,
  portVariable,
  secret,
  textVariable,
  trustProxyVariable,
  type Variable,
} from "./environment/variables.ts";
export { HttpError, type HttpErrorCode } from "./errors.ts";
export { clientAddress } from "./guards/client-address.ts";
export { isLoopback } from "./guards/host-guard.ts";
export { parseTrustProxy, trustNobody, type TrustProxy } from "./guards/trust-proxy.ts";
export { createLogger, type LoggerOptions, type LogLevel } from "./logging/create-logger.ts";
export { silentLogger, type HttpLogger } from "./logging/http-logger.ts";
export type { StartPage } from "./page/start-page.ts";
export type { Readiness } from "./probes/probe-rows.ts";
export { watchStore } from "./probes/watch-store.ts";
export { answerUsage } from "./run/answer-usage.ts";
export { createClosingStack, type ClosingStack } from "./run/closing-stack.ts";
export type { ReadyMessage } from "./run/announce.ts";
export { runServer, type RunServerOptions } from "./run/run-server.ts";
export { verifyAudit } from "./run/verify-audit.ts";
export type { RunningServer } from "./run/running-server.ts";
export { createHttpServer, type HttpServer } from "./server/create-http-server.ts";
export { createMiddleware, type MiddlewareOptions } from "./server/create-middleware.ts";
export type { Middleware } from "./server/middleware.ts";
export type { DrainOptions, DrainResult } from "./server/drain.ts";
export type { HttpServerOptions, RequestLimiter } from "./server/http-server-options.ts";
export type { Handshake, SocketRoute, Upgrade } from "./sockets/socket-route.ts";
export type { Listening, ListenOptions } from "./server/listen.ts";

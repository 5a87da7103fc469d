/** Settings out of environment variables, without the server: for commands, which load this much sooner. */

export {
  authServerEnvironment,
  type AuthServerEnvironment,
} from "./environment/auth-server-environment.ts";
export { checkStart } from "./environment/check-start.ts";
export { cookieEnvironment, type CookieEnvironment } from "./environment/cookie-environment.ts";
export { commonEnvironment, type CommonEnvironment } from "./environment/common-environment.ts";
export { describeEnvironment } from "./environment/describe-environment.ts";
export { takeEnvFiles, type EnvFileArguments } from "./environment/env-files.ts";
export {
  loginEnvironment,
  loginSettingsOf,
  type LoginEnvironment,
  type LoginSettings,
} from "./environment/login-environment.ts";
export {
  checkMailSettings,
  keepsMailsInFile,
  mailFileOf,
  mailEnvironment,
  type MailEnvironment,
  type MailSettings,
} from "./environment/mail-environment.ts";
export {
  checkProviders,
  openIdEnvironment,
  type OpenIdEnvironment,
} from "./environment/openid-environment.ts";
export { webhookEnvironment, type WebhookEnvironment } from "./environment/webhook-environment.ts";
export {
  operationsEnvironment,
  type OperationsEnvironment,
} from "./environment/operations-environment.ts";
export {
  readEnvironment,
  type BadVariable,
  type EnvironmentOf,
  type EnvironmentShape,
} from "./environment/read-environment.ts";
export { checkSecrets, keyVariable, underSecretRule } from "./environment/secret-strength.ts";
export {
  booleanVariable,
  choiceVariable,
  integerVariable,
  listVariable,
  optionalIntegerVariable,
  optionalTextVariable,
  parsedVariable,
  portVariable,
  secret,
  textVariable,
  trustProxyVariable,
  type Variable,
} from "./environment/variables.ts";
export { unknownSentences, type ReadVariables } from "./environment/unknown-sentences.ts";
export { HttpError, type HttpErrorCode } from "./errors.ts";
export { isLoopback } from "@bourse/kernel";
export { parseTrustProxy, trustNobody, type TrustProxy } from "./caller/trust-proxy.ts";
export { silentLogger, type HttpLogger } from "./logging/http-logger.ts";
export { urlOf, type ServiceAddress } from "./server/service-address.ts";

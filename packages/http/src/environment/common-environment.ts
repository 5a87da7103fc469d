/** The variables that every server reads. */

import type { TrustProxy } from "../caller/trust-proxy.ts";
import type { LogLevel } from "../logging/create-logger.ts";
import { operationsEnvironment, type OperationsEnvironment } from "./operations-environment.ts";
import { isKey, underSecretRule } from "./secret-strength.ts";
import {
  choiceVariable,
  integerVariable,
  listVariable,
  logLevelVariable,
  optionalTextVariable,
  secret,
  textVariable,
  trustProxyVariable,
  type Variable,
} from "./variables.ts";

/** Spread into a server's own shape; the port has a name of its own in each server. */
export interface CommonEnvironment extends OperationsEnvironment {
  /** The address to listen on. Default `127.0.0.1`: this machine only. */
  readonly HOST: Variable<string>;
  /** Folder for files that no other variable places. Default `./data`. */
  readonly DATA_DIR: Variable<string>;
  /** The store of every server that has no variable of its own, such as BACKTEST_STORE_URL. */
  readonly STORE_URL: Variable<string | undefined>;
  /** Connections of a process to a PostgreSQL store, 2–1000, default 10, besides one that hears of changes. */
  readonly POOL_SIZE: Variable<number>;
  /** The service bus. Default: inside the process. */
  readonly BUS_URL: Variable<string | undefined>;
  /** A comma list of keys, 16 characters or more each; without any the API asks for none. Secret. */
  readonly API_KEYS: Variable<readonly string[]>;
  /** A count of proxies, or a comma list of networks. Default: none. */
  readonly TRUST_PROXY: Variable<TrustProxy>;
  /**
   * Lowest level that is logged, in any case: `trace`, `debug`, `info`, `warn`, `error`, `fatal`, `silent`. Default
   * `info`.
   */
  readonly LOG_LEVEL: Variable<LogLevel>;
  /** Default `development`; `production` never answers with simulated data and the like. */
  readonly NODE_ENV: Variable<"development" | "production" | "test">;
  /** A comma list of web origins, or `*`. Default: CORS is off. */
  readonly CORS_ORIGINS: Variable<readonly string[]>;
  /** A comma list of host names to answer for, beside this machine's own. */
  readonly ALLOWED_HOSTS: Variable<readonly string[]>;
}

/** The environment variables that every server reads, with their defaults and bounds. */
export const commonEnvironment: CommonEnvironment = {
  HOST: textVariable("127.0.0.1"),
  DATA_DIR: textVariable("./data"),
  STORE_URL: secretUrl(),
  POOL_SIZE: integerVariable({ min: 2, max: 1000, default: 10 }),
  BUS_URL: secretUrl(),
  API_KEYS: underSecretRule(
    secret(listVariable("a comma list of keys of 16 to 512 characters each", isKey)),
  ),
  TRUST_PROXY: trustProxyVariable(),
  LOG_LEVEL: logLevelVariable(),
  NODE_ENV: choiceVariable(["development", "production", "test"], "development"),
  CORS_ORIGINS: listVariable("a comma list of origins such as https://app.example, or *", isOrigin),
  ...operationsEnvironment,
  ALLOWED_HOSTS: listVariable(
    "a comma list of host names without port",
    (item) => !/[:/\s]/.test(item),
  ),
};

/** A URL may hold a password. */
function secretUrl(): Variable<string | undefined> {
  return secret(optionalTextVariable());
}

function isOrigin(text: string): boolean {
  if (text === "*") return true;
  return URL.canParse(text) && new URL(text).origin === text;
}

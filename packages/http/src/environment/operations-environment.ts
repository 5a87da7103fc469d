/** The variables of logs, metrics and traces, which every server reads. */

import type { LogFormat } from "../logging/create-logger.ts";
import { keyVariable } from "./secret-strength.ts";
import {
  booleanVariable,
  choiceVariable,
  optionalPortVariable,
  textVariable,
  type Variable,
} from "./variables.ts";

/** Spread into the shape of every server. */
export interface OperationsEnvironment {
  /** Default `auto`: lines for people on a terminal, JSON elsewhere. `json` or `pretty` decides it. */
  readonly LOG_FORMAT: Variable<LogFormat>;
  /** Token of `GET /metrics` as `Authorization: Bearer`, 16 to 512 characters. Default: none. Secret. */
  readonly METRICS_TOKEN: Variable<string | undefined>;
  /** Port on which `/metrics` alone is served; 0 takes a free one. Default: none. */
  readonly METRICS_PORT: Variable<number | undefined>;
  /** Address of that port. Default `127.0.0.1`; any but a loopback address needs METRICS_TOKEN. */
  readonly METRICS_HOST: Variable<string>;
  /** True to continue the traces that callers name in `traceparent`. Default false: they are linked only. */
  readonly TRUST_TRACEPARENT: Variable<boolean>;
}

/** The environment variables of logs, metrics and traces, with their defaults and bounds. */
export const operationsEnvironment: OperationsEnvironment = {
  LOG_FORMAT: choiceVariable(["auto", "json", "pretty"], "auto"),
  METRICS_TOKEN: keyVariable(),
  METRICS_PORT: optionalPortVariable(),
  METRICS_HOST: textVariable("127.0.0.1"),
  TRUST_TRACEPARENT: booleanVariable(false),
};

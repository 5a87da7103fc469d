/** Every route of `@bourse/contract/backtest`, implemented over the service. */

import { bindApi, type BindOptions, type BoundRoute, type Handlers } from "@bourse/contract";
import { backtestApi, type BacktestApi } from "@bourse/contract/backtest";
import { absentOr, checkArguments, didYouMean, objectOf } from "@bourse/kernel";
import type { BacktestService } from "@bourse/trading-core";

import { audited } from "../audit/audited.ts";
import { backtestService, columnarWriters, maybeFunction } from "../check-bound.ts";
import { soundHealth, type HealthFault } from "../health/refuse-unhealthy.ts";
import { auditHandlers, backtestAuditCaller, backtestAuditRules } from "./audit.ts";
import { dataHandlers } from "./data-handlers.ts";
import { executionHandlers } from "./execution-handlers.ts";
import { jobHandlers } from "./job-handlers.ts";
import type { ColumnarWriters } from "./job-table.ts";
import { killSwitchHandlers } from "./kill-switch-handlers.ts";
import { researchHandlers } from "./research-handlers.ts";
import { sessionHandlers } from "./session-handlers.ts";
import { strategyHandlers } from "./strategy-handlers.ts";
import { systemHandlers } from "./system-handlers.ts";
import { translateBacktestError } from "./translate.ts";
import { webhookHandlers } from "./webhook-handlers.ts";

/** One handler a route, for `bindApi` or `fetchHandler`; give them {@link translateBacktestError} too. */
export function createBacktestHandlers(
  service: BacktestService,
  fault: HealthFault = soundHealth,
  columnar?: ColumnarWriters,
): Handlers<BacktestApi["routes"], unknown> {
  const rules = {
    service: backtestService,
    fault: maybeFunction,
    columnar: absentOr(columnarWriters),
  };
  checkArguments("createBacktestHandlers", rules, [service, fault, columnar]);
  const handlers: Handlers<BacktestApi["routes"], unknown> = {
    ...systemHandlers(service, fault),
    ...jobHandlers(service),
    ...researchHandlers(service, columnar),
    ...dataHandlers(service),
    ...strategyHandlers(service),
    ...executionHandlers(service),
    ...killSwitchHandlers(service),
    ...sessionHandlers(service),
    ...auditHandlers(service),
    ...webhookHandlers(service),
  };
  return audited(handlers, backtestAuditRules, {
    trail: service.trail,
    callerOf: backtestAuditCaller,
    translate: translateBacktestError,
  });
}

/** Options of {@link bindBacktestApi}. */
export interface BindBacktestOptions extends Omit<BindOptions<unknown>, "translate" | "nameHint"> {
  /**
   * Resolves to the reason, in one sentence, while the service is out of order: GET /health answers 503 with it. It
   * resolves to null otherwise. `checkStore` of the kernel makes one. Default: always null.
   */
  readonly fault?: HealthFault;
  /**
   * Writers of tables as Arrow and Parquet, such as `toArrow` and `toParquet` of `@bourse/candles-columnar`. Default:
   * none; a call that asks for such a file is refused.
   */
  readonly columnar?: ColumnarWriters;
}

/**
 * The routes of the backtest API over a core, ready for `createHttpServer`, `serveFetch` or a mock.
 *
 * @throws KernelError ARGUMENT_INVALID; ContractError ARGUMENT_INVALID for the options of `bindApi`
 */
export function bindBacktestApi(
  service: BacktestService,
  options: BindBacktestOptions = {},
): readonly BoundRoute[] {
  const allowed = objectOf({ fault: maybeFunction, columnar: absentOr(columnarWriters) });
  const rules = { service: backtestService, options: allowed };
  checkArguments("bindBacktestApi", rules, [service, options]);
  const { fault, columnar, ...bind } = options;
  return bindApi(backtestApi, createBacktestHandlers(service, fault, columnar), {
    ...bind,
    translate: translateBacktestError,
    nameHint: didYouMean,
  });
}

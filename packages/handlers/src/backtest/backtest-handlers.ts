/** Every route of `@bourse/contract/backtest`, implemented over the service. */

import { bindApi, type BindOptions, type BoundRoute, type Handlers } from "@bourse/contract";
import { backtestApi, type BacktestApi } from "@bourse/contract/backtest";
import { checkArguments, didYouMean, objectOf } from "@bourse/kernel";
import type { BacktestService } from "@bourse/trading-core";

import { audited } from "../audit/audited.ts";
import { backtestService, maybeFunction } from "../check-bound.ts";
import { soundHealth, type HealthFault } from "../health/refuse-unhealthy.ts";
import { auditHandlers, backtestAuditCaller, backtestAuditRules } from "./audit.ts";
import { dataHandlers } from "./data-handlers.ts";
import { executionHandlers } from "./execution-handlers.ts";
import { jobHandlers } from "./job-handlers.ts";
import { researchHandlers } from "./research-handlers.ts";
import { strategyHandlers } from "./strategy-handlers.ts";
import { systemHandlers } from "./system-handlers.ts";
import { translateBacktestError } from "./translate.ts";

/** One handler a route, for `bindApi` or `fetchHandler`; give them {@link translateBacktestError} too. */
export function createBacktestHandlers(
  service: BacktestService,
  fault: HealthFault = soundHealth,
): Handlers<BacktestApi["routes"], unknown> {
  const rules = { service: backtestService, fault: maybeFunction };
  checkArguments("createBacktestHandlers", rules, [service, fault]);
  const handlers: Handlers<BacktestApi["routes"], unknown> = {
    ...systemHandlers(service, fault),
    ...jobHandlers(service),
    ...researchHandlers(service),
    ...dataHandlers(service),
    ...strategyHandlers(service),
    ...executionHandlers(service),
    ...auditHandlers(service),
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
  const rules = { service: backtestService, options: objectOf({ fault: maybeFunction }) };
  checkArguments("bindBacktestApi", rules, [service, options]);
  const { fault, ...bind } = options;
  return bindApi(backtestApi, createBacktestHandlers(service, fault), {
    ...bind,
    translate: translateBacktestError,
    nameHint: didYouMean,
  });
}

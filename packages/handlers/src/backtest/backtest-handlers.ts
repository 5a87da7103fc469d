/** Every route of `@bourse/contract/backtest`, implemented over the service. */

import type { BacktestService } from "@bourse/backtest-engine/service";
import { bindApi, type BindOptions, type BoundRoute, type Handlers } from "@bourse/contract";
import { backtestApi, type BacktestApi } from "@bourse/contract/backtest";
import { didYouMean } from "@bourse/kernel";

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
): Handlers<BacktestApi["routes"], unknown> {
  return {
    ...systemHandlers(service),
    ...jobHandlers(service),
    ...researchHandlers(service),
    ...dataHandlers(service),
    ...strategyHandlers(service),
    ...executionHandlers(service),
  };
}

/** The routes of the backtest API over a core, ready for `createHttpServer`, `serveFetch` or a mock. */
export function bindBacktestApi(
  service: BacktestService,
  options: Omit<BindOptions<unknown>, "translate" | "nameHint"> = {},
): readonly BoundRoute[] {
  return bindApi(backtestApi, createBacktestHandlers(service), {
    ...options,
    translate: translateBacktestError,
    nameHint: didYouMean,
  });
}

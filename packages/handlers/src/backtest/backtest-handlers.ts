/** Every route of `@bourse/contract/backtest`, implemented over the core. */

import { bindApi, type BindOptions, type BoundRoute, type Handlers } from "@bourse/contract";
import { backtestApi, type BacktestApi } from "@bourse/contract/backtest";

import type { BacktestCore } from "./backtest-core.ts";
import { dataHandlers } from "./data-handlers.ts";
import { executionHandlers } from "./execution-handlers.ts";
import { jobHandlers } from "./job-handlers.ts";
import { researchHandlers } from "./research-handlers.ts";
import { strategyHandlers } from "./strategy-handlers.ts";
import { systemHandlers } from "./system-handlers.ts";
import { translateBacktestError } from "./translate.ts";

/** One handler a route, for `bindApi` or `fetchHandler`; give them {@link translateBacktestError} too. */
export function createBacktestHandlers(
  core: BacktestCore,
): Handlers<BacktestApi["routes"], unknown> {
  return {
    ...systemHandlers(core),
    ...jobHandlers(core),
    ...researchHandlers(core),
    ...dataHandlers(core),
    ...strategyHandlers(core),
    ...executionHandlers(core),
  };
}

/** The routes of the backtest API over a core, ready for `createHttpServer`, `serveFetch` or a mock. */
export function bindBacktestApi(
  core: BacktestCore,
  options: Omit<BindOptions<unknown>, "translate"> = {},
): readonly BoundRoute[] {
  return bindApi(backtestApi, createBacktestHandlers(core), {
    ...options,
    translate: translateBacktestError,
  });
}

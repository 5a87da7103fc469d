/**
 * The wire facts of the backtest API, framework-neutral.
 *
 * One suite for every implementation: the mock, the fetch handler, the server, and servers of others.
 */

import { functionOption, resolveOptions } from "@bourse/kernel";

import type { Case } from "../http/case.ts";
import { wireTo, type ConformanceTarget } from "../http/wire.ts";
import { checkExcept, SERVICE_OPTIONS } from "../suite-options.ts";
import { backtestCases } from "./backtest-cases.ts";
import { dataCases } from "./data-cases.ts";
import { executionCases } from "./execution-cases.ts";
import { jobCases } from "./job-cases.ts";
import { jobSearchCases } from "./job-search-cases.ts";
import { killSwitchCases } from "./kill-switch-cases.ts";
import { pagingCases } from "./paging-cases.ts";
import { researchCases } from "./research-cases.ts";
import { routingCases } from "./routing-cases.ts";
import { sessionCases } from "./session-cases.ts";
import { sourceCases } from "./source-cases.ts";
import { strategyCases } from "./strategy-cases.ts";
import { systemCases } from "./system-cases.ts";
import { tableCases } from "./table-cases.ts";
import { webhookCases } from "./webhook-cases.ts";

/** Options of {@link backtestConformance}. */
export interface BacktestConformanceOptions {
  /** Registers a test, as the `test` of Vitest, node:test and others does. */
  readonly test: (name: string, run: () => Promise<void>, timeoutMilliseconds: number) => unknown;
  /** The service under test; called in each test, so that it may be started before them. */
  readonly target: () => ConformanceTarget;
  /** Cases to leave out, by name, each with the reason why the service cannot pass it. Default: none. */
  readonly except?: Readonly<Record<string, string>>;
  /** Called with each case that is left out, and the reason. Default: no-op. */
  readonly onSkip?: (name: string, reason: string) => unknown;
}

const CASES: readonly Case[] = [
  ...systemCases,
  ...backtestCases,
  ...jobCases,
  ...jobSearchCases,
  ...dataCases,
  ...strategyCases,
  ...researchCases,
  ...tableCases,
  ...executionCases,
  ...killSwitchCases,
  ...sessionCases,
  ...sourceCases,
  ...webhookCases,
  ...pagingCases,
  ...routingCases,
];

/**
 * Registers the suite. The service needs a worker, and candles for BTCUSDT; it may hold jobs already. It is left
 * with more jobs, orders and stopped sessions, an empty cache and an imported series.
 *
 * @throws KernelError OPTION_INVALID, also when `except` names a case that does not exist
 */
export function backtestConformance(options: BacktestConformanceOptions): void {
  const owner = "backtestConformance";
  const { test, target, except, onSkip } = resolveOptions(owner, options, {
    ...SERVICE_OPTIONS,
    target: functionOption<() => ConformanceTarget>(),
  });
  checkExcept(
    owner,
    except,
    CASES.map(({ name }) => name),
  );
  for (const { name, run } of CASES) {
    const reason = except[name];
    if (reason === undefined) test(name, () => run(wireTo(target())), 60_000);
    else onSkip?.(name, reason);
  }
}

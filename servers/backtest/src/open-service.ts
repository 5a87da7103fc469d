/** The service with the parts that this process has, by its settings. */

import type { ClosingStack, Instruments, Logger, Store } from "@bourse/kernel";
import type { BacktestService } from "@bourse/trading-core";
import {
  openServiceClock,
  openServiceProcess,
  type ServiceParts,
} from "@bourse/trading-core/process";

import type { BacktestEnvironment } from "./environment.ts";
import { openExecution } from "./execution.ts";
import { modeOfFile } from "./kill-switch.ts";
import { openMarketData, sourceNames } from "./market-data.ts";
import { openBus } from "./open-bus.ts";
import { riskRules } from "./risk-limits.ts";
import { strategyOptions } from "./strategies.ts";
import { version } from "./version.ts";
import { openWebhooks } from "./webhooks.ts";

/** Limits of orders, and the terms of the kill switch. */
function guardOf(config: BacktestEnvironment) {
  const { KILL_SWITCH_RELEASE: release, KILL_SWITCH_FILE: path } = config;
  return {
    limits: riskRules(config),
    release,
    ...(path !== undefined && { isHeld: async () => (await modeOfFile(path)) !== undefined }),
  };
}

/** Opens the bus, the parts and the service over them; what it opened is closed with `opened`. */
export async function openService(
  config: BacktestEnvironment,
  parts: ServiceParts,
  logger: Logger,
  opened: ClosingStack,
  store: Store,
  metrics?: Instruments,
): Promise<BacktestService> {
  const clock = await openServiceClock(parts.isShared, store, opened);
  const bus = await openBus(config, { logger, store, metrics, clock });
  opened.push(() => bus.close());
  const webhooks = await openWebhooks(config, parts, opened, logger, metrics);
  const warn = (message: string): void => logger.warn({}, message);
  const { EXECUTION_PROVIDER: provider, CCXT_EXCHANGE } = config;
  return openServiceProcess(
    {
      parts,
      store,
      bus,
      clock,
      logger,
      webhooks,
      guard: guardOf(config),
      openMarketData: () => openMarketData(config, warn),
      sources: sourceNames(config),
      openExecution: () => openExecution(config, warn),
      executionName: (provider === "ccxt" && CCXT_EXCHANGE) || provider,
      strategies: strategyOptions(config),
      workers: config.WORKERS,
      priceMaxAgeSeconds: config.PRICE_MAX_AGE_SECONDS,
      keepFinishedDays: config.KEEP_JOBS_DAYS,
      identity: {
        name: config.APP_NAME,
        environment: config.ENVIRONMENT ?? config.NODE_ENV,
        version,
      },
      quotas: {
        maxJobs: config.MAX_JOBS,
        maxUnfinishedJobs: config.MAX_UNFINISHED_JOBS,
        maxJobsPerOwner: config.JOBS_PER_KEY,
        maxUnfinishedJobsPerOwner: config.UNFINISHED_JOBS_PER_KEY,
      },
      sessions: {
        maxSessions: config.MAX_SESSIONS,
        maxOwnerSessions: config.SESSIONS_PER_KEY,
        keepDecisionsDays: config.KEEP_DECISIONS_DAYS,
      },
    },
    opened,
  );
}

/** Health and job statistics. */

import type { BacktestService } from "@bourse/backtest-engine/service";
import type { Handlers } from "@bourse/contract";
import type { BacktestApi } from "@bourse/contract/backtest";

type Routes = Pick<BacktestApi["routes"], "health" | "jobStats">;

export function systemHandlers(service: BacktestService): Handlers<Routes, unknown> {
  return {
    health: async () => ({
      service: service.identity.name,
      environment: service.identity.environment,
      status: "ok",
      version: service.identity.version,
      stats: await service.jobs.stats(),
    }),
    jobStats: () => service.jobs.stats(),
  };
}

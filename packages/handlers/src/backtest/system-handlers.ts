/** Health and job statistics. */

import type { Handlers } from "@bourse/contract";
import type { BacktestApi } from "@bourse/contract/backtest";

import type { BacktestCore } from "./backtest-core.ts";

type Routes = Pick<BacktestApi["routes"], "health" | "jobStats">;

export function systemHandlers(core: BacktestCore): Handlers<Routes, unknown> {
  return {
    health: async () => ({
      service: core.service.name,
      environment: core.service.environment,
      status: "ok",
      version: core.service.version,
      stats: await core.jobs.stats(),
    }),
    jobStats: () => core.jobs.stats(),
  };
}

/** Health and job statistics. */

import type { Handlers } from "@bourse/contract";
import type { BacktestApi } from "@bourse/contract/backtest";
import type { BacktestService } from "@bourse/trading-core";

import { refuseUnhealthy, type HealthFault } from "../health/refuse-unhealthy.ts";

type Routes = Pick<BacktestApi["routes"], "health" | "jobStats">;

export function systemHandlers(
  service: BacktestService,
  fault: HealthFault,
): Handlers<Routes, unknown> {
  return {
    health: async () => {
      await refuseUnhealthy(fault);
      const { state } = await service.killSwitch.read();
      return {
        service: service.identity.name,
        environment: service.identity.environment,
        status: "ok",
        version: service.identity.version,
        stats: await service.jobs.stats(),
        ...(state !== "off" && { kill_switch: state }),
      };
    },
    jobStats: () => service.jobs.stats(),
  };
}

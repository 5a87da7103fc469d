/** The bus of the service: on a NATS server, or inside of the process. */

import type { Bus } from "@bourse/kernel";
import { openServiceBus, type ServiceBusOptions } from "@bourse/trading-core/process";

import { isBusProtected } from "./check-bus.ts";
import type { BacktestEnvironment } from "./environment.ts";
import { loadNats } from "./load-nats.ts";

/** Settings that name the bus. */
type BusSettings = Pick<
  BacktestEnvironment,
  | "BUS_URL"
  | "BUS_CREDENTIALS_FILE"
  | "BUS_CA_FILE"
  | "BUS_NAMESPACE"
  | "ROLE"
  | "MAX_UNFINISHED_JOBS"
  | "NODE_ENV"
  | "EXECUTION_ALLOW_LIVE"
>;

/** Address of the bus between processes; undefined when the bus is inside of this one. */
export function sharedBusUrl({ BUS_URL: url }: Pick<BusSettings, "BUS_URL">): string | undefined {
  return url === "memory:" ? undefined : url;
}

/**
 * Opens the bus; a NATS server that is away is tried again for ever.
 *
 * @throws KernelError OPTION_INVALID for files of credentials or certificates that cannot be read or used, and when the
 * package of the NATS bus is not installed
 */
export function openBus(
  config: BusSettings,
  parts: Pick<ServiceBusOptions, "logger" | "store" | "metrics">,
): Promise<Bus> {
  return openServiceBus({
    ...parts,
    url: sharedBusUrl(config),
    credentialsFile: config.BUS_CREDENTIALS_FILE,
    caFile: config.BUS_CA_FILE,
    settings: { credentialsFile: "BUS_CREDENTIALS_FILE", caFile: "BUS_CA_FILE" },
    isLoginRequired: isBusProtected(config),
    namespace: config.BUS_NAMESPACE,
    clientName: `bourse-backtest ${config.ROLE}`,
    maxUnfinishedJobs: config.MAX_UNFINISHED_JOBS,
    openShared: async (options) => (await loadNats()).openNatsBus(options),
  });
}

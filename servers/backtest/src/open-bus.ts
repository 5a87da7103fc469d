/** The bus of the service: on a NATS server, or inside of the process. */

import type { Bus } from "@bourse/kernel";
import { openServiceBus, type ServiceBusOptions } from "@bourse/trading-core/process";

import { busKeysOf } from "./bus-keys.ts";
import { isBusProtected } from "./check-bus.ts";
import type { BacktestEnvironment } from "./environment.ts";
import { loadNats } from "./load-nats.ts";

/** Settings that name the bus. */
type BusSettings = Pick<
  BacktestEnvironment,
  | "BUS_URL"
  | "BUS_CREDENTIALS_FILE"
  | "BUS_CA_FILE"
  | "BUS_KEY"
  | "BUS_KEY_FILE"
  | "BUS_ACCEPT_UNSIGNED"
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
 * Opens the bus; a NATS server that is away is tried again for ever. Without a store and a key of the settings it signs
 * nothing, which is enough to look at its letters.
 *
 * @throws KernelError OPTION_INVALID for files of credentials, certificates or keys that cannot be read or used, and
 * when the package of the NATS bus is not installed; StoreError when the key cannot be read
 */
export async function openBus(
  config: BusSettings,
  parts: Pick<ServiceBusOptions, "logger" | "store" | "metrics" | "clock">,
): Promise<Bus> {
  return await openServiceBus({
    ...busOptions(config),
    ...parts,
    keys: await busKeysOf(config),
    openShared: async (options) => (await loadNats()).openNatsBus(options),
  });
}

/** The options of the bus that the settings name one by one. */
export function busOptions(config: BusSettings) {
  return {
    url: sharedBusUrl(config),
    credentialsFile: config.BUS_CREDENTIALS_FILE,
    caFile: config.BUS_CA_FILE,
    settings: { credentialsFile: "BUS_CREDENTIALS_FILE", caFile: "BUS_CA_FILE" },
    isLoginRequired: isBusProtected(config),
    acceptsUnsigned: config.BUS_ACCEPT_UNSIGNED === "yes",
    namespace: config.BUS_NAMESPACE,
    clientName: `bourse-backtest ${config.ROLE}`,
    maxUnfinishedJobs: config.MAX_UNFINISHED_JOBS,
  } as const satisfies Partial<ServiceBusOptions>;
}

/** The bus of the service: on a NATS server, or inside of the process. */

import { openNatsBus } from "@bourse/bus-nats";
import type { HttpLogger } from "@bourse/http";
import { createInProcessBus, type Bus, type BusFault, type DeadLetterStore } from "@bourse/kernel";

import type { BacktestEnvironment } from "./environment.ts";

/** Settings that name the bus. */
type BusSettings = Pick<
  BacktestEnvironment,
  "BUS_URL" | "BUS_NAMESPACE" | "ROLE" | "MAX_UNFINISHED_JOBS"
>;

/** Address of the bus between processes; undefined when the bus is inside of this one. */
export function sharedBusUrl({ BUS_URL: url }: Pick<BusSettings, "BUS_URL">): string | undefined {
  return url === "memory:" ? undefined : url;
}

/**
 * Opens the bus; a NATS server that is away is tried again for ever. A bus inside of the process keeps its dead letters
 * in `store`, if there is one.
 */
export async function openBus(
  config: BusSettings,
  logger: HttpLogger,
  store?: DeadLetterStore,
): Promise<Bus> {
  const onFault = (fault: BusFault): void => {
    if (fault.where === "consumer" || fault.where === "listener") {
      logger.debug({ fault }, "bus message was not delivered");
    } else {
      logger.warn({ where: fault.where, name: fault.name, err: fault.error }, "fault of the bus");
    }
  };
  const url = sharedBusUrl(config);
  if (url === undefined) {
    return createInProcessBus({
      onFault,
      ...(store !== undefined && { deadLetterStore: store }),
    });
  }
  return await openNatsBus({
    url,
    namespace: config.BUS_NAMESPACE,
    clientName: `bourse-backtest ${config.ROLE}`,
    // Room for every unfinished job, so that a full queue is the quota's affair.
    maxWaiting: Math.min(1_000_000, config.MAX_UNFINISHED_JOBS + 1000),
    onFault,
  });
}

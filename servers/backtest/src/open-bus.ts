/** The bus of the service: on a NATS server, or inside of the process. */

import { readFile } from "node:fs/promises";

import {
  createInProcessBus,
  KernelError,
  logBusFaults,
  type Bus,
  type DeadLetterStore,
  type Instruments,
  type Logger,
} from "@bourse/kernel";

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

/** Parts of the process that the bus works with. */
export interface BusParts {
  readonly logger: Logger;
  /** Store that keeps the dead letters of a bus inside of the process. Default: they end with the process. */
  readonly store?: DeadLetterStore | undefined;
  /** Metrics that count what could not be read. Default: none. */
  readonly metrics?: Instruments | undefined;
}

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
export async function openBus(
  config: BusSettings,
  { logger, store, metrics }: BusParts,
): Promise<Bus> {
  const onFault = logBusFaults(logger, metrics);
  const url = sharedBusUrl(config);
  if (url === undefined) {
    return createInProcessBus({
      onFault,
      ...(store !== undefined && { deadLetterStore: store }),
    });
  }
  const credentials = await contentOf("BUS_CREDENTIALS_FILE", config.BUS_CREDENTIALS_FILE);
  const ca = await contentOf("BUS_CA_FILE", config.BUS_CA_FILE);
  const { openNatsBus } = await loadNats();
  return await openNatsBus({
    url,
    ...(credentials !== undefined && { credentials }),
    ...(ca !== undefined && { ca }),
    isLoginRequired: isBusProtected(config),
    namespace: config.BUS_NAMESPACE,
    clientName: `bourse-backtest ${config.ROLE}`,
    // Room for every unfinished job, so that a full queue is the quota's affair.
    maxWaiting: Math.min(1_000_000, config.MAX_UNFINISHED_JOBS + 1000),
    onFault,
  });
}

async function contentOf(variable: string, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new KernelError(
      "OPTION_INVALID",
      `${variable}=${path} cannot be read (${code ?? "unknown error"}): set it to a file that this user may read.`,
      { cause: error, details: { option: variable } },
    );
  }
}

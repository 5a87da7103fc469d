/** The parts of the service, and which of them this process is. */

import { KernelError } from "@bourse/kernel";
import type { JobType } from "@bourse/trading-core";

import type { BacktestEnvironment } from "./environment.ts";
import { sharedBusUrl } from "./open-bus.ts";
import { storeUrl } from "./store-url.ts";

/** The parts that a process has. */
export interface Parts {
  /** Answers the interface and the sockets, and submits scheduled jobs. */
  readonly api: boolean;
  /** Runs simulations, and computes the live signals of jobs. */
  readonly worker: boolean;
  /** Has the exchanges, the cache and the imports. */
  readonly data: boolean;
  /** Writes to the account, when no other process does. */
  readonly execution: boolean;
  /** Shares its store and bus with other processes. */
  readonly isShared: boolean;
}

type Settings = Pick<
  BacktestEnvironment,
  "ROLE" | "BUS_URL" | "BACKTEST_STORE_URL" | "STORE_URL" | "DATA_DIR"
>;

/**
 * The parts by ROLE.
 *
 * @throws KernelError OPTION_INVALID for one part without a bus and a store that processes can share
 */
export function partsOf(config: Settings): Parts {
  const { ROLE: role } = config;
  const isShared = sharedBusUrl(config) !== undefined;
  const isStoreShared = /^postgres(ql)?:/u.test(storeUrl(config));
  if (role !== "all" && !isShared) {
    throw refused(role, "BUS_URL", "nats://host:port, the bus that it reaches the other parts by");
  }
  if (isShared && !isStoreShared) {
    throw refused(
      role,
      "STORE_URL",
      "postgres://user:password@host:port/database, the store that all parts share",
    );
  }
  const has = (part: typeof role): boolean => role === "all" || role === part;
  return {
    api: has("api"),
    worker: has("worker"),
    data: has("data"),
    execution: has("execution"),
    isShared,
  };
}

/** Types of the jobs that a process runs: those that fetch candles run where the candles are kept. */
export function jobTypesOf({ worker, data }: Parts): readonly JobType[] {
  return [
    ...(worker ? (["backtest", "sweep", "walk_forward", "signal"] as const) : []),
    ...(data ? (["data_sync"] as const) : []),
  ];
}

function refused(role: string, variable: string, expected: string): KernelError {
  return new KernelError(
    "OPTION_INVALID",
    `ROLE=${role} with a bus between processes needs ${variable}=${expected}.`.replace(
      variable === "BUS_URL" ? " with a bus between processes" : "",
      "",
    ),
    { details: { option: variable } },
  );
}

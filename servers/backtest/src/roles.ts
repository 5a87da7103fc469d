/** The parts of the service that this process is, by ROLE. */

import { KernelError } from "@bourse/kernel";
import { partsOfRole, type ServiceParts } from "@bourse/trading-core/process";

import type { BacktestEnvironment } from "./environment.ts";
import { sharedBusUrl } from "./open-bus.ts";
import { storeUrl } from "./store-url.ts";

type Settings = Pick<
  BacktestEnvironment,
  "ROLE" | "BUS_URL" | "BACKTEST_STORE_URL" | "STORE_URL" | "DATA_DIR"
>;

/**
 * The parts by ROLE.
 *
 * @throws KernelError OPTION_INVALID for one part without a bus and a store that processes can share
 */
export function partsOf(config: Settings): ServiceParts {
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
  return partsOfRole(role, isShared);
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

/** The bus over NATS is installed by those whose processes share one. */

import type * as Nats from "@bourse/bus-nats";
import { KernelError } from "@bourse/kernel";

const PACKAGE = "@bourse/bus-nats";

/**
 * The bus over NATS.
 *
 * @throws KernelError OPTION_INVALID when its package is not installed
 */
export async function loadNats(): Promise<typeof Nats> {
  try {
    return await import("@bourse/bus-nats");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes(`'${PACKAGE}'`)) throw error;
    throw new KernelError(
      "OPTION_INVALID",
      `The bus of BUS_URL needs the package ${PACKAGE}, which is not installed: run npm install ${PACKAGE}.`,
      { cause: error, details: { option: "BUS_URL", package: PACKAGE } },
    );
  }
}

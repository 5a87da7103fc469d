/** Events that the bus brings, before clients are told of them. */

import type { ServiceEvent } from "@bourse/backtest-engine/service";
import { wireEvent } from "@bourse/handlers/backtest";
import { KernelError } from "@bourse/kernel";

/**
 * Passes for an event that can be sent to clients.
 *
 * @throws KernelError BUS_MESSAGE_UNREADABLE
 */
export function checkEvent(event: ServiceEvent): void {
  try {
    wireEvent(event);
  } catch (cause) {
    throw new KernelError(
      "BUS_MESSAGE_UNREADABLE",
      `An event ${event.type} on the bus cannot be read: parts of it are missing.`,
      { cause },
    );
  }
}

/** Events that the bus brings, before clients are told of them. */

import { KernelError } from "@bourse/kernel";
import type { ServiceEvent } from "@bourse/trading-core";

import { wireEvent } from "./wire/event.ts";

/**
 * Passes for an event that can be sent to clients: the `check` of `openEventFeed`, because whoever may write to the bus
 * may have sent it.
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

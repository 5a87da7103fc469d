/** Events of the node that webhooks get. */

import type { NodeEventType } from "../events/index.ts";

/**
 * Types of the events that webhooks get: those that tell something new and that no stranger can cause at will. Periodic
 * events and those about peers, verifications and records of others are for the event socket alone.
 */
export const WEBHOOK_EVENTS: readonly NodeEventType[] = [
  "health.component_change",
  "token.transfer_completed",
  "token.transfer_failed",
  "token.added",
  "data.shared",
  "data.received",
  "system.node_started",
  "system.node_stopping",
  "system.error",
];

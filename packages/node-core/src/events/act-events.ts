/** Events of what the node has written to its store, told to webhooks in the transaction that writes it. */

import type { Transaction } from "@bourse/kernel";

import type { NodeEventPayloads } from "./node-event.ts";

/** Types of the events that tell of an act of the node. */
export const ACT_EVENTS = [
  "token.transfer_completed",
  "token.transfer_failed",
  "token.added",
  "data.shared",
  "data.received",
] as const;

/** Type of an event that tells of an act of the node. */
export type ActEventType = (typeof ACT_EVENTS)[number];

/** Receiver of the events of acts, in the transactions of the acts. */
export interface ActEvents {
  /** Adds the event of an act for every webhook that wants it: a transaction that is rolled back tells nothing. */
  tell<Type extends ActEventType>(
    tx: Pick<Transaction, "find" | "get" | "insert">,
    type: Type,
    data: NodeEventPayloads[Type],
  ): Promise<void>;
}

/** One attempt at a payment, and the event of its end. */

import type { Store } from "@bourse/kernel";

import type { Hex } from "../address.ts";
import type { TransferRequest, TransferResult, Transfers } from "../chain/port.ts";
import { isNodeError, NodeError } from "../errors.ts";
import type { ActEvents } from "../events/act-events.ts";
import type { NodeEvents } from "../events/node-event.ts";
import { endOpenPayment } from "./open-payments.ts";

export interface AttemptParts {
  readonly transfers: Transfers;
  /** Opened with `nodeCollections`. */
  readonly store: Store;
  readonly events: NodeEvents;
  /** Receiver of the events in the transactions of the ends. Default: none. */
  readonly acts?: ActEvents | undefined;
}

/** Pays, or waits for a payment that is under way, and tells its end once. @throws what `Transfers.transfer` throws */
export async function attemptPayment(
  { transfers, store, events, acts }: AttemptParts,
  request: TransferRequest,
  options?: { readonly signal: AbortSignal },
): Promise<TransferResult> {
  try {
    const result = await transfers.transfer(request, options);
    if (result.status === "settled") {
      const received = result.received?.toString() ?? null;
      const end = { received, txHash: result.txHash };
      const facts = await endOpenPayment(store, request.id, { isPaid: true }, async (tx, paid) =>
        acts?.tell(tx, "token.transfer_completed", { ...paid, ...end }),
      );
      if (facts) events.emit("token.transfer_completed", { ...facts, ...end });
    }
    return result;
  } catch (error) {
    if (error instanceof NodeError && !isNodeError(error, "NEEDS_REVIEW")) {
      const end = { reason: error.message, txHash: hashIn(error) };
      const facts = await endOpenPayment(store, request.id, { isPaid: false }, async (tx, unpaid) =>
        acts?.tell(tx, "token.transfer_failed", { ...unpaid, ...end }),
      );
      if (facts) events.emit("token.transfer_failed", { ...facts, ...end });
    }
    throw error;
  }
}

function hashIn(error: NodeError): Hex | null {
  const hash = isNodeError(error, "TRANSACTION_REVERTED") ? error.details.txHash : undefined;
  return (hash as Hex | undefined) ?? null;
}

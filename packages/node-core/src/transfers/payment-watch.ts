/**
 * Tells how payments end, also those that an earlier process began: each is noted before it is made and forgotten once
 * its end is told.
 */

import type { TransferRequest, TransferResult } from "../chain/port.ts";
import { isNodeError, NodeError } from "../errors.ts";
import { attemptPayment } from "./attempt-payment.ts";
import { FollowedPayments, type FollowingParts } from "./followed-payments.ts";
import { endOpenPayment, noteOpenPayment, openPayments } from "./open-payments.ts";

/** Maximum number of payments that wait for a chain that is away. */
const MOST_WAITING = 1000;

export interface PaymentWatch {
  /** Pays, and tells how it ended: now, or later when it is pending. @throws what `Transfers.transfer` throws */
  pay(request: TransferRequest): Promise<TransferResult>;
  /** Takes up what is open from before. */
  start(): Promise<void>;
  /** Resolves when nothing is followed any more. */
  stop(): Promise<void>;
}

export interface PaymentWatchParts extends FollowingParts {
  /** Reports if new payments wait for a chain that is away. */
  readonly isAway: () => boolean;
  /** True when a transfer with this id was ever started. */
  readonly isKnown: (id: string) => Promise<boolean>;
}

export function createPaymentWatch(parts: PaymentWatchParts): PaymentWatch {
  const followed = new FollowedPayments(parts);
  return Object.freeze({
    pay: (request: TransferRequest) => payAndFollow(parts, followed, request),
    start: () => takeUpOpenPayments(parts, followed),
    stop: () => followed.stop(),
  });
}

async function payAndFollow(
  parts: PaymentWatchParts,
  followed: FollowedPayments,
  request: TransferRequest,
): Promise<TransferResult> {
  const { store, isAway } = parts;
  const isNew = await noteOpenPayment(store, request);
  if (isNew && isAway() && (await store.count(openPayments)) > MOST_WAITING) {
    await store.delete(openPayments, request.id);
    throw tooManyWait();
  }
  try {
    const result = await attemptPayment(parts, request);
    if (result.status !== "settled") followed.add(request);
    return result;
  } catch (error) {
    if (isNodeError(error, "NEEDS_REVIEW")) followed.add(request);
    throw error;
  }
}

async function takeUpOpenPayments(
  { store, isKnown }: PaymentWatchParts,
  followed: FollowedPayments,
): Promise<void> {
  const page = await store.find(openPayments, { limit: MOST_WAITING });
  for (const { value } of page.items) {
    // Noted, and the process ended before it was set in motion: nobody was told that it would be paid.
    if (await isKnown(value.id)) followed.add({ ...value, amount: BigInt(value.amount) });
    else await endOpenPayment(store, value.id, { isPaid: false });
  }
}

function tooManyWait(): NodeError {
  return new NodeError(
    "CHAIN_UNAVAILABLE",
    `The chain does not answer, and ${MOST_WAITING} payments wait for it already; nothing was sent and nothing will be.`,
  );
}

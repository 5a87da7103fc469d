/**
 * Tells how payments end, also those that an earlier process began: each is noted before it is made and forgotten once
 * its end is told.
 */

import { defineCollection, type Collection, type Entity, type Store } from "@bourse/kernel";

import type { Address, Hex } from "../address.ts";
import type { TransferRequest, TransferResult, Transfers } from "../chain/port.ts";
import { isNodeError, NodeError } from "../errors.ts";
import type { NodeEvents } from "../events/node-event.ts";
import { keyPaymentDocuments } from "../keys/index.ts";

interface OpenPaymentDocument extends Entity {
  readonly from: Address;
  readonly to: Address;
  /** Smallest unit, decimal. */
  readonly amount: string;
  readonly token: Address;
}

export const openPayments: Collection<OpenPaymentDocument> =
  defineCollection<OpenPaymentDocument>()({ name: "open_payments" });

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

export interface PaymentWatchParts {
  readonly transfers: Transfers;
  /** Opened with `nodeCollections`. */
  readonly store: Store;
  readonly events: NodeEvents;
  /** Reports if new payments wait for a chain that is away. */
  readonly isAway: () => boolean;
  /** True when a transfer with this id was ever started. */
  readonly isKnown: (id: string) => Promise<boolean>;
  /** Resolves when the transfer with this id does not wait for a review, or with the signal. */
  readonly reviewed: (id: string, signal: AbortSignal) => Promise<void>;
}

export function createPaymentWatch(parts: PaymentWatchParts): PaymentWatch {
  const { transfers, store, events, isAway, isKnown, reviewed } = parts;
  const followed = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  /** True when it was not noted before. */
  const note = ({ id, from, to, amount, token }: TransferRequest): Promise<boolean> =>
    store.transaction(async (tx) => {
      if ((await tx.get(openPayments, id)) !== undefined) return false;
      await tx.insert(openPayments, { id, from, to, amount: amount.toString(), token });
      return true;
    });

  /** Told once: only who finds the note tells. What was not paid no longer counts against the limits of a key. */
  const end = async (
    id: string,
    isPaid: boolean,
    tell: (facts: Omit<OpenPaymentDocument, "id">) => void,
  ) => {
    const note = await store.transaction(async (tx) => {
      const found = await tx.get(openPayments, id);
      if (found === undefined) return undefined;
      await tx.delete(openPayments, id, found.version);
      if (!isPaid) await tx.delete(keyPaymentDocuments, id);
      return found.value;
    });
    if (note === undefined) return;
    const { from, to, amount, token } = note;
    tell({ from, to, amount, token });
  };

  const attempt = async (
    request: TransferRequest,
    options?: { readonly signal: AbortSignal },
  ): Promise<TransferResult> => {
    try {
      const result = await transfers.transfer(request, options);
      if (result.status === "settled") {
        await end(request.id, true, (facts) =>
          events.emit("token.transfer_completed", {
            ...facts,
            received: result.received?.toString() ?? null,
            txHash: result.txHash,
          }),
        );
      }
      return result;
    } catch (error) {
      if (error instanceof NodeError && !isNodeError(error, "NEEDS_REVIEW")) {
        await end(request.id, false, (facts) =>
          events.emit("token.transfer_failed", {
            ...facts,
            reason: error.message,
            txHash: hashIn(error),
          }),
        );
      }
      throw error;
    }
  };

  const follow = async (request: TransferRequest): Promise<void> => {
    const { signal } = stopping;
    try {
      while (!signal.aborted) {
        await reviewed(request.id, signal);
        const { status } = await attempt(request, { signal });
        if (status === "settled") return;
      }
    } catch (error) {
      if (isNodeError(error, "NEEDS_REVIEW") && !signal.aborted) return follow(request);
      if (error instanceof NodeError || signal.aborted) return;
      events.emit("system.error", {
        component: "payments",
        message: "A payment is not followed any more; it goes on, and its end is told later.",
        code: "PAYMENT_WATCH_FAILED",
      });
    }
  };

  const watch = (request: TransferRequest): void => {
    if (followed.has(request.id)) return;
    followed.set(
      request.id,
      follow(request).finally(() => followed.delete(request.id)),
    );
  };

  return Object.freeze({
    pay: async (request: TransferRequest) => {
      if ((await note(request)) && isAway() && (await store.count(openPayments)) > MOST_WAITING) {
        await store.delete(openPayments, request.id);
        throw tooManyWait();
      }
      try {
        const result = await attempt(request);
        if (result.status !== "settled") watch(request);
        return result;
      } catch (error) {
        if (isNodeError(error, "NEEDS_REVIEW")) watch(request);
        throw error;
      }
    },
    start: async () => {
      const page = await store.find(openPayments, { limit: MOST_WAITING });
      for (const { value } of page.items) {
        // Noted, and the process ended before it was set in motion: nobody was told that it would be paid.
        if (await isKnown(value.id)) watch({ ...value, amount: BigInt(value.amount) });
        else await end(value.id, false, () => undefined);
      }
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(followed.values());
    },
  });
}

function tooManyWait(): NodeError {
  return new NodeError(
    "CHAIN_UNAVAILABLE",
    `The chain does not answer, and ${MOST_WAITING} payments wait for it already; nothing was sent and nothing will be.`,
  );
}

function hashIn(error: NodeError): Hex | null {
  const hash = isNodeError(error, "TRANSACTION_REVERTED") ? error.details.txHash : undefined;
  return (hash as Hex | undefined) ?? null;
}

/** Paying by hand: checked input, safe retries, and the events of tokens. */

import type { Ids } from "@bourse/kernel";

import { toAddress, type Address, type Hex } from "../address.ts";
import type { TransferRequest, TransferResult, Transfers } from "../chain/port.ts";
import { NodeError } from "../errors.ts";
import type { NodeEvents } from "../events/node-event.ts";
import { identifyRequest, type Idempotency } from "../idempotency/index.ts";

/** As a caller asks for it. */
export interface Payment {
  /** A wallet of this node. */
  readonly from: string;
  readonly to: string;
  /** Smallest unit; 1 to 2^256 − 1. */
  readonly amount: bigint;
  /** A listed ERC-20, or the zero address for the native token. */
  readonly token: string;
}

export interface PaymentResult {
  /** `pending`: sent, and the chain has not settled it in time; it goes on by itself. */
  readonly status: "settled" | "pending";
  readonly txHash: Hex;
  readonly from: Address;
  readonly to: Address;
  readonly token: Address;
  readonly amount: bigint;
}

export interface Payments {
  /**
   * Pays once, whatever is tried again under the same key.
   * @throws NodeError VALIDATION_ERROR, INSUFFICIENT_FUNDS, TOKEN_UNSUPPORTED, TRANSACTION_REFUSED,
   * TRANSACTION_REVERTED, CHAIN_UNAVAILABLE (nothing was sent), IDEMPOTENCY_MISMATCH, IDEMPOTENCY_RUNNING
   */
  pay(payment: Payment, idempotencyKey?: string): Promise<PaymentResult>;
  /** Resolves when no payment is watched any more. */
  stop(): Promise<void>;
}

export interface PaymentsParts {
  readonly transfers: Transfers;
  readonly idempotency: Idempotency;
  readonly events: NodeEvents;
  readonly ids: Ids;
  readonly wallet: Address;
}

export function createPayments(parts: PaymentsParts): Payments {
  const { transfers, idempotency, events, ids, wallet } = parts;
  const watched = new Set<Promise<void>>();
  const stopping = new AbortController();

  const completed = (request: TransferRequest, txHash: Hex): void =>
    events.emit("token.transfer_completed", { ...wordsOf(request), tx_hash: txHash });

  const failed = (request: TransferRequest, error: NodeError): void => {
    const hash = error.details["tx_hash"];
    events.emit("token.transfer_failed", {
      ...wordsOf(request),
      reason: error.message,
      tx_hash: typeof hash === "string" ? (hash as Hex) : null,
    });
  };

  /** Follows one that was sent to its end; the same id is the same transfer. */
  const watch = (request: TransferRequest): void => {
    const end = follow(request).finally(() => watched.delete(end));
    watched.add(end);
  };
  const follow = async (request: TransferRequest): Promise<void> => {
    try {
      for (;;) {
        const result = await transfers.transfer(request, { signal: stopping.signal });
        if (result.status === "settled") {
          completed(request, result.txHash);
          return;
        }
        if (stopping.signal.aborted) return;
      }
    } catch (error) {
      if (error instanceof NodeError) failed(request, error);
    }
  };

  const perform = async (request: TransferRequest): Promise<TransferResult> => {
    try {
      const result = await transfers.transfer(request);
      if (result.status === "settled") completed(request, result.txHash);
      else watch(request);
      return result;
    } catch (error) {
      if (error instanceof NodeError) failed(request, error);
      throw error;
    }
  };

  return Object.freeze({
    pay: async (payment: Payment, idempotencyKey?: string) => {
      const checked = checkPayment(payment, wallet);
      const identity =
        idempotencyKey === undefined
          ? undefined
          : identifyRequest("transfer", idempotencyKey, {
              ...checked,
              amount: checked.amount.toString(),
            });
      const result = await idempotency.run<{ status: TransferResult["status"]; txHash: Hex }>(
        identity,
        {
          newId: () => ids.uuid(),
          perform: async (id) => {
            const { status, txHash } = await perform({ id, ...checked });
            return { status, txHash };
          },
          isFinal: ({ status }) => status === "settled",
          finalErrors: ["TRANSACTION_REVERTED"],
        },
      );
      return { ...result, ...checked };
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(watched);
    },
  });
}

function checkPayment(payment: Payment, wallet: Address): Omit<TransferRequest, "id"> {
  const from = toAddress(payment.from, "from");
  const to = toAddress(payment.to, "to");
  const token = toAddress(payment.token, "token");
  if (payment.amount <= 0n || payment.amount >= 2n ** 256n) {
    throw invalid("amount", "expected a whole number from 1 to 2^256 − 1");
  }
  if (from !== wallet) throw invalid("from", "expected a wallet of this node's keystore");
  return { from, to, amount: payment.amount, token };
}

function wordsOf({ from, to, amount, token }: TransferRequest): {
  readonly from: Address;
  readonly to: Address;
  readonly amount: string;
  readonly token: Address;
} {
  return { from, to, amount: amount.toString(), token };
}

function invalid(field: string, sentence: string): NodeError {
  return new NodeError("VALIDATION_ERROR", `${field}: ${sentence}.`, { details: { field } });
}

/** Payments: checked input and idempotent retries. */

import type { Ids } from "@bourse/kernel";

import { toAddress, type Address, type Hex } from "../address.ts";
import type { TransferRequest, TransferResult } from "../chain/port.ts";
import { transferIntentId } from "../chain/tokens/transfers.ts";
import { isNodeError, NodeError } from "../errors.ts";
import { identifyRequest, type Idempotency } from "../idempotency/index.ts";
import type { ApiKeys, KeyHolder } from "../keys/index.ts";
import type { PaymentWatch } from "./payment-watch.ts";

/** Payment as a caller requests it. */
export interface Payment {
  /** Address of this node's wallet: `0x` and 40 hex digits. */
  readonly from: string;
  /** Address of the payee: `0x` and 40 hex digits. */
  readonly to: string;
  /** Amount in the token's smallest unit, 1 to 2^256 − 1. */
  readonly amount: bigint;
  /** Address of a listed ERC-20, or the zero address for the native token. */
  readonly token: string;
}

/** Result of a payment. */
export type PaymentResult = PaymentFacts & TransferResult;

/** Payment as it was made. */
export interface PaymentFacts {
  /** Id of the transaction in the list of transactions. */
  readonly transactionId: string;
  /** Address of the payer. */
  readonly from: Address;
  /** Address of the payee. */
  readonly to: Address;
  /** Address of the token. */
  readonly token: Address;
  /** Amount in the token's smallest unit. */
  readonly amount: bigint;
}

/** Payments with idempotent retries. */
export interface Payments {
  /**
   * Pays once, also when the call is repeated with the same idempotency key. Resolves as `queued` when the chain is
   * away: the payment is durable then and made when the chain is back. At most 1000 payments wait.
   *
   * @throws NodeError VALIDATION_ERROR, FORBIDDEN (the limits of the API key), INSUFFICIENT_FUNDS, TOKEN_UNSUPPORTED,
   * TRANSACTION_REFUSED, TRANSACTION_REVERTED, CHAIN_UNAVAILABLE (nothing was sent), NEEDS_REVIEW (the store was set
   * back, and the payment may have been made already; the operator decides), IDEMPOTENCY_MISMATCH, IDEMPOTENCY_RUNNING
   */
  pay(payment: Payment, call?: PaymentCall): Promise<PaymentResult>;
}

/** Options of one payment. */
export interface PaymentCall {
  /** Key under which a retry gets the first answer; 1–200 visible ASCII characters. Default: every call pays. */
  readonly idempotencyKey?: string | undefined;
  /** API key that pays: its limits apply. Default: the owner of the node, without limits. */
  readonly by?: KeyHolder | undefined;
}

export interface PaymentsParts {
  readonly watch: PaymentWatch;
  readonly idempotency: Idempotency;
  readonly ids: Ids;
  readonly wallet: Address;
  readonly keys: Pick<ApiKeys, "spend" | "unspend">;
}

export function createPayments(parts: PaymentsParts): Payments {
  const { watch, idempotency, ids, wallet, keys } = parts;
  const payWithin = async (request: TransferRequest, by: KeyHolder | undefined) => {
    if (by === undefined) return watch.pay(request);
    await keys.spend(by, request);
    try {
      return await watch.pay(request);
    } catch (error) {
      // Refusals of ours have paid nothing; after any other error the payment may still be made.
      if (error instanceof NodeError && !isNodeError(error, "NEEDS_REVIEW")) {
        await keys.unspend(request.id);
      }
      throw error;
    }
  };
  return Object.freeze({
    pay: async (payment: Payment, { idempotencyKey, by }: PaymentCall = {}) => {
      const checked = checkPayment(payment, wallet);
      const identity =
        idempotencyKey === undefined
          ? undefined
          : identifyRequest(by === undefined ? "transfer" : `transfer:${by.id}`, idempotencyKey, {
              ...checked,
              amount: checked.amount.toString(),
            });
      const result = await idempotency.run<Answer>(identity, {
        newId: () => ids.uuid(),
        perform: async (id) =>
          answerOf(transferIntentId(id), await payWithin({ id, ...checked }, by)),
        isFinal: ({ status }) => status === "settled",
        finalErrors: ["TRANSACTION_REVERTED"],
        goesOnAfter: ["NEEDS_REVIEW"],
      });
      return { ...resultOf(result), transactionId: result.transactionId, ...checked };
    },
  });
}

/** Answer as an idempotency record keeps it. */
type Answer = {
  readonly status: TransferResult["status"];
  readonly txHash: Hex | null;
  readonly transactionId: string;
  /** Decimal digits; answers of earlier releases have none. */
  readonly received?: string | null;
};

function answerOf(transactionId: string, result: TransferResult): Answer {
  const { status, txHash } = result;
  const received = status === "settled" ? (result.received?.toString() ?? null) : null;
  return { status, txHash, transactionId, received };
}

function resultOf({ status, txHash, received = null }: Answer): TransferResult {
  // A queued one has no hash, and every other one has.
  if (status === "queued" || txHash === null) return { status: "queued", txHash: null };
  if (status === "pending") return { status, txHash };
  return { status, txHash, received: received === null ? null : BigInt(received) };
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

function invalid(field: string, sentence: string): NodeError {
  return new NodeError("VALIDATION_ERROR", `${field}: ${sentence}.`, { details: { field } });
}

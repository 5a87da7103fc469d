/** Fees of what the node is asked to pay, before it is paid. */

import { toAddress, toDataHash, type Address } from "../address.ts";
import type { QuoteRequest } from "../chain/create-chain.ts";
import type { FeeQuote } from "../chain/port.ts";
import { NodeError } from "../errors.ts";

/** Transfer or share of which the fee is asked. */
export interface FeeQuery {
  /** Kind of the transaction. */
  readonly kind: "transfer" | "share";
  /** Address of the payee or recipient: `0x` and 40 hex digits. */
  readonly to: string;
  /** Address of a listed ERC-20, or the zero address for the native token. Default: the native token. */
  readonly token?: string | undefined;
  /** Amount in the token's smallest unit, 1 to 2^256 − 1. Default: no payment, for a share only. */
  readonly amount?: bigint | undefined;
}

/** Fee of a transaction, and the balances that it would be paid from. */
export interface QuotedFee extends FeeQuote {
  /** Balance of the wallet in the token that is paid, smallest unit; that of the native token without a payment. */
  readonly tokenBalance: bigint;
}

/** Fees before they are paid. */
export interface NodeFees {
  /**
   * Returns the most that a transfer or share would cost in fees now, and the balances of the wallet. Nothing is sent
   * or kept.
   *
   * @throws NodeError VALIDATION_ERROR, TOKEN_UNSUPPORTED, TRANSACTION_REFUSED (the chain would not take it),
   * CHAIN_UNAVAILABLE, CHAIN_REJECTED, CHAIN_MISMATCH, CONTRACT_MISMATCH
   */
  quote(query: FeeQuery): Promise<QuotedFee>;
}

const NATIVE = `0x${"0".repeat(40)}`;

export interface NodeFeesParts {
  /** Absent where the chain cannot tell. */
  readonly quote: ((request: QuoteRequest) => Promise<FeeQuote>) | undefined;
  readonly balanceOf: (token: Address) => Promise<bigint>;
}

export function createNodeFees({ quote, balanceOf }: NodeFeesParts): NodeFees {
  return Object.freeze({
    quote: async ({ kind, to, token = NATIVE, amount }: FeeQuery) => {
      const request: QuoteRequest = {
        kind,
        to: toAddress(to, "to"),
        token: toAddress(token, "token"),
        amount: amountOf(kind, amount),
        dataHash: toDataHash("f".repeat(64), "dataHash"),
      };
      if (quote === undefined) {
        throw new NodeError("CHAIN_UNAVAILABLE", "The chain of this node tells no fees.");
      }
      const [quoted, tokenBalance] = await Promise.all([quote(request), balanceOf(request.token)]);
      return { ...quoted, tokenBalance };
    },
  });
}

function amountOf(kind: FeeQuery["kind"], amount: bigint | undefined): bigint | null {
  if (kind !== "transfer" && kind !== "share") throw invalid("kind", "transfer or share");
  if (amount === undefined && kind === "share") return null;
  if (amount !== undefined && amount > 0n && amount < 2n ** 256n) return amount;
  throw invalid("amount", "more than 0 and less than 2^256");
}

function invalid(field: string, expected: string): NodeError {
  return new NodeError("VALIDATION_ERROR", `${field}: expected ${expected}.`, {
    details: { field },
  });
}

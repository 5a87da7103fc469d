/** Input of a share and its validation. */

import { hash } from "node:crypto";

import { NATIVE_TOKEN, toAddress, type Address, type DataHash } from "../address.ts";
import { NodeError } from "../errors.ts";

/** Maximum length of shared data: 2^20 bytes of UTF-8. */
export const MAX_DATA_BYTES = 1_048_576;

/** Share as a caller requests it. */
export interface NewShare {
  /** Data to share, at most 1,048,576 bytes in UTF-8. */
  readonly data: string;
  /** Wallet address of the recipient: `0x` and 40 hex digits. */
  readonly recipient: string;
  /** Address of an ERC-20, or the zero address for the native token; required with `paymentAmount`. */
  readonly paymentToken?: string | undefined;
  /** Amount in the token's smallest unit, 1 to 2^256 − 1; required with `paymentToken`. */
  readonly paymentAmount?: bigint | undefined;
  /** Payer: this node's wallet, or the recipient by an allowance. Default `sender`. */
  readonly payer?: "sender" | "recipient" | undefined;
}

/** Payment of a share. */
export interface SharePayment {
  /** Address of the token; the zero address is the native token. */
  readonly token: Address;
  /** Amount in the token's smallest unit. */
  readonly amount: bigint;
  /** Payer: this node's wallet, or the recipient by an allowance. */
  readonly payer: "sender" | "recipient";
}

export interface CheckedShare {
  readonly plaintext: Uint8Array;
  readonly dataHash: DataHash;
  readonly recipient: Address;
  readonly payment: SharePayment | null;
}

/** @throws NodeError VALIDATION_ERROR, details.field: data, recipient, paymentToken, paymentAmount */
export function checkNewShare(share: NewShare): CheckedShare {
  const plaintext = bytesOf(share.data);
  const recipient = toAddress(share.recipient, "recipient");
  if (recipient === NATIVE_TOKEN)
    throw invalid("recipient", "expected an address that is not zero");
  return {
    plaintext,
    dataHash: hash("sha256", plaintext, "hex"),
    recipient,
    payment: paymentOf(share),
  };
}

function bytesOf(data: string): Uint8Array {
  // A lone surrogate has no UTF-8: what came out again would not be what went in.
  if (typeof data !== "string" || !data.isWellFormed()) {
    throw invalid("data", "expected a text of whole Unicode characters");
  }
  const bytes = Buffer.byteLength(data, "utf8");
  if (bytes > MAX_DATA_BYTES) {
    throw invalid("data", `expected at most ${MAX_DATA_BYTES} bytes of UTF-8, found ${bytes}`);
  }
  return Buffer.from(data, "utf8");
}

function paymentOf(share: NewShare): SharePayment | null {
  const { paymentToken: token, paymentAmount: amount, payer = "sender" } = share;
  if (token === undefined && amount === undefined) return null;
  if (token === undefined) {
    throw invalid("paymentToken", "expected a token beside paymentAmount, or neither of the two");
  }
  if (amount === undefined) {
    throw invalid("paymentAmount", "expected an amount beside paymentToken, or neither of the two");
  }
  if (amount <= 0n || amount >= 2n ** 256n) {
    throw invalid("paymentAmount", "expected a whole number from 1 to 2^256 − 1");
  }
  return {
    token: toAddress(token, "paymentToken"),
    amount,
    payer,
  };
}

function invalid(field: string, sentence: string): NodeError {
  return new NodeError("VALIDATION_ERROR", `${field}: ${sentence}.`, { details: { field } });
}

/** The transaction that proves a share, and pays for it where it is paid for. */
import { absentOr, anyBigint, anyText, checkArguments, objectOf } from "@bourse/kernel";
import { Interface } from "ethers";

import { NATIVE_TOKEN, type Address, type DataHash, type Hex } from "../../address.ts";
import { anyAddress, anyDataHash, choiceOf, wrongArgument } from "../../argument-rules.ts";
import { NodeError } from "../../errors.ts";
import { COMPLIANCE_REGISTRY } from "../contracts/compliance-registry.ts";
import type { TransactionIntent } from "../port.ts";

/** Proof of a share for {@link proofIntent}. */
export interface Proof {
  /** Id of the intent. 1–200 characters. */
  readonly id: string;
  /** Address of the compliance contract. */
  readonly contract: Address;
  /** Address of the node's wallet, which sends the transaction. */
  readonly sender: Address;
  /** SHA-256 of the data. */
  readonly dataHash: DataHash;
  /** Event type: 1–64 letters, digits, `_`, `-` or `.`. */
  readonly eventType: string;
  /** Wallet address of the recipient. */
  readonly recipient: Address;
  /** Payment in the same transaction. Default: none. */
  readonly payment?: {
    /** Address of the token; the zero address is the native token. */
    readonly token: Address;
    /** Amount in the token's smallest unit, 1 to 2^256 − 1. */
    readonly amount: bigint;
    /**
     * Payer. `sender` (default) pays the recipient. `recipient` pays the sender in an ERC-20: it must have approved the
     * contract (`approve`) and authorised this sender (`allowPull`).
     */
    readonly payer?: "sender" | "recipient";
  };
}

export const REGISTRY: Interface = new Interface(COMPLIANCE_REGISTRY.abi);

/** Event types that the contract accepts: 1–64 letters, digits, `_`, `-` or `.`. */
export const EVENT_TYPE: RegExp = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Creates the intent of the transaction that records a proof and pays for it.
 *
 * @throws NodeError VALIDATION_ERROR (details.field)
 */
export function proofIntent(proof: Proof): TransactionIntent {
  checkArguments("proofIntent", RULES, [proof], wrongArgument);
  const { id, contract, sender, dataHash, eventType, recipient, payment } = proof;
  if (!EVENT_TYPE.test(eventType)) {
    throw invalid("eventType", "1 to 64 letters, digits, _, - or .");
  }
  const fact = [`0x${dataHash}`, eventType, recipient];
  const call = (method: string, ...more: readonly unknown[]): Hex =>
    REGISTRY.encodeFunctionData(method, [...fact, ...more]) as Hex;
  const common = { id, to: contract, proof: { contract, sender, dataHash, recipient } };
  if (payment === undefined) return { ...common, data: call("record"), value: 0n };
  const { token, amount, payer = "sender" } = payment;
  if (amount <= 0n || amount >= 2n ** 256n) {
    throw invalid("paymentAmount", "more than 0 and less than 2^256");
  }
  if (token === NATIVE_TOKEN) {
    if (payer === "recipient") throw invalid("paymentToken", "an ERC-20 when the recipient pays");
    return { ...common, data: call("recordWithPayment", token, amount), value: amount };
  }
  if (payer === "recipient") {
    return {
      ...common,
      data: call("recordPulled", token, amount),
      value: 0n,
      expects: { token, from: recipient, to: sender, amount },
    };
  }
  return {
    ...common,
    data: call("recordWithPayment", token, amount),
    value: 0n,
    expects: { token, from: sender, to: recipient, amount },
    allowance: { token, spender: contract, amount },
  };
}

const RULES = {
  proof: objectOf({
    id: anyText,
    contract: anyAddress,
    sender: anyAddress,
    dataHash: anyDataHash,
    eventType: anyText,
    recipient: anyAddress,
    payment: absentOr(
      objectOf({
        token: anyAddress,
        amount: anyBigint,
        payer: absentOr(choiceOf("sender", "recipient")),
      }),
    ),
  }),
};

function invalid(field: string, expected: string): NodeError {
  return new NodeError("VALIDATION_ERROR", `${field}: expected ${expected}.`, {
    details: { field },
  });
}

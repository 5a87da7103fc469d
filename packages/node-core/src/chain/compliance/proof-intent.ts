/** The transaction that proves a share, and pays for it where it is paid for. */
import { Interface } from "ethers";

import { NATIVE_TOKEN, type Address, type DataHash, type Hex } from "../../address.ts";
import { NodeError } from "../../errors.ts";
import { COMPLIANCE_REGISTRY } from "../contracts/compliance-registry.ts";
import type { TransactionIntent } from "../port.ts";

export interface Proof {
  /** Of the intent. */
  readonly id: string;
  /** The compliance contract. */
  readonly contract: Address;
  /** The node's wallet, which sends. */
  readonly sender: Address;
  readonly dataHash: DataHash;
  /** 1–64 of letters, digits, `_`, `-`, `.`. */
  readonly eventType: string;
  readonly recipient: Address;
  readonly payment?: {
    readonly token: Address;
    /** Smallest unit, above 0. */
    readonly amount: bigint;
    /**
     * `sender` (default) pays the recipient. `recipient` pays the sender, in an ERC-20: it must have allowed the
     * contract to take it (`approve`) and this sender to ask for it (`allowPull`).
     */
    readonly payer?: "sender" | "recipient";
  };
}

export const REGISTRY: Interface = new Interface(COMPLIANCE_REGISTRY.abi);

/** 1–64 of letters, digits, `_`, `-`, `.`: what the contract takes. */
export const EVENT_TYPE: RegExp = /^[A-Za-z0-9_.-]{1,64}$/;

/** @throws NodeError VALIDATION_ERROR (details.field) */
export function proofIntent(proof: Proof): TransactionIntent {
  const { id, contract, sender, dataHash, eventType, recipient, payment } = proof;
  if (!EVENT_TYPE.test(eventType)) {
    throw invalid("eventType", "1 to 64 letters, digits, _, - or .");
  }
  const fact = [`0x${dataHash}`, eventType, recipient];
  const call = (method: string, ...more: readonly unknown[]): Hex =>
    REGISTRY.encodeFunctionData(method, [...fact, ...more]) as Hex;
  if (payment === undefined) return { id, to: contract, data: call("record"), value: 0n };
  const { token, amount, payer = "sender" } = payment;
  if (amount <= 0n || amount >= 2n ** 256n) {
    throw invalid("paymentAmount", "more than 0 and less than 2^256");
  }
  if (token === NATIVE_TOKEN) {
    if (payer === "recipient") throw invalid("paymentToken", "an ERC-20 when the recipient pays");
    return { id, to: contract, data: call("recordWithPayment", token, amount), value: amount };
  }
  if (payer === "recipient") {
    return {
      id,
      to: contract,
      data: call("recordPulled", token, amount),
      value: 0n,
      expects: { token, from: recipient, to: sender, amount },
    };
  }
  return {
    id,
    to: contract,
    data: call("recordWithPayment", token, amount),
    value: 0n,
    expects: { token, from: sender, to: recipient, amount },
    allowance: { token, spender: contract, amount },
  };
}

function invalid(field: string, expected: string): NodeError {
  return new NodeError("VALIDATION_ERROR", `${field}: expected ${expected}.`, {
    details: { field },
  });
}

/** Shares as callers see them. */

import type { Json } from "@bourse/kernel";

import type { Address, DataHash, Hex } from "../address.ts";
import type { ShareDocument, ShareStatus } from "./share-document.ts";

/** Share whose proof the chain has confirmed. */
export interface SharedData {
  /** SHA-256 of the data. */
  readonly dataHash: DataHash;
  /** Wallet address of the recipient. */
  readonly recipient: Address;
  /** Hash of the proof's transaction. */
  readonly txHash: Hex;
}

/** Share in a list. */
export interface ShareView {
  /** SHA-256 of the data. */
  readonly dataHash: DataHash;
  /** Wallet address of the recipient. */
  readonly recipient: Address;
  /** State of the share. */
  readonly status: ShareStatus;
  /** Hash of the proof's transaction; null until the chain has confirmed it. */
  readonly txHash: Hex | null;
  /** Creation time in epoch milliseconds. */
  readonly createdAt: number;
  /** Time at which its proof was final in epoch milliseconds; null before, and where it was not kept. */
  readonly provedAt: number | null;
  /** Time at which the recipient's node had it in epoch milliseconds; null before, and where it was not kept. */
  readonly deliveredAt: number | null;
  /** Id of the transaction that proves the share. */
  readonly transactionId: string;
  /** Payment of the share; null for none, and for shares of releases that kept no payments. */
  readonly payment: {
    /** Address of the token; the zero address is the native token. */
    readonly token: Address;
    /** Amount in the token's smallest unit, decimal digits. */
    readonly amount: string;
    /** Payer: this node's wallet, or the recipient by an allowance. */
    readonly payer: "sender" | "recipient";
  } | null;
}

export function shareView(share: ShareDocument): ShareView {
  const { dataHash, recipient, status, txHash, createdAt, intentId, payment = null } = share;
  const { provedAt = null, deliveredAt = null } = share;
  const times = { createdAt, provedAt, deliveredAt };
  return { dataHash, recipient, status, txHash, ...times, transactionId: intentId, payment };
}

/** The answer as an idempotency record keeps it. */
export function answerOf({ dataHash, recipient, txHash }: SharedData): Json {
  return { dataHash, recipient, txHash };
}

/** The way back: only `answerOf` ever wrote it. */
export function answeredShare(answer: Json): SharedData {
  return answer as unknown as SharedData;
}

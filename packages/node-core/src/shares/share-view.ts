/** Shares as callers see them. */

import type { Json } from "@bourse/kernel";

import type { Address, DataHash, Hex } from "../address.ts";
import type { ShareDocument, ShareStatus } from "./share-document.ts";

/** The answer to a share whose proof is on the chain. */
export interface SharedData {
  readonly dataHash: DataHash;
  readonly recipient: Address;
  readonly txHash: Hex;
}

/** A share in a list. */
export interface ShareView {
  readonly dataHash: DataHash;
  readonly recipient: Address;
  readonly status: ShareStatus;
  /** Null until the proof is on the chain. */
  readonly txHash: Hex | null;
  /** Creation time in epoch milliseconds. */
  readonly createdAt: number;
}

export function shareView(share: ShareDocument): ShareView {
  const { dataHash, recipient, status, txHash, createdAt } = share;
  return { dataHash, recipient, status, txHash, createdAt };
}

/** The answer as an idempotency record keeps it. */
export function answerOf({ dataHash, recipient, txHash }: SharedData): Json {
  return { dataHash, recipient, txHash };
}

/** The way back: only `answerOf` ever wrote it. */
export function answeredShare(answer: Json): SharedData {
  return answer as unknown as SharedData;
}

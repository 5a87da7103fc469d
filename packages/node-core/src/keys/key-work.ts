/** Work that a call of an API key asks of the wallet, and the gas that it is expected to use. */

import { NATIVE_TOKEN } from "../address.ts";
import { transferIntentId } from "../chain/tokens/transfers.ts";
import type { KeyPayment } from "./spending.ts";

/** One transaction that counts against the bounds of a day. */
export interface KeyWork {
  /** Id of the transaction in the wallet's lane. */
  readonly id: string;
  /** 1 for a share, 0 for a transfer. */
  readonly shares: 0 | 1;
  /** Units of gas that count until the chain tells what the transaction has used. */
  readonly gas: number;
  /** Units of gas beside the transaction itself: an allowance that the wallet may have to give first. */
  readonly allowanceGas: number;
}

/** Expected units of gas. The chain's own number replaces them, so they need only be near. */
const GAS = {
  nativeTransfer: 21_000,
  tokenTransfer: 65_000,
  proof: 55_000,
  nativePayment: 35_000,
  tokenPayment: 40_000,
  allowance: 50_000,
} as const;

export function transferWork({ id, token }: KeyPayment): KeyWork {
  const gas = token === NATIVE_TOKEN ? GAS.nativeTransfer : GAS.tokenTransfer;
  return { id: transferIntentId(id), shares: 0, gas, allowanceGas: 0 };
}

/** The work of a share whose transaction has this id. */
export function shareWork(
  id: string,
  payment: { readonly token: string; readonly payer: "sender" | "recipient" } | null,
): KeyWork {
  if (payment === null) return { id, shares: 1, gas: GAS.proof, allowanceGas: 0 };
  const isNative = payment.token === NATIVE_TOKEN;
  const allowanceGas = isNative || payment.payer === "recipient" ? 0 : GAS.allowance;
  const gas = GAS.proof + (isNative ? GAS.nativePayment : GAS.tokenPayment) + allowanceGas;
  return { id, shares: 1, gas, allowanceGas };
}

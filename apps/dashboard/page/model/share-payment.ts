/** Payments of shares, and shares that were made before of the same data for the same recipient. */

import type { ShareList, Token } from "@bourse/contract/node";

import { get } from "./api.ts";
import { shares, tokens, transactionOf } from "./node-state.ts";
import { decimalsOf, formatUnits } from "./units.ts";

export type Share = ShareList["shares"][number];

/** The payment of a share in the token's own units; undefined for none. */
export function sharePayment(share: Share): string | undefined {
  const { payment_token: address, payment_amount: amount, payer } = share;
  if (address === null || amount === null) return olderPayment(share);
  const payment = inToken(address, amount);
  return payer === "recipient" ? `${payment} by the recipient` : payment;
}

/** Shares of earlier releases kept no payment, but their transactions did. */
function olderPayment(share: Share): string | undefined {
  const transaction = transactionOf(share);
  if (transaction === undefined || transaction.amount === "0") return undefined;
  return inToken(transaction.token, transaction.amount);
}

/** An amount in the units of its token; in smallest units where the token is not listed. */
function inToken(address: string, amount: string): string {
  const token = tokens.value.value?.find((one) => sameText(one.address, address));
  if (token === undefined) return `${amount} of ${address}`;
  return `${formatUnits(amount, decimalsOf(token))} ${token.symbol}`;
}

interface AboutToShare {
  readonly data: string;
  readonly recipient: string;
  readonly payment: { readonly token: Token; readonly amount: bigint } | undefined;
}

/**
 * The newest share of the same data for the same recipient; undefined for none. Where the page came by plain HTTP from
 * another host the browser computes no digest: then the newest share for the recipient with the same payment.
 */
export async function earlierShare(about: AboutToShare): Promise<Share | undefined> {
  const isSameRecipient = (share: Share): boolean => sameText(share.recipient, about.recipient);
  const hash = await sha256(about.data);
  if (hash !== undefined) {
    const same = await get<ShareList>(`/api/shares?data_hash=${hash}&limit=1000`);
    return same.shares.find(isSameRecipient);
  }
  const { token, amount } = about.payment ?? {};
  return shares.value.value?.shares.find(
    (share) =>
      isSameRecipient(share) &&
      sameText(share.payment_token ?? "", token?.address ?? "") &&
      (share.payment_amount ?? "") === (amount?.toString() ?? ""),
  );
}

async function sha256(text: string): Promise<string | undefined> {
  // Absent outside of secure contexts.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  const digest = await subtle?.digest("SHA-256", new TextEncoder().encode(text));
  return (
    digest &&
    Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
  );
}

export function sameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Notes of the payments whose end was not told yet: each is made before its payment, and deleted once that is told. */

import {
  defineCollection,
  type Collection,
  type Entity,
  type Store,
  type Transaction,
} from "@bourse/kernel";

import type { Address } from "../address.ts";
import type { TransferRequest } from "../chain/port.ts";
import { keyPaymentDocuments } from "../keys/index.ts";

interface OpenPaymentDocument extends Entity {
  readonly from: Address;
  readonly to: Address;
  /** Smallest unit, decimal. */
  readonly amount: string;
  readonly token: Address;
}

/** A payment as its end is told. */
export type PaymentFacts = Omit<OpenPaymentDocument, "id">;

export const openPayments: Collection<OpenPaymentDocument> =
  defineCollection<OpenPaymentDocument>()({ name: "open_payments" });

/** Notes a payment; false when it was noted before. */
export function noteOpenPayment(
  store: Store,
  { id, from, to, amount, token }: TransferRequest,
): Promise<boolean> {
  return store.transaction(async (tx) => {
    if ((await tx.get(openPayments, id)) !== undefined) return false;
    await tx.insert(openPayments, { id, from, to, amount: amount.toString(), token });
    return true;
  });
}

/**
 * Deletes the note of a payment and returns it for whoever tells how the payment ended; undefined when it was told
 * already. What was not paid no longer counts against the limits of a key. `tell` runs in the same transaction.
 */
export async function endOpenPayment(
  store: Store,
  id: string,
  { isPaid }: { readonly isPaid: boolean },
  tell?: (tx: Transaction, facts: PaymentFacts) => Promise<void>,
): Promise<PaymentFacts | undefined> {
  return store.transaction(async (tx) => {
    const found = await tx.get(openPayments, id);
    if (found === undefined) return undefined;
    await tx.delete(openPayments, id, found.version);
    if (!isPaid) await tx.delete(keyPaymentDocuments, id);
    const { from, to, amount, token } = found.value;
    const facts = { from, to, amount, token };
    await tell?.(tx, facts);
    return facts;
  });
}

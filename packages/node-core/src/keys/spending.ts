/** Payments of a key against its limits: the payees, the amount of a call, and the amount of the last 24 hours. */

import type { Clock, Page, StoreReader, Transaction } from "@bourse/kernel";

import type { Address } from "../address.ts";
import { NodeError } from "../errors.ts";
import {
  keyPaymentDocuments,
  type KeyPaymentDocument,
  type SpendingDocument,
} from "./api-key-document.ts";
import type { KeyHolder } from "./key-holder.ts";

/** Payment that a key asks for. */
export interface KeyPayment {
  /** Id of the payment: the same id twice counts once. */
  readonly id: string;
  /** Address of the payee. */
  readonly to: Address;
  /** Address of the token; the zero address is the native token. */
  readonly token: Address;
  /** Amount in the token's smallest unit. */
  readonly amount: bigint;
}

const DAY_MILLISECONDS = 86_400_000;

/**
 * Counts a payment against the limits of `holder` when `tx` is committed, or refuses it. The same payment counts once.
 *
 * @throws NodeError FORBIDDEN
 */
export async function spend(
  tx: Transaction,
  clock: Clock,
  holder: KeyHolder,
  payment: KeyPayment,
): Promise<void> {
  const limit = limitOf(holder, payment);
  if (limit === null) return;
  const { id, token, amount } = payment;
  if ((await tx.get(keyPaymentDocuments, id)) !== undefined) return;
  const now = clock.now();
  await checkDay(tx, now, limit, holder, payment);
  await tx.insert(keyPaymentDocuments, {
    id,
    keyId: holder.id,
    token,
    amount: amount.toString(),
    at: now,
  });
  // Twice as many go as come, so the collection never outgrows the payments of a day.
  const range = { lte: now - DAY_MILLISECONDS };
  const old = await tx.find(keyPaymentDocuments, { index: "by_time", range, limit: 2 });
  for (const { value, version } of old.items) {
    await tx.delete(keyPaymentDocuments, value.id, version);
  }
}

/** Refuses a payment that is over the limits of `holder` now, and counts nothing. @throws NodeError FORBIDDEN */
export async function checkSpending(
  reader: StoreReader,
  clock: Clock,
  holder: KeyHolder,
  payment: KeyPayment,
): Promise<void> {
  const limit = limitOf(holder, payment);
  if (limit !== null) await checkDay(reader, clock.now(), limit, holder, payment);
}

/** @throws NodeError FORBIDDEN */
async function checkDay(
  reader: StoreReader,
  now: number,
  { perDay }: SpendingDocument,
  { id }: KeyHolder,
  { token, amount }: KeyPayment,
): Promise<void> {
  if (perDay === null) return;
  const left = BigInt(perDay) - (await spentSince(reader, id, token, now - DAY_MILLISECONDS));
  if (amount <= left) return;
  const rest = left > 0n ? left : 0n;
  throw refused(
    `may pay ${perDay} of the token ${token} in 24 hours, of which ${rest} are left, but the payment is ${amount}`,
  );
}

/** Limit on the payment's token; null without one. @throws NodeError FORBIDDEN */
function limitOf(
  { scopes, payees, spending }: KeyHolder,
  { to, token, amount }: KeyPayment,
): SpendingDocument | null {
  if (!scopes.includes("transfer")) {
    throw new NodeError(
      "FORBIDDEN",
      "This API key lacks the scope transfer, and a payment needs it.",
      {
        details: { scope: "transfer" },
      },
    );
  }
  if (payees !== null && !payees.includes(to)) {
    throw refused(`may pay ${payees.length} payees, and ${to} is not one of them`);
  }
  if (spending === null) return null;
  const limit = spending.find((one) => one.token === token);
  if (limit === undefined) throw refused(`may not pay in the token ${token}`);
  if (limit.perCall !== null && amount > BigInt(limit.perCall)) {
    throw refused(
      `may pay at most ${limit.perCall} of the token ${token} in a call, but the payment is ${amount}`,
    );
  }
  return limit;
}

async function spentSince(
  reader: StoreReader,
  keyId: string,
  token: Address,
  since: number,
): Promise<bigint> {
  let sum = 0n;
  let cursor: string | null = null;
  do {
    const page: Page<KeyPaymentDocument> = await reader.find(keyPaymentDocuments, {
      index: "by_key",
      equals: [keyId, token],
      range: { gt: since },
      limit: 1000,
      ...(cursor === null ? {} : { cursor }),
    });
    for (const { value } of page.items) sum += BigInt(value.amount);
    cursor = page.next;
  } while (cursor !== null);
  return sum;
}

function refused(sentence: string): NodeError {
  return new NodeError("FORBIDDEN", `This API key ${sentence}.`);
}

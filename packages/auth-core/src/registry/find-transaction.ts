/** Transactions by what identifies them: owner, hash and chain. */

import type { StoreReader } from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

import { AuthError } from "../errors.ts";
import { type TransactionDocument, transactions } from "./records.ts";

const HEXADECIMAL = /^0x[\da-f]+$/i;

/** The one spelling of a hash: hexadecimal digits after 0x are in lower case, in any other form case matters. */
export function canonicalHash(hash: string): string {
  return HEXADECIMAL.test(hash) ? hash.toLowerCase() : hash;
}

/** Id of a transaction: a digest, because the caller's texts may be longer than the id of a document. */
export function transactionId(userId: string, chain: string, hash: string): string {
  return `${userId}:${sha256(`${chain.toLowerCase()}\n${canonicalHash(hash)}`, "hex")}`;
}

/** A user's transactions with a hash, in any spelling of it that was stored; of `chain` alone where it is named. */
export async function findTransactions(
  store: Pick<StoreReader, "find">,
  userId: string,
  hash: string,
  chain?: string,
): Promise<readonly TransactionDocument[]> {
  const canonical = canonicalHash(hash);
  // Older releases stored a hash as it was posted.
  const upper = HEXADECIMAL.test(hash) ? `0x${canonical.slice(2).toUpperCase()}` : hash;
  const pages = await Promise.all(
    [...new Set([canonical, hash, upper])].map((spelling) =>
      store.find(transactions, { index: "by_hash", equals: [userId, spelling], limit: 1000 }),
    ),
  );
  return pages
    .flatMap(({ items }) => items.map(({ value }) => value))
    .filter((record) => chain === undefined || isSame(record.chain, chain));
}

/** The one transaction of a user with a hash. @throws AuthError NOT_FOUND, CONFLICT where several chains have it */
export async function findTransaction(
  store: Pick<StoreReader, "find">,
  userId: string,
  hash: string,
  chain?: string,
): Promise<TransactionDocument> {
  const found = await findTransactions(store, userId, hash, chain);
  const [record, ...others] = found;
  if (record === undefined) throw new AuthError("NOT_FOUND", "There is no such transaction.");
  if (others.every((other) => isSame(other.chain, record.chain))) return record;
  const chains = found.map((one) => one.chain).join(", ");
  throw new AuthError(
    "CONFLICT",
    `This hash is recorded on several chains: name one of them as chain: ${chains}.`,
  );
}

function isSame(chain: string, other: string): boolean {
  return chain.toLowerCase() === other.toLowerCase();
}

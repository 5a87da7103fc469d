/** An account as it is stored, and the part of it that its owner sees. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

/** A stored account. All times in milliseconds since the Unix epoch (UTC). */
export interface AccountDocument extends Entity {
  readonly id: string;
  /** Address as the owner wrote it, trimmed. */
  readonly email: string;
  /** Unique form of the address; see `emailKey`. */
  readonly emailKey: string;
  readonly name: string;
  /** Password hash as a PHC string. */
  readonly passwordHash: string;
  readonly status: "active" | "disabled";
  readonly createdAt: number;
  readonly passwordChangedAt: number;
}

/** Collection of accounts; the unique index `by_email` refuses a second account with the same address. */
export const accounts: Collection<AccountDocument, "by_email"> =
  defineCollection<AccountDocument>()({
    name: "accounts",
    indexes: { by_email: { fields: ["emailKey"], unique: true } },
  });

/** The owner of an account. */
export interface User {
  /** UUID of the account. */
  readonly id: string;
  /** E-mail address as it was registered, trimmed. */
  readonly email: string;
  /** Display name, 0–200 characters. */
  readonly name: string;
}

/** The public part of an account. */
export function userOf(account: AccountDocument): User {
  return { id: account.id, email: account.email, name: account.name };
}

/** An account as it is stored, and as others see it. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

export interface AccountDocument extends Entity {
  readonly id: string;
  /** As the owner wrote it, trimmed. */
  readonly email: string;
  /** What makes it unique: see `emailKey`. */
  readonly emailKey: string;
  readonly name: string;
  /** A PHC string. */
  readonly passwordHash: string;
  readonly status: "active" | "disabled";
  /** Milliseconds UTC. */
  readonly createdAt: number;
  readonly passwordChangedAt: number;
}

export const accounts: Collection<AccountDocument, "by_email"> =
  defineCollection<AccountDocument>()({
    name: "accounts",
    indexes: { by_email: { fields: ["emailKey"], unique: true } },
  });

/** Seed, part A: the user record. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export function userOf(account: AccountDocument): User {
  return { id: account.id, email: account.email, name: account.name };
}

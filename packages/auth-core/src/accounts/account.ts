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
  /** Password hash as a PHC string; empty for an account that has no password. */
  readonly passwordHash: string;
  readonly status: "active" | "disabled";
  /** Role that bounds what the account may do; absent for `owner`, which may do everything. */
  readonly role?: string;
  readonly createdAt: number;
  readonly passwordChangedAt: number;
  /** Time of the last reset by a link; absent before the first. */
  readonly passwordResetAt?: number;
  /** Time at which the owner proved the present address; absent or null until then. */
  readonly emailVerifiedAt?: number | null;
  /** Time of the deletion that the owner asked for; absent or null for none. */
  readonly deletesAt?: number | null;
  /** True once the deletion has taken the person out of this document; the rest of its data follows. */
  readonly isErased?: true;
  /** Absent where a release that did not record it wrote the account, until the next login. */
  readonly lastLoginAt?: number;
}

/**
 * Collection of accounts. The unique index `by_email` refuses a second account with the same address; the others serve
 * the lists of the user directory: each filter has the index whose order its list has.
 */
export const accounts: Collection<
  AccountDocument,
  "by_email" | "by_created" | "by_status" | "by_status_email" | "by_deletion"
> = defineCollection<AccountDocument>()({
  name: "accounts",
  indexes: {
    by_email: { fields: ["emailKey"], unique: true },
    by_created: { fields: ["createdAt"] },
    by_status: { fields: ["status", "createdAt"] },
    by_status_email: { fields: ["status", "emailKey"] },
    by_deletion: { fields: ["deletesAt"] },
  },
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

/** True when neither the account nor its owner stops its API keys: it is not disabled, and no deletion waits. */
export function acceptsKeys({ status, deletesAt = null }: AccountDocument): boolean {
  return status === "active" && deletesAt === null;
}

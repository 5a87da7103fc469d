/** An account as it is stored. */

import {
  type Collection,
  type Entity,
  type Transaction,
  type Versioned,
  defineCollection,
} from "@bourse/kernel";

import type { Suspension } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { firstRecovery, type RecoveryRequest } from "./recovery-request.ts";
import type { User } from "./user.ts";

/** A stored account. Times are milliseconds since the epoch. */
export interface UserDocument extends Entity, Omit<User, "deletesAt" | "suspension" | "recovery"> {
  readonly id: string;
  /** Comparable form of the wallet address: lower case (EVM) or unchanged (Solana). */
  readonly walletKey: string | null;
  /** Comparable form of the username: lower case. */
  readonly usernameKey: string;
  /** Comparable form of the email address. */
  readonly emailKey: string | null;
  /** Password hash as a PHC string; null without an email address. */
  readonly passwordHash: string | null;
  /** Time at which the owner proved the present email address; absent or null until then. */
  readonly emailVerifiedAt?: number | null;
  /** Time of the last reset of the password by a link; absent before the first. */
  readonly passwordResetAt?: number;
  /** Suspension that was not lifted; absent or null for none. */
  readonly suspension?: Suspension | null;
  /** Time of the deletion that waits, in milliseconds since the epoch; absent or null for none. */
  readonly deletesAt?: number | null;
  /** Recoveries that wait, one for each proof that began one; absent or empty for none. */
  readonly recoveries?: readonly RecoveryRequest[];
  /** True once the deletion has taken the person out of this document; the rest of its data follows. */
  readonly isErased?: true;
  /** True once the account has made a webhook; absent before. */
  readonly hasWebhooks?: true;
  /** True when the account has a role; absent where a release without webhooks wrote the roles. */
  readonly reviews?: boolean;
  /** True when `roles` contains `admin`; the index of admins reads it. */
  readonly isAdmin: boolean;
}

/** The collection of accounts. */
export const users: Collection<
  UserDocument,
  "by_wallet" | "by_username" | "by_email" | "by_admin" | "by_created" | "by_deletion" | "by_feed"
> = defineCollection<UserDocument>()({
  name: "users",
  indexes: {
    by_wallet: { fields: ["walletKey"], unique: true },
    by_username: { fields: ["usernameKey"], unique: true },
    by_email: { fields: ["emailKey"], unique: true },
    by_admin: { fields: ["isAdmin", "createdAt"] },
    by_created: { fields: ["createdAt"] },
    by_feed: { fields: ["hasWebhooks", "reviews"] },
    by_deletion: { fields: ["deletesAt"] },
  },
});

/** Removes the password hash, the keys of the indexes and the state of proofs from a stored account. */
export function userView(document: UserDocument): User {
  const {
    walletKey: _,
    usernameKey: __,
    emailKey: ___,
    passwordHash: ____,
    isAdmin: _____,
    emailVerifiedAt: ______,
    passwordResetAt: _______,
    isErased: ________,
    hasWebhooks: _________,
    reviews: __________,
    deletesAt = null,
    suspension = null,
    recoveries,
    ...user
  } = document;
  const recovery = firstRecovery(recoveries);
  return {
    ...user,
    ...(recovery && { recovery }),
    ...(deletesAt === null ? {} : { deletesAt }),
    ...(suspension === null ? {} : { suspension }),
  };
}

/** Reads an account. @throws CurationError NOT_FOUND */
export async function readAccount(
  reader: Pick<Transaction, "get">,
  id: string,
): Promise<Versioned<UserDocument>> {
  const found = await reader.get(users, id);
  if (found !== undefined && found.value.isErased !== true) return found;
  throw new CurationError("NOT_FOUND", "There is no account with this id.");
}

/** An account as it is stored, and as its owner sees it. */

import { type Collection, type Entity, defineCollection } from "@bourse/kernel";

import type { Role } from "../actor.ts";
import { isoTime } from "../iso-time.ts";

export interface UserDocument extends Entity {
  readonly id: string;
  /** Checksummed (EVM) or base58 (Solana); null once somebody else proved the address. */
  readonly wallet_address: string | null;
  /** What makes it unique: see `walletKey`. */
  readonly wallet_key: string | null;
  readonly wallet_verified: boolean;
  readonly username: string;
  readonly username_key: string;
  readonly email: string | null;
  readonly email_key: string | null;
  /** A PHC string; null without an e-mail. */
  readonly password_hash: string | null;
  readonly display_name: string | null;
  readonly avatar_url: string | null;
  readonly bio: string | null;
  readonly roles: readonly Role[];
  /** Whether `roles` holds `admin`, for the index that counts them. */
  readonly is_admin: boolean;
  readonly total_markets_created: number;
  /** Milliseconds UTC, like all times in the store. */
  readonly created_at: number;
  readonly updated_at: number;
  readonly last_login_at: number | null;
}

export const users: Collection<
  UserDocument,
  "by_wallet" | "by_username" | "by_email" | "by_admin" | "by_created"
> = defineCollection<UserDocument>()({
  name: "users",
  indexes: {
    by_wallet: { fields: ["wallet_key"], unique: true },
    by_username: { fields: ["username_key"], unique: true },
    by_email: { fields: ["email_key"], unique: true },
    by_admin: { fields: ["is_admin", "created_at"] },
    by_created: { fields: ["created_at"] },
  },
});

/** The account on the wire; never its password. Times are ISO 8601, UTC. */
export interface User {
  readonly id: string;
  readonly wallet_address: string | null;
  readonly username: string;
  readonly email: string | null;
  readonly display_name: string | null;
  readonly avatar_url: string | null;
  readonly bio: string | null;
  readonly wallet_verified: boolean;
  readonly roles: readonly Role[];
  readonly total_markets_created: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_login_at: string | null;
}

/** What others may see of the account: all that the specification lists, field by field. */
export function userView(user: UserDocument): User {
  return {
    id: user.id,
    wallet_address: user.wallet_address,
    username: user.username,
    email: user.email,
    display_name: user.display_name,
    avatar_url: user.avatar_url,
    bio: user.bio,
    wallet_verified: user.wallet_verified,
    roles: user.roles,
    total_markets_created: user.total_markets_created,
    created_at: isoTime(user.created_at),
    updated_at: isoTime(user.updated_at),
    last_login_at: isoTime(user.last_login_at),
  };
}

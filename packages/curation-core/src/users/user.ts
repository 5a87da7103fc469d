/** An account as its owner and admins see it. */

import type { Role, Suspension } from "../actor.ts";
import type { WaitingRecovery } from "./recovery-request.ts";

/** An account without its password. Times are milliseconds since the epoch. */
export interface User {
  /** UUID of the account. */
  readonly id: string;
  /** Wallet address: EIP-55 (EVM) or base58 (Solana); null after another account has proven to own it. */
  readonly walletAddress: string | null;
  /** Name of 3–50 characters, unique without regard to case. */
  readonly username: string;
  /** Email address; null when the account has none. */
  readonly email: string | null;
  /** Name to show, at most 100 characters; null when not set. */
  readonly displayName: string | null;
  /** Address of an image, http or https; null when not set. */
  readonly avatarUrl: string | null;
  /** Self-description, at most 1000 characters; null when not set. */
  readonly bio: string | null;
  /** True when the wallet address was proven by a signature. */
  readonly walletVerified: boolean;
  /** Roles of the account; most accounts have none. */
  readonly roles: readonly Role[];
  /** Number of markets made of the account's drafts. */
  readonly totalMarketsCreated: number;
  /** Time of the registration. */
  readonly createdAt: number;
  /** Time of the last change of the account. */
  readonly updatedAt: number;
  /** Time of the last login; null before the first. */
  readonly lastLoginAt: number | null;
  /** Suspension that was not lifted, in force until its end; absent for none. */
  readonly suspension?: Suspension;
  /** Time of the deletion that waits, which its owner may cancel; absent for none. */
  readonly deletesAt?: number;
  /** Recovery that waits, which every login of its owner ends; absent for none. */
  readonly recovery?: WaitingRecovery;
}

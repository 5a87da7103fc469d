/** Accounts: registered, logged in, changed. */

import type { Actor } from "../actor.ts";
import type { Role } from "../actor.ts";
import type { PageOf, PageQuery } from "../page.ts";
import type { User } from "./user-document.ts";

/** Where a call came from, as far as its transport knows. */
export interface Origin {
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
}

/** A signed message: proof of the address that it names. */
export interface WalletProof {
  readonly message: string;
  readonly signature: string;
}

export interface Registration extends Partial<WalletProof> {
  readonly wallet_address: string;
  /** 3–50 of letters, digits, `_ . -`; unique without case. */
  readonly username: string;
  /** Together with a password or not at all. */
  readonly email?: string;
  readonly password?: string;
}

/** Either a signed message (with its address or without) or e-mail and password. */
export interface Login extends Partial<WalletProof> {
  readonly wallet_address?: string;
  readonly email?: string;
  readonly password?: string;
}

/** What a login leaves in the caller's hands. */
export interface SignedIn {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: "bearer";
  /** Seconds. */
  readonly expires_in: number;
  readonly user: User;
}

export interface ProfilePatch {
  readonly username?: string;
  /** At most 100 characters; null empties it, like the others. */
  readonly display_name?: string | null;
  /** http or https, at most 2000 characters. */
  readonly avatar_url?: string | null;
  /** At most 1000 characters. */
  readonly bio?: string | null;
}

export interface Accounts {
  /** @throws CurationError VALIDATION_ERROR, WALLET_PROOF_REQUIRED, WALLET_PROOF_INVALID, USERNAME_TAKEN, EMAIL_TAKEN, WALLET_TAKEN, RATE_LIMITED, BUSY */
  register(input: Registration, origin?: Origin): Promise<SignedIn>;
  /** @throws CurationError VALIDATION_ERROR, INVALID_CREDENTIALS, WALLET_PROOF_INVALID, WALLET_TAKEN, RATE_LIMITED, BUSY */
  login(input: Login, origin?: Origin): Promise<SignedIn>;
  /** @throws CurationError NOT_FOUND */
  get(userId: string): Promise<User>;
  /** @throws CurationError VALIDATION_ERROR, USERNAME_TAKEN, NOT_FOUND */
  update(actor: Actor, patch: ProfilePatch): Promise<User>;
  /** Proves the address, or changes it to a proved one. @throws CurationError WALLET_PROOF_INVALID, WALLET_TAKEN */
  setWallet(actor: Actor, input: WalletProof & { readonly wallet_address: string }): Promise<User>;
}

export interface UserDirectory {
  /**
   * For admins, newest first. `search` is the beginning of a username, or a whole e-mail or wallet address.
   *
   * @throws CurationError FORBIDDEN, CURSOR_INVALID
   */
  list(actor: Actor, query?: PageQuery & { readonly search?: string }): Promise<PageOf<User>>;
  /** By an admin; felt on the user's next request. @throws CurationError FORBIDDEN, NOT_FOUND, LAST_ADMIN */
  setRoles(actor: Actor, userId: string, roles: readonly Role[]): Promise<User>;
}

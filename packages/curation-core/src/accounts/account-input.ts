/** Input of registrations, logins and profile changes. */

import type { RedeemedCode } from "@bourse/credentials";

/** A signed message that proves the ownership of the address it names. */
export interface WalletProof {
  /** The message, byte for byte as it was signed. */
  readonly message: string;
  /** The signature: 0x-hex (EVM), base58 or base64 (Solana). */
  readonly signature: string;
}

/** Input of a registration; `message` and `signature` prove the wallet address. */
export interface Registration extends Partial<WalletProof> {
  /** EVM or Solana address of the account. */
  readonly walletAddress: string;
  /**
   * Name of 3–50 letters, digits, `_`, `.` or `-`; unique without regard to case. Names that look like an id or a
   * wallet address and reserved ones such as `admin` are refused.
   */
  readonly username: string;
  /** Email address; requires a password. */
  readonly email?: string;
  /** Password; requires an email address. */
  readonly password?: string;
  /** One-time code of an email address that is reserved for an admin; the account becomes an admin by it. */
  readonly adminCode?: string;
  /** Code of a sign-in that `OpenId.login` found no account for; the account is linked with its identity. */
  readonly openId?: RedeemedCode;
}

/** Input of a login: a signed message, or an email address and a password. */
export interface Login extends Partial<WalletProof> {
  /** Wallet address; when given with a message, it must be the one that the message names. */
  readonly walletAddress?: string;
  /** Email address of the account. */
  readonly email?: string;
  /** Password of the account. */
  readonly password?: string;
  /** Secret of a remembered device, `rd_…`, which stands for the second factor. Default: none. */
  readonly deviceSecret?: string;
}

/** A change of a profile; absent fields stay as they are. */
export interface ProfilePatch {
  /** New username, under the rules of a registration. */
  readonly username?: string;
  /** New name to show, at most 100 characters; null removes it. */
  readonly displayName?: string | null;
  /** New image address, http or https, at most 2000 characters; null removes it. */
  readonly avatarUrl?: string | null;
  /** New self-description, at most 1000 characters; null removes it. */
  readonly bio?: string | null;
}

/**
 * Proof that a change of a credential comes from the account's owner. An account with a password or a proven wallet
 * needs one of these two; any other account needs the refresh token of the session.
 */
export interface OwnerProof {
  /** Current password of the account. */
  readonly currentPassword?: string;
  /** Message that the account's proven wallet signed; it needs a nonce of its own. */
  readonly currentMessage?: string;
  /** Signature of `currentMessage`. */
  readonly currentSignature?: string;
  /** Refresh token of the session that the actor authenticated with. */
  readonly refreshToken?: string;
}

/** A wallet address with the proof of its ownership; a change to another address needs the proof of the owner too. */
export interface WalletChange extends WalletProof, OwnerProof {
  /** EVM or Solana address; the message must name the same. */
  readonly walletAddress: string;
}

/** A new email address of an account. */
export interface EmailChange extends OwnerProof {
  /** New email address. */
  readonly email: string;
  /** New password; required while the account has none. Default: unchanged. */
  readonly newPassword?: string;
  /** One-time code of an email address that is reserved for an admin; the account becomes an admin by it. */
  readonly adminCode?: string;
}

/** A new password of an account. */
export interface PasswordChange extends OwnerProof {
  /** New password. */
  readonly newPassword: string;
}

/** Curation in one piece: wired from a store, a clock and a master key, without a server. */

import type { PasswordHasher, SigningAlgorithm, SigningKeys } from "@bourse/credentials";
import type { Clock, Ids, Store } from "@bourse/kernel";

import type { Accounts, UserDirectory } from "./accounts/accounts.ts";
import type { Guard } from "./accounts/guard.ts";
import type { LoginSessions } from "./accounts/login-sessions.ts";
import type { Drafts } from "./drafts/drafts.ts";
import type { CurationEvents } from "./events/curation-event.ts";
import type { Markets } from "./markets/markets.ts";
import type { Review } from "./review/review.ts";
import type { DraftScorer } from "./rules/scorer.ts";
import type { WalletProofs } from "./wallet/wallet-proofs.ts";
import type { EthCall, WalletVerifier } from "./wallet/wallet-verifier.ts";

export interface CurationCoreOptions {
  /** Opened with `curationCollections`. The core does not close it. */
  readonly store: Store;
  /** 32 bytes that seal the signing keys; the same on every replica, kept outside the store. */
  readonly masterKey: Uint8Array;
  /** The authority that wallets are asked to sign in to (EIP-4361 `domain`). Default `localhost:3001`. */
  readonly domain?: string;
  /** The URI of that message. Default `http://localhost:3001`. */
  readonly uri?: string;
  /** EIP-155 chain of EVM messages. Default 1. */
  readonly chainId?: number;
  /** `Chain ID` of Solana messages (CAIP-122). Default `mainnet`. */
  readonly solanaChain?: string;
  /** Whether registering needs a proof of the wallet. Default false; true in production. */
  readonly requireWalletProof?: boolean;
  /** Admins once the address is proved. Default none. */
  readonly adminWallets?: readonly string[];
  /** Admins by their password. Default none. */
  readonly adminEmails?: readonly string[];
  /** `strict`: not even an admin reviews an own draft. Default `admins-excepted`. */
  readonly fourEyes?: "admins-excepted" | "strict";
  /** How long a claim holds after the holder's last action. 1–1440. Default 30. */
  readonly claimMinutes?: number;
  /** How long a nonce holds. 10–3600. Default 300. */
  readonly nonceSeconds?: number;
  /** Events kept for listeners that come back. 100–1,000,000. Default 10,000. */
  readonly eventsKept?: number;
  /** The `iss` of tokens. Default `bourse-curation`. */
  readonly issuer?: string;
  /** The `aud` of tokens. Default `bourse`. */
  readonly audience?: string;
  /** Default ES256. */
  readonly algorithm?: SigningAlgorithm;
  /** Lifetime of an access token. 30–86,400. Default 900 s. */
  readonly accessTokenTtlSeconds?: number;
  /** Default 30 days. */
  readonly sessionIdleSeconds?: number;
  /** Default 90 days. */
  readonly sessionAbsoluteSeconds?: number;
  /** How long a signing key is published before it may sign. Default 60 s. */
  readonly keyPublishSeconds?: number;
  /** Default 10. */
  readonly loginFailuresPerAccount?: number;
  /** Default 50. */
  readonly loginFailuresPerAddress?: number;
  /** Default 900 s. */
  readonly loginWindowSeconds?: number;
  /** From one address. Default 300. */
  readonly registrationsPerHour?: number;
  /** Asks an EVM node about signatures of contract wallets (EIP-1271). Default none: those are refused. */
  readonly ethCall?: EthCall;
  /** Default: EIP-191 by ethers, EIP-1271 through `ethCall`, Ed25519 by Node.js. */
  readonly walletVerifier?: WalletVerifier;
  /** Default: the rule engine's own scores. */
  readonly scorer?: DraftScorer;
  /** Default: Argon2id, 19 MiB, two passes. */
  readonly hasher?: PasswordHasher;
  readonly clock?: Clock;
  readonly ids?: Ids;
}

export interface CurationCore {
  readonly accounts: Accounts;
  readonly users: UserDirectory;
  readonly sessions: LoginSessions;
  readonly guard: Guard;
  readonly wallets: WalletProofs;
  readonly drafts: Drafts;
  readonly review: Review;
  readonly markets: Markets;
  readonly events: CurationEvents;
  readonly signingKeys: SigningKeys;
  /** Lifetime of an access token in seconds. */
  readonly expiresIn: number;
  /**
   * The work that no request does: re-reads and rotates signing keys, forgets nonces, sessions and events whose time
   * is over. Call it every few seconds; calls that overlap are one.
   */
  maintain(): Promise<void>;
  /** Ends all subscriptions and waits for maintenance under way. */
  close(): Promise<void>;
}

/** Curation in one piece: wired from a store, a clock and a master key, without a server. */

import {
  type PasswordHasher,
  type SigningAlgorithm,
  type SigningKeys,
  createAccessTokens,
  createPasswordHasher,
  createSessions,
  openSigningKeys,
} from "@bourse/credentials";
import {
  type Clock,
  type Ids,
  type OptionRule,
  type Store,
  booleanOption,
  choiceOption,
  functionOption,
  integerOption,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  systemIds,
  textOption,
} from "@bourse/kernel";

import { type Accounts, createAccounts } from "./accounts/accounts.ts";
import { createAdminList } from "./accounts/admin-list.ts";
import { type Guard, createGuard } from "./accounts/guard.ts";
import { type LoginSessions, createLoginSessions } from "./accounts/login-sessions.ts";
import { createLoginThrottle } from "./accounts/login-throttle.ts";
import { type UserDirectory, createUserDirectory } from "./accounts/user-directory.ts";
import { createDraftMoves } from "./drafts/draft-moves.ts";
import { type Drafts, createDrafts } from "./drafts/drafts.ts";
import type { CurationEvents } from "./events/curation-event.ts";
import { createCurationEvents } from "./events/curation-events.ts";
import { createLedger } from "./ledger/ledger.ts";
import { MarketIndex } from "./markets/market-index.ts";
import { type Markets, createMarkets } from "./markets/markets.ts";
import { findNearDuplicate } from "./markets/near-duplicate.ts";
import { createDecide } from "./review/decide.ts";
import { ReviewQueue } from "./review/review-queue.ts";
import { type Review, createReview } from "./review/review.ts";
import { createAssessor } from "./rules/assess.ts";
import type { DraftScorer } from "./rules/scorer.ts";
import { createWalletVerifier } from "./wallet/create-wallet-verifier.ts";
import { type WalletProofs, createWalletProofs } from "./wallet/wallet-proofs.ts";
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
  /** EIP-155 chain of EVM messages. 1–2^53 − 1. Default 1. */
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
  /** 60–31,536,000. Default 30 days. */
  readonly sessionIdleSeconds?: number;
  /** 60–315,360,000. Default 90 days. */
  readonly sessionAbsoluteSeconds?: number;
  /** How long a signing key is published before it may sign. 0–86,400. Default 60 s. */
  readonly keyPublishSeconds?: number;
  /** 1–10,000. Default 10. */
  readonly loginFailuresPerAccount?: number;
  /** 1–10,000. Default 50. */
  readonly loginFailuresPerAddress?: number;
  /** 1–604,800. Default 900 s. */
  readonly loginWindowSeconds?: number;
  /** From one address. 1–10,000. Default 300. */
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

/**
 * Reads all markets and drafts once: some seconds for each 100,000.
 *
 * @throws KernelError OPTION_INVALID; CredentialsError SIGNING_KEYS_UNREADABLE
 */
export async function createCurationCore(given: CurationCoreOptions): Promise<CurationCore> {
  const options = resolveOptions("createCurationCore", given, RULES);
  const { store, clock, ids } = options;
  const verifier =
    options.walletVerifier ??
    createWalletVerifier(options.ethCall === undefined ? {} : { ethCall: options.ethCall });
  const signing = await openSigningKeys({
    store,
    masterKey: options.masterKey,
    algorithm: options.algorithm,
    // As long as any token of the key, and the skew of clocks that `createAccessTokens` allows.
    acceptSeconds: options.accessTokenTtlSeconds + 5,
    publishSeconds: options.keyPublishSeconds,
    clock,
    ids,
  });
  const tokens = createAccessTokens({
    keys: signing,
    issuer: options.issuer,
    audience: options.audience,
    ttlSeconds: options.accessTokenTtlSeconds,
    clock,
    ids,
  });
  const sessions = createSessions({
    store,
    idleSeconds: options.sessionIdleSeconds,
    absoluteSeconds: options.sessionAbsoluteSeconds,
    clock,
    ids,
  });
  const ledger = createLedger(store, clock);
  const proofs = createWalletProofs({ ...options, verifier });
  const accounts = createAccounts({
    store,
    ledger,
    sessions,
    tokens,
    hasher: options.hasher ?? createPasswordHasher(),
    throttle: createLoginThrottle(options, clock),
    proofs,
    admins: createAdminList(options.adminWallets, options.adminEmails, verifier),
    requireWalletProof: options.requireWalletProof,
    ids,
  });
  const index = new MarketIndex(store);
  const assessor = createAssessor({
    now: () => clock.now(),
    nearDuplicate: async (question) => {
      await index.at(clock.now());
      return findNearDuplicate(index, question);
    },
    scorer: options.scorer,
  });
  const moves = createDraftMoves(ids);
  const claimMilliseconds = options.claimMinutes * 60_000;
  const decide = createDecide({
    moves,
    assessor,
    verifier,
    fourEyes: options.fourEyes,
    claimMilliseconds,
    ids,
  });
  const events = createCurationEvents(store, ledger);
  const queue = new ReviewQueue(store);
  // The first caller of a list is not to wait for all that is stored.
  await Promise.all([index.at(clock.now()), queue.catchUp()]);

  let maintaining: Promise<void> | undefined;
  const maintain = async (): Promise<void> => {
    await signing.maintain();
    await proofs.sweep();
    await sessions.sweep();
    await events.sweep(options.eventsKept);
  };
  return Object.freeze({
    accounts,
    users: createUserDirectory(store, ledger, verifier),
    sessions: createLoginSessions(sessions, tokens),
    guard: createGuard(store, tokens, sessions),
    wallets: proofs,
    drafts: createDrafts({ store, ledger, moves, assessor, claimMilliseconds, ids }),
    review: createReview({ store, ledger, queue, decide }),
    markets: createMarkets({ store, ledger, index, verifier, clock }),
    events,
    signingKeys: signing,
    expiresIn: options.accessTokenTtlSeconds,
    maintain: () => (maintaining ??= maintain().finally(() => (maintaining = undefined))),
    close: async (): Promise<void> => {
      events.close();
      await maintaining?.catch(() => undefined);
    },
  });
}

const textsOption: OptionRule<readonly string[]> = {
  expected: "a list of texts",
  accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  absent: () => [],
};

const masterKeyOption: OptionRule<Uint8Array> = {
  expected: "32 bytes",
  accepts: (value) => value instanceof Uint8Array && value.length === 32,
  absent: null,
};

const RULES = {
  store: portOption<Store>(["transaction", "find", "get", "count"]),
  masterKey: masterKeyOption,
  domain: textOption({ default: "localhost:3001", maxLength: 255 }),
  uri: textOption({ default: "http://localhost:3001", maxLength: 2000 }),
  chainId: integerOption({ min: 1, max: Number.MAX_SAFE_INTEGER, default: 1 }),
  solanaChain: textOption({ default: "mainnet", maxLength: 64 }),
  requireWalletProof: booleanOption({ default: false }),
  adminWallets: textsOption,
  adminEmails: textsOption,
  fourEyes: choiceOption(["admins-excepted", "strict"], { default: "admins-excepted" }),
  claimMinutes: integerOption({ min: 1, max: 1440, default: 30 }),
  nonceSeconds: integerOption({ min: 10, max: 3600, default: 300 }),
  eventsKept: integerOption({ min: 100, max: 1_000_000, default: 10_000 }),
  issuer: textOption({ default: "bourse-curation", maxLength: 200 }),
  audience: textOption({ default: "bourse", maxLength: 200 }),
  algorithm: choiceOption(["ES256", "EdDSA", "HS256"], { default: "ES256" }),
  accessTokenTtlSeconds: integerOption({ min: 30, max: 86_400, default: 900 }),
  sessionIdleSeconds: integerOption({ min: 60, max: 31_536_000, default: 2_592_000 }),
  sessionAbsoluteSeconds: integerOption({ min: 60, max: 315_360_000, default: 7_776_000 }),
  keyPublishSeconds: integerOption({ min: 0, max: 86_400, default: 60 }),
  loginFailuresPerAccount: integerOption({ min: 1, max: 10_000, default: 10 }),
  loginFailuresPerAddress: integerOption({ min: 1, max: 10_000, default: 50 }),
  loginWindowSeconds: integerOption({ min: 1, max: 604_800, default: 900 }),
  registrationsPerHour: integerOption({ min: 1, max: 10_000, default: 300 }),
  ethCall: optional(functionOption<EthCall>()),
  walletVerifier: optional(portOption<WalletVerifier>(["parse", "verify"])),
  scorer: optional(portOption<DraftScorer>(["score"])),
  hasher: optional(portOption<PasswordHasher>(["hash", "verify", "verifyNothing"])),
  clock: portOption<Clock>(["now"], { default: systemClock }),
  ids: portOption<Ids>(["uuid", "token"], { default: systemIds }),
};

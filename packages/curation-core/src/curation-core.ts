/** Curation in one piece: wired from a store, a clock and a master key, without a server. */

import {
  type LoginOptions,
  type SigningKeys,
  loginOptionRules,
  openAuditTrail,
  openLogins,
} from "@bourse/credentials";
import {
  type AuditTrail,
  type CallSignatures,
  type OptionRule,
  booleanOption,
  checkedAuditTrail,
  checkedCalls,
  choiceOption,
  functionOption,
  integerOption,
  optional,
  portOption,
  resolveOptions,
} from "@bourse/kernel";

import { type Accounts, createAccounts } from "./accounts/accounts.ts";
import { createAdminCodes } from "./accounts/admin-codes.ts";
import { createAdminWallets } from "./accounts/admin-wallets.ts";
import { type Admins, createAdmins } from "./accounts/admins.ts";
import { type Guard, createGuard } from "./accounts/guard.ts";
import { type LoginSessions, createLoginSessions } from "./accounts/login-sessions.ts";
import { type UserDirectory, createUserDirectory } from "./accounts/user-directory.ts";
import {
  accountCalls,
  adminCalls,
  draftCalls,
  eventCalls,
  guardCalls,
  marketCalls,
  reviewCalls,
  sessionCalls,
  userCalls,
  walletCalls,
} from "./call-signatures.ts";
import { createDraftMoves } from "./drafts/draft-moves.ts";
import { type Drafts, createDrafts } from "./drafts/drafts.ts";
import { CurationError } from "./errors.ts";
import { type CurationEvents, createCurationEvents } from "./events/curation-events.ts";
import { wrongArgument } from "./invalid.ts";
import { createLedger } from "./ledger/ledger.ts";
import { skipGivenNumbers } from "./ledger/skip-given-numbers.ts";
import { MarketIndex } from "./markets/market-index.ts";
import { type Markets, createMarkets } from "./markets/markets.ts";
import { findNearDuplicate } from "./markets/near-duplicate.ts";
import { announceEndedClaims } from "./review/announce-ended-claims.ts";
import { ReviewQueue } from "./review/review-queue.ts";
import { type Review, createReview } from "./review/review.ts";
import { createAssessor } from "./rules/assess.ts";
import type { DraftScorer } from "./rules/scorer.ts";
import { createWalletVerifier } from "./wallet/create-wallet-verifier.ts";
import { isAuthority, isChainReference, isUri } from "./wallet/uri-grammar.ts";
import { type WalletProofs, createWalletProofs } from "./wallet/wallet-proofs.ts";
import type { EthCall, WalletVerifier } from "./wallet/wallet-verifier.ts";

/** Options of {@link createCurationCore}; the default `issuer` is `bourse-curation`. */
export interface CurationCoreOptions extends LoginOptions {
  /**
   * Host that sign-in messages name (EIP-4361 `domain`), with its port. At most 255 characters. Default
   * `localhost:3001`.
   */
  readonly domain?: string;
  /** URI that sign-in messages name. At most 2000 characters. Default `http://localhost:3001`. */
  readonly uri?: string;
  /** EIP-155 chain id in sign-in messages of EVM wallets. 1–2^53 − 1. Default 1. */
  readonly chainId?: number;
  /** Chain in sign-in messages of Solana wallets (CAIP-122). At most 64 characters. Default `mainnet`. */
  readonly solanaChain?: string;
  /** True to refuse registrations without a wallet proof. Default false; set it in production. */
  readonly requireWalletProof?: boolean;
  /** Wallet addresses whose accounts become admins when they prove ownership. Default none. */
  readonly adminWallets?: readonly string[];
  /**
   * Email addresses that are reserved for admins: an account gets one only with its one-time code
   * (`admins.renewCodes`), and becomes an admin by it. Default none.
   */
  readonly adminEmails?: readonly string[];
  /**
   * Review of own drafts and resolution of their markets: forbidden for all (`strict`), or allowed for admins, the
   * resolution only as long as no other admin can do it. Default `admins-excepted`.
   */
  readonly fourEyes?: "admins-excepted" | "strict";
  /** Lifetime of a claim in minutes after the holder's last action. 1–1440. Default 30. */
  readonly claimMinutes?: number;
  /** Maximum number of resolutions of one market: the last one cannot be disputed. 1–10. Default 3. */
  readonly resolutionRounds?: number;
  /** Maximum number of drafts of one author that are neither decided nor withdrawn. 1–100,000. Default 200. */
  readonly openDraftsPerAuthor?: number;
  /** Lifetime of a nonce in seconds. 10–3600. Default 300. */
  readonly nonceSeconds?: number;
  /** Maximum number of nonces in a minute for one IP address (IPv6: per /64). 1–1,000,000. Default 120. */
  readonly noncesPerMinute?: number;
  /** Number of events kept for listeners that reconnect. 100–1,000,000. Default 10,000. */
  readonly eventsKept?: number;
  /** Call to an EVM node that verifies signatures of contract wallets (EIP-1271). Default none: they are refused. */
  readonly ethCall?: EthCall;
  /** Verifier of wallet signatures. Default: EIP-191 by ethers, EIP-1271 through `ethCall`, Ed25519 by Node.js. */
  readonly walletVerifier?: WalletVerifier;
  /** Scorer of drafts. Default: the rule engine's own scores. */
  readonly scorer?: DraftScorer;
}

/** Market curation without a server; see {@link createCurationCore}. */
export interface CurationCore {
  /** Registration, login and profile. */
  readonly accounts: Accounts;
  /** Directory of accounts for admins. */
  readonly users: UserDirectory;
  /** The admins: listed, granted, revoked and invited. */
  readonly admins: Admins;
  /** Login sessions of accounts. */
  readonly sessions: LoginSessions;
  /** Authentication by access token. */
  readonly guard: Guard;
  /** Nonces for wallet proofs. */
  readonly wallets: WalletProofs;
  /** Drafts for their owners. */
  readonly drafts: Drafts;
  /** Review of drafts by curators. */
  readonly review: Review;
  /** Markets made of approved drafts. */
  readonly markets: Markets;
  /** Live events for curators. */
  readonly events: CurationEvents;
  /** Keys that sign access tokens. */
  readonly signingKeys: SigningKeys;
  /** Audit trail in the store: searches and verification. */
  readonly trail: AuditTrail;
  /** Lifetime of an access token in seconds. */
  readonly expiresIn: number;
  /**
   * Re-reads and rotates signing keys; deletes old nonces, sessions and surplus events; announces claims that have
   * ended. Call it every few seconds; overlapping calls share one run.
   */
  maintain(): Promise<void>;
  /** Ends all subscriptions and waits for running maintenance. The store stays open. */
  close(): Promise<void>;
}

const checked = <T extends object>(
  owner: string,
  target: T,
  signatures: CallSignatures<T>,
  synchronous?: readonly (keyof T & string)[],
): T => checkedCalls(owner, target, signatures, synchronous, wrongArgument);

/**
 * Creates market curation over a store. Reads all markets and drafts once: some seconds for 100,000 of them.
 *
 * @throws KernelError OPTION_INVALID; CredentialsError SIGNING_KEYS_UNREADABLE
 */
export async function createCurationCore(given: CurationCoreOptions): Promise<CurationCore> {
  const options = resolveOptions("createCurationCore", given, RULES);
  const { store, clock, ids } = options;
  const verifier =
    options.walletVerifier ??
    createWalletVerifier(options.ethCall === undefined ? {} : { ethCall: options.ethCall });
  const trail = openAuditTrail(options);
  const logins = await openLogins(
    options,
    (code, message, details) => new CurationError(code, message, details),
    (action, { userId, sessionId }) => {
      // The routes record every other change of a session.
      if (action !== "session.displaced") return;
      trail.append({ action, actor: `user:${userId}`, account: userId, subject: sessionId });
    },
  );
  await skipGivenNumbers(store);
  const ledger = createLedger(store, clock);
  const proofs = createWalletProofs({ ...options, verifier, passwords: logins.passwords });
  const adminCodes = createAdminCodes(options.adminEmails, { clock, ids });
  const adminWallets = createAdminWallets(options.adminWallets, verifier);
  const accounts = createAccounts({
    store,
    ledger,
    logins,
    proofs,
    adminCodes,
    adminWallets,
    requireWalletProof: options.requireWalletProof,
    ids,
  });
  const index = new MarketIndex(store);
  const assessor = createAssessor({
    now: () => clock.now(),
    catchUp: () => index.at(clock.now()),
    nearDuplicate: (question) => findNearDuplicate(index, question),
    scorer: options.scorer,
  });
  const moves = createDraftMoves(ids);
  const claimMilliseconds = options.claimMinutes * 60_000;
  const events = createCurationEvents(store);
  const queue = new ReviewQueue(store, ledger.now);
  // Filled now, so that the first request of a list need not wait.
  await Promise.all([index.at(clock.now()), queue.catchUp()]);

  let maintaining: Promise<void> | undefined;
  const maintain = async (): Promise<void> => {
    await logins.maintain();
    await proofs.sweep();
    await announceEndedClaims({ ledger, queue });
    await events.sweep(options.eventsKept);
  };
  const drafts = createDrafts({
    store,
    ledger,
    moves,
    assessor,
    claimMilliseconds,
    openDraftsPerAuthor: options.openDraftsPerAuthor,
    ids,
  });
  const markets = createMarkets({
    store,
    ledger,
    index,
    verifier,
    clock,
    ids,
    resolutionRounds: options.resolutionRounds,
    fourEyes: options.fourEyes,
  });
  const users = createUserDirectory(store, ledger, verifier, adminWallets);
  const admins = createAdmins({ store, ledger, codes: adminCodes, wallets: adminWallets });
  const sessions = createLoginSessions(logins.sessions);
  const guard = createGuard(store, logins.sessions);
  const review = createReview({
    ...options,
    ledger,
    queue,
    moves,
    assessor,
    verifier,
    claimMilliseconds,
  });
  return Object.freeze({
    accounts: checked("curation.accounts", accounts, accountCalls),
    users: checked("curation.users", users, userCalls),
    admins: checked("curation.admins", admins, adminCalls),
    sessions: checked("curation.sessions", sessions, sessionCalls),
    guard: checked("curation.guard", guard, guardCalls),
    wallets: checked<WalletProofs>("curation.wallets", proofs, walletCalls),
    drafts: checked("curation.drafts", drafts, draftCalls),
    review: checked("curation.review", review, reviewCalls),
    markets: checked("curation.markets", markets, marketCalls),
    events: checked<CurationEvents>("curation.events", events, eventCalls, ["subscribe"]),
    signingKeys: logins.signingKeys,
    trail: checkedAuditTrail("curation.trail", trail, wrongArgument),
    expiresIn: options.accessTokenTtlSeconds,
    maintain: () => (maintaining ??= maintain().finally(() => (maintaining = undefined))),
    close: async (): Promise<void> => {
      events.close();
      await maintaining?.catch(() => undefined);
      await trail.flush();
    },
  });
}

const textsOption: OptionRule<readonly string[]> = {
  expected: "a list of texts",
  accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  absent: () => [],
};

/** A text of at most `maxLength` characters that `accepts` accepts. */
function formOption(
  form: string,
  fallback: string,
  maxLength: number,
  accepts: (text: string) => boolean,
): OptionRule<string> {
  return {
    expected: `${form} of at most ${maxLength} characters`,
    accepts: (value) => typeof value === "string" && value.length <= maxLength && accepts(value),
    absent: () => fallback,
  };
}

const RULES = {
  ...loginOptionRules("bourse-curation"),
  domain: formOption("a host with or without a port", "localhost:3001", 255, isAuthority),
  uri: formOption("a URI such as https://markets.example", "http://localhost:3001", 2000, isUri),
  chainId: integerOption({ min: 1, max: Number.MAX_SAFE_INTEGER, default: 1 }),
  solanaChain: formOption("a chain reference (CAIP-2)", "mainnet", 64, isChainReference),
  requireWalletProof: booleanOption({ default: false }),
  adminWallets: textsOption,
  adminEmails: textsOption,
  fourEyes: choiceOption(["admins-excepted", "strict"], { default: "admins-excepted" }),
  claimMinutes: integerOption({ min: 1, max: 1440, default: 30 }),
  resolutionRounds: integerOption({ min: 1, max: 10, default: 3 }),
  openDraftsPerAuthor: integerOption({ min: 1, max: 100_000, default: 200 }),
  nonceSeconds: integerOption({ min: 10, max: 3600, default: 300 }),
  noncesPerMinute: integerOption({ min: 1, max: 1_000_000, default: 120 }),
  eventsKept: integerOption({ min: 100, max: 1_000_000, default: 10_000 }),
  ethCall: optional(functionOption<EthCall>()),
  walletVerifier: optional(portOption<WalletVerifier>(["parse", "verify"])),
  scorer: optional(portOption<DraftScorer>(["score"])),
};

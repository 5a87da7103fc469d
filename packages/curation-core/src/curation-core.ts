/** Curation in one piece: wired from a store, a clock and a master key, without a server. */

import type { MailDelivery, SigningKeys } from "@bourse/credentials";
import {
  type AuditTrail,
  type CallSignatures,
  checkedAuditTrail,
  checkedCalls,
} from "@bourse/kernel";
import { type Webhooks, webhookCalls } from "@bourse/outbox";

import { type Accounts, createAccounts } from "./accounts/accounts.ts";
import { type Admins, createAdmins } from "./accounts/admins.ts";
import { type Factors, createFactors } from "./accounts/factors.ts";
import { type Guard, createGuard } from "./accounts/guard.ts";
import { type LoginSessions, createLoginSessions } from "./accounts/login-sessions.ts";
import { type UserDirectory, createUserDirectory } from "./accounts/user-directory.ts";
import {
  accountCalls,
  adminCalls,
  draftCalls,
  eventCalls,
  factorCalls,
  guardCalls,
  mailCalls,
  marketCalls,
  moderationCalls,
  openIdCalls,
  personalDataCalls,
  recoveryCalls,
  reviewCalls,
  sessionCalls,
  userCalls,
  walletCalls,
} from "./call-signatures.ts";
import { type CurationCoreOptions, resolveCurationOptions } from "./curation-options.ts";
import { type Drafts, createDrafts } from "./drafts/drafts.ts";
import type { CurationEvents } from "./events/curation-events.ts";
import { wrongArgument } from "./invalid.ts";
import { type Markets, createMarkets } from "./markets/markets.ts";
import { unlessSuspended } from "./moderation/acting.ts";
import { createModeration, type Moderation } from "./moderation/moderation.ts";
import { type CurationParts, openCurationParts } from "./open-curation-parts.ts";
import { createOpenId, type OpenId } from "./openid/openid.ts";
import { deleteDue } from "./personal-data/delete-due.ts";
import { createPersonalData, type PersonalData } from "./personal-data/personal-data.ts";
import { createWalletRecovery, type WalletRecovery } from "./recovery/wallet-recovery.ts";
import { announceEndedClaims } from "./review/announce-ended-claims.ts";
import { type Review, createReview } from "./review/review.ts";
import type { WalletProofs } from "./wallet/wallet-proofs.ts";
import { createAccountWebhooks } from "./webhooks/account-webhooks.ts";

/** Market curation without a server; see {@link createCurationCore}. */
export interface CurationCore {
  /** Registration, login and profile. */
  readonly accounts: Accounts;
  /** Second factors of accounts, and the sessions that are stepped up by them. */
  readonly factors: Factors;
  /** True where passkeys can be used, unless their library turns out to be missing. */
  readonly hasPasskeys: boolean;
  /** Sign-in with OpenID providers, and the identities that accounts are linked with. */
  readonly openId: OpenId;
  /** Recovery of accounts whose wallet is lost, and their second wallets. */
  readonly recovery: WalletRecovery;
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
  /** Copies of all that is held about an account, and deletions of accounts. */
  readonly personalData: PersonalData;
  /** Suspended accounts and hidden comments. */
  readonly moderation: Moderation;
  /** Mails of accounts; they are sent once `start` was called. */
  readonly mails: MailDelivery;
  /** Webhooks of accounts, by the id of the account; they are sent once `start` was called. */
  readonly webhooks: Webhooks;
  /** Audit trail in the store: searches and verification. */
  readonly trail: AuditTrail;
  /** Lifetime of an access token in seconds. */
  readonly expiresIn: number;
  /**
   * Re-reads and rotates signing keys; deletes old nonces, sessions, surplus events and accounts whose time has come;
   * announces claims that have ended. Call it every few seconds; overlapping calls share one run.
   */
  maintain(): Promise<void>;
  /** Stops sending mails, ends all subscriptions and waits for running maintenance. The store stays open. */
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
  const parts = await openCurationParts(resolveCurationOptions(given));
  const { store, logins, mail, proofs, events, trail } = parts;
  const admins = createAdmins({ ...parts, codes: parts.adminCodes, wallets: parts.adminWallets });
  const sessions = createLoginSessions(logins.sessions, store);
  const guard = createGuard(store, logins.sessions, parts.ledger.now);
  const acts = createActs(parts, admins);
  let maintaining: Promise<void> | undefined;
  return Object.freeze({
    accounts: checked("curation.accounts", acts.accounts, accountCalls),
    factors: checked("curation.factors", createFactors(parts), factorCalls),
    openId: checked("curation.openId", acts.openId, openIdCalls, ["providers"]),
    moderation: checked("curation.moderation", acts.moderation, moderationCalls),
    hasPasskeys: parts.factors.hasPasskeys,
    personalData: checked("curation.personalData", createPersonalData(parts), personalDataCalls),
    recovery: checked("curation.recovery", acts.recovery, recoveryCalls),
    users: checked("curation.users", acts.users, userCalls),
    admins: checked("curation.admins", acts.admins, adminCalls),
    sessions: checked("curation.sessions", sessions, sessionCalls),
    guard: checked("curation.guard", guard, guardCalls),
    wallets: checked<WalletProofs>("curation.wallets", proofs, walletCalls),
    drafts: checked("curation.drafts", acts.drafts, draftCalls),
    review: checked("curation.review", acts.review, reviewCalls),
    markets: checked("curation.markets", acts.markets, marketCalls),
    events: checked<CurationEvents>("curation.events", events, eventCalls, ["subscribe"]),
    signingKeys: logins.signingKeys,
    mails: checked<MailDelivery>("curation.mails", mail, mailCalls),
    webhooks: checked<Webhooks>(
      "curation.webhooks",
      createAccountWebhooks(parts.webhooks, parts.ledger),
      webhookCalls,
    ),
    trail: checkedAuditTrail("curation.trail", trail, wrongArgument),
    expiresIn: parts.accessTokenTtlSeconds,
    maintain: () => (maintaining ??= maintain(parts).finally(() => (maintaining = undefined))),
    close: async (): Promise<void> => {
      await Promise.all([mail.close(), parts.webhooks.close()]);
      events.close();
      await maintaining?.catch(() => undefined);
      await trail.flush();
    },
  });
}

/** The acts of accounts, of which a suspended one may only read and protect or delete itself. */
function createActs(parts: CurationParts, admins: Admins) {
  return {
    accounts: unlessSuspended(createAccounts(parts), [
      "update",
      "setWallet",
      "setEmail",
      "redeemAdminCode",
    ]),
    openId: unlessSuspended(createOpenId(parts), ["link"]),
    recovery: unlessSuspended(createWalletRecovery(parts), ["addWallet"]),
    users: unlessSuspended(createUserDirectory(parts), ["setRoles"]),
    admins: unlessSuspended(admins, ["grant", "revoke", "invite"]),
    drafts: unlessSuspended(createDrafts(parts), [
      "create",
      "edit",
      "submit",
      "withdraw",
      "comment",
    ]),
    review: unlessSuspended(createReview(parts), [
      "claim",
      "release",
      "approve",
      "reject",
      "requestChanges",
      "bulkClaim",
      "bulkApprove",
      "bulkReject",
    ]),
    markets: unlessSuspended(createMarkets(parts), [
      "resolve",
      "invalidate",
      "launch",
      "lock",
      "dispute",
    ]),
    moderation: unlessSuspended(createModeration(parts), [
      "suspend",
      "reinstate",
      "hideComment",
      "showComment",
    ]),
  };
}

async function maintain(parts: CurationParts): Promise<void> {
  const { logins, factors, signIns, mail, proofs, ledger, queue, events, eventsKept } = parts;
  await logins.maintain();
  await factors.sweep();
  await signIns.sweep();
  await mail.sweep();
  await proofs.sweep();
  await announceEndedClaims({ ledger, queue });
  await events.sweep(eventsKept);
  await deleteDue(parts);
}

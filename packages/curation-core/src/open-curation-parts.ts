/** The parts that the acts of curation share, opened over a store. */

import {
  type AccountMail,
  openAuditTrail,
  openLogins,
  openOpenIdSignIns,
  openSecondFactors,
  type Logins,
  type OpenIdSignIns,
  type SecondFactors,
} from "@bourse/credentials";
import type { AuditTrail } from "@bourse/kernel";
import type { CoreWebhooks } from "@bourse/outbox";

import { createAdminCodes, type AdminCodes } from "./accounts/admin-codes.ts";
import { createAdminWallets, type AdminWallets } from "./accounts/admin-wallets.ts";
import { openMails } from "./accounts/open-mails.ts";
import type { ResolvedCurationOptions } from "./curation-options.ts";
import { createDraftMoves, type DraftMoves } from "./drafts/draft-moves.ts";
import { CurationError } from "./errors.ts";
import { createCurationEvents, type EventFeed } from "./events/curation-events.ts";
import { createLedger, type Ledger } from "./ledger/ledger.ts";
import { skipGivenNumbers } from "./ledger/skip-given-numbers.ts";
import { MarketIndex } from "./markets/market-index.ts";
import { findNearDuplicate } from "./markets/near-duplicate.ts";
import { refuseOpenId } from "./refuse-openid.ts";
import { ReviewQueue } from "./review/review-queue.ts";
import { createAssessor, type Assessor } from "./rules/assess.ts";
import { createWalletVerifier } from "./wallet/create-wallet-verifier.ts";
import { createShownNames, type WalletNames } from "./wallet/wallet-names.ts";
import { createWalletProofs, type ProofVerifier } from "./wallet/wallet-proofs.ts";
import type { WalletVerifier } from "./wallet/wallet-verifier.ts";
import { openCurationWebhooks } from "./webhooks/open-webhooks.ts";
import { tellReaders } from "./webhooks/tell-readers.ts";

/** Options and parts of one core. */
export type CurationParts = Omit<
  ResolvedCurationOptions,
  "adminWallets" | "mail" | "webhooks" | "walletNames"
> & {
  readonly walletNames: WalletNames;
  readonly webhooks: CoreWebhooks;
  readonly mail: AccountMail;
  readonly verifier: WalletVerifier;
  readonly trail: AuditTrail;
  readonly logins: Logins;
  readonly factors: SecondFactors;
  readonly signIns: OpenIdSignIns;
  readonly ledger: Ledger;
  readonly proofs: ProofVerifier;
  readonly index: MarketIndex;
  readonly queue: ReviewQueue;
  readonly assessor: Assessor;
  readonly claimMilliseconds: number;
  readonly moves: DraftMoves;
  readonly adminCodes: AdminCodes;
  readonly adminWallets: AdminWallets;
  readonly events: EventFeed;
};

/** Whoever holds the double of an authenticator, it need not be the account. */
const CLONED = { actor: "anonymous", outcome: "refused", code: "INVALID_CREDENTIALS" } as const;

/** Whoever holds a token that was rotated away, it need not be the account. */
const REUSED = { actor: "anonymous", outcome: "refused", code: "INVALID_TOKEN" } as const;

/**
 * Opens the parts of a core and fills the lists in memory, so that the first request of a list need not wait.
 *
 * @throws CredentialsError SIGNING_KEYS_UNREADABLE; KernelError OPTION_INVALID for a wallet of an admin
 */
export async function openCurationParts(options: ResolvedCurationOptions): Promise<CurationParts> {
  const { store, clock, ids, ethCall, scorer } = options;
  const verifier =
    options.walletVerifier ?? createWalletVerifier(ethCall === undefined ? {} : { ethCall });
  const trail = openAuditTrail(options);
  const refuse = (...given: ConstructorParameters<typeof CurationError>): CurationError =>
    new CurationError(...given);
  const logins = await openLogins(options, refuse, (action, { userId, sessionId }, origin) => {
    if (action === "session.refreshed") return;
    trail.append({
      action,
      actor: `user:${userId}`,
      account: userId,
      address: origin?.ip ?? null,
      subject: sessionId,
      ...(action === "session.reuse_detected" && REUSED),
    });
  });
  await skipGivenNumbers(store);
  const webhooks = openCurationWebhooks(options);
  const ledger = createLedger(store, clock, (tx, type, data) =>
    tellReaders(webhooks, tx, type, data),
  );
  const proofs = createWalletProofs({ ...options, verifier, passwords: logins.passwords });
  const index = new MarketIndex(store);
  const queue = new ReviewQueue(store, ledger.now);
  const assessor = createAssessor({
    now: () => clock.now(),
    catchUp: () => index.at(clock.now()),
    nearDuplicate: (question) => findNearDuplicate(index, question),
    scorer,
  });
  const mail = openMails(options, trail);
  const byLink = options.adminByVerifiedEmail && mail.isOn;
  const parts = {
    ...options,
    verifier,
    walletNames: createShownNames(options.walletNames, clock),
    trail,
    logins,
    factors: openSecondFactors({
      ...options,
      refuse,
      onClonedPasskey: (account, subject, { ip: address = null }) =>
        trail.append({ action: "factor.cloned", account, subject, address, ...CLONED }),
    }),
    signIns: openOpenIdSignIns({ ...options, refuse: refuseOpenId }),
    mail,
    ledger,
    webhooks,
    proofs,
    index,
    queue,
    assessor,
    claimMilliseconds: options.claimMinutes * 60_000,
    moves: createDraftMoves(ids),
    adminCodes: createAdminCodes(options.adminEmails, { clock, ids, byLink }),
    adminWallets: createAdminWallets(options.adminWallets, verifier, {
      addresses: options.adminEmails,
      byLink,
    }),
    events: createCurationEvents(store),
  };
  await Promise.all([index.at(clock.now()), queue.catchUp()]);
  return parts;
}

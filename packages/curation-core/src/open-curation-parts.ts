/** The parts that the acts of curation share, opened over a store. */

import { openAuditTrail, openLogins } from "@bourse/credentials";

import { createAdminCodes } from "./accounts/admin-codes.ts";
import { createAdminWallets } from "./accounts/admin-wallets.ts";
import type { ResolvedCurationOptions } from "./curation-options.ts";
import { createDraftMoves } from "./drafts/draft-moves.ts";
import { CurationError } from "./errors.ts";
import { createCurationEvents } from "./events/curation-events.ts";
import { createLedger } from "./ledger/ledger.ts";
import { skipGivenNumbers } from "./ledger/skip-given-numbers.ts";
import { MarketIndex } from "./markets/market-index.ts";
import { findNearDuplicate } from "./markets/near-duplicate.ts";
import { ReviewQueue } from "./review/review-queue.ts";
import { createAssessor } from "./rules/assess.ts";
import { createWalletVerifier } from "./wallet/create-wallet-verifier.ts";
import { createWalletProofs } from "./wallet/wallet-proofs.ts";

/** Options and parts of one core. */
export type CurationParts = Awaited<ReturnType<typeof openCurationParts>>;

/**
 * Opens the parts of a core and fills the lists in memory, so that the first request of a list need not wait.
 *
 * @throws CredentialsError SIGNING_KEYS_UNREADABLE; KernelError OPTION_INVALID for a wallet of an admin
 */
export async function openCurationParts(options: ResolvedCurationOptions) {
  const { store, clock, ids, ethCall, scorer } = options;
  const verifier =
    options.walletVerifier ?? createWalletVerifier(ethCall === undefined ? {} : { ethCall });
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
  const index = new MarketIndex(store);
  const queue = new ReviewQueue(store, ledger.now);
  const assessor = createAssessor({
    now: () => clock.now(),
    catchUp: () => index.at(clock.now()),
    nearDuplicate: (question) => findNearDuplicate(index, question),
    scorer,
  });
  const parts = {
    ...options,
    verifier,
    trail,
    logins,
    ledger,
    proofs,
    index,
    queue,
    assessor,
    claimMilliseconds: options.claimMinutes * 60_000,
    moves: createDraftMoves(ids),
    adminCodes: createAdminCodes(options.adminEmails, { clock, ids }),
    adminWallets: createAdminWallets(options.adminWallets, verifier),
    events: createCurationEvents(store),
  };
  await Promise.all([index.at(clock.now()), queue.catchUp()]);
  return parts;
}

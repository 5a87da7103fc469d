/** The mails of accounts, with the core's own accounts and errors. */

import {
  type AccountMail,
  type MailAccount,
  type MailPurpose,
  findByEmailKey,
  openAccountMail,
} from "@bourse/credentials";
import type { AuditTrail } from "@bourse/kernel";

import type { ResolvedCurationOptions } from "../curation-options.ts";
import { CurationError } from "../errors.ts";
import { type UserDocument, users } from "../users/user-document.ts";

/** Opens the mails of the core. @throws KernelError OPTION_INVALID */
export function openMails(
  { store, masterKey, clock, ids, mail, onThrottled }: ResolvedCurationOptions,
  trail: Pick<AuditTrail, "append">,
): AccountMail {
  return openAccountMail({
    store,
    masterKey,
    clock,
    ids,
    mail,
    onThrottled,
    find: async (by, reader) =>
      mailAccountOf(
        "id" in by
          ? (await reader.get(users, by.id))?.value
          : (await findByEmailKey(reader, users, by.email))?.value,
      ),
    refuse: (code, message, given) => new CurationError(code, message, given),
    sent: (purpose, userId) => {
      const isProof = purpose === "email_verification";
      trail.append({
        action: SENT[purpose] ?? "account.email_verification_sent",
        actor: isProof ? `user:${userId}` : "anonymous",
        account: userId,
        subject: userId,
      });
    },
  });
}

/** Acts of the audit trail by the purpose of the link. */
const SENT: Readonly<Partial<Record<MailPurpose, string>>> = {
  password_reset: "account.reset_link_sent",
  wallet_recovery: "account.recovery_link_sent",
};

/** An account as its mails need it; undefined without an email address. */
export function mailAccountOf(user: UserDocument | undefined): MailAccount | undefined {
  if (user === undefined || user.email === null || user.emailKey === null) return undefined;
  const { id, email, emailKey, username: name, walletVerified, emailVerifiedAt } = user;
  // Whoever claims an address must not be handed the account that its wallet's owner holds, nor the other way round.
  const isProved = typeof emailVerifiedAt === "number";
  const isHeldByWallet = walletVerified && !isProved;
  return { id, email, emailKey, name, isHeldByWallet, isRecoverable: walletVerified && isProved };
}

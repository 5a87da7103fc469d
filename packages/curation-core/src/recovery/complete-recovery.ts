/** The end of a recovery: another wallet takes the place of the lost one. */

import type { Origin } from "@bourse/credentials";
import type { Transaction } from "@bourse/kernel";

import type { WalletProof } from "../accounts/account-input.ts";
import { withAdmin } from "../accounts/change-roles.ts";
import { otherWallet } from "../accounts/given-proof.ts";
import { findClaim, freeWallet, moveWallet } from "../accounts/move-wallet.ts";
import { prepareNotice } from "../accounts/notices.ts";
import { suspensionAt } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { tellAccount } from "../ledger/account-event.ts";
import { requireNotSuspended } from "../moderation/acting.ts";
import { accountWallets } from "../users/account-wallet-document.ts";
import { NO_RECOVERY, type RecoveryRequest } from "../users/recovery-request.ts";
import { type UserDocument, users } from "../users/user-document.ts";
import { digestOf, endedRecovery, type WalletRecoveryParts } from "./wallet-recovery-parts.ts";

/** The completion of a recovery by a message that the new wallet has signed. */
export interface RecoveryCompletion extends WalletProof {
  /** Token of the newest proof, `wk_…`. */
  readonly recoveryToken: string;
  /** Address of the new wallet. */
  readonly walletAddress: string;
}

const FORM = /^wk_(.{1,64})_[A-Za-z0-9_-]{43}$/;

/**
 * Gives the account another wallet and ends all of its sessions. Of several calls one succeeds.
 *
 * @throws CurationError LINK_INVALID, STATE_CONFLICT before its time, VALIDATION_ERROR, WALLET_PROOF_INVALID,
 * WALLET_NODE_UNAVAILABLE, WALLET_TAKEN, ACCOUNT_SUSPENDED, RATE_LIMITED
 */
export async function completeRecovery(
  parts: WalletRecoveryParts,
  input: RecoveryCompletion,
  origin: Origin = {},
): Promise<void> {
  const { store, ledger, logins, proofs, mail, adminWallets } = parts;
  const id = FORM.exec(input.recoveryToken)?.[1] ?? "";
  const ticket = digestOf(input.recoveryToken);
  const wallet = proofs.parse(input.walletAddress);
  const before = (await store.get(users, id))?.value;
  if (before === undefined) throw endedRecovery();
  requireDue(before, ticket, await ledger.now());
  const proof = await proofs.verify(input, { origin });
  if (proof.wallet.key !== wallet.key) throw otherWallet();
  const notice = await prepareNotice(mail, before, "wallet_changed");
  const claim = await findClaim(parts, wallet);
  const ended = await ledger.run(async (unit) => {
    const { tx, now } = unit;
    const own = await tx.get(users, id);
    if (own === undefined) throw endedRecovery();
    const request = requireDue(own.value, ticket, now);
    requireNotSuspended({ suspension: suspensionAt(own.value.suspension, now) });
    await requireProof(tx, own.value, request);
    await proofs.use(tx, proof);
    if (own.value.walletKey !== wallet.key) {
      await freeWallet(parts, unit, wallet.key, { isProved: true, own: id, claim });
    }
    const isAdmin = await adminWallets.isAdmin(tx, wallet.key);
    const changes = { ...withAdmin(own.value.roles, isAdmin), ...NO_RECOVERY };
    await moveWallet(unit, own, wallet, changes);
    await mail.endLinks(tx, id, ["password_reset", "email_change", "wallet_recovery"]);
    await mail.add(tx, notice);
    await tellAccount(parts.webhooks, tx, id, "account.recovered");
    return await logins.sessions.endAll(tx, id);
  });
  logins.sessions.settle(ended);
  parts.trail.append({
    action: "account.recovered",
    actor: `user:${id}`,
    account: id,
    address: origin.ip ?? null,
    subject: id,
  });
}

/** The recovery of a token, at its time. @throws CurationError LINK_INVALID, STATE_CONFLICT */
function requireDue(user: UserDocument, ticket: string, now: number): RecoveryRequest {
  const found = user.recoveries?.find((one) => one.ticket === ticket);
  if (found === undefined || now >= found.ticketEndsAt || now >= found.expiresAt) {
    throw endedRecovery();
  }
  if (now >= found.completesAt) return found;
  const at = new Date(found.completesAt).toISOString();
  const message = `This recovery waits until ${at}; prove it again then, and complete it.`;
  throw new CurationError("STATE_CONFLICT", message, { details: { status: "waiting" } });
}

/** Passes while the account has what has proved the recovery. @throws CurationError LINK_INVALID */
async function requireProof(
  tx: Transaction,
  user: UserDocument,
  { by, key, hasFactor }: RecoveryRequest,
): Promise<void> {
  if (by === "wallet") {
    if ((await tx.get(accountWallets, key))?.value.userId !== user.id) throw endedRecovery();
    return;
  }
  const isProved = user.emailKey === key && typeof user.emailVerifiedAt === "number";
  // A role that came in the meantime needs more than a mailbox.
  if (!isProved || (user.roles.length > 0 && !hasFactor)) throw endedRecovery();
}

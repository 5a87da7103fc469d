/** The request of an owner to delete the account. */

import type { Origin } from "@bourse/credentials";
import type { Transaction } from "@bourse/kernel";

import type { OwnerProof } from "../accounts/account-input.ts";
import { requireOtherAdmin } from "../accounts/change-roles.ts";
import { mailAccountOf } from "../accounts/open-mails.ts";
import { proveOwner } from "../accounts/owner-proof.ts";
import type { Actor } from "../actor.ts";
import { readAccount, type UserDocument, users } from "../users/user-document.ts";
import { checkDeletionCode } from "./deletion-code.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";

/** Proof that the owner wants the account to be deleted: that of a change of a credential, or a code. */
export interface DeletionProof extends OwnerProof {
  /** Code that was sent to the address of the account; see `requestDeletionCode`. */
  readonly code?: string;
}

const DAY_MILLISECONDS = 86_400_000;

/**
 * Plans the deletion and ends every session; resolves to its time. Of several requests the first one sets the time.
 *
 * @throws CurationError LAST_ADMIN, NOT_FOUND, INVALID_CREDENTIALS for a code, and the errors of `proveOwner`
 */
export async function requestDeletion(
  parts: PersonalDataParts,
  actor: Actor,
  proof: DeletionProof,
  origin: Origin = {},
): Promise<number> {
  const { store, ledger, mail, clock, trail, deletionWaitDays } = parts;
  const { sessions } = parts.logins;
  const use = await prove(parts, actor, proof, origin);
  const planned = clock.now() + deletionWaitDays * DAY_MILLISECONDS;
  const before = (await readAccount(store, actor.id)).value;
  const notice = await prepareDeletionNotice(parts, before, "deletion_requested", planned);
  const { deletesAt, isNew, ended } = await ledger.run(async ({ tx, now }) => {
    const { value, version } = await readAccount(tx, actor.id);
    await use(tx, value);
    if (value.isAdmin) await requireOtherAdmin(tx, value.id, now);
    const waiting = value.deletesAt ?? null;
    if (waiting === null) {
      await tx.replace(users, { ...value, deletesAt: planned }, version);
      await mail.add(tx, notice);
    }
    await mail.endLinks(tx, actor.id, ["account_deletion"]);
    return {
      deletesAt: waiting ?? planned,
      isNew: waiting === null,
      ended: await sessions.endAll(tx, actor.id),
    };
  });
  sessions.settle(ended);
  if (isNew) {
    trail.append({
      action: "account.deletion_requested",
      actor: `user:${actor.id}`,
      account: actor.id,
      address: origin.ip ?? null,
      subject: actor.id,
    });
  }
  return deletesAt;
}

/** Checks the proof, and returns what uses it up in the transaction of the request. */
async function prove(
  parts: PersonalDataParts,
  actor: Actor,
  { code, ...proof }: DeletionProof,
  origin: Origin,
): Promise<(tx: Transaction, now: UserDocument) => Promise<void>> {
  if (code === undefined) return (await proveOwner(parts, actor, proof, origin)).use;
  await checkDeletionCode(parts, parts.store, actor.id, code);
  return (tx) => checkDeletionCode(parts, tx, actor.id, code);
}

/** A mail about the deletion to the address of the account; undefined without an address or without mails. */
export async function prepareDeletionNotice(
  { mail }: Pick<PersonalDataParts, "mail">,
  user: UserDocument,
  kind: "deletion_requested" | "deletion_cancelled" | "account_deleted",
  deletesAt: number,
): ReturnType<PersonalDataParts["mail"]["prepareNotice"]> {
  const account = mailAccountOf(user);
  if (account === undefined) return undefined;
  return await mail.prepareNotice({ kind, to: account.email, name: account.name, deletesAt });
}

/** The parts that the acts of moderation share. */

import { isFreeText } from "@bourse/kernel";

import type { AccountsParts } from "../accounts/accounts-parts.ts";
import { type Actor, forbidden, isAdmin, suspensionAt } from "../actor.ts";
import type { DraftMoves } from "../drafts/draft-moves.ts";
import { CurationError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import type { UnitOfWork } from "../ledger/ledger.ts";
import { readAccount, type UserDocument, users } from "../users/user-document.ts";
import { requireNotSuspended } from "./acting.ts";

/** The parts that moderation is built from. */
export interface ModerationParts extends Pick<
  AccountsParts,
  "store" | "ledger" | "mail" | "factors"
> {
  readonly moves: Pick<DraftMoves, "read">;
}

/** Checks the reason of an act. @throws CurationError VALIDATION_ERROR */
export function checkModerationReason(reason: string): void {
  if (isFreeText(reason, 10, 1000)) return;
  throw invalid(["body", "reason"], "must be legible text of 10 to 1000 characters", "string");
}

/**
 * The account that an act of a curator concerns, after the actor was checked as it is in this transaction: of two who
 * suspend each other one does.
 *
 * @throws CurationError FORBIDDEN, NOT_FOUND, ACCOUNT_SUSPENDED
 */
export async function readConcerned(
  { tx, now }: UnitOfWork,
  actor: Actor,
  userId: string,
): Promise<Awaited<ReturnType<typeof readAccount>>> {
  const own = (await tx.get(users, actor.id))?.value;
  const suspension = suspensionAt(own?.suspension, now);
  requireNotSuspended({ suspension });
  const found = await readAccount(tx, userId);
  if (userId === actor.id) throw forbidden("You cannot suspend your own account, nor lift that.");
  if (found.value.roles.length > 0 && !isAdmin(actor)) {
    throw forbidden("Only an admin may suspend a curator or an admin.");
  }
  return found;
}

/** The error of an act that finds its work done, or undone. */
export function alreadyIs(status: string, message: string): CurationError {
  return new CurationError("STATE_CONFLICT", message, { details: { status } });
}

/** True while an account is suspended. */
export function isSuspended({ suspension }: UserDocument, now: number): boolean {
  return suspensionAt(suspension, now) !== undefined;
}

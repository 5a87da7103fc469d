import { requireOtherAdmin } from "../accounts/change-roles.ts";
import { prepareNotice } from "../accounts/notices.ts";
import { type Actor, requireCurator } from "../actor.ts";
import { invalid } from "../invalid.ts";
import { readAccount, users, userView } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import { endText } from "./acting.ts";
import {
  alreadyIs,
  checkModerationReason,
  isSuspended,
  type ModerationParts,
  readConcerned,
} from "./moderation-parts.ts";

/** A suspension to be. */
export interface NewSuspension {
  /** Reason, 10–1,000 characters, which the account sees. */
  readonly reason: string;
  /** End in milliseconds since the epoch, within ten years; null until it is lifted. Default null. */
  readonly until?: number | null;
}

const TEN_YEARS_MILLISECONDS = 10 * 365 * 86_400_000;

/** @throws CurationError VALIDATION_ERROR */
function checkEnd(until: number | null, now: number): void {
  if (until === null || (until > now && until <= now + TEN_YEARS_MILLISECONDS)) return;
  throw invalid(["body", "until"], "must be a time in the next ten years", "time");
}

/** @throws CurationError FORBIDDEN, NOT_FOUND, STATE_CONFLICT, LAST_ADMIN, VALIDATION_ERROR, ACCOUNT_SUSPENDED */
export async function suspendAccount(
  { store, ledger, mail, factors }: ModerationParts,
  actor: Actor,
  userId: string,
  { reason, until = null }: NewSuspension,
): Promise<User> {
  checkModerationReason(reason);
  // Whoever lacks the role learns of no account whether it is there.
  requireCurator(actor);
  const before = (await readAccount(store, userId)).value;
  checkEnd(until, await ledger.now());
  const told = `It can read and change nothing ${endText(until)}. Reason: ${reason}`;
  const notice = await prepareNotice(mail, before, "account_suspended", told);
  return await ledger.run(async (unit) => {
    const { tx, now } = unit;
    const { value, version } = await readConcerned(unit, actor, userId);
    if (isSuspended(value, now)) throw alreadyIs("suspended", "The account is suspended already.");
    if (value.isAdmin) await requireOtherAdmin(tx, userId, now);
    await mail.add(tx, notice);
    await factors.forgetAllIn(tx, userId);
    const suspended = { ...value, suspension: { reason, since: now, until }, updatedAt: now };
    return userView((await tx.replace(users, suspended, version)).value);
  });
}

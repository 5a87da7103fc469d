import { prepareNotice } from "../accounts/notices.ts";
import { type Actor, requireCurator } from "../actor.ts";
import { readAccount, users, userView } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import { alreadyIs, isSuspended, type ModerationParts, readConcerned } from "./moderation-parts.ts";

/** Lifts a suspension. @throws CurationError FORBIDDEN, NOT_FOUND, STATE_CONFLICT, ACCOUNT_SUSPENDED */
export async function reinstateAccount(
  { store, ledger, mail }: ModerationParts,
  actor: Actor,
  userId: string,
): Promise<User> {
  // Whoever lacks the role learns of no account whether it is there.
  requireCurator(actor);
  const before = (await readAccount(store, userId)).value;
  const notice = await prepareNotice(mail, before, "account_reinstated");
  return await ledger.run(async (unit) => {
    const { tx, now } = unit;
    const { value, version } = await readConcerned(unit, actor, userId);
    if (!isSuspended(value, now)) throw alreadyIs("active", "The account is not suspended.");
    await mail.add(tx, notice);
    const lifted = { ...value, suspension: null, updatedAt: now };
    return userView((await tx.replace(users, lifted, version)).value);
  });
}

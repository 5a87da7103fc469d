/** The request of an owner to delete the account. */

import type { Origin } from "@bourse/credentials";

import { wrongCredentials } from "../accounts/account-refusals.ts";
import { accounts } from "../accounts/account.ts";
import { provePassword } from "../accounts/prove-password.ts";
import { requireDispensable } from "../organizations/leave-organizations.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";

const DAY_MILLISECONDS = 86_400_000;

/** A request by the holder of a session, who proves to know the password. */
interface Request {
  readonly userId: string;
  readonly sessionId: string;
  readonly password: string;
  readonly origin: Origin;
}

/**
 * Plans the deletion and ends every session; resolves to its time. Of several requests the first one sets the time.
 *
 * @throws AuthError INVALID_CREDENTIALS, LAST_OWNER, RATE_LIMITED, BUSY
 */
export async function requestDeletion(
  parts: Omit<PersonalDataParts, "registry" | "trail">,
  { userId, sessionId, password, origin }: Request,
): Promise<number> {
  const { store, mail, audit, clock, deletionWaitDays } = parts;
  const { sessions } = parts.logins;
  const account = (await store.get(accounts, userId))?.value;
  const who = { account: account?.emailKey ?? userId, origin, session: sessionId };
  const proved = await provePassword(parts, account, who, password);
  const planned = clock.now() + deletionWaitDays * DAY_MILLISECONDS;
  const { email: to, name } = proved;
  const notice = await mail.prepareNotice({
    kind: "deletion_requested",
    to,
    name,
    deletesAt: planned,
  });
  const { deletesAt, isNew, ended } = await store.transaction(async (tx) => {
    const found = await tx.get(accounts, userId);
    if (found?.value.passwordHash !== proved.passwordHash) throw wrongCredentials();
    await requireDispensable(tx, userId);
    const waiting = found.value.deletesAt ?? null;
    if (waiting === null) {
      await tx.replace(accounts, { ...found.value, deletesAt: planned }, found.version);
      await mail.add(tx, notice);
    }
    return {
      deletesAt: waiting ?? planned,
      isNew: waiting === null,
      ended: await sessions.endAll(tx, userId),
    };
  });
  sessions.settle(ended);
  parts.changed(userId);
  if (isNew) audit.record("account.deletion_requested", { userId, sessionId }, origin);
  return deletesAt;
}

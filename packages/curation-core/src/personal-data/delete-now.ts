/** The deletion of an account by the operator of the service, without a waiting time. */

import { findUsers } from "../accounts/find-users.ts";
import { readAccount, users } from "../users/user-document.ts";
import { takePersonOut } from "./erase-account.ts";
import { eraseRecords } from "./erase-records.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";

/** Deletes the one account that a word names; resolves to the number of accounts that it names. */
export async function deleteNow(parts: PersonalDataParts, word: string): Promise<number> {
  const { ledger, clock, trail } = parts;
  const found = await findUsers(parts, word.trim());
  const [user] = found;
  if (user === undefined || found.length > 1) return found.length;
  const ordered = await ledger.run(async ({ tx }) => {
    const { value, version } = await readAccount(tx, user.id);
    return (await tx.replace(users, { ...value, deletesAt: clock.now() }, version)).value;
  });
  const facts = { account: user.id, subject: user.id };
  trail.append({ action: "account.deletion_ordered", actor: "operator", ...facts });
  await takePersonOut(parts, ordered);
  await eraseRecords(parts, user.id, Infinity);
  return 1;
}

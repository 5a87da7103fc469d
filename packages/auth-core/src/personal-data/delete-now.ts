/** The deletion of an account by the operator of the service, without a waiting time. */

import { accounts } from "../accounts/account.ts";
import { findByEmail } from "../accounts/find-account.ts";
import { deleteOwned, takePersonOut } from "./erase-account.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";

/** Deletes the account with an e-mail address; false when there is none. */
export async function deleteNow(
  parts: Omit<PersonalDataParts, "registry">,
  email: string,
): Promise<boolean> {
  const { store, audit, clock } = parts;
  const account = await findByEmail(store, email);
  if (account === undefined) return false;
  const { id: userId } = account;
  const deletesAt = clock.now();
  const ordered = await store.transaction(async (tx) => {
    const found = await tx.get(accounts, userId);
    if (found === undefined || found.value.isErased === true) return undefined;
    return (await tx.replace(accounts, { ...found.value, deletesAt }, found.version)).value;
  });
  if (ordered === undefined) return false;
  audit.record("account.deletion_ordered", { userId });
  await takePersonOut(parts, ordered);
  await deleteOwned(parts, userId, Infinity);
  return true;
}

/** The owner's change of mind, while the deletion waits. */

import type { Origin } from "@bourse/credentials";

import { accounts } from "../accounts/account.ts";
import { AuthError } from "../errors.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";

/** Cancels the deletion that waits. @throws AuthError NOT_FOUND */
export async function cancelDeletion(
  { store, mail, audit, changed }: Omit<PersonalDataParts, "registry" | "trail">,
  userId: string,
  origin: Origin = {},
): Promise<void> {
  const account = (await store.get(accounts, userId))?.value;
  const { email = "", name = "", deletesAt = null } = account ?? {};
  if (deletesAt === null) throw noDeletion();
  const letter = { kind: "deletion_cancelled", to: email, name, deletesAt } as const;
  const notice = await mail.prepareNotice(letter);
  await store.transaction(async (tx) => {
    const found = await tx.get(accounts, userId);
    const waits = found !== undefined && (found.value.deletesAt ?? null) !== null;
    if (!waits || found.value.isErased === true) throw noDeletion();
    await tx.replace(accounts, { ...found.value, deletesAt: null }, found.version);
    await mail.addNotice(tx, notice);
  });
  changed(userId);
  audit.record("account.deletion_cancelled", { userId }, origin);
}

function noDeletion(): AuthError {
  return new AuthError("NOT_FOUND", "No deletion of this account is waiting.");
}

/** The owner's change of mind, while the deletion waits. */

import type { Origin } from "@bourse/credentials";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { readAccount, users } from "../users/user-document.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";
import { prepareDeletionNotice } from "./request-deletion.ts";

/** Cancels the deletion that waits. @throws CurationError NOT_FOUND */
export async function cancelDeletion(
  parts: Pick<PersonalDataParts, "store" | "ledger" | "mail" | "trail">,
  actor: Actor,
  origin: Origin = {},
): Promise<void> {
  const { store, ledger, mail, trail } = parts;
  const before = (await readAccount(store, actor.id)).value;
  const { deletesAt = null } = before;
  if (deletesAt === null) throw noDeletion();
  const notice = await prepareDeletionNotice(parts, before, "deletion_cancelled", deletesAt);
  await ledger.run(async ({ tx }) => {
    const { value, version } = await readAccount(tx, actor.id);
    if ((value.deletesAt ?? null) === null) throw noDeletion();
    await tx.replace(users, { ...value, deletesAt: null }, version);
    await mail.add(tx, notice);
  });
  trail.append({
    action: "account.deletion_cancelled",
    actor: `user:${actor.id}`,
    account: actor.id,
    address: origin.ip ?? null,
    subject: actor.id,
  });
}

function noDeletion(): CurationError {
  return new CurationError("NOT_FOUND", "No deletion of this account is waiting.");
}

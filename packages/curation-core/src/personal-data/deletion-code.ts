/** The code by mail that proves the wish to delete an account. */

import type { Origin } from "@bourse/credentials";
import type { StoreReader } from "@bourse/kernel";

import { mailAccountOf } from "../accounts/open-mails.ts";
import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { readAccount } from "../users/user-document.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";

/** Sends the code; an earlier one ends. @throws CurationError NOT_FOUND, RATE_LIMITED, MAIL_UNAVAILABLE */
export async function requestDeletionCode(
  { store, ledger, mail }: Pick<PersonalDataParts, "store" | "ledger" | "mail">,
  actor: Actor,
  origin: Origin = {},
): Promise<void> {
  const account = mailAccountOf((await readAccount(store, actor.id)).value);
  if (account === undefined) {
    throw new CurationError("NOT_FOUND", "The account has no email address to send a code to.");
  }
  const prepared = await mail.prepareDeletionCode(account, origin);
  await ledger.run(async ({ tx }) => {
    await mail.endLinks(tx, actor.id, ["account_deletion"]);
    await mail.add(tx, prepared);
  });
}

/** Passes for the open code of the account. @throws CurationError INVALID_CREDENTIALS */
export async function checkDeletionCode(
  { mail }: Pick<PersonalDataParts, "mail">,
  reader: Pick<StoreReader, "get" | "find">,
  userId: string,
  code: string,
): Promise<void> {
  const holder = await mail.holder("account_deletion", code.trim(), reader).catch(() => undefined);
  if (holder?.account.id === userId) return;
  const message = "This code is not valid, or not any more; ask for a new one.";
  throw new CurationError("INVALID_CREDENTIALS", message);
}

import { findByEmailKey } from "@bourse/credentials";
import type { StoreReader } from "@bourse/kernel";

import { emailHeld } from "./account-refusals.ts";
import { type AccountDocument, accounts } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";

/** The account with this e-mail address in any spelling; undefined when there is none. */
export async function findByEmail(
  store: Pick<StoreReader, "find">,
  email: string,
): Promise<AccountDocument | undefined> {
  return (await findByEmailKey(store, accounts, email))?.value;
}

/**
 * Passes when no account but `own` has the address in any spelling, or may take it back.
 *
 * @throws AuthError EMAIL_TAKEN
 */
export async function checkEmailFree(
  { mail }: Pick<AccountsParts, "mail">,
  reader: Pick<StoreReader, "find" | "get">,
  email: string,
  own?: string,
): Promise<void> {
  const holder = await findByEmail(reader, email);
  if (holder !== undefined && holder.id !== own) throw emailHeld();
  if (await mail.isHeld(reader, email, own)) throw emailHeld();
}

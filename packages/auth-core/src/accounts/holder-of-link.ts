import type { MailPurpose } from "@bourse/credentials";
import type { StoreReader } from "@bourse/kernel";

import { usedLink } from "./account-refusals.ts";
import { type AccountDocument, accounts } from "./account.ts";
import type { AccountsParts } from "./accounts-parts.ts";

/**
 * The active account that a link was made for, if it still has the address that the link was sent to.
 *
 * @throws AuthError LINK_INVALID, the same for every link that opens nothing
 */
export async function holderOfLink(
  { mail }: Pick<AccountsParts, "mail">,
  reader: Pick<StoreReader, "get">,
  purpose: MailPurpose,
  token: string,
): Promise<AccountDocument> {
  const link = await mail.findToken(purpose, token, reader);
  const account = link && (await reader.get(accounts, link.userId))?.value;
  if (account?.status === "active" && account.emailKey === link?.emailKey) return account;
  throw usedLink();
}

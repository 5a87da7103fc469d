import { emailKey } from "@bourse/credentials";
import type { Store } from "@bourse/kernel";

import { type AccountDocument, accounts } from "./account.ts";

/** The account with this e-mail address in any spelling; undefined when there is none. */
export async function findByEmail(
  store: Store,
  email: string,
): Promise<AccountDocument | undefined> {
  const page = await store.find(accounts, {
    index: "by_email",
    equals: [emailKey(email)],
    limit: 1,
  });
  return page.items[0]?.value;
}

/** Notices by mail of changes in an organization. */

import { accounts } from "../accounts/account.ts";
import type { Notices, OrganizationsParts } from "./organizations-parts.ts";

/** Maximum number of accounts that one change is told to. */
const MAX_RECEIVERS = 10;

/** Prepares notices to accounts with a sentence about the change, before the transaction that makes it. */
export async function noticesTo(
  { store, mail }: Pick<OrganizationsParts, "store" | "mail">,
  userIds: readonly string[],
  change: string,
  kind: "organization_changed" | "keys_changed" = "organization_changed",
): Promise<Notices> {
  const receivers = userIds.slice(0, MAX_RECEIVERS);
  return await Promise.all(
    receivers.map(async (userId) => {
      const found = (await store.get(accounts, userId))?.value;
      if (found?.status !== "active") return undefined;
      const { email: to, name } = found;
      return await mail.prepareNotice({ kind, to, name, keys: [], change });
    }),
  );
}

/** The deletions that are due: background work of the core. */

import { accounts } from "../accounts/account.ts";
import { organizations } from "../organizations/organization-document.ts";
import { deleteOwned, takePersonOut } from "./erase-account.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";

/** Accounts in one call. */
const MAX_ACCOUNTS = 100;
/** Transactions that delete documents in one call: other background work must not wait for long. */
const MAX_BATCHES = 20;

/** Goes on with the deletions whose time has come; what is left is left to the next call. */
export async function deleteDue(parts: Omit<PersonalDataParts, "registry">): Promise<void> {
  const { store, clock } = parts;
  const range = { gte: 0, lte: clock.now() };
  const { items } = await store.find(accounts, {
    index: "by_deletion",
    range,
    limit: MAX_ACCOUNTS,
  });
  let batches = MAX_BATCHES;
  for (const { value } of items) {
    if (value.isErased !== true) await takePersonOut(parts, value);
    else if (batches > 0) {
      batches = await deleteOwned(parts, value.id, batches);
      if (batches > 0) await store.delete(accounts, value.id);
    }
  }
  await deleteOrganizations(parts, range, batches);
}

async function deleteOrganizations(
  parts: Pick<PersonalDataParts, "store" | "removeWebhooks">,
  range: { readonly gte: number; readonly lte: number },
  batches: number,
): Promise<void> {
  const { store } = parts;
  const query = { index: "by_deletion", range, limit: MAX_ACCOUNTS } as const;
  let left = batches;
  for (const { value } of (await store.find(organizations, query)).items) {
    if (left > 0) left = await deleteOwned(parts, value.id, left);
    if (left > 0) await store.delete(organizations, value.id);
  }
}

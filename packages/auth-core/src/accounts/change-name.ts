/** The change of a display name. */

import type { Store } from "@bourse/kernel";

import { noAccount } from "./account-refusals.ts";
import { type User, accounts, userOf } from "./account.ts";
import { checkName } from "./check-account-input.ts";

/** Replaces the display name. @throws AuthError VALIDATION_ERROR, NOT_FOUND */
export async function changeName(store: Store, userId: string, given: string): Promise<User> {
  const name = checkName(given);
  return await store.transaction(async (tx) => {
    const found = await tx.get(accounts, userId);
    if (found === undefined) throw noAccount();
    const { value } = await tx.replace(accounts, { ...found.value, name }, found.version);
    return userOf(value);
  });
}

/** The time of a login, noted where the account is still the one that was proved. */

import type { Transaction } from "@bourse/kernel";

import { wrongCredentials } from "./account-refusals.ts";
import { type AccountDocument, accounts } from "./account.ts";

/**
 * Age in milliseconds below which the time of the last login stays as it is: logins at once would otherwise wait for
 * each other, and collide between replicas. A time that a wrong clock has put into the future does not stay.
 */
const LOGIN_TIME_MILLISECONDS = 60_000;

/** The account with the time of its login, provided that it is still the one that was proved. */
export async function noteLogin(
  tx: Transaction,
  proved: AccountDocument,
  lastLoginAt: number,
): Promise<AccountDocument> {
  // A credential may have changed since it was checked, or the account may have been disabled.
  const now = await tx.get(accounts, proved.id);
  const isSame =
    now?.value.passwordHash === proved.passwordHash && now.value.emailKey === proved.emailKey;
  if (!isSame || now.value.status !== "active") throw wrongCredentials();
  const age = Math.abs(lastLoginAt - (now.value.lastLoginAt ?? 0));
  if (age < LOGIN_TIME_MILLISECONDS) return now.value;
  return (await tx.replace(accounts, { ...now.value, lastLoginAt }, now.version)).value;
}

import { accounts } from "../accounts/account.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";

/** Time of the deletion that waits, in milliseconds since the Unix epoch (UTC); null for none. */
export async function deletionTime(
  { store }: Pick<PersonalDataParts, "store">,
  userId: string,
): Promise<number | null> {
  return (await store.get(accounts, userId))?.value.deletesAt ?? null;
}

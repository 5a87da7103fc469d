/** Former addresses of accounts, which nobody else gets for as long as their owner may take them back. */

import { type Collection, type Entity, type StoreReader, defineCollection } from "@bourse/kernel";

import { emailKeys } from "../email/email.ts";

/** A former address that is kept. All times in milliseconds since the Unix epoch (UTC). */
export interface HeldEmailDocument extends Entity {
  /** Key of the address; see `emailKey`. */
  readonly id: string;
  /** Account that had the address. */
  readonly userId: string;
  /** Time from which the address is free. */
  readonly until: number;
}

/** Collection of former addresses; part of the collections that the store of a core is opened with. */
export const heldEmails: Collection<HeldEmailDocument, "by_user" | "by_end"> =
  defineCollection<HeldEmailDocument>()({
    name: "held_emails",
    indexes: { by_user: { fields: ["userId"] }, by_end: { fields: ["until"] } },
  });

/** True while an address, in any spelling, is kept for another account than `own`. */
export async function isHeldForAnother(
  reader: Pick<StoreReader, "get">,
  email: string,
  own: string | undefined,
  now: number,
): Promise<boolean> {
  for (const key of emailKeys(email)) {
    const held = (await reader.get(heldEmails, key))?.value;
    if (held !== undefined && now < held.until && held.userId !== own) return true;
  }
  return false;
}

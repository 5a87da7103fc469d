/** The accounts that an event of an organization is told to. */

import type { StoreReader } from "@bourse/kernel";

import { ownersOf } from "./membership.ts";

/** Maximum number of owners that one event is told to. */
const MAX_OWNERS = 10;

/** Ids of the accounts whose webhooks get an event: the one that it concerns, and the owners of the organization. */
export async function receiversOf(
  reader: Pick<StoreReader, "find">,
  { userId, organizationId }: { readonly userId: string; readonly organizationId?: string },
): Promise<readonly string[]> {
  if (organizationId === undefined) return [userId];
  const owners = (await ownersOf(reader, organizationId)).slice(0, MAX_OWNERS);
  return userId === organizationId ? owners : [...new Set([userId, ...owners])];
}

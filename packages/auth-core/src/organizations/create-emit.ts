/** Events for webhooks, told to the account that they concern and to the owners of its organization. */

import type { StoreReader } from "@bourse/kernel";
import type { CoreWebhooks } from "@bourse/outbox";

import type { EmitAuthEvent } from "../webhooks/auth-events.ts";
import { ownersOf } from "./membership.ts";

/** Maximum number of owners that one event is told to. */
const MAX_OWNERS = 10;

/** Adds events in the transactions of their changes. */
export function createEmit(webhooks: Pick<CoreWebhooks, "emit">): EmitAuthEvent {
  return async (tx, type, subject) => {
    const event = { type, data: { ...subject } };
    for (const userId of await receiversOf(tx, subject)) await webhooks.emit(tx, userId, event);
  };
}

/** Ids of the accounts whose webhooks get an event: the one that it concerns, and the owners of the organization. */
async function receiversOf(
  reader: Pick<StoreReader, "find">,
  { userId, organizationId }: { readonly userId: string; readonly organizationId?: string },
): Promise<readonly string[]> {
  if (organizationId === undefined) return [userId];
  const owners = (await ownersOf(reader, organizationId)).slice(0, MAX_OWNERS);
  return userId === organizationId ? owners : [...new Set([userId, ...owners])];
}

/** One delivery of a message of an alert: what may have arrived before says so. */

import type { Store } from "@bourse/kernel";
import { OutboxError, type OutboxDelivery } from "@bourse/outbox";

import type { AlertChannel } from "./alert-channel.ts";
import { alertChannels } from "./channel-state.ts";

/** Content of an entry of the outbox. A type alias, so that it is plain JSON. */
export type AlertEntry = {
  /** Name of the channel. */
  readonly channel: string;
  readonly subject: string;
  readonly text: string;
};

interface Parts {
  readonly store: Store;
  readonly channels: ReadonlyMap<string, AlertChannel>;
}

/**
 * Sends a message. That its sending has begun is stored before, and taken back when the channel answers that it was not
 * taken; so the next sending knows whether this one may have arrived, also after the process was killed.
 *
 * @throws OutboxError DELIVERY_REFUSED
 */
export async function deliverAlert(
  { store, channels }: Parts,
  { id, payload, signal }: OutboxDelivery<AlertEntry>,
): Promise<void> {
  const { channel: name, subject, text } = payload;
  const channel = channels.get(name);
  if (channel === undefined) throw refused(`There is no channel "${name}" any more.`);
  const isRepeat = await noteBegun(store, name, id);
  const told = `${isRepeat ? REPEATED : ""}${text}\nAlert ${id}`;
  const outcome = await channel.send({ id, subject, text: told, isRepeat }, { signal });
  if (outcome.status === "sent") return;
  // Whether an earlier sending has arrived is as unknown as before.
  if (!isRepeat) await note(store, name, null);
  if (outcome.status === "refused") throw refused(outcome.reason);
  throw new Error(outcome.reason);
}

const REPEATED = "Sent again: it is not known whether this alert has arrived before.\n";

/** Notes that the sending of a message begins. True when an earlier one has ended without an answer. */
async function noteBegun(store: Store, name: string, id: string): Promise<boolean> {
  if ((await store.get(alertChannels, name))?.value.begun === id) return true;
  await note(store, name, id);
  return false;
}

async function note(store: Store, name: string, begun: string | null): Promise<void> {
  await store.transaction(async (tx) => {
    const found = await tx.get(alertChannels, name);
    if (found !== undefined) {
      await tx.replace(alertChannels, { ...found.value, begun }, found.version);
    }
  });
}

function refused(reason: string): OutboxError {
  return new OutboxError("DELIVERY_REFUSED", reason, { details: {} });
}

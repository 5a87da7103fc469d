/** One delivery of a claimed entry, from its content to its end. */

import { type Json, unseal, withDeadline } from "@bourse/kernel";

import { sealName } from "../entries/entry-document.ts";
import { OutboxError } from "../errors.ts";
import type { ResolvedOutboxOptions } from "../options.ts";
import type { Claim } from "./claim.ts";
import { giveBack, settleDelivered, settleFailed } from "./settle.ts";

/** Outcome of a delivery; `stopped` when it was broken off because the outbox is closed. */
export type Outcome = "delivered" | "failed" | "dead" | "stopped";

/** Delivers a claimed entry and settles it. `stopping` breaks the delivery off. */
export async function deliverClaim(
  options: ResolvedOutboxOptions,
  claim: Claim,
  stopping: AbortSignal,
): Promise<Outcome> {
  const { processClock, deliver, deliverySeconds, onFailure } = options;
  const { id, attempts: attempt } = claim.entry;
  try {
    const payload = await payloadOf(options, claim);
    const milliseconds = deliverySeconds * 1000;
    await withDeadline({ clock: processClock, milliseconds, signal: stopping }, (signal) =>
      deliver({ id, payload, attempt, signal }),
    );
  } catch (error) {
    if (stopping.aborted) {
      await giveBack(options, claim);
      return "stopped";
    }
    const dead = await settleFailed(options, claim, error);
    onFailure?.({ id, attempt, dead, error });
    return dead ? "dead" : "failed";
  }
  await settleDelivered(options, claim);
  return "delivered";
}

async function payloadOf(
  { key, name }: Pick<ResolvedOutboxOptions, "key" | "name">,
  { entry }: Claim,
): Promise<Json> {
  if (entry.content !== undefined) return entry.content;
  const text = await unseal(key, sealName(name, entry.id), entry.sealed);
  if (text !== undefined) return JSON.parse(text) as Json;
  throw new OutboxError(
    "DELIVERY_REFUSED",
    "The entry cannot be decrypted: it was written under another key.",
    { details: {} },
  );
}

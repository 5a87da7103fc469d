/** One delivery of a claimed entry, from its content to its end. */

import { type Json, unseal, withDeadline } from "@bourse/kernel";

import { sealName } from "../entries/entry-document.ts";
import { OutboxError } from "../errors.ts";
import type { ResolvedOutboxOptions } from "../options.ts";
import type { Claim } from "./claim.ts";
import { giveBack, settleDelivered, settleFailed } from "./settle.ts";

/** Outcome of a delivery; `stopped` when it was broken off because the outbox is closed. */
export type Outcome = "delivered" | "failed" | "dead" | "stopped";

/** A claimed entry with its content; undefined when it cannot be decrypted. */
export interface OpenedClaim extends Claim {
  readonly payload: Json | undefined;
}

/** Decrypts the entry of a claim, so that deliveries can begin in the order of their claims. */
export async function openClaim(
  { key, name }: Pick<ResolvedOutboxOptions, "key" | "name">,
  claim: Claim,
): Promise<OpenedClaim> {
  const { id, content, sealed } = claim.entry;
  if (content !== undefined) return { ...claim, payload: content };
  const text = await unseal(key, sealName(name, id), sealed);
  return { ...claim, payload: text === undefined ? undefined : (JSON.parse(text) as Json) };
}

/** Delivers a claimed entry and settles it. `stopping` breaks the delivery off. */
export async function deliverClaim(
  options: ResolvedOutboxOptions,
  claim: OpenedClaim,
  stopping: AbortSignal,
): Promise<Outcome> {
  const { processClock, deliver, deliverySeconds, onFailure } = options;
  const { id, attempts: attempt } = claim.entry;
  try {
    const { payload } = claim;
    if (payload === undefined) throw undecrypted();
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

function undecrypted(): OutboxError {
  return new OutboxError(
    "DELIVERY_REFUSED",
    "The entry cannot be decrypted: it was written under another key.",
    { details: {} },
  );
}

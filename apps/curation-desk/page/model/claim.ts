/** The claim on a draft by the clock, between one reading of the draft and the next. */

import type { Draft } from "@bourse/contract/curation";

/** The status of a draft at a time in milliseconds since the epoch: `pending` once its claim has ended. */
export function statusAt(
  { status, claim_expires_at: until }: Pick<Draft, "status" | "claim_expires_at">,
  now: number,
): Draft["status"] {
  const isEnded = status === "in_review" && (until === null || Date.parse(until) <= now);
  return isEnded ? "pending" : status;
}

/** Claims of entries: one process at a time delivers an entry, under a lease that ends by itself. */

import { type OutboxEntryDocument, outboxEntries } from "../entries/entry-document.ts";
import type { ResolvedOutboxOptions } from "../options.ts";
import type { Groups } from "./groups.ts";
import { pickDue } from "./pick-due.ts";
import { countClaims } from "./set-back-guard.ts";

/** A claimed entry, with the version that proves the claim. */
export interface Claim {
  readonly entry: OutboxEntryDocument;
  readonly version: number;
}

/** Seconds by which a lease is longer than a delivery may take. */
const LEASE_MARGIN_SECONDS = 30;

/** The options that claims depend on. */
type Parts = Pick<
  ResolvedOutboxOptions,
  "store" | "name" | "watermark" | "deliverySeconds" | "maxAttempts" | "keepDeadSeconds"
>;

/**
 * Claims at most `limit` entries that are due. An entry whose last delivery has not ended within its lease, as when its
 * process was killed, becomes a dead letter here.
 */
export async function claimDue(
  parts: Parts,
  limit: number,
  groups: Groups,
): Promise<readonly Claim[]> {
  const { store, name, watermark, maxAttempts, deliverySeconds, keepDeadSeconds } = parts;
  const now = await store.now();
  const picked = await pickDue(parts, limit, groups, now);
  // Most looks find nothing: they write nothing.
  if (picked.length === 0) return [];
  const leaseUntil = now + (deliverySeconds + LEASE_MARGIN_SECONDS) * 1000;
  const { claims, number } = await store.transaction(async (tx) => {
    const claims: Claim[] = [];
    for (const { id } of picked) {
      const found = await tx.get(outboxEntries, id);
      // Another process was faster.
      if (found?.value.status !== "waiting" || found.value.dueAt > now) continue;
      const { value, version } = found;
      if (value.attempts >= maxAttempts) {
        const error = value.error ?? "The last delivery did not end.";
        const dueAt = now + keepDeadSeconds * 1000;
        await tx.replace(outboxEntries, { ...value, status: "dead", dueAt, error }, version);
        continue;
      }
      const attempts = value.attempts + 1;
      const claimed = { ...value, attempts, dueAt: leaseUntil };
      const stored = await tx.replace(outboxEntries, claimed, version);
      claims.push({ entry: stored.value, version: stored.version });
    }
    const isCounted = watermark !== undefined && claims.length > 0;
    return { claims, number: isCounted ? await countClaims(parts, tx) : 0 };
  });
  // Told before anything is delivered: a store that has a lower number was set back.
  if (number > 0) await watermark?.write(name, number);
  return claims;
}

/** Sequence numbers after a restore: those that the lost part of the history gave out are not given out again. */

import type { Store } from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

import { counters } from "./counter-document.ts";
import { SEQUENCE } from "./ledger.ts";

/** Counter that holds the digest of the history that the numbers belong to. */
const HISTORY = "history";

/** Count of numbers that are left out: more than a service gives out between two backups. */
const SKIPPED = 1_000_000;

/**
 * Leaves numbers out when the store goes on from a backup: who has seen an event that is lost would hold a new one of
 * the same number for the one that it knows.
 */
export async function skipGivenNumbers(store: Store): Promise<void> {
  const history = await store.history();
  if (history === "") return;
  const digest = Number.parseInt(sha256(history, "hex").slice(0, 12), 16);
  await store.transaction(async (tx) => {
    const known = await tx.get(counters, HISTORY);
    if (known?.value.value === digest) return;
    if (known === undefined) {
      await tx.insert(counters, { id: HISTORY, value: digest });
      return;
    }
    await tx.replace(counters, { id: HISTORY, value: digest }, known.version);
    const last = await tx.get(counters, SEQUENCE);
    if (last === undefined) return;
    const value = last.value.value + SKIPPED;
    await tx.replace(counters, { id: SEQUENCE, value }, last.version);
  });
}

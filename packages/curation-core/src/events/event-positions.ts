/** Positions in the sequence of events, and the deletion of the oldest ones. */

import type { Store } from "@bourse/kernel";

import { counters } from "../ledger/counter-document.ts";
import { curationEvents, eventId } from "../ledger/curation-event.ts";

/** Counter that holds the number of the newest event that was deleted. */
const SWEPT = "events_swept";

/** Id of the newest event; that of number 0 before the first. */
export async function newestEventId(store: Store): Promise<string> {
  const { items } = await store.find(curationEvents, { order: "desc", limit: 1 });
  return items[0]?.value.id ?? eventId(0);
}

/** Position from which a listener that saw event number `after` goes on, and whether events are missing between. */
export async function resumeAfter(
  store: Store,
  after: number,
): Promise<{ readonly after: number; readonly gap: boolean }> {
  const swept = (await store.get(counters, SWEPT))?.value.value ?? 0;
  if (after < swept) return { after: swept, gap: true };
  const isKnown =
    after === swept || (await store.get(curationEvents, eventId(after))) !== undefined;
  return isKnown ? { after, gap: false } : { after: Number(await newestEventId(store)), gap: true };
}

/** Deletes the oldest events, so that `kept` remain; at most 1000 a call. */
export async function sweepEvents(store: Store, kept: number): Promise<void> {
  const surplus = (await store.count(curationEvents)) - kept;
  if (surplus <= 0) return;
  const { items } = await store.find(curationEvents, { limit: Math.min(surplus, 1000) });
  const newest = items.at(-1);
  if (newest === undefined) return;
  await store.transaction(async (tx) => {
    for (const { value } of items) await tx.delete(curationEvents, value.id);
    const swept = { id: SWEPT, value: Number(newest.value.id) };
    const before = await tx.get(counters, SWEPT);
    if (before === undefined) await tx.insert(counters, swept);
    else await tx.replace(counters, swept, before.version);
  });
}

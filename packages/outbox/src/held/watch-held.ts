import { anyFunction, anyText, checkArguments, objectOf, systemClock } from "@bourse/kernel";
import type { Store } from "@bourse/kernel";

import { heldEntries } from "./held-entries.ts";

const RULES = { store: objectOf({ find: anyFunction, count: anyFunction }), service: anyText };
/** Interval at which the store is asked at most. */
const ASK_MILLISECONDS = 1000;

/**
 * Creates a function that resolves to the warnings of a service about entries that are held, for `/readyz`: none or
 * one. `service` is its word in `bourse SERVICE outbox`. The store is asked at most once a second.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function watchHeld(store: Store, service: string): () => Promise<readonly string[]> {
  checkArguments("watchHeld", RULES, [store, service]);
  let askedAt = -Infinity;
  let warnings: Promise<readonly string[]> = Promise.resolve([]);
  return async () => {
    const now = systemClock.now();
    if (now - askedAt >= ASK_MILLISECONDS || now < askedAt) {
      askedAt = now;
      warnings = warningsOf(store, service);
    }
    return await warnings;
  };
}

async function warningsOf(store: Store, service: string): Promise<readonly string[]> {
  const held = await heldEntries(store);
  if (held.length === 0) return [];
  const counts = held.map(({ box, count }) => `${box}: ${count}`).join(", ");
  return [
    `A backup was restored, and what waited in it is held (${counts}): see bourse ${service} outbox list.`,
  ];
}

/** Claim: however often a key is checked, its use is written to the store at most once a minute. */

import { authCollections } from "@bourse/auth-core";
import { createManualClock, createMemoryStore } from "@bourse/kernel";

import { fixture, report } from "./fixture.ts";

const CHECKS = 10_000;
const MINUTES = 3;
const MAINTAIN_MILLISECONDS = 5000;

export async function measureKeyWrites(): Promise<void> {
  const clock = createManualClock();
  const store = createMemoryStore({ collections: authCollections });
  const { core, key } = await fixture({ store, clock });
  const keys = authCollections.find(({ name }) => name === "api_keys");
  if (keys === undefined) throw new Error("expected a collection of keys");
  /** Every write of a document counts its version up. */
  const version = async (): Promise<number> => (await store.find(keys)).items[0]?.version ?? 0;
  const before = await version();
  const rounds = (MINUTES * 60_000) / MAINTAIN_MILLISECONDS;
  for (let round = 0; round < rounds; round += 1) {
    for (let check = 0; check < CHECKS / rounds; check += 1)
      await core.guard.identify({ apiKey: key });
    await clock.advance(MAINTAIN_MILLISECONDS);
    await core.maintain();
  }
  const writes = (await version()) - before;
  report(
    `writes of a key's use, ${CHECKS} checks in ${MINUTES} minutes (1 to ${MINUTES})`,
    String(writes),
    writes >= 1 && writes <= MINUTES,
  );
}

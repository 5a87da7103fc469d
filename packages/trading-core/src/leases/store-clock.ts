/** A clock that shows the store's time, so that leases of several machines fit together. */

import { pauseInBackground, type Clock, type Store } from "@bourse/kernel";

import { anyClock, anyStore } from "../part-shapes.ts";

/** Interval in milliseconds at which the store is asked for its time again. */
const ASK_AGAIN = 30_000;

/** A clock by the store's time, and its end. */
export interface StoreClock {
  /** The store's time to within a round trip; durations and sleeps are the machine's own. */
  readonly clock: Clock;
  /** Ends the comparison with the store. */
  readonly stop: () => Promise<void>;
}

/**
 * Asks the store for its time now and every 30 seconds. In between the machine's monotonic clock counts, so a jump of
 * the machine's date changes nothing; while the store is away it goes on counting.
 *
 * @throws StoreError when the store does not answer the first time
 */
export async function openStoreClock(store: Store, clock: Clock): Promise<StoreClock> {
  anyStore("store", store);
  anyClock("clock", clock);
  let offset = await measure();
  async function measure(): Promise<number> {
    const before = clock.monotonic();
    const time = await store.now();
    return time - (before + clock.monotonic()) / 2;
  }
  const stopping = new AbortController();
  const repeat = async (): Promise<void> => {
    while (await pauseInBackground(clock, ASK_AGAIN, stopping.signal)) {
      offset = await measure().catch(() => offset);
    }
  };
  const repeating = repeat();
  return {
    clock: {
      now: () => Math.round(clock.monotonic() + offset),
      monotonic: () => clock.monotonic(),
      sleep: (milliseconds, signal, timer) => clock.sleep(milliseconds, signal, timer),
    },
    stop: async () => {
      stopping.abort();
      await repeating;
    },
  };
}

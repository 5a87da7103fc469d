/** The loop that holds resting orders against new candles. */

import { isBourseError, pauseInBackground } from "@bourse/kernel";

import type { PaperTerms } from "./paper-options.ts";
import { restingOrders } from "./resting-orders.ts";
import { settleSymbol, type Progress } from "./settle.ts";

export interface Settling {
  /** Settles now, and from then on every `settleMilliseconds`. Without it orders rest until {@link settle}. */
  start(): Promise<void>;
  /** Holds every resting order against the candles that closed since. Faults of one symbol do not keep the others. */
  settle(): Promise<void>;
  /** Ends the periodic settlement and waits for the running one. The account stays in the store for a later broker. */
  stop(): Promise<void>;
}

/** Creates the settlement of a broker that is not started yet. Runs are serialised. */
export function createSettling(terms: PaperTerms): Settling {
  const progress: Progress = new Map();
  const faults: Faults = new Map();
  const stopping = new AbortController();
  let last: Promise<void> = Promise.resolve();
  let loop: Promise<void> = Promise.resolve();
  const settle = (): Promise<void> => {
    last = last.then(() => settleAll(terms, progress, faults));
    return last;
  };
  const run = async (): Promise<void> => {
    const { clock, settleMilliseconds } = terms;
    while (await pauseInBackground(clock, settleMilliseconds, stopping.signal)) await settle();
  };
  return {
    async start() {
      await settle();
      loop = run();
    },
    settle,
    async stop() {
      stopping.abort();
      await loop;
      await last;
    },
  };
}

/** The fault of each symbol that could not be settled, so that a source that stays away is told of once. */
type Faults = Map<string, string>;

async function settleAll(terms: PaperTerms, progress: Progress, faults: Faults): Promise<void> {
  try {
    const resting = await restingOrders(terms.store);
    const ids = new Set(resting.map(({ id }) => id));
    for (const id of progress.keys()) if (!ids.has(id)) progress.delete(id);
    const groups = Map.groupBy(resting, ({ symbol }) => symbol);
    for (const symbol of faults.keys()) if (!groups.has(symbol)) faults.delete(symbol);
    for (const [symbol, orders] of groups) {
      try {
        await settleSymbol(terms, orders, progress);
        faults.delete(symbol);
      } catch (error) {
        const fault = isBourseError(error) ? error.code : String(error);
        if (faults.get(symbol) !== fault) terms.onError(error);
        faults.set(symbol, fault);
      }
    }
  } catch (error) {
    terms.onError(error);
  }
}

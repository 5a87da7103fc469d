/**
 * Semaphore with a fair queue: work of one source (an account or an address) cannot delay or displace that of others.
 *
 * Start-time fair queueing: a job that waits gets the tag 1 + the greatest tag of its sources, so the n-th job of one
 * source is served after the first jobs of all others. When the queue is full, the job with the greatest tag is
 * refused.
 */

/** Runs `work` when a permit is free. `sources` are the keys that its share is counted by; none: one common source. */
export type FairQueue = <T>(work: () => Promise<T>, sources?: readonly string[]) => Promise<T>;

interface Waiting {
  readonly tag: number;
  readonly sources: readonly string[];
  readonly go: () => void;
  readonly refuse: () => void;
}

const COMMON_SOURCE: readonly string[] = ["*"];

/** A queue with `maxInFlight` permits and `maxQueued` places; `busy` makes the error of a job that is refused. */
export function createFairQueue(
  maxInFlight: number,
  maxQueued: number,
  busy: () => Error,
): FairQueue {
  /** Waiting jobs, ordered by tag and, among equal tags, by arrival. */
  const waiting: Waiting[] = [];
  /** Greatest tag of the waiting jobs of each source. */
  const lastTags = new Map<string, number>();
  /** Tag of the job that was last served: a source that was idle begins here. */
  let served = 0;
  let inFlight = 0;

  const tagOf = (sources: readonly string[]): number =>
    1 + Math.max(served, ...sources.map((source) => lastTags.get(source) ?? 0));

  const setLastTag = (source: string, tag: number): void => {
    if (tag > served) lastTags.set(source, tag);
    else lastTags.delete(source);
  };

  const enqueue = (sources: readonly string[]): Promise<void> => {
    const tag = tagOf(sources);
    const greatest = waiting.at(-1);
    if (waiting.length >= maxQueued) {
      if (greatest === undefined || greatest.tag <= tag) throw busy();
      waiting.pop();
      for (const source of greatest.sources) {
        if (lastTags.get(source) === greatest.tag) setLastTag(source, greatest.tag - 1);
      }
      greatest.refuse();
    }
    for (const source of sources) setLastTag(source, tag);
    return new Promise((go, reject) => {
      const at = waiting.findLastIndex((other) => other.tag <= tag) + 1;
      waiting.splice(at, 0, { tag, sources, go, refuse: () => reject(busy()) });
    });
  };

  const serveNext = (): void => {
    const next = waiting.shift();
    // The permit passes to the next job; the count only falls when none waits.
    if (next === undefined) {
      inFlight--;
      return;
    }
    served = next.tag;
    for (const source of next.sources) setLastTag(source, lastTags.get(source) ?? 0);
    next.go();
  };

  return async (work, sources = []) => {
    if (inFlight < maxInFlight) inFlight++;
    else await enqueue(sources.length === 0 ? COMMON_SOURCE : sources);
    try {
      return await work();
    } finally {
      serveNext();
    }
  };
}

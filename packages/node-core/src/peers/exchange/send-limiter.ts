/**
 * Limits the bytes in flight to each peer and keeps their order: on a slow link, ten concurrent transfers would all be
 * slow, and the last one would time out.
 */
export class SendLimiter {
  readonly #lanes = new Map<string, Lane>();

  /** Runs `work` in its turn. Rejects with the signal's reason when it is aborted before that; then nothing ran. */
  async run<T>(
    nodeId: string,
    bytes: number,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const lane = this.#lanes.get(nodeId) ?? { weight: 0, waiting: [] };
    this.#lanes.set(nodeId, lane);
    const weight = Math.min(bytes + WEIGHT_OF_ANY, MAX_WEIGHT);
    await turn(lane, weight, signal);
    try {
      return await work();
    } finally {
      lane.weight -= weight;
      startNext(lane);
      if (lane.weight === 0) this.#lanes.delete(nodeId);
    }
  }

  /** Reports if a transfer to the peer is running or waiting. */
  isBusy(nodeId: string): boolean {
    return this.#lanes.has(nodeId);
  }
}

/** Maximum bytes in flight to one peer. */
const MAX_WEIGHT = 4 * 2 ** 20;
/** Weight of an empty frame, which allows about 40 at once, below the 64 streams that a peer accepts. */
const WEIGHT_OF_ANY = 100_000;

interface Turn {
  readonly weight: number;
  readonly start: () => void;
}

interface Lane {
  /** Weight of the running transfers. */
  weight: number;
  readonly waiting: Turn[];
}

function turn(lane: Lane, weight: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = (): void => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    };
    const mine: Turn = { weight, start };
    const onAbort = (): void => {
      lane.waiting.splice(lane.waiting.indexOf(mine), 1);
      reject(signal?.reason as Error);
      startNext(lane);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    lane.waiting.push(mine);
    startNext(lane);
  });
}

function startNext(lane: Lane): void {
  for (
    let [next] = lane.waiting;
    next !== undefined && lane.weight + next.weight <= MAX_WEIGHT;
    [next] = lane.waiting
  ) {
    lane.waiting.shift();
    lane.weight += next.weight;
    next.start();
  }
}

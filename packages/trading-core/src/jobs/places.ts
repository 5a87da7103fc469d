/** The places of a worker: how many jobs of one queue it runs at a time, wherever they come from. */
export class Places {
  readonly #count: number;
  #free: number;
  /** Calls of `take` that wait, the longest waiting first, and calls of `allFree`. */
  readonly #waiting = new Set<() => void>();
  readonly #leaving: (() => void)[] = [];

  constructor(count: number) {
    this.#count = count;
    this.#free = count;
  }

  /** Takes a place that is free now; false without one. */
  tryTake(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /** Takes a place as soon as there is one. Rejects with the reason of `signal` when that is aborted before. */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.tryTake()) return;
    const turn = Promise.withResolvers<void>();
    const giveUp = (): void => {
      this.#waiting.delete(turn.resolve);
      turn.reject(signal.reason as Error);
    };
    this.#waiting.add(turn.resolve);
    signal.addEventListener("abort", giveUp, { once: true });
    await turn.promise.finally(() => signal.removeEventListener("abort", giveUp));
  }

  /** Gives a place back: to the call that has waited longest, if there is one. */
  give(): void {
    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#waiting.delete(next);
      next();
      return;
    }
    this.#free += 1;
    if (this.#free === this.#count) for (const leave of this.#leaving.splice(0)) leave();
  }

  /** Resolves when every place has been given back. */
  async allFree(): Promise<void> {
    if (this.#free === this.#count) return;
    await new Promise<void>((resolve) => {
      this.#leaving.push(resolve);
    });
  }
}

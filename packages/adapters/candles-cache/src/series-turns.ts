/** One at a time for each series, in the order of asking. */

export class SeriesTurns {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Runs `work` when everyone who asked before for the same series is done, whatever became of them.
   *
   * @throws the signal's reason while waiting; what `work` throws
   */
  async take<T>(
    series: string,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    const before = this.#last.get(series) ?? Promise.resolve();
    const { promise: done, resolve: leave } = Promise.withResolvers<void>();
    const mine = before.then(() => done);
    this.#last.set(series, mine);
    try {
      await untilAborted(before, signal);
      return await work();
    } finally {
      leave();
      if (this.#last.get(series) === mine) this.#last.delete(series);
    }
  }
}

async function untilAborted(turn: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return await turn;
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await Promise.race([turn, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

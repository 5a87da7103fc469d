/** One at a time for each series, in the order of asking. */

import { untilAborted } from "@bourse/kernel";

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

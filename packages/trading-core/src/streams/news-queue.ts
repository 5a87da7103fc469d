/** News on their way to one who iterates over them. */

import type { StreamNews } from "./port.ts";

/** Queue of the news of one series, read once from its beginning. */
export class NewsQueue {
  #waiting: StreamNews[] = [];
  #wake: (() => void) | undefined;
  #end: { readonly error?: unknown } | undefined;

  /** Adds news behind all others; after the end they are dropped. */
  add(...news: readonly StreamNews[]): void {
    if (this.#end !== undefined || news.length === 0) return;
    this.#waiting.push(...news);
    this.#wake?.();
  }

  /** Ends the iteration behind the news that wait, with `error` where there is one. The first end counts. */
  end(outcome: { readonly error?: unknown } = {}): void {
    this.#end ??= outcome;
    this.#wake?.();
  }

  /**
   * Yields the news until the end, or at once until `signal` aborts. `release` is called behind them, and at the abort
   * of a signal even where nobody iterates.
   */
  read(signal: AbortSignal, release: () => void): AsyncGenerator<StreamNews, void> {
    const onAbort = (): void => {
      release();
      this.#wake?.();
    };
    if (signal.aborted) release();
    else signal.addEventListener("abort", onAbort, { once: true });
    return this.#yield(signal, () => {
      signal.removeEventListener("abort", onAbort);
      release();
    });
  }

  async *#yield(signal: AbortSignal, release: () => void): AsyncGenerator<StreamNews, void> {
    try {
      while (!signal.aborted) {
        const batch = this.#waiting;
        this.#waiting = [];
        for (const news of batch) {
          if (signal.aborted) return;
          yield news;
        }
        if (batch.length > 0) continue;
        if (this.#end !== undefined) break;
        await this.#next(signal);
      }
      if (!signal.aborted && this.#end !== undefined && "error" in this.#end) throw this.#end.error;
    } finally {
      release();
    }
  }

  async #next(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (signal.aborted || this.#waiting.length > 0) resolve();
    });
    this.#wake = undefined;
  }
}

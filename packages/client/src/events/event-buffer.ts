/** What has come and has not been read: bounded, and honest about what it had to let go. */

/** Told in place of what is missing. */
export interface Gap {
  readonly type: "gap";
  /**
   * resume: the service no longer keeps what came while the connection was down, or never gave a place to resume from.
   * overflow: the reader was slower than the events, and the oldest were dropped.
   */
  readonly reason: "resume" | "overflow";
}

export class EventBuffer<Item> {
  readonly #limit: number;
  #items: (Item | Gap)[] = [];
  #wake: (() => void) | undefined;
  #end: { readonly error: Error | undefined } | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(item: Item | Gap): void {
    if (this.#end) return;
    if (this.#items.length >= this.#limit) {
      // The gap takes the place of the two oldest; it stays one gap while more is dropped.
      const isMarked = isOverflow(this.#items[0]);
      this.#items.splice(isMarked ? 1 : 0, isMarked ? 1 : 2, ...(isMarked ? [] : [OVERFLOW]));
    }
    this.#items.push(item);
    this.#wake?.();
  }

  /** No more will come; what is there can still be read, then the error is thrown, if there is one. */
  end(error?: Error): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  clear(): void {
    this.#items = [];
  }

  async next(): Promise<IteratorResult<Item | Gap, undefined>> {
    for (;;) {
      const value = this.#items.shift();
      if (value !== undefined) return { done: false, value };
      if (this.#end?.error) throw this.#end.error;
      if (this.#end) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

const OVERFLOW: Gap = { type: "gap", reason: "overflow" };

function isOverflow(item: unknown): boolean {
  return item === OVERFLOW;
}

/** A bounded buffer of events that were received and not read yet; a gap marks the events that it dropped. */

/** A marker in place of missing events. */
export interface Gap {
  /** Always `gap`. */
  readonly type: "gap";
  /**
   * Reason of the gap. `resume`: the service no longer keeps the events of the time without a connection, or never gave
   * a position to resume from. `overflow`: the reader was slower than the events, and the oldest were dropped.
   */
  readonly reason: "resume" | "overflow";
}

/** A bounded buffer of events with one reader. */
export class EventBuffer<Item> {
  readonly #limit: number;
  #items: (Item | Gap)[] = [];
  #wake: (() => void) | undefined;
  #end: { readonly error: unknown } | undefined;

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

  /** Ends the buffer: its items can still be read, then the reader gets the error, if there is one. */
  end(error?: unknown): void {
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
      if (this.#end?.error !== undefined) throw this.#end.error as Error;
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

/** Parts that were opened, to be closed in reverse: all of them, whatever fails on the way. */

import { anyFunction } from "../checked-calls.ts";

/** Opened resources, closed in reverse order even when closing one of them fails. */
export interface ClosingStack {
  /**
   * Remembers how to close something; returns nothing, so that it stands beside the opening.
   *
   * @throws KernelError ARGUMENT_INVALID
   */
  push(close: () => Promise<unknown>): void;
  /** Closes in reverse. Rejects with the first fault, after everything had its turn. */
  close(): Promise<void>;
}

/** Creates an empty stack of close functions. */
export function createClosingStack(): ClosingStack {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    push(close) {
      anyFunction("close", close);
      closers.push(close);
    },
    async close() {
      const faults: unknown[] = [];
      for (const close of closers.splice(0).toReversed()) {
        try {
          await close();
        } catch (error) {
          faults.push(error);
        }
      }
      if (faults.length > 0) throw faults[0] as Error;
    },
  };
}

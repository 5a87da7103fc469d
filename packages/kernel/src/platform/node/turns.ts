/** Timers and turns of the event loop, by Node. */

import { availableParallelism } from "node:os";
import { clearTimeout, setImmediate, setTimeout } from "node:timers";

/** Resolves after one turn of the event loop, in which everything else that is ready may run. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/**
 * Calls `onEnd` after `milliseconds`, at most 2^31 − 1. The timer keeps the process alive. Returns the function that
 * ends it without a call.
 */
export function startTimer(milliseconds: number, onEnd: () => void): () => void {
  const timer = setTimeout(onEnd, milliseconds);
  return () => clearTimeout(timer);
}

/**
 * Calls `onEnd` after `milliseconds`, at most 2^31 − 1, for nobody who awaits it: the timer keeps no process alive.
 * Returns the function that ends it without a call.
 */
export function startBackgroundTimer(milliseconds: number, onEnd: () => void): () => void {
  const timer = setTimeout(onEnd, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
}

/** Number of processors that this process may use, at least 1. */
export function processorCount(): number {
  return availableParallelism();
}

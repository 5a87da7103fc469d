/** A timer for work that may be idle for so long, on what every platform has. */

import type { IdleTimer } from "./port.ts";

/**
 * Calls `onEnd` once nothing has touched the timer for `milliseconds`; a touch within that call starts the time again.
 * A touch costs a look at the clock.
 */
export function startIdleTimer(milliseconds: number, onEnd: () => void): IdleTimer {
  let touched = performance.now();
  let isStopped = false;
  const wake = (): void => {
    const seen = touched;
    const left = seen + milliseconds - performance.now();
    if (left <= 0) onEnd();
    const isOver = left <= 0 && touched === seen;
    if (!isOver && !isStopped) timer = setTimeout(wake, left > 0 ? left : milliseconds);
  };
  let timer = setTimeout(wake, milliseconds);
  return {
    touch: () => void (touched = performance.now()),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

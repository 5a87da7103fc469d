/** Timers and turns of the event loop, by what all web platforms have. */

/** Resolves after one turn of the event loop, in which everything else that is ready may run. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    schedule(resolve);
  });
}

const schedule: (callback: () => void) => void = scheduler();

/**
 * A message to oneself where there is no immediate: browsers delay timers by 4 ms once they start one another. Workers
 * of Cloudflare delay none, and let no request wake another one's channel.
 */
function scheduler(): (callback: () => void) => void {
  // The function of now: a test may put another clock's in its place.
  const { setImmediate: immediate } = globalThis as {
    setImmediate?: (callback: () => void) => void;
  };
  if (immediate !== undefined) return immediate;
  if (typeof MessageChannel === "function" && navigator.userAgent !== "Cloudflare-Workers") {
    return byMessages();
  }
  return (callback) => void setTimeout(callback, 0);
}

function byMessages(): (callback: () => void) => void {
  const waiting: (() => void)[] = [];
  let port: InstanceType<typeof MessageChannel>["port2"] | undefined;
  return (callback) => {
    if (port === undefined) {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => waiting.shift()?.());
      port1.start();
      port = port2;
    }
    waiting.push(callback);
    port.postMessage(null);
  };
}

/**
 * Calls `onEnd` after `milliseconds`, at most 2^31 − 1. The timer keeps the process alive, where there is one. Returns
 * the function that ends it without a call.
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
  const timer: unknown = setTimeout(onEnd, milliseconds);
  // A number in browsers, an object where a timer could keep a process alive.
  if (typeof timer === "object") (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer as number);
}

/** Number of processors that this process may use, at least 1. */
export function processorCount(): number {
  return navigator.hardwareConcurrency || 1;
}

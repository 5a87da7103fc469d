import type { Clock } from "@bourse/kernel";

/**
 * Runs `work` with a signal that is aborted after `milliseconds`, or with the caller's. Resolves or rejects as soon as
 * the work does, or the signal is aborted, whichever is first: work that ignores the signal is not waited for.
 */
export async function withDeadline<T>(
  clock: Clock,
  milliseconds: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted();
  const over = new AbortController();
  const done = new AbortController();
  const signal = caller === undefined ? over.signal : AbortSignal.any([over.signal, caller]);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason as Error);
  signal.addEventListener("abort", onAbort, { once: true });
  clock.sleep(milliseconds, done.signal).then(
    () => over.abort(new Error(`No answer within ${milliseconds} ms.`)),
    () => undefined,
  );
  const working = work(signal);
  // Of the two the slower one is nobody's any more; its rejection must not become an unhandled one.
  working.catch(() => undefined);
  aborted.catch(() => undefined);
  try {
    return await Promise.race([working, aborted]);
  } finally {
    done.abort();
    signal.removeEventListener("abort", onAbort);
  }
}

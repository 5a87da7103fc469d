/**
 * Waits for `promise`, but no longer than until `signal` is aborted. The listener is removed when either settles; a
 * rejection of the promise after the abort is swallowed. Without a signal it only waits.
 *
 * @throws the signal's reason when it is aborted first; what `promise` rejects with
 */
export async function untilAborted<Result>(
  promise: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return await promise;
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([aborted.promise, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

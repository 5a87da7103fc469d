/** Runs work under a time limit and a caller's signal, whichever ends it first. */

import { ClientError, isFailure } from "./errors.ts";
import type { ClientClock } from "./options.ts";

/**
 * Runs `work` under a time limit in milliseconds. Settles as soon as the work does, the limit passes or the outer
 * signal is aborted, whichever comes first.
 *
 * @throws what `work` throws; ClientError TIMEOUT with the message `late` when the limit passed; the reason of `outer`
 * when that was aborted; ClientError NETWORK for anything that fetch throws
 */
export async function withTimeout<Result>(
  clock: ClientClock,
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
  late: string = `no answer within ${milliseconds} ms`,
): Promise<Result> {
  outer?.throwIfAborted();
  const limit = new AbortController();
  const done = new AbortController();
  clock.sleep(milliseconds, done.signal).then(
    () => limit.abort(new ClientError("TIMEOUT", late)),
    () => {},
  );
  const signal = outer === undefined ? limit.signal : AbortSignal.any([outer, limit.signal]);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { signal: done.signal });
  });
  try {
    return await Promise.race([work(signal), aborted]);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (isFailure(error)) throw error;
    throw new ClientError("NETWORK", `the request failed: ${reasonOf(error)}`, { cause: error });
  } finally {
    done.abort();
  }
}

/** fetch says "fetch failed" and keeps the reason in `cause`. */
function reasonOf(error: unknown): string {
  return String((error instanceof Error && error.cause) || error);
}

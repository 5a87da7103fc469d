/** Runs work under a time limit and a caller's signal, whichever ends it first. */

import { ClientError, isFailure } from "./errors.ts";
import type { ClientClock } from "./options.ts";

/**
 * What `work` resolves to.
 *
 * @throws what `work` throws; ClientError TIMEOUT when the limit was the cause; the reason of `outer` when that was;
 * ClientError NETWORK for anything that fetch throws
 */
export async function withTimeout<Result>(
  clock: ClientClock,
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  outer?.throwIfAborted();
  const limit = new AbortController();
  const done = new AbortController();
  const late = new ClientError("TIMEOUT", `no answer within ${milliseconds} ms`);
  clock.sleep(milliseconds, done.signal).then(
    () => limit.abort(late),
    () => {},
  );
  const signal = outer === undefined ? limit.signal : AbortSignal.any([outer, limit.signal]);
  try {
    return await work(signal);
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

/** Runs work under a time limit and a caller's signal, whichever ends it first. */

import { ClientError, isFailure } from "./errors.ts";
import type { ClientClock } from "./options.ts";

/**
 * Runs `work` under a time limit in milliseconds. Its signal is aborted when the limit passes or the outer signal is
 * aborted; the work has to end then, as fetch does.
 *
 * @throws what `work` throws; ClientError TIMEOUT with the message `late` when the limit passed; the reason of `outer`
 * when that was aborted
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
  try {
    return await work(signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    done.abort();
  }
}

/**
 * Awaits a step of a request in the network.
 *
 * @throws ClientError NETWORK for anything else that it throws
 */
export async function network<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw isFailure(error)
      ? error
      : new ClientError("NETWORK", `the request failed: ${reasonOf(error)}`, { cause: error });
  }
}

/** fetch says "fetch failed" and keeps the reason in `cause`. */
function reasonOf(error: unknown): string {
  return String((error instanceof Error && error.cause) || error);
}

/** Runs work under a time limit and a caller's signal, whichever ends it first. */

import { ClientError, isFailure } from "./errors.ts";
import type { ClientClock } from "./options.ts";

/**
 * Runs `work` under a time limit in milliseconds. Its signal is aborted when the limit passes or the outer signal is
 * aborted; work that goes on then is left alone.
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
    return await Promise.race([work(signal), abortOf(signal)]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    done.abort();
  }
}

/** Rejects with the reason of a signal once it is aborted. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
}

/**
 * Awaits a step of a request in the network; `advice` tells what to do when it fails.
 *
 * @throws ClientError NETWORK for anything else that it throws
 */
export async function network<Result>(
  step: () => Promise<Result>,
  advice: string,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (isFailure(error)) throw error;
    const message = `the request failed: ${reasonOf(error)}; ${advice}`;
    throw new ClientError("NETWORK", message, { cause: error });
  }
}

/** fetch says "fetch failed" and keeps the reason in `cause`. */
function reasonOf(error: unknown): string {
  return String((error instanceof Error && error.cause) || error);
}

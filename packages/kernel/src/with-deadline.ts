/** A time limit around asynchronous work, on the injected clock. */

import { anyFunction } from "./checked-calls.ts";
import type { Clock } from "./clock.ts";
import { KernelError } from "./kernel-error.ts";
import { functionOption, optional, portOption } from "./option-rules.ts";
import { resolveOptions, type OptionRules } from "./options.ts";
import { untilAborted } from "./until-aborted.ts";

/** The time limit of {@link withDeadline} and what happens when it passes. */
export interface DeadlineOptions<Fallback = never> {
  /** Measures the time limit. */
  readonly clock: Pick<Clock, "sleep">;
  /** The time limit in milliseconds. 0 or less: the work gets only the current turn of the event loop. */
  readonly milliseconds: number;
  /** Ends the wait early when aborted, with the signal's reason. Default: none. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called when the time limit passes: returns the value to resolve to, or throws the error to reject with.
   * Default: throws KernelError DEADLINE_EXCEEDED.
   */
  readonly onTimeout?: (() => Fallback) | undefined;
}

/**
 * Runs `work` under a time limit. Settles as soon as the work does, the time limit passes or the caller's signal is
 * aborted, whichever comes first; work that ignores its signal is not waited for, and its later rejection is
 * swallowed. The timer and the listeners are removed in every case.
 *
 * @param work gets a signal that is aborted at the time limit and together with the caller's signal
 * @throws KernelError DEADLINE_EXCEEDED at the time limit (or what `onTimeout` throws); the reason of the caller's
 * signal; what `work` throws
 */
export async function withDeadline<Result, Fallback = never>(
  options: DeadlineOptions<Fallback>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | Fallback> {
  anyFunction("work", work);
  const resolved = resolveOptions<Limit<Fallback>>("withDeadline", options, RULES);
  const { clock, milliseconds, signal: caller, onTimeout = timeoutOf(milliseconds) } = resolved;
  caller?.throwIfAborted();
  const limit = new AbortController();
  const done = new AbortController();
  const signal = caller === undefined ? limit.signal : AbortSignal.any([limit.signal, caller]);
  const expired = Promise.withResolvers<Fallback>();
  const expire = (): void => {
    try {
      expired.resolve(onTimeout());
    } catch (error) {
      expired.reject(error);
      limit.abort(error);
    }
    limit.abort();
  };
  const working = untilAborted(work(signal), caller);
  clock.sleep(milliseconds, done.signal).then(expire, (error: unknown) => {
    // Anything else than the cancelled sleep is a time limit that the clock refuses.
    if (!done.signal.aborted) expired.reject(error);
  });
  try {
    return await Promise.race([working, expired.promise]);
  } finally {
    done.abort();
  }
}

/** Options whose absent ones are undefined. */
type Limit<Fallback> = Required<DeadlineOptions<Fallback>>;

const RULES: OptionRules<Limit<never>> = {
  clock: portOption(["sleep"]),
  milliseconds: {
    expected: "a number of milliseconds",
    accepts: (value) => typeof value === "number",
    absent: null,
  },
  signal: optional({
    expected: "an AbortSignal",
    accepts: (value) => value instanceof AbortSignal,
    absent: null,
  }),
  onTimeout: optional(functionOption()),
};

function timeoutOf(milliseconds: number): () => never {
  return () => {
    throw new KernelError("DEADLINE_EXCEEDED", `No result within ${milliseconds} ms.`, {
      details: { milliseconds },
    });
  };
}

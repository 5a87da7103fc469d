/** A call: its tries, their time limits, and the one retry after a refused credential. */

import { isProblem } from "@bourse/contract/client";

import { tell } from "./debug.ts";
import { isFailure, withFacts } from "./errors.ts";
import { checkCallOptions, resolveLimits, type CallOptions } from "./options.ts";
import { prepare, type AnyInput, type Prepared } from "./request.ts";
import { readAnswer, type Answer } from "./response.ts";
import { isTransient, resolveRetry, waitMilliseconds, type RetryPolicy } from "./retry.ts";
import { send, type Operation, type Progress } from "./send.ts";
import { withTimeout } from "./timeout.ts";

/**
 * Makes a call with its retries.
 *
 * @throws Problem; ClientError; the reason of the options' signal; what a hook or the credentials throw
 */
export async function call(
  operation: Operation,
  input: AnyInput = {},
  given: CallOptions = {},
): Promise<Answer> {
  const { key, route, settings } = operation;
  const progress: Progress = { attempts: 0, sent: {} };
  try {
    const options = checkCallOptions(given, route.idempotencyKey);
    const limits = resolveLimits(options, settings);
    const policy = resolveRetry(options.retry, settings.retry);
    const prepared = prepare(operation, input, options);
    const deadline = settings.clock.now() + limits.totalTimeoutMilliseconds;
    const work = (signal: AbortSignal): Promise<Answer> =>
      tries(operation, prepared, {
        signal,
        deadline,
        tryMilliseconds: limits.timeoutMilliseconds,
        policy,
        progress,
      });
    return await withTimeout(settings.clock, limits.totalTimeoutMilliseconds, options.signal, work);
  } catch (error) {
    if (!isFailure(error)) throw error;
    const { method, path } = route;
    const { attempts, requestId } = progress;
    throw withFacts(error, { operation: key, method, path, attempts, requestId });
  }
}

interface Bounds {
  readonly signal: AbortSignal;
  /** End of the call in milliseconds since the epoch, by the client's clock. */
  readonly deadline: number;
  readonly tryMilliseconds: number;
  readonly policy: RetryPolicy;
  readonly progress: Progress;
}

async function tries(
  operation: Operation,
  prepared: Prepared,
  { signal, deadline, tryMilliseconds, policy, progress }: Bounds,
): Promise<Answer> {
  const { keyring, settings } = operation;
  let renewed = false;
  for (let attempt = 1; ; attempt += 1) {
    const generation = keyring.generation();
    try {
      return await withTimeout(settings.clock, tryMilliseconds, signal, async (trySignal) =>
        readAnswer(operation, await send(operation, prepared, progress, attempt, trySignal)),
      );
    } catch (error) {
      if (signal.aborted || !isFailure(error)) throw error;
      const { code } = error;
      if (!renewed && isProblem(error) && error.status === 401) {
        renewed = true;
        if (!(await keyring.renew(error, generation, progress.sent))) throw error;
        tell(operation, { type: "refresh", attempt, code });
        attempt -= 1;
        continue;
      }
      const wait = waitMilliseconds(error, attempt, policy, settings.random);
      const late = settings.clock.now() + wait >= deadline;
      if (late || attempt > policy.limit || !prepared.repeatable || !isTransient(error))
        throw error;
      tell(operation, { type: "retry", attempt, code, waitMilliseconds: wait });
      await settings.clock.sleep(wait, signal);
      // A machine that slept, or a page that was frozen, wakes after the call's time.
      if (settings.clock.now() >= deadline) throw error;
    }
  }
}

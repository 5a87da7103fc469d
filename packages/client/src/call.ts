/** A call: its tries, their time limits, and the one retry after a refused credential. */

import { isProblem } from "@bourse/contract/client";

import { tell } from "./debug.ts";
import { isFailure, withFacts } from "./errors.ts";
import { checkCallOptions, resolveLimits, type CallOptions } from "./options.ts";
import { prepare, type AnyInput } from "./request.ts";
import { readAnswer, type Answer } from "./response.ts";
import { isTransient, resolveRetry, waitMilliseconds } from "./retry.ts";
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
  const { key, route, keyring, settings } = operation;
  const { clock } = settings;
  const progress: Progress = { attempts: 0, sent: {} };
  try {
    const options = checkCallOptions(given, route.idempotencyKey);
    const { timeoutMilliseconds, totalTimeoutMilliseconds } = resolveLimits(options, settings);
    const policy = resolveRetry(options.retry, settings.retry);
    const prepared = prepare(operation, input, options);
    const deadline = clock.now() + totalTimeoutMilliseconds;
    let renewed = false;
    const tries = async (signal: AbortSignal): Promise<Answer> => {
      for (let attempt = 1; ; attempt += 1) {
        const generation = keyring.generation();
        try {
          return await withTimeout(clock, timeoutMilliseconds, signal, async (trySignal) =>
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
          const late = clock.now() + wait >= deadline;
          if (late || attempt > policy.limit || !prepared.repeatable || !isTransient(error))
            throw error;
          tell(operation, { type: "retry", attempt, code, waitMilliseconds: wait });
          await clock.sleep(wait, signal);
          // A machine that slept, or a page that was frozen, wakes after the call's time.
          if (clock.now() >= deadline) throw error;
        }
      }
    };
    return await withTimeout(clock, totalTimeoutMilliseconds, options.signal, tries);
  } catch (error) {
    if (!isFailure(error)) throw error;
    const { method, path } = route;
    const { attempts, requestId } = progress;
    throw withFacts(error, { operation: key, method, path, attempts, requestId });
  }
}

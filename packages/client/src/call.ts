/** A call: its tries, their time limits, and the one retry after a refused credential. */

import { isProblem, type RouteCall, type Service } from "@bourse/contract/client";

import { isFailure, withFacts } from "./errors.ts";
import type { Keyring } from "./keyring.ts";
import { resolveLimits, type CallOptions, type Settings } from "./options.ts";
import { prepare, type AnyInput, type Prepared } from "./request.ts";
import { readAnswer, type Answer } from "./response.ts";
import { isTransient, resolveRetry, waitMilliseconds, type RetryPolicy } from "./retry.ts";
import { network, withTimeout } from "./timeout.ts";

/** The call of a route with everything that its tries need. */
export interface Operation {
  readonly api: Service;
  readonly key: string;
  readonly route: RouteCall;
  readonly settings: Settings;
  readonly keyring: Keyring;
}

/**
 * Makes a call with its retries.
 *
 * @throws Problem; ClientError; the reason of `options.signal`; what a hook or the credentials throw
 */
export async function call(
  operation: Operation,
  input: AnyInput = {},
  options: CallOptions = {},
): Promise<Answer> {
  const { api, key, route, settings } = operation;
  const progress = { attempts: 0 };
  try {
    const prepared = prepare(api, route, input, options, settings);
    const limits = resolveLimits(options, settings);
    const policy = resolveRetry(options.retry, settings.retry);
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
    throw withFacts(error, {
      operation: key,
      method: route.method,
      path: route.path,
      attempts: progress.attempts,
    });
  }
}

interface Bounds {
  readonly signal: AbortSignal;
  /** End of the call in milliseconds since the epoch, by the client's clock. */
  readonly deadline: number;
  readonly tryMilliseconds: number;
  readonly policy: RetryPolicy;
  /** Requests that were sent. */
  readonly progress: { attempts: number };
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
      return await withTimeout(settings.clock, tryMilliseconds, signal, (trySignal) =>
        attemptOnce(operation, prepared, attempt, trySignal, progress),
      );
    } catch (error) {
      if (signal.aborted || !isFailure(error)) throw error;
      if (!renewed && isProblem(error) && error.status === 401) {
        renewed = true;
        if (!(await keyring.renew(error, generation))) throw error;
        attempt -= 1;
        continue;
      }
      const wait = waitMilliseconds(error, attempt, policy, settings.random);
      const late = settings.clock.now() + wait >= deadline;
      if (late || attempt > policy.limit || !prepared.repeatable || !isTransient(error))
        throw error;
      await settings.clock.sleep(wait, signal);
    }
  }
}

async function attemptOnce(
  { api, key, route, settings, keyring }: Operation,
  prepared: Prepared,
  attempt: number,
  signal: AbortSignal,
  progress: Bounds["progress"],
): Promise<Answer> {
  const request = {
    key,
    method: route.method,
    url: prepared.url,
    headers: { ...prepared.headers, ...(await keyring.headers(route)) },
    attempt,
  };
  settings.onRequest?.(request);
  progress.attempts += 1;
  const response = await network(() =>
    settings.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      signal,
      // A redirect would carry the key to another place.
      redirect: "error",
      body: prepared.body,
      dispatcher: settings.dispatcher,
    } as RequestInit),
  );
  settings.onResponse?.(response, request);
  return readAnswer(api, { key, ...route }, response, settings);
}

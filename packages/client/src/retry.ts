/** The rules of retries: which failures are retried, and after how long. */

import type { Problem } from "@bourse/contract/client";

import { ClientError } from "./errors.ts";
import { checked } from "./kinds.ts";

/** The options of retries. */
export interface RetryOptions {
  /** Maximum number of tries after the first, 0–10. Default 2. */
  readonly limit?: number;
  /** Upper bound of the first wait in milliseconds, from 0; it doubles with each further wait. Default 250. */
  readonly baseMilliseconds?: number;
  /**
   * Upper bound of any wait in milliseconds, from 0; a `Retry-After` may ask for more, up to the time of the call.
   * Default 8,000.
   */
  readonly maxMilliseconds?: number;
}

export interface RetryPolicy {
  readonly limit: number;
  readonly baseMilliseconds: number;
  readonly maxMilliseconds: number;
}

/** Statuses that a later try may turn into a success. */
const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504]);

export function resolveRetry(
  options: RetryOptions | false = {},
  defaults: RetryPolicy,
): RetryPolicy {
  const given = options === false ? { limit: 0 } : checked(options, { ...defaults }, "retry");
  const policy = { ...defaults, ...given };
  const { limit, baseMilliseconds, maxMilliseconds } = policy;
  if (Number.isInteger(limit) && limit >= 0 && limit <= 10) {
    if (baseMilliseconds >= 0 && maxMilliseconds >= 0) return policy;
  }
  throw new ClientError("OPTION_INVALID", "retry must have a limit of 0–10 and waits from 0");
}

/** Tells whether a later try may succeed; `error` is the failure of a try. */
export function isTransient(error: Problem | ClientError): boolean {
  return error instanceof ClientError
    ? error.code === "NETWORK" || error.code === "TIMEOUT"
    : TRANSIENT.has(error.status);
}

/**
 * Returns the wait before try `attempt + 1` in milliseconds: the `Retry-After` of the service, else full jitter over a
 * doubling span.
 */
export function waitMilliseconds(
  error: Problem | ClientError,
  attempt: number,
  policy: RetryPolicy,
  random: () => number,
): number {
  const asked = error instanceof ClientError ? undefined : error.retryAfterSeconds;
  if (asked !== undefined) return asked * 1000;
  const span = Math.min(policy.maxMilliseconds, policy.baseMilliseconds * 2 ** (attempt - 1));
  return random() * span;
}

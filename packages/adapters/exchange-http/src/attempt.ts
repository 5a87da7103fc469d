/** The outcome of asking once, and what to do about a failure. */

import type { EngineError } from "@bourse/backtest-engine/data";

/** A value, or a failure with the advice whether asking again may help. */
export type Attempt<T> = { readonly value: T } | FailedAttempt;

/** The same outcome with another value. */
export function mapAttempt<T, U>(attempt: Attempt<T>, map: (value: T) => U): Attempt<U> {
  return "value" in attempt ? { value: map(attempt.value) } : attempt;
}

export interface FailedAttempt {
  readonly error: EngineError;
  /** False: asking again would bring the same. */
  readonly retry: boolean;
  /** How long the exchange asked us to wait; absent when it did not say. */
  readonly waitMilliseconds?: number;
}

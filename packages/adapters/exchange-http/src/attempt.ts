/** The outcome of one try of a request. */

import type { EngineError } from "@bourse/backtest-engine/data";

/** A value, or a failure with the advice whether another try may help. */
export type Attempt<T> =
  | {
      /** Value of the success. */
      readonly value: T;
    }
  | FailedAttempt;

/** Maps the value of a success; a failure stays as it is. */
export function mapAttempt<T, U>(attempt: Attempt<T>, map: (value: T) => U): Attempt<U> {
  return "value" in attempt ? { value: map(attempt.value) } : attempt;
}

/** A failed try. */
export interface FailedAttempt {
  /** Error for the caller when no other try follows. */
  readonly error: EngineError;
  /** True when another try may succeed. */
  readonly retry: boolean;
  /** Wait in milliseconds that the exchange demands; absent when it did not say. */
  readonly waitMilliseconds?: number;
}

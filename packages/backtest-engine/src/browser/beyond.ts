/** Requests that only the whole engine fulfils. */

import { EngineError } from "../errors.ts";

const refused = new WeakSet<EngineError>();

/** The error of a backtest for pages that is asked for what only that of the whole engine does. */
export function beyond(option: string, what: string): EngineError {
  const error = new EngineError(
    "OPTIONS_INVALID",
    `backtest: ${what} is not part of the backtest for pages. Use backtest of @bourse/backtest-engine; in a worker give it to serveBacktests as whole.`,
    { details: { option } },
  );
  refused.add(error);
  return error;
}

/** Tells whether an error is of {@link beyond}. */
export function isBeyond(error: unknown): boolean {
  return refused.has(error as EngineError);
}

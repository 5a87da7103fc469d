/** Quotas of what callers make a service keep: one refusal for every kind. */

import { EngineError } from "@bourse/backtest-engine";

/** A quota and its state. */
export interface Quota {
  /** Kind of the records, in the plural, such as `unfinished jobs`. */
  readonly what: string;
  /** Number that is kept now. */
  readonly held: number;
  /** Number that one more call would add. Default 1. */
  readonly added?: number;
  /** Maximum number. */
  readonly limit: number;
  /** Sentence that says what the caller can do. */
  readonly advice: string;
}

/**
 * Refuses what would go beyond a quota.
 *
 * @throws EngineError QUOTA_EXCEEDED
 */
export function checkQuota({ what, held, added = 1, limit, advice }: Quota): void {
  if (held + added <= limit) return;
  const more = added === 1 ? "" : ` with at least ${added} more`;
  throw new EngineError(
    "QUOTA_EXCEEDED",
    `There are ${held} ${what}${more}, and ${limit} is the maximum. ${advice}`,
    { details: { what, limit, held } },
  );
}

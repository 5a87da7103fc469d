/** Missing candles of a run: what was found, and what was done about it. */

import { type Candles, EngineError } from "@bourse/backtest-engine";
import type { DataOptions } from "@bourse/backtest-engine/checks";
import { applyGapPolicy, type GapPolicy, normaliseInterval } from "@bourse/backtest-engine/data";

import { MAX_CANDLES } from "../market-data/range.ts";
import type { CandleSelection } from "../requests/backtest-request.ts";

/** Missing candles of a run. A type alias, so that the store accepts it as JSON. */
export type GapsFound = {
  /** Policy that was applied to them. */
  readonly policy: GapPolicy;
  /** Number of gaps. Nights of an exchange are gaps too, and weekends between candles shorter than a day. */
  readonly count: number;
  /** Number of missing candles in all gaps. */
  readonly missing: number;
  /** Number of candles that were inserted; 0 unless the policy is `fill`. */
  readonly filled: number;
};

/** Candles under the policy of their request, and what was found. */
export interface UnderPolicy {
  readonly candles: Candles;
  readonly gaps: GapsFound;
}

/** The part of a request that says what to do about missing candles. */
type GapsAsked = Pick<CandleSelection, "gaps" | "interval" | "symbol"> &
  Pick<DataOptions, "calendar" | "allowNegativePrices">;

/**
 * Applies the policy of a request to its candles.
 *
 * @throws EngineError CANDLES_INVALID as `applyGapPolicy`; OPTIONS_INVALID for more than 1,000,000 candles once filled
 */
export function underPolicy(
  candles: Candles,
  { gaps, interval, symbol, calendar, allowNegativePrices }: GapsAsked,
): UnderPolicy {
  const found = applyGapPolicy(
    candles,
    gaps,
    normaliseInterval(interval),
    calendar,
    allowNegativePrices,
  );
  const { policy, filled, report } = found;
  if (filled > 0 && found.candles.length > MAX_CANDLES) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `${symbol} has ${candles.length} candles, and ${found.candles.length} once its gaps are filled; a job takes at most ${MAX_CANDLES}. Shorten the range, or choose a longer interval.`,
      { details: { option: "gaps" } },
    );
  }
  const { missing } = report;
  return { candles: found.candles, gaps: { policy, count: report.gaps.length, missing, filled } };
}

/** The gaps of several symbols together; undefined when those of one are not known. */
export function allGaps(found: readonly (GapsFound | undefined)[]): GapsFound | undefined {
  const known = found.filter((gaps) => gaps !== undefined);
  const [first] = known;
  if (first === undefined || known.length < found.length) return undefined;
  const sum = (name: "count" | "missing" | "filled"): number =>
    known.reduce((all, gaps) => all + gaps[name], 0);
  return {
    policy: first.policy,
    count: sum("count"),
    missing: sum("missing"),
    filled: sum("filled"),
  };
}

// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

/** Missing candles: reported, refused, or filled. */

import type { Calendar, MarketCalendar } from "@bourse/indicators/calendar";
import { trueOrFalse } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { requireArguments } from "../require-arguments.ts";
import { openTimesOf, reportGaps, type CandleReport } from "./candle-gaps.ts";
import type { Candles } from "./candles.ts";
import { createCandles } from "./create-candles.ts";
import { ensureValid } from "./ensure-valid.ts";
import { addIntervals, checkCanonicalInterval, foundWord, type Interval } from "./interval.ts";
import { calendarOption } from "./place-options.ts";
import { requireCandles } from "./require-candles.ts";

/** Policies for missing candles. */
export const GAP_POLICIES = ["report", "refuse", "fill"] as const;

/**
 * Policy for missing candles: `report` leaves them out and counts them; `refuse` is an error that names the first;
 * `fill` inserts candles whose four prices are the close before the gap, with a volume and a turnover of 0.
 */
export type GapPolicy = (typeof GAP_POLICIES)[number];

/** Candles under a policy for gaps. */
export interface GapResult {
  /** Candles, the filled ones included. */
  readonly candles: Candles;
  /** Report on the gaps as they were before any was filled. */
  readonly report: CandleReport;
  /** Policy in force. */
  readonly policy: GapPolicy;
  /** Number of candles that were inserted; 0 unless the policy is `fill`. */
  readonly filled: number;
}

/** Maximum number of candles that filling inserts: 5,000,000. */
const MAX_FILLED = 5_000_000;

/**
 * Applies a policy for missing candles, whose gaps are those of {@link reportGaps}: times at which the market is
 * open, by `calendar` (a name such as `XNYS`, or hours) or as the candles show them. O(n). `interval` is the candle
 * length; by default the detected one. With `allowNegativePrices` prices may be 0 and below.
 *
 * @throws EngineError CANDLES_INVALID with details {count, rows}: candles that `validateCandles` refuses; with details
 * {gaps, missing}: a gap under `refuse`; under `fill` an interval that cannot be detected, steps that are no whole
 * number of intervals, or more than 5,000,000 missing candles. OPTIONS_INVALID: an unknown policy, or an
 * `allowNegativePrices` that is no boolean. INTERVAL_INVALID
 */
export function applyGapPolicy(
  candles: Candles,
  policy: GapPolicy = "report",
  interval?: Interval,
  calendar?: Calendar,
  allowNegativePrices = false,
): GapResult {
  requireCandles(candles, "applyGapPolicy");
  requireArguments("applyGapPolicy", { allowNegativePrices }, SHAPES);
  ensureValid(candles, undefined, allowNegativePrices);
  return gapResultOf(candles, policy, interval, calendar);
}

const SHAPES = { allowNegativePrices: trueOrFalse };

/** {@link applyGapPolicy} for candles whose rows have been checked. */
export function gapResultOf(
  candles: Candles,
  policy: GapPolicy = "report",
  interval?: Interval,
  named?: Calendar,
): GapResult {
  if (interval !== undefined) checkCanonicalInterval(interval);
  if (!GAP_POLICIES.includes(policy)) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `Option "gaps" must be one of ${GAP_POLICIES.join(", ")}; found ${foundWord(policy)}.`,
      { details: { option: "gaps" } },
    );
  }
  const calendar = named === undefined ? undefined : calendarOption(named);
  const report = reportGaps(candles, interval, calendar);
  const unchanged = { candles, report, policy, filled: 0 };
  const { gaps, missing, irregular } = report;
  if (policy === "report" || (missing === 0 && (policy === "refuse" || irregular === 0))) {
    return unchanged;
  }
  if (policy === "refuse") {
    const { afterTime, beforeTime } = gaps[0]!; // there is one
    throw refusal(
      `${count(missing, "candle is", "candles are")} missing in ${count(gaps.length, "gap", "gaps")}, the first between ${iso(afterTime)} and ${iso(beforeTime)}. Get the missing candles, or say what to do about gaps: report or fill`,
      report,
    );
  }
  if (report.interval === undefined) {
    throw refusal("Gaps cannot be filled without the interval of the candles; name it", report);
  }
  if (irregular > 0) {
    throw refusal(
      `Gaps cannot be filled: ${count(irregular, "step", "steps")} between the candles ${irregular === 1 ? "is" : "are"} no whole number of intervals`,
      report,
    );
  }
  if (missing > MAX_FILLED) {
    throw refusal(
      `Gaps of at most ${MAX_FILLED} candles can be filled; ${missing} are missing. Check the interval`,
      report,
    );
  }
  return {
    candles: filled(candles, report.interval, report, calendar),
    report,
    policy,
    filled: missing,
  };
}

function filled(
  source: Candles,
  interval: Interval,
  { gaps, missing }: CandleReport,
  calendar: MarketCalendar | undefined,
): Candles {
  const { turnover } = source;
  const target = createCandles(source.length + missing, { turnover: turnover !== undefined });
  const open = openTimesOf(source, interval, calendar);
  let to = 0;
  let gap = 0;
  for (let i = 0; i < source.length; i++) {
    const time = source.time[i]!;
    target.time[to] = time;
    for (const column of PRICES) target[column][to] = source[column][i]!;
    target.volume[to] = source.volume[i]!;
    if (turnover !== undefined) target.turnover![to] = turnover[i]!;
    to += 1;
    if (gaps[gap]?.afterTime !== time) continue;
    for (let n = 1, left = gaps[gap]!.missing; left > 0; n++) {
      const absent = addIntervals(interval, time, n);
      if (!open.isOpen(absent)) continue;
      left--;
      target.time[to] = absent;
      for (const column of PRICES) target[column][to] = source.close[i]!;
      to++;
    }
    gap += 1;
  }
  return target;
}

const PRICES = ["open", "high", "low", "close"] as const;

function refusal(problem: string, { gaps, missing }: CandleReport): EngineError {
  return new EngineError("CANDLES_INVALID", `${problem}.`, {
    details: { gaps: gaps.length, missing },
  });
}

function count(value: number, one: string, many: string): string {
  return `${value} ${value === 1 ? one : many}`;
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

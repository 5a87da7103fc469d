// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

import { EngineError } from "../errors.ts";
import { requireArguments } from "../require-arguments.ts";
import type { Candles } from "./candles.ts";
import { anyTimes, commonStep, detectInterval } from "./detect-interval.ts";
import {
  checkCanonicalInterval,
  intervalBounds,
  intervalLabel,
  type Interval,
} from "./interval.ts";

/**
 * Checks that candles have the interval that they are said to have. Candles closer together are refused, and so are
 * candles of which no two neighbours are one interval apart. Single missing candles are gaps, and no fault. O(n).
 *
 * @throws EngineError CANDLES_INVALID with details.expected, and details.found where the candles have another interval
 */
export function checkInterval(candles: Pick<Candles, "time">, interval: Interval): void {
  requireArguments("checkInterval", { candles }, anyTimes);
  checkCanonicalInterval(interval);
  const { time } = candles;
  const step = commonStep(time);
  if (step === undefined) return;
  const found = detectInterval(candles);
  if (found === interval) return;
  const [shortest, longest] = intervalBounds(interval);
  if (step >= shortest && hasStep(time, shortest, longest)) return;
  const apart = found === undefined ? `${step / 60_000} minutes` : intervalLabel(found);
  throw new EngineError(
    "CANDLES_INVALID",
    `To be of the interval that was named, the candles must be ${intervalLabel(interval)} apart; they are ${apart} apart. Name the interval that they have.`,
    { details: { expected: interval, ...(found !== undefined && { found }) } },
  );
}

function hasStep(time: Float64Array, shortest: number, longest: number): boolean {
  for (let i = 1; i < time.length; i++) {
    const step = time[i]! - time[i - 1]!;
    if (step >= shortest && step <= longest) return true;
  }
  return false;
}

// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";
import { isTiny } from "./arithmetic.ts";

const SLOWEST = 2 / (30 + 1);
const FASTEST = 2 / (2 + 1);

/**
 * Kaufman's adaptive average (1995): its weight grows with the share of the way that led somewhere. The way is summed
 * in blocks as in `windowSum`.
 */
export function adaptiveAverage(plan: Plan, line: Line, period: number): Line {
  return plan.step([line], period, (out) => {
    const x = line.values;
    const tails = new Float64Array(period + 1);
    const state = { filled: 0, head: 0, average: 0 };
    return (from, to, seen) => {
      // The first row is the average that the next one leads on from, and no step leads to it.
      if (seen === 0) state.average = x[from]!;
      let { filled, head, average } = state;
      for (let i = seen === 0 ? from + 1 : from; i < to; i++) {
        let way = 0;
        if (++filled < period) {
          head += Math.abs(x[i]! - x[i - 1]!);
          way = tails[filled]! + head;
        } else {
          for (let k = period - 1, at = i; k >= 0; k--, at--) {
            tails[k] = way += Math.abs(x[at]! - x[at - 1]!);
          }
          filled = 0;
          head = 0;
        }
        if (seen + i - from < period) {
          average = x[i]!;
          continue;
        }
        const gone = x[i]! - x[i - period]!;
        const efficiency = way <= gone || isTiny(way) ? 1 : Math.abs(gone / way);
        const weight = efficiency * (FASTEST - SLOWEST) + SLOWEST;
        average += weight * weight * (x[i]! - average);
        out[i] = average;
      }
      state.filled = filled;
      state.head = head;
      state.average = average;
    };
  });
}

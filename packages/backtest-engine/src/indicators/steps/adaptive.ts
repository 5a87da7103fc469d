// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";
import { isTiny } from "./arithmetic.ts";
import { windowSum } from "./windows.ts";

const SLOWEST = 2 / (30 + 1);
const FASTEST = 2 / (2 + 1);

/** Kaufman's adaptive average (1995): its weight grows with the share of the way that led somewhere. */
export function adaptiveAverage(plan: Plan, line: Line, period: number): Line {
  const x = line.values;
  const steps = plan.step([line], 1, (out) => (from, to, seen) => {
    for (let i = seen === 0 ? from + 1 : from; i < to; i++) out[i] = Math.abs(x[i]! - x[i - 1]!);
  });
  const way = windowSum(plan, steps, period);
  return plan.step([line, way], 0, (out) => {
    plan.look(period);
    const ways = way.values;
    let last = 0;
    return (from, to, seen) => {
      let average = seen === 0 ? x[from - 1]! : last;
      for (let i = from; i < to; i++) {
        const whole = ways[i]!;
        const gone = x[i]! - x[i - period]!;
        const efficiency = whole <= gone || isTiny(whole) ? 1 : Math.abs(gone / whole);
        const weight = efficiency * (FASTEST - SLOWEST) + SLOWEST;
        average += weight * weight * (x[i]! - average);
        out[i] = average;
      }
      last = average;
    };
  });
}

// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";
import { delayed } from "../flow/plan.ts";
import { isTiny } from "./arithmetic.ts";
import { wilderSum } from "./averages.ts";
import { trueRangeOf, type Prices } from "./ranges.ts";

/** Directional movement of each candle (Wilder, 1978): how far it went beyond the one before, on one side at most. */
export function movementOf(
  plan: Plan,
  { high, low }: Pick<Prices, "high" | "low">,
): [plus: Line, minus: Line] {
  return plan.twin([high, low], 1, (plus, minus) => {
    const [h, l] = [high.values, low.values];
    return (from, to, seen) => {
      for (let i = seen === 0 ? from + 1 : from; i < to; i++) {
        const up = h[i]! - h[i - 1]!;
        const down = l[i - 1]! - l[i]!;
        plus[i] = up > 0 && up > down ? up : 0;
        minus[i] = down > 0 && down > up ? down : 0;
      }
    };
  });
}

/** Movements and true range in Wilder's sums; each begins `period` rows after the prices. */
export interface Direction {
  readonly plus: Line;
  readonly minus: Line;
  readonly range: Line;
}

/** Wilder's sums of both movements and of the true range. */
export function directionOf(plan: Plan, prices: Prices, period: number): Direction {
  const [plus, minus] = movementOf(plan, prices);
  const ready = (line: Line): Line => delayed(wilderSum(plan, line, period), 1);
  return {
    plus: ready(plus),
    minus: ready(minus),
    range: ready(trueRangeOf(plan, prices)),
  };
}

/**
 * Directional index of each candle: the difference of both movements in percent of their sum, where there is one. Else
 * NaN, which those that it feeds take for "none".
 */
export function rawIndex(plan: Plan, { plus, minus, range }: Direction): Line {
  return plan.step([plus, minus, range], 0, (out) => {
    const [p, m, r] = [plus.values, minus.values, range.values];
    return (from, to) => {
      for (let i = from; i < to; i++) {
        const whole = r[i]!;
        const up = 100 * (p[i]! / whole);
        const down = 100 * (m[i]! / whole);
        const sum = up + down;
        out[i] = isTiny(whole) || isTiny(sum) ? NaN : 100 * (Math.abs(down - up) / sum);
      }
    };
  });
}

/** The index, with the last one in place of none; 0 before the first. */
export function heldIndex(plan: Plan, index: Line): Line {
  return plan.step([index], 0, (out) => {
    const x = index.values;
    let held = 0;
    return (from, to) => {
      for (let i = from; i < to; i++) {
        if (!Number.isNaN(x[i]!)) held = x[i]!;
        out[i] = held;
      }
    };
  });
}

/** Wilder's average of the index: the first window counts none as 0, later ones leave the average as it is. */
export function averageIndex(plan: Plan, index: Line, period: number): Line {
  return plan.step([index], period - 1, (out) => {
    const x = index.values;
    let kept = 0;
    return (from, to, seen) => {
      let average = kept;
      for (let i = from; i < to; i++) {
        const value = x[i]!;
        if (seen + i - from < period) average += Number.isNaN(value) ? 0 : value / period;
        else if (!Number.isNaN(value)) average += (value - average) / period;
        out[i] = average;
      }
      kept = average;
    };
  });
}

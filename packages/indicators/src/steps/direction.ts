// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";
import { TINY } from "./arithmetic.ts";
import type { Prices } from "./ranges.ts";

/** Directional movement of each candle (Wilder, 1978): how far it went beyond the one before, on one side at most. */
export function movementOf(
  plan: Plan,
  { high, low }: Pick<Prices, "high" | "low">,
): [plus: Line, minus: Line] {
  return plan.twin([high, low], 1, (plus, minus) => {
    const [h, l] = [high.values, low.values];
    return (from, to, seen) => {
      for (
        let i = (seen === 0 ? from + 1 : from) & 0x3fffffff, end = to & 0x3fffffff;
        i < end;
        i++
      ) {
        const up = h[i]! - h[i - 1]!;
        const down = l[i - 1]! - l[i]!;
        // Products with 0 or 1: jumps would be guessed wrong half of the time. x + |x| is 0 where x is not above 0.
        plus[i] = 0.5 * (up + Math.abs(up)) * Number(up > down);
        minus[i] = 0.5 * (down + Math.abs(down)) * Number(down > up);
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

/** Wilder's sums of both movements and of the true range, in one loop. */
export function directionOf(plan: Plan, prices: Prices, period: number): Direction {
  const lines = [prices.high, prices.low, prices.close];
  const [plus, minus, range] = plan.group(lines, period, 3, ([plusSums, minusSums, ranges]) => {
    const [h, l, c] = lines.map(({ values }) => values) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const [p, m, r] = [plusSums!, minusSums!, ranges!];
    const state = { plus: 0, minus: 0, range: 0 };
    const lasting = 1 - 1 / period;
    return (from, to, seen) => {
      let { plus: up, minus: down, range: whole } = state;
      const start = seen === 0 ? from + 1 : from;
      const steady = from + period - seen;
      for (let i = start & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        // The first sums only add up, and take nothing off.
        const share = i < steady ? 1 : lasting;
        const rise = h[i]! - h[i - 1]!;
        const fall = l[i - 1]! - l[i]!;
        // Products as in `movementOf`.
        up = share * up + 0.5 * (rise + Math.abs(rise)) * Number(rise > fall);
        down = share * down + 0.5 * (fall + Math.abs(fall)) * Number(fall > rise);
        const before = c[i - 1]!;
        const above = before - h[i]!;
        const below = l[i]! - before;
        const gap = 0.5 * (above + Math.abs(above) + (below + Math.abs(below)));
        whole = share * whole + (h[i]! - l[i]! + gap);
        p[i] = up;
        m[i] = down;
        r[i] = whole;
      }
      state.plus = up;
      state.minus = down;
      state.range = whole;
    };
  });
  return { plus: plus!, minus: minus!, range: range! };
}

/** Stands for "no index": one is never below 0. */
const NONE = -1;

/** Directional index of each candle: the difference of both movements in percent of their sum; `NONE` without one. */
export function rawIndex(plan: Plan, { plus, minus, range }: Direction): Line {
  return plan.step([plus, minus, range], 0, (out) => {
    const [p, m, r] = [plus.values, minus.values, range.values];
    return (from, to) => {
      const tiny = TINY;
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        const whole = r[i]!;
        const sum = p[i]! + m[i]!;
        const index = 100 * (Math.abs(m[i]! - p[i]!) / sum);
        const hasMoved = Math.abs(whole) >= tiny && 100 * sum >= tiny * whole;
        out[i] = hasMoved ? index : NONE;
      }
    };
  });
}

/** The index, with the last one in place of none; 0 before the first. */
export function heldIndex(plan: Plan, index: Line): Line {
  return plan.step([index], 0, (out) => {
    const x = index.values;
    const state = { held: 0 };
    return (from, to) => {
      let { held } = state;
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        if (x[i]! >= 0) held = x[i]!;
        out[i] = held;
      }
      state.held = held;
    };
  });
}

/** Wilder's average of the index: the first window counts none as 0, later ones leave the average as it is. */
export function averageIndex(plan: Plan, index: Line, period: number): Line {
  return plan.step([index], period - 1, (out) => {
    const x = index.values;
    const state = { average: 0 };
    const share = 1 / period;
    return (from, to, seen) => {
      let { average } = state;
      const steady = from + period - seen;
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        const value = x[i]!;
        // Wilder's averages begin with a sum of shares.
        const before = i < steady ? 0 : average;
        const change = share * (value - before);
        average += value >= 0 ? change : 0;
        out[i] = average;
      }
      state.average = average;
    };
  });
}

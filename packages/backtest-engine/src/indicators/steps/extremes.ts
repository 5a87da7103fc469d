// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";

/** Highest (`sign` 1) or lowest (-1) of the last `period` values; blocks as in `windowSum` (van Herk, 1992). */
function windowExtreme(plan: Plan, line: Line, period: number, sign: 1 | -1): Line {
  return plan.step([line], period - 1, (out) => {
    const x = line.values;
    const tails = new Float64Array(period + 1).fill(-Infinity);
    const state = { filled: 0, head: -Infinity };
    return (from, to) => {
      let { filled, head } = state;
      for (let i = from; i < to; i++) {
        if (++filled < period) {
          const value = sign * x[i]!;
          if (value > head) head = value;
          const tail = tails[filled]!;
          out[i] = sign * (tail > head ? tail : head);
          continue;
        }
        let best = -Infinity;
        for (let k = period - 1, at = i; k >= 0; k--, at--) {
          const value = sign * x[at]!;
          if (value > best) best = value;
          tails[k] = best;
        }
        out[i] = sign * best;
        filled = 0;
        head = -Infinity;
      }
      state.filled = filled;
      state.head = head;
    };
  });
}

/** Highest of the last `period` values. */
export const highestOf = (plan: Plan, line: Line, period: number): Line =>
  windowExtreme(plan, line, period, 1);

/** Lowest of the last `period` values. */
export const lowestOf = (plan: Plan, line: Line, period: number): Line =>
  windowExtreme(plan, line, period, -1);

/**
 * Age of the highest (`sign` 1) or lowest (-1) of the last `period` values, in rows: 0 for the present one.
 *
 * Of equal values the `latest` counts, or the one that TA-Lib's search `keeps`: a value as good as the best takes its
 * place, and when the best has left the window, the earliest of the best that remain follows. The values that may still
 * become the best wait in a queue, so that each row costs the same on average.
 */
export function extremeAge(
  plan: Plan,
  line: Line,
  period: number,
  sign: 1 | -1,
  ties: "latest" | "keeps",
): Line {
  return plan.step([line], period - 1, (out) => {
    const x = line.values;
    const values = new Float64Array(period);
    const rows = new Float64Array(period);
    const keepsEqual = ties === "keeps";
    const state = { head: 0, size: 0, best: -1, bestValue: -Infinity };
    return (from, to, seen) => {
      let { head, size, best, bestValue } = state;
      for (let i = from; i < to; i++) {
        const row = seen + i - from;
        const value = sign * x[i]!;
        if (size > 0 && rows[head]! <= row - period) {
          head = head + 1 === period ? 0 : head + 1;
          size--;
        }
        while (size > 0) {
          let back = head + size - 1;
          if (back >= period) back -= period;
          const last = values[back]!;
          if (keepsEqual ? last >= value : last > value) break;
          size--;
        }
        let place = head + size;
        if (place >= period) place -= period;
        values[place] = value;
        rows[place] = row;
        size++;
        if (!keepsEqual) {
          out[i] = row - rows[head]!;
        } else if (row >= period - 1) {
          if (best <= row - period) {
            best = rows[head]!;
            bestValue = values[head]!;
          } else if (value >= bestValue) {
            best = row;
            bestValue = value;
          }
          out[i] = row - best;
        }
      }
      state.head = head;
      state.size = size;
      state.best = best;
      state.bestValue = bestValue;
    };
  });
}

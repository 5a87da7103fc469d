// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import { real } from "../parameters.ts";

/** Size of a zigzag's legs. */
export interface ZigzagOptions {
  /** Percent that the price has to turn back for a new leg, 0.001–99, default 5. */
  readonly deviation: number;
}

/** Lines of a zigzag. */
export type ZigzagLines = "pivot" | "pivotAge" | "extreme" | "extremeAge" | "direction";

/**
 * Zigzag of highs and lows, as it was known on each candle: `pivot` is the last turning point that is confirmed and
 * `pivotAge` its age in candles, `extreme` and `extremeAge` the highest or lowest price of the leg since, `direction` 1
 * on a rising leg, -1 on a falling one. A leg ends when the price has turned back from its extreme by `deviation`
 * percent (0.001–99, default 5) on a later candle than that of the extreme. Until the first turn the direction is 0 and
 * the first close stands for pivot and extreme. No warm-up.
 */
export const zigzag: Indicator<"high" | "low" | "close", ZigzagOptions, ZigzagLines> =
  defineIndicator({
    name: "zigzag",
    family: "beyond",
    title: "Zigzag",
    source: "Merrill, Filtered Waves, 1977",
    inputs: ["high", "low", "close"],
    parameters: { deviation: real(5, 0.001, 99) },
    outputs: ["pivot", "pivotAge", "extreme", "extremeAge", "direction"],
    formula:
      "rising leg: highest high since the last pivot; a low at or below it × (1 − deviation / 100) makes it a pivot; falling leg: the other way round",
    build: (plan, [high, low, close], { deviation }) =>
      plan.group(
        [high!, low!, close!],
        0,
        5,
        ([pivots, pivotAges, extremes, extremeAges, sides]) => {
          const [h, l, c] = [high!.values, low!.values, close!.values];
          const fall = 1 - deviation / 100;
          const rise = 1 + deviation / 100;
          const leg = { side: 0, pivot: 0, pivotRow: 0, extreme: 0, extremeRow: 0 };
          const start = { top: 0, topRow: 0, bottom: 0, bottomRow: 0 };
          return (from, to, seen) => {
            const end = to & 0x3fffffff;
            // Numbers of rows less those in the buffers.
            const shift = seen - from;
            let i = from & 0x3fffffff;
            if (seen === 0) {
              leg.pivot = leg.extreme = c[i]!;
              start.top = h[i]!;
              start.bottom = l[i]!;
            }
            for (; leg.side === 0 && i < end; i++) {
              if (i + shift > 0) search(leg, start, h[i]!, l[i]!, i + shift, fall, rise);
              pivots![i] = leg.pivot;
              pivotAges![i] = i + shift - leg.pivotRow;
              extremes![i] = leg.extreme;
              extremeAges![i] = i + shift - leg.extremeRow;
              sides![i] = leg.side;
            }
            let { side, pivot, extreme } = leg;
            let pivotAt = (leg.pivotRow - shift) | 0;
            let extremeAt = (leg.extremeRow - shift) | 0;
            for (; i < end; i++) {
              const top = h[i]!;
              const bottom = l[i]!;
              if (side > 0) {
                if (top > extreme) {
                  extreme = top;
                  extremeAt = i;
                } else if (bottom <= extreme * fall) {
                  side = -1;
                  pivot = extreme;
                  pivotAt = extremeAt;
                  extreme = bottom;
                  extremeAt = i;
                }
              } else if (bottom < extreme) {
                extreme = bottom;
                extremeAt = i;
              } else if (top >= extreme * rise) {
                side = 1;
                pivot = extreme;
                pivotAt = extremeAt;
                extreme = top;
                extremeAt = i;
              }
              pivots![i] = pivot;
              pivotAges![i] = i - pivotAt;
              extremes![i] = extreme;
              extremeAges![i] = i - extremeAt;
              sides![i] = side;
            }
            leg.side = side;
            leg.pivot = pivot;
            leg.pivotRow = pivotAt + shift;
            leg.extreme = extreme;
            leg.extremeRow = extremeAt + shift;
          };
        },
      ),
  });

/** The leg that is under way, and the pivot that it began at. */
interface Leg {
  side: number;
  pivot: number;
  pivotRow: number;
  extreme: number;
  extremeRow: number;
}

/** Highest high and lowest low before the first leg. */
interface Start {
  top: number;
  topRow: number;
  bottom: number;
  bottomRow: number;
}

/** Looks for the first turn with one more candle. */
function search(
  leg: Leg,
  start: Start,
  high: number,
  low: number,
  row: number,
  fall: number,
  rise: number,
): void {
  const isTop = high > start.top;
  const isBottom = low < start.bottom;
  if (isTop) Object.assign(start, { top: high, topRow: row });
  if (isBottom) Object.assign(start, { bottom: low, bottomRow: row });
  if (!isTop && low <= start.top * fall) {
    const [pivot, pivotRow] = [start.top, start.topRow];
    Object.assign(leg, { side: -1, pivot, pivotRow, extreme: low, extremeRow: row });
  } else if (!isBottom && high >= start.bottom * rise) {
    const [pivot, pivotRow] = [start.bottom, start.bottomRow];
    Object.assign(leg, { side: 1, pivot, pivotRow, extreme: high, extremeRow: row });
  }
}

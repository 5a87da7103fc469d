// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import { real } from "../flow/parameters.ts";

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
      plan.group([high!, low!, close!], 0, 5, ([pivots, pivotAges, extremes, ages, sides]) => {
        const [h, l, c] = [high!.values, low!.values, close!.values];
        const legs = new Legs(deviation / 100);
        return (from, to, seen) => {
          for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
            const row = seen + i - from;
            if (row === 0) legs.open(h[i]!, l[i]!, c[i]!);
            else legs.next(row, h[i]!, l[i]!);
            pivots![i] = legs.pivot;
            pivotAges![i] = row - legs.pivotRow;
            sides![i] = legs.side;
            extremes![i] = legs.side === 0 ? legs.pivot : legs.side > 0 ? legs.top : legs.bottom;
            const place = legs.side > 0 ? legs.topRow : legs.bottomRow;
            ages![i] = row - (legs.side === 0 ? 0 : place);
          }
        };
      }),
  });

/** The leg that is under way, and the pivot that it began at. */
class Legs {
  side = 0;
  pivot = 0;
  pivotRow = 0;
  top = 0;
  topRow = 0;
  bottom = 0;
  bottomRow = 0;
  readonly #share: number;

  constructor(share: number) {
    this.#share = share;
  }

  open(high: number, low: number, close: number): void {
    this.pivot = close;
    this.top = high;
    this.bottom = low;
  }

  next(row: number, high: number, low: number): void {
    const isTop = this.side >= 0 && high > this.top;
    const isBottom = this.side <= 0 && low < this.bottom;
    if (isTop) this.#setTop(row, high);
    if (isBottom) this.#setBottom(row, low);
    const canFall = this.side >= 0 && !isTop;
    const canRise = this.side <= 0 && !isBottom;
    if (canFall && low <= this.top * (1 - this.#share)) {
      this.#turn(-1, this.top, this.topRow);
      this.#setBottom(row, low);
    } else if (canRise && high >= this.bottom * (1 + this.#share)) {
      this.#turn(1, this.bottom, this.bottomRow);
      this.#setTop(row, high);
    }
  }

  #turn(side: 1 | -1, pivot: number, row: number): void {
    this.side = side;
    this.pivot = pivot;
    this.pivotRow = row;
  }

  #setTop(row: number, high: number): void {
    this.top = high;
    this.topRow = row;
  }

  #setBottom(row: number, low: number): void {
    this.bottom = low;
    this.bottomRow = row;
  }
}

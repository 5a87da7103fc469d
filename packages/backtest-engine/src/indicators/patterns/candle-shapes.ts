// Candles are read within the buffers, so `!` only satisfies the type checker.

import type { Line, Plan, Span } from "../flow/plan.ts";

type Range = "body" | "range" | "shadows";

/** A size that candles are compared with: a factor of their mean body, range or shadow over the candles before. */
interface Setting {
  readonly of: Range;
  /** Candles of the mean; 0 for the candle itself. */
  readonly period: number;
  readonly factor: number;
}

/** Sizes with TA-Lib's default settings. */
export const SETTINGS = {
  longBody: { of: "body", period: 10, factor: 1 },
  shortBody: { of: "body", period: 10, factor: 1 },
  dojiBody: { of: "range", period: 10, factor: 0.1 },
  shortShadow: { of: "shadows", period: 10, factor: 1 },
  noShadow: { of: "range", period: 10, factor: 0.1 },
  near: { of: "range", period: 5, factor: 0.2 },
  far: { of: "range", period: 5, factor: 0.6 },
  equal: { of: "range", period: 5, factor: 0.05 },
} as const satisfies Readonly<Record<string, Setting>>;

/** Name of a size. */
export type SettingName = keyof typeof SETTINGS;

/** Sizes that a pattern compares with, each with the ages of the candles that are compared, 0 for the last one. */
export type Uses = Readonly<Partial<Record<SettingName, readonly number[]>>>;

/** Price columns of candles. */
export type OhlcLines = readonly [open: Line, high: Line, low: Line, close: Line];

/** The candles up to the present one, by age: 0 is the present one, 1 the one before. */
export class CandleShapes {
  /** Index of the present candle in the buffers. */
  at = 0;
  readonly #open: Float64Array;
  readonly #high: Float64Array;
  readonly #low: Float64Array;
  readonly #close: Float64Array;
  readonly #sizes: Readonly<Partial<Record<SettingName, readonly (Float64Array | undefined)[]>>>;

  constructor(
    prices: OhlcLines,
    sizes: Readonly<Partial<Record<SettingName, readonly (Float64Array | undefined)[]>>> = {},
  ) {
    [this.#open, this.#high, this.#low, this.#close] = prices.map(({ values }) => values) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    this.#sizes = sizes;
  }

  open(age: number): number {
    return this.#open[this.at - age]!;
  }

  high(age: number): number {
    return this.#high[this.at - age]!;
  }

  low(age: number): number {
    return this.#low[this.at - age]!;
  }

  close(age: number): number {
    return this.#close[this.at - age]!;
  }

  /** Upper end of the body. */
  top(age: number): number {
    return Math.max(this.open(age), this.close(age));
  }

  /** Lower end of the body. */
  bottom(age: number): number {
    return Math.min(this.open(age), this.close(age));
  }

  /** 1 for a rising or still candle, -1 for a falling one. */
  color(age: number): 1 | -1 {
    return this.close(age) >= this.open(age) ? 1 : -1;
  }

  isWhite(age: number): boolean {
    return this.close(age) >= this.open(age);
  }

  isBlack(age: number): boolean {
    return this.close(age) < this.open(age);
  }

  body(age: number): number {
    return Math.abs(this.close(age) - this.open(age));
  }

  range(age: number): number {
    return this.high(age) - this.low(age);
  }

  upper(age: number): number {
    return this.high(age) - this.top(age);
  }

  lower(age: number): number {
    return this.bottom(age) - this.low(age);
  }

  shadows(age: number): number {
    return this.upper(age) + this.lower(age);
  }

  /** Size that the candle of an age is compared with. */
  size(name: SettingName, age: number): number {
    return this.#sizes[name]![age]![this.at - age]!;
  }

  isLong(age: number): boolean {
    return this.body(age) > this.size("longBody", age);
  }

  isShort(age: number): boolean {
    return this.body(age) < this.size("shortBody", age);
  }

  /** Short, or just as short as the mean. */
  isSmall(age: number): boolean {
    return this.body(age) <= this.size("shortBody", age);
  }

  isDoji(age: number): boolean {
    return this.body(age) <= this.size("dojiBody", age);
  }

  /** True without an upper shadow to speak of. */
  isShavenAbove(age: number): boolean {
    return this.upper(age) < this.size("noShadow", age);
  }

  /** True without a lower shadow to speak of. */
  isShavenBelow(age: number): boolean {
    return this.lower(age) < this.size("noShadow", age);
  }

  /** True when the body of an age lies above that of an older one. */
  gapsUp(age: number, older: number): boolean {
    return this.bottom(age) > this.top(older);
  }

  /** True when the body of an age lies below that of an older one. */
  gapsDown(age: number, older: number): boolean {
    return this.top(age) < this.bottom(older);
  }

  /** True when the whole candle of an age lies above an older one. */
  jumpsUp(age: number, older: number): boolean {
    return this.low(age) > this.high(older);
  }

  /** True when the whole candle of an age lies below an older one. */
  jumpsDown(age: number, older: number): boolean {
    return this.high(age) < this.low(older);
  }

  /** True when a price is that of another one, but for the size `equal` of the candle of an age. */
  isEqual(price: number, other: number, age: number): boolean {
    const reach = this.size("equal", age);
    return price <= other + reach && price >= other - reach;
  }

  /** True when the candle of an age opens in the body of the one before, or near above. */
  opensInBodyBefore(age: number): boolean {
    const limit = this.close(age + 1) + this.size("near", age + 1);
    return this.open(age) > this.open(age + 1) && this.open(age) <= limit;
  }
}

/**
 * Sizes that the candles of some ages are compared with. The sums run on, from the first candle that counts for the row
 * `first`, added and taken off in TA-Lib's order, since their last bits decide ties.
 */
export function sizesOf(
  plan: Plan,
  prices: OhlcLines,
  uses: Uses,
  first: number,
): Readonly<Partial<Record<SettingName, (Float64Array | undefined)[]>>> {
  const sizes: Partial<Record<SettingName, (Float64Array | undefined)[]>> = {};
  for (const name of Object.keys(uses) as SettingName[]) {
    const lines: (Float64Array | undefined)[] = [];
    for (const age of uses[name] ?? []) {
      const { period } = SETTINGS[name];
      lines[age] = sizeLine(plan, prices, SETTINGS[name], first - age - period).values;
    }
    sizes[name] = lines;
  }
  return sizes;
}

function sizeLine(plan: Plan, prices: OhlcLines, setting: Setting, start: number): Line {
  const { period, factor, of } = setting;
  return plan.step(prices, 0, (out): Span => {
    plan.look(period);
    const candle = new CandleShapes(prices);
    const divisor = of === "shadows" ? 2 : 1;
    let sum = 0;
    return (from, to, seen) => {
      for (let i = from; i < to; i++) {
        const row = seen + i - from - start;
        candle.at = i;
        out[i] = (factor * (sum / period)) / divisor;
        if (row >= period) sum += candle[of](0) - candle[of](period);
        else if (row >= 0) sum += candle[of](0);
      }
    };
  });
}

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

/** Name of a size. */
export type SettingName =
  | "longBody"
  | "shortBody"
  | "dojiBody"
  | "shortShadow"
  | "noShadow"
  | "near"
  | "far"
  | "equal";

/** Sizes with TA-Lib's default settings. */
export const SETTINGS: Readonly<Record<SettingName, Setting>> = {
  longBody: { of: "body", period: 10, factor: 1 },
  shortBody: { of: "body", period: 10, factor: 1 },
  dojiBody: { of: "range", period: 10, factor: 0.1 },
  shortShadow: { of: "shadows", period: 10, factor: 1 },
  noShadow: { of: "range", period: 10, factor: 0.1 },
  near: { of: "range", period: 5, factor: 0.2 },
  far: { of: "range", period: 5, factor: 0.6 },
  equal: { of: "range", period: 5, factor: 0.05 },
};

/** Sizes that a pattern compares with, each with the ages of the candles that are compared, 0 for the last one. */
export type Uses = Readonly<Partial<Record<SettingName, readonly number[]>>>;

/**
 * Buffers of the sizes that a pattern uses, by age. All names are always there, so that all patterns share one shape.
 */
export type Sizes = Readonly<Record<SettingName, readonly Float64Array[]>>;

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
  readonly #sizes: Sizes;

  constructor(prices: OhlcLines, sizes: Sizes) {
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

  /** Size that the candle of an age is compared with. */
  size(name: SettingName, age: number): number {
    return this.#sizes[name][age]![this.at - age]!;
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
export function sizesOf(plan: Plan, prices: OhlcLines, uses: Uses, first: number): Sizes {
  const measured = new Map<Range, Line>();
  const rangeOf = (kind: Range): Line => {
    const line = measured.get(kind) ?? rangeLine(plan, prices, kind);
    measured.set(kind, line);
    return line;
  };
  const none = new Float64Array();
  const buffers = (name: SettingName): Float64Array[] => {
    const ages = uses[name] ?? [];
    const setting = SETTINGS[name];
    return Array.from({ length: Math.max(0, ...ages.map((age) => age + 1)) }, (_, age) => {
      if (!ages.includes(age)) return none;
      const start = first - age - setting.period;
      return sizeLine(plan, rangeOf(setting.of), setting, start).values;
    });
  };
  return {
    longBody: buffers("longBody"),
    shortBody: buffers("shortBody"),
    dojiBody: buffers("dojiBody"),
    shortShadow: buffers("shortShadow"),
    noShadow: buffers("noShadow"),
    near: buffers("near"),
    far: buffers("far"),
    equal: buffers("equal"),
  };
}

function rangeLine(plan: Plan, prices: OhlcLines, kind: Range): Line {
  const [open, high, low, close] = prices;
  return plan.step(prices, 0, (out): Span => {
    const [o, h, l, c] = [open.values, high.values, low.values, close.values];
    if (kind === "body") {
      return (from, to) => {
        for (let i = from; i < to; i++) out[i] = Math.abs(c[i]! - o[i]!);
      };
    }
    if (kind === "range") {
      return (from, to) => {
        for (let i = from; i < to; i++) out[i] = h[i]! - l[i]!;
      };
    }
    return (from, to) => {
      for (let i = from; i < to; i++) {
        out[i] = h[i]! - Math.max(o[i]!, c[i]!) + (Math.min(o[i]!, c[i]!) - l[i]!);
      }
    };
  });
}

/** Factor of the mean of the `period` values before each row; the sum begins with the value of the row `start`. */
function sizeLine(plan: Plan, range: Line, { period, factor, of }: Setting, start: number): Line {
  return plan.step([range], 0, (out): Span => {
    plan.look(period);
    const x = range.values;
    const divisor = of === "shadows" ? 2 : 1;
    let kept = 0;
    return (from, to, seen) => {
      let sum = kept;
      let i = from;
      const ready = from + start + period - seen;
      for (; i < ready && i < to; i++) if (i >= ready - period) sum += x[i]!;
      for (; i < to; i++) {
        out[i] = (factor * (sum / period)) / divisor;
        sum += x[i]! - x[i - period]!;
      }
      kept = sum;
    };
  });
}

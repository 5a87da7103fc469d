// Candles are read within the buffers, so `!` only satisfies the type checker.

import type { Line, Plan, Span } from "../flow/plan.ts";

type Kind = keyof Sums;

/** Candles of each sum. */
const CANDLES: Readonly<Record<Kind, number>> = {
  bodies: 10,
  ranges: 10,
  fewRanges: 5,
  shadows: 10,
};

/** Name of a size that candles are compared with. */
type SizeName =
  | "longBody"
  | "shortBody"
  | "dojiBody"
  | "noShadow"
  | "shortShadow"
  | "near"
  | "far"
  | "equal";

/** Sizes that candles are compared with, and the sums that they are parts of; TA-Lib's default settings. */
const SUM_OF: Readonly<Record<SizeName, Kind>> = {
  longBody: "bodies",
  shortBody: "bodies",
  dojiBody: "ranges",
  noShadow: "ranges",
  shortShadow: "shadows",
  near: "fewRanges",
  far: "fewRanges",
  equal: "fewRanges",
};

/** Sizes that a pattern compares with, each with the ages of the candles that are compared, 0 for the last one. */
export type Uses = Readonly<Partial<Record<SizeName, readonly number[]>>>;

/** Sums over the last candles before each row, by the age of the candle that is compared with their mean. */
export interface Sums {
  /** Bodies of the 10 candles before. */
  readonly bodies: readonly Float64Array[];
  /** Ranges of the 10 candles before. */
  readonly ranges: readonly Float64Array[];
  /** Ranges of the 5 candles before. */
  readonly fewRanges: readonly Float64Array[];
  /** Both shadows of the 10 candles before. */
  readonly shadows: readonly Float64Array[];
}

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
  readonly #bodies: Sums["bodies"];
  readonly #ranges: Sums["ranges"];
  readonly #fewRanges: Sums["fewRanges"];
  readonly #shadows: Sums["shadows"];

  constructor(prices: OhlcLines, sums: Sums) {
    [this.#open, this.#high, this.#low, this.#close] = prices.map(({ values }) => values) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    this.#bodies = sums.bodies;
    this.#ranges = sums.ranges;
    this.#fewRanges = sums.fewRanges;
    this.#shadows = sums.shadows;
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
    return upperOf(this.open(age), this.close(age));
  }

  /** Lower end of the body. */
  bottom(age: number): number {
    return lowerOf(this.open(age), this.close(age));
  }

  /** 1 for a rising or still candle, -1 for a falling one. */
  color(age: number): number {
    return 2 * Number(this.close(age) >= this.open(age)) - 1;
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

  /** Body from which the candle of an age is long. */
  longBody(age: number): number {
    return this.#bodies[age]![this.at - age]! / 10;
  }

  /** Body up to which the candle of an age is short. */
  shortBody(age: number): number {
    return this.#bodies[age]![this.at - age]! / 10;
  }

  /** Body up to which the candle of an age is a doji. */
  dojiBody(age: number): number {
    return 0.1 * (this.#ranges[age]![this.at - age]! / 10);
  }

  /** Shadow up to which that of an age is short. */
  shortShadow(age: number): number {
    return this.#shadows[age]![this.at - age]! / 10 / 2;
  }

  /** Shadow up to which that of an age counts as none. */
  noShadow(age: number): number {
    return 0.1 * (this.#ranges[age]![this.at - age]! / 10);
  }

  /** Distance from a price of the candle of an age that is near. */
  near(age: number): number {
    return 0.2 * (this.#fewRanges[age]![this.at - age]! / 5);
  }

  /** Distance from a price of the candle of an age that is far. */
  far(age: number): number {
    return 0.6 * (this.#fewRanges[age]![this.at - age]! / 5);
  }

  /** Distance within which a price counts as that of the candle of an age. */
  equal(age: number): number {
    return 0.05 * (this.#fewRanges[age]![this.at - age]! / 5);
  }

  isLong(age: number): boolean {
    return this.body(age) > this.longBody(age);
  }

  isShort(age: number): boolean {
    return this.body(age) < this.shortBody(age);
  }

  /** Short, or just as short as the mean. */
  isSmall(age: number): boolean {
    return this.body(age) <= this.shortBody(age);
  }

  isDoji(age: number): boolean {
    return this.body(age) <= this.dojiBody(age);
  }

  /** True without an upper shadow to speak of. */
  isShavenAbove(age: number): boolean {
    return this.upper(age) < this.noShadow(age);
  }

  /** True without a lower shadow to speak of. */
  isShavenBelow(age: number): boolean {
    return this.lower(age) < this.noShadow(age);
  }

  /** True when the body of an age lies above that of an older one. */
  gapsUp(age: number, older: number): boolean {
    return isAbove(this.open(age), this.close(age), this.open(older), this.close(older));
  }

  /** True when the body of an age lies below that of an older one. */
  gapsDown(age: number, older: number): boolean {
    return isAbove(this.open(older), this.close(older), this.open(age), this.close(age));
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
    const reach = this.equal(age);
    return price <= other + reach && price >= other - reach;
  }

  /** True when the candle of an age opens in the body of the one before, or near above. */
  opensInBodyBefore(age: number): boolean {
    const limit = this.close(age + 1) + this.near(age + 1);
    return this.open(age) > this.open(age + 1) && this.open(age) <= limit;
  }
}

// The colour of a candle is as good as random: jumps that depend on it are guessed wrong half of the time. These
// compute with a comparison, 0 or 1, instead: exactly, for one of both products is always 0.

function upperOf(open: number, close: number): number {
  const rises = Number(close > open);
  return close * rises + open * (1 - rises);
}

function lowerOf(open: number, close: number): number {
  const rises = Number(close > open);
  return open * rises + close * (1 - rises);
}

/** True when both ends of a body lie above both ends of another one; as one jump. */
function isAbove(open: number, close: number, otherOpen: number, otherClose: number): boolean {
  const pairs =
    Number(open > otherOpen) +
    Number(open > otherClose) +
    Number(close > otherOpen) +
    Number(close > otherClose);
  return pairs === 4;
}

const usesOf = (uses: Uses): [SizeName, readonly number[]][] =>
  Object.entries(uses) as [SizeName, readonly number[]][];

/** Number of candles before the first one in which a pattern over some candles may end. */
export function warmUpOf(candles: number, uses: Uses): number {
  return Math.max(0, ...usesOf(uses).map(([name]) => CANDLES[SUM_OF[name]])) + candles - 1;
}

/**
 * Sums that the candles of some ages are compared with. They run on, from the first candle that counts for the row
 * `first`, added and taken off in TA-Lib's order, since their last bits decide ties.
 */
export function sumsOf(plan: Plan, prices: OhlcLines, uses: Uses, first: number): Sums {
  const none = new Float64Array();
  const sums = (kind: Kind): Float64Array[] => {
    const ages = new Set(usesOf(uses).flatMap(([name, of]) => (SUM_OF[name] === kind ? of : [])));
    return Array.from({ length: Math.max(0, ...[...ages].map((age) => age + 1)) }, (_, age) =>
      ages.has(age) ? sumLine(plan, prices, kind, first - age - CANDLES[kind]).values : none,
    );
  };
  return {
    bodies: sums("bodies"),
    ranges: sums("ranges"),
    fewRanges: sums("fewRanges"),
    shadows: sums("shadows"),
  };
}

/** A sum that runs on. In an object, for only then is it known to be a number, and not put into one for each row. */
interface Total {
  sum: number;
}

/** Sum over the candles before each row; it begins with the candle of the row `start`. */
function sumLine(plan: Plan, prices: OhlcLines, kind: Kind, start: number): Line {
  const period = CANDLES[kind];
  return plan.step(prices, 0, (out): Span => {
    plan.look(period);
    const [open, high, low, close] = prices;
    const [o, h, l, c] = [open.values, high.values, low.values, close.values];
    const total: Total = { sum: 0 };
    // The rows of the first sum, one by one, then the others without a question.
    return (from, to, seen) => {
      const ready = Math.min(to, from + Math.max(0, start + period - seen));
      for (let i = from + Math.max(0, start - seen); i < ready; i++) {
        total.sum += sizeOf(kind, o[i]!, h[i]!, l[i]!, c[i]!);
      }
      if (kind === "bodies") addBodies(total, o, c, out, ready, to);
      else if (kind === "shadows") addShadows(total, o, h, l, c, out, ready, to);
      else addRanges(total, h, l, out, ready, to, period);
    };
  });
}

function sizeOf(kind: Kind, open: number, high: number, low: number, close: number): number {
  if (kind === "bodies") return Math.abs(close - open);
  return kind === "shadows" ? shadowsOf(open, high, low, close) : high - low;
}

function shadowsOf(open: number, high: number, low: number, close: number): number {
  return high - upperOf(open, close) + (lowerOf(open, close) - low);
}

function addBodies(
  total: Total,
  o: Float64Array,
  c: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
): void {
  let { sum } = total;
  const end = to & 0x3fffffff;
  for (let i = from & 0x3fffffff, k = (i - CANDLES.bodies) & 0x3fffffff; i < end; i++, k++) {
    out[i] = sum;
    sum += Math.abs(c[i]! - o[i]!) - Math.abs(c[k]! - o[k]!);
  }
  total.sum = sum;
}

function addRanges(
  total: Total,
  h: Float64Array,
  l: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  period: number,
): void {
  let { sum } = total;
  const end = to & 0x3fffffff;
  for (let i = from & 0x3fffffff, k = (i - period) & 0x3fffffff; i < end; i++, k++) {
    out[i] = sum;
    sum += h[i]! - l[i]! - (h[k]! - l[k]!);
  }
  total.sum = sum;
}

function addShadows(
  total: Total,
  o: Float64Array,
  h: Float64Array,
  l: Float64Array,
  c: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
): void {
  let { sum } = total;
  const end = to & 0x3fffffff;
  for (let i = from & 0x3fffffff, k = (i - CANDLES.shadows) & 0x3fffffff; i < end; i++, k++) {
    out[i] = sum;
    sum += shadowsOf(o[i]!, h[i]!, l[i]!, c[i]!) - shadowsOf(o[k]!, h[k]!, l[k]!, c[k]!);
  }
  total.sum = sum;
}

// Indices stay within the columns, so `!` on array reads only satisfies the type checker.

/** TA-Lib's tests for 0, made relative to the size of the prices. */

import { memberOf } from "../arrays/window.ts";
import { IndicatorError } from "../errors.ts";
import type { IndicatorAbout } from "../flow/indicator.ts";

/** An indicator of any inputs and outputs. */
interface AnyIndicator {
  (input: never, options?: never, out?: never): unknown;
  stream(options?: never): unknown;
  warmUp(options?: never): number;
  readonly about: IndicatorAbout;
}

/** An indicator as this module calls it. */
interface Called extends AnyIndicator {
  (input: unknown, options?: object, out?: unknown): Output<Float64Array>;
  stream(options?: object): {
    next(row: unknown): Output<number>;
    readonly value: Output<number>;
  };
}

type Output<T> = T | Readonly<Record<string, T>>;

/** Indicators with such a test whose lines are no prices. */
const RATIOS: readonly string[] = [
  "adx",
  "adxr",
  "beta",
  "bop",
  "cmo",
  "correl",
  "dx",
  "mfi",
  "minusDi",
  "natr",
  "plusDi",
  "ppo",
  "rsi",
  "stochRsi",
  "ultOsc",
];
/** Indicators with such a test whose lines are prices. */
const PRICES: readonly string[] = [
  "accBands",
  "apo",
  "bbands",
  "kama",
  "ma",
  "macdExt",
  "mavp",
  "stdDev",
];
/** Columns that are no prices. */
const OTHERS: readonly string[] = ["volume", "periods"];

/** Size of prices for `mfi`, so that no flow of money is below the 1 under which TA-Lib takes it for 0. */
const FLOWING = 2 ** 100;

/**
 * The same indicator with TA-Lib's tests for 0 relative to the size of the prices. TA-Lib takes what is below 1e-14 for
 * 0, in the price's own unit, and `mfi` a flow of money below 1: a coin at 1e-12 has an RSI of 0. Here the columns are
 * computed as if the first price, or the first value of `left` and of `right`, were 1–2, by a power of 2, which rounds
 * nothing; lines that are prices are scaled back. So prices times a power of 2 have the same bits, as arrays and as
 * streams. Figures of a series that begins with 1–2 are TA-Lib's, except those of `mfi`. Columns are copied. An
 * indicator without such a test is returned as it is.
 *
 * @throws IndicatorError for what is no indicator
 */
export function withRelativeZero<One extends AnyIndicator>(indicator: One): One {
  if (typeof indicator !== "function" || typeof indicator.about !== "object") {
    throw new IndicatorError("Expected an indicator of this package, such as rsi.");
  }
  const { name, inputs } = indicator.about;
  const arePrices = PRICES.includes(name);
  if (!arePrices && !RATIOS.includes(name)) return indicator;
  const inner = indicator as unknown as Called;
  const size = name === "mfi" ? FLOWING : 1;
  const takesValues = inputs.length === 1 && inputs[0] === "values";
  const open = (): Scales => new Scales(inputs, size);
  const inputOf = <T>(columns: readonly T[]): unknown =>
    takesValues ? columns[0] : Object.fromEntries(columns.map((one, k) => [inputs[k], one]));
  const columnsOf = (input: unknown): readonly unknown[] =>
    takesValues ? [input] : inputs.map((one) => memberOf(input, one));

  const compute = (input: unknown, options?: object, out?: unknown): Output<Float64Array> => {
    const columns = columnsOf(input);
    const lines = out instanceof Float64Array ? [out] : Object.values(out ?? {});
    // The indicator itself says what is wrong with its input.
    if (!columns.every((one) => one instanceof Float64Array && !lines.includes(one))) {
      return inner(input, options, out);
    }
    const given = columns as readonly Float64Array[];
    const scales = open();
    for (let row = 0; row < given[0]!.length && !scales.isKnown; row++) {
      scales.see(given.map((column) => column[row]!));
    }
    const scaled = given.map((column, k) => column.map((value) => value * scales.of(k)));
    const found = inner(inputOf(scaled), options, out);
    const back = arePrices ? 1 / scales.of(0) : 1;
    if (back === 1) return found;
    for (const line of found instanceof Float64Array ? [found] : Object.values(found)) {
      for (let row = 0; row < line.length; row++) line[row]! *= back;
    }
    return found;
  };

  const stream = (options?: object) => {
    const scales = open();
    const within = inner.stream(options);
    const told = (value: Output<number>): Output<number> => {
      const back = arePrices ? 1 / scales.of(0) : 1;
      if (typeof value === "number") return value * back;
      return Object.fromEntries(Object.entries(value).map(([line, one]) => [line, one * back]));
    };
    return {
      next(row: unknown): Output<number> {
        const values = columnsOf(row);
        if (!values.every((one) => typeof one === "number")) return within.next(row);
        if (!scales.isKnown) scales.see(values);
        return told(within.next(inputOf(values.map((value, k) => value * scales.of(k)))));
      },
      get value() {
        return told(within.value);
      },
    };
  };
  const warmUp = (options?: never): number => indicator.warmUp(options);
  return Object.assign(compute, { stream, warmUp, about: indicator.about }) as unknown as One;
}

/** Scales of the columns, each known from the first row that has a price other than 0. */
class Scales {
  readonly #places: readonly (number | undefined)[];
  readonly #scales: number[];
  readonly #size: number;

  constructor(inputs: readonly string[], size: number) {
    const isPair = inputs.includes("left");
    // Prices of one candle have one scale.
    this.#places = inputs.map((one, k) => (OTHERS.includes(one) ? undefined : isPair ? k : 0));
    this.#scales = Array.from({ length: isPair ? 2 : 1 }, () => NaN);
    this.#size = size;
  }

  /** True when no further row has to be seen. */
  get isKnown(): boolean {
    return !this.#scales.some(Number.isNaN);
  }

  /** Takes the scales that are not known yet from a row. */
  see(row: readonly number[]): void {
    for (const [place, known] of this.#scales.entries()) {
      if (!Number.isNaN(known)) continue;
      const prices = row.filter((_, k) => this.#places[k] === place);
      const price = Math.max(...prices.map(Math.abs));
      if (!(price > 0 && price < Infinity)) continue;
      const exponent = Math.floor(Math.log2(price));
      this.#scales[place] = this.#size * 2 ** Math.max(-900, Math.min(900, -exponent));
    }
  }

  /** Factor of a column; 1 until it is known. */
  of(column: number): number {
    const place = this.#places[column];
    const scale = place === undefined ? 1 : this.#scales[place]!;
    return Number.isNaN(scale) ? 1 : scale;
  }
}

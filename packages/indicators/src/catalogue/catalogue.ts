import * as beyond from "../beyond/index.ts";
import type { IndicatorAbout } from "../flow/indicator.ts";
import * as patterns from "../patterns/index.ts";
import * as talib from "../talib/index.ts";

/**
 * An indicator that is chosen by its name at run time, by a form, a command line or a request. What it takes and gives
 * stands in `about`: one array or number where the only input is `values` or the only output is `value`, else an object
 * with one for each name.
 */
export interface CatalogueIndicator {
  /**
   * Computes the indicator over whole columns. `out` is written to and returned instead of new arrays.
   *
   * @throws IndicatorError OPTIONS_INVALID: an unknown option, a value outside of its bounds, a column that is missing
   * or has another length, an `out` that lacks a line, has another length or is one of the columns
   */
  (
    input: object,
    options?: object,
    out?: Float64Array | Readonly<Record<string, Float64Array>>,
  ): Float64Array | Readonly<Record<string, Float64Array>>;
  /**
   * Opens the streaming form, which gives the same bits row by row.
   *
   * @throws IndicatorError OPTIONS_INVALID: an unknown option, a value outside of its bounds
   */
  stream(options?: object): {
    /**
     * Adds one value or candle and returns the indicator, NaN in its warm-up.
     *
     * @throws IndicatorError OPTIONS_INVALID: a row that lacks one of the numbers
     */
    next(row: number | object): number | Readonly<Record<string, number>>;
    /** The last result of `next`; NaN before the first. */
    readonly value: number | Readonly<Record<string, number>>;
  };
  /**
   * Number of rows before the first one in which every line has a value.
   *
   * @throws IndicatorError OPTIONS_INVALID: an unknown option, a value outside of its bounds
   */
  warmUp(options?: object): number;
  /** The facts about the indicator: names, parameters with their bounds, formula. */
  readonly about: IndicatorAbout;
}

/**
 * All indicators by name: TA-Lib's 161 functions, candle patterns included, and those that TA-Lib lacks. Sorted by
 * family and name.
 */
export const indicatorCatalogue: ReadonlyMap<string, CatalogueIndicator> = new Map(
  Object.values<unknown>({ ...talib, ...patterns, ...beyond })
    .filter((one): one is CatalogueIndicator => typeof one === "function" && "about" in one)
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .map((one) => [one.about.name, one]),
);

function keyOf({ about }: CatalogueIndicator): string {
  return `${about.family} ${about.name.toLowerCase()}`;
}

/** Checks that every indicator makes before its loop: the period, the lengths, and the first value. */

import { IndicatorError } from "../errors.ts";
import { told } from "../parameters.ts";

/**
 * Checks that a period is a whole number of at least `minimum`.
 *
 * @throws IndicatorError OPTIONS_INVALID
 */
export function checkPeriod(indicator: string, name: string, period: number, minimum = 1): void {
  if (Number.isSafeInteger(period) && period >= minimum) return;
  throw new IndicatorError(
    `${indicator}: expected ${name} to be a whole number of candles of at least ${minimum}, found ${told(period)}.`,
    { indicator, option: name },
  );
}

/**
 * The array to write to: the caller's if it fits, else a new one. Its content is not cleared.
 *
 * @throws IndicatorError OPTIONS_INVALID when `values` or `out` is no Float64Array, or `out` has another length or is
 * `values` itself, which the loops still read
 */
export function outputFor(
  indicator: string,
  values: Float64Array,
  out: Float64Array | undefined,
): Float64Array {
  checkColumn(indicator, "values", values);
  if (out === undefined) return new Float64Array(values.length);
  checkColumn(indicator, "out", out);
  if (out.length === values.length && out !== values) return out;
  const found = out === values ? "the input itself" : `one of ${out.length}`;
  throw new IndicatorError(
    `${indicator}: expected an output array of ${values.length} numbers apart from the input, found ${found}.`,
    { indicator, option: "out" },
  );
}

/**
 * Checks that a column is a Float64Array.
 *
 * @throws IndicatorError OPTIONS_INVALID
 */
export function checkColumn(indicator: string, name: string, column: unknown): void {
  if (column instanceof Float64Array) return;
  throw new IndicatorError(
    `${indicator}: expected ${name} to be a Float64Array, found ${told(column)}.`,
    { indicator, option: name },
  );
}

/**
 * Refuses a value that is no number; apart, so that the loops around its call stay short.
 *
 * @throws IndicatorError OPTIONS_INVALID
 */
export function refuseNumber(indicator: string, name: string, value: unknown): never {
  throw new IndicatorError(`${indicator}: expected ${name} to be a number, found ${told(value)}.`, {
    indicator,
    option: name,
  });
}

/**
 * The columns of a caller's object, of one length.
 *
 * @throws IndicatorError OPTIONS_INVALID
 */
export function columnsOf(
  indicator: string,
  names: readonly string[],
  input: unknown,
): Float64Array[] {
  const columns = names.map((name) => {
    const column = memberOf(input, name);
    if (column instanceof Float64Array) return column;
    throw new IndicatorError(
      `${indicator}: expected the columns ${names.join(", ")} as Float64Array, found no ${name}.`,
      { indicator, option: name },
    );
  });
  checkSameLength(indicator, ...columns);
  return columns;
}

/** A member of what a caller gave; undefined when it cannot be read. */
export function memberOf(given: unknown, name: string): unknown {
  try {
    return (given as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}

/**
 * Checks that all columns have the same length.
 *
 * @throws IndicatorError OPTIONS_INVALID
 */
export function checkSameLength(indicator: string, ...columns: readonly Float64Array[]): void {
  const lengths = columns.map((column) => column.length);
  if (lengths.every((length) => length === lengths[0])) return;
  throw new IndicatorError(
    `${indicator}: expected columns of one length, found ${lengths.join(", ")}.`,
    { indicator },
  );
}

/** Index of the first value that is not NaN: an indicator of an indicator begins after its warm-up. */
export function firstValue(values: Float64Array): number {
  let index = 0;
  while (index < values.length && Number.isNaN(values[index])) index++;
  return index;
}

// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import type { Line, Plan } from "../flow/plan.ts";
import { differenceOf, productOf, quotientOf, sumOf } from "../steps/arithmetic.ts";
import { keptHighestRow, keptLowestRow } from "../steps/extreme-rows.ts";
import { highestOf, lowestOf, windowRange } from "../steps/extremes.ts";
import { windowSum } from "../steps/windows.ts";
import { period, type NoOptions, type PeriodOption } from "./options.ts";

type Pair = Indicator<"left" | "right", NoOptions>;
type Windowed = Indicator<"values", PeriodOption>;

function operator(
  name: string,
  talib: string,
  title: string,
  formula: string,
  apply: (plan: Plan, left: Line, right: Line) => Line,
): Pair {
  return defineIndicator({
    name,
    talib,
    family: "operators",
    title,
    inputs: ["left", "right"],
    formula,
    build: (plan, [left, right]) => apply(plan, left!, right!),
  });
}

function windowed(
  name: string,
  title: string,
  formula: string,
  apply: (plan: Plan, line: Line, period: number) => Line,
): Windowed {
  return defineIndicator({
    name,
    talib: name.toUpperCase(),
    family: "operators",
    title,
    inputs: ["values"],
    parameters: period(30),
    formula,
    build: (plan, [line], parameters: PeriodOption) => apply(plan, line!, parameters.period),
  });
}

/** Sum of two columns, row by row (ADD). */
export const add: Pair = operator("add", "ADD", "Sum of two columns", "left + right", sumOf);

/** Difference of two columns, row by row (SUB). */
export const sub: Pair = operator(
  "sub",
  "SUB",
  "Difference of two columns",
  "left − right",
  differenceOf,
);

/** Product of two columns, row by row (MULT). */
export const mult: Pair = operator(
  "mult",
  "MULT",
  "Product of two columns",
  "left × right",
  productOf,
);

/** Quotient of two columns, row by row (DIV); infinite or NaN where the divisor is 0. */
export const div: Pair = operator(
  "div",
  "DIV",
  "Quotient of two columns",
  "left / right",
  quotientOf,
);

/** Highest value of a window (MAX). `period` 2–100,000, default 30; warm-up `period - 1`. */
export const max: Windowed = windowed(
  "max",
  "Highest value",
  "max of the last n values",
  highestOf,
);

/** Lowest value of a window (MIN). `period` 2–100,000, default 30; warm-up `period - 1`. */
export const min: Windowed = windowed("min", "Lowest value", "min of the last n values", lowestOf);

/**
 * Row of the highest value of a window, counted from 0 (MAXINDEX); of equal ones the row that TA-Lib's search keeps.
 * `period` 2–100,000, default 30; warm-up `period - 1`.
 */
export const maxIndex: Windowed = defineIndicator({
  name: "maxIndex",
  talib: "MAXINDEX",
  family: "operators",
  title: "Row of the highest value",
  inputs: ["values"],
  parameters: period(30),
  formula: "row of the max of the last n values",
  build: (plan, [line], parameters) => keptHighestRow(plan, line!, parameters.period),
});

/**
 * Row of the lowest value of a window, counted from 0 (MININDEX); of equal ones the row that TA-Lib's search keeps.
 * `period` 2–100,000, default 30; warm-up `period - 1`.
 */
export const minIndex: Windowed = defineIndicator({
  name: "minIndex",
  talib: "MININDEX",
  family: "operators",
  title: "Row of the lowest value",
  inputs: ["values"],
  parameters: period(30),
  formula: "row of the min of the last n values",
  build: (plan, [line], parameters) => keptLowestRow(plan, line!, parameters.period),
});

/** Lowest and highest value of a window (MINMAX). `period` 2–100,000, default 30; warm-up `period - 1`. */
export const minMax: Indicator<"values", PeriodOption, "min" | "max"> = defineIndicator({
  name: "minMax",
  talib: "MINMAX",
  family: "operators",
  title: "Lowest and highest value",
  inputs: ["values"],
  parameters: period(30),
  outputs: ["min", "max"],
  formula: "min and max of the last n values",
  build: (plan, [line], parameters) => {
    const [highest, lowest] = windowRange(plan, line!, line!, parameters.period);
    return [lowest, highest];
  },
});

/**
 * Rows of the lowest and the highest value of a window (MINMAXINDEX), as `minIndex` and `maxIndex` give them. `period`
 * 2–100,000, default 30; warm-up `period - 1`.
 */
export const minMaxIndex: Indicator<"values", PeriodOption, "minIndex" | "maxIndex"> =
  defineIndicator({
    name: "minMaxIndex",
    talib: "MINMAXINDEX",
    family: "operators",
    title: "Rows of the lowest and the highest value",
    inputs: ["values"],
    parameters: period(30),
    outputs: ["minIndex", "maxIndex"],
    formula: "rows of the min and the max of the last n values",
    build: (plan, [line], parameters) => [
      keptLowestRow(plan, line!, parameters.period),
      keptHighestRow(plan, line!, parameters.period),
    ],
  });

/** Sum of a window (SUM). `period` 2–100,000, default 30; warm-up `period - 1`. */
export const sum: Windowed = windowed("sum", "Sum", "sum of the last n values", windowSum);

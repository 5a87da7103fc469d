/** The cells of a sweep by what varies in them. */

import type { GridCell } from "@bourse/contract/backtest";

/** A parameter or option that takes several values in a sweep. */
export interface Dimension {
  readonly name: string;
  /** Values as text, numbers rising. */
  readonly values: readonly string[];
  readonly isNumber: boolean;
}

/** The value of a dimension in a cell as text. */
export function valueIn({ parameters, options }: GridCell, name: string): string {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : options?.[name];
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "none");
}

/** Dimensions that vary, in the order of the parameters, then of the options. */
export function dimensionsOf(grid: readonly GridCell[]): readonly Dimension[] {
  const first = grid[0];
  const names = new Set([
    ...Object.keys(first?.parameters ?? {}),
    ...Object.keys(first?.options ?? {}),
  ]);
  return [...names]
    .map((name): Dimension => {
      const values = [...new Set(grid.map((cell) => valueIn(cell, name)))];
      const isNumber = values.every((value) => value !== "" && Number.isFinite(Number(value)));
      return {
        name,
        isNumber,
        values: isNumber ? values.toSorted((a, b) => Number(a) - Number(b)) : values,
      };
    })
    .filter(({ values }) => values.length > 1);
}

/** Indices of the cells, the best first; a lower drawdown is better, of other metrics the higher value. */
export function ranked(grid: readonly GridCell[], metric: string): readonly number[] {
  const sign = metric === "max_drawdown" ? 1 : -1;
  const score = (index: number): number => {
    const value = grid[index]?.value ?? null;
    return value === null ? Infinity : sign * value;
  };
  return grid.map((_, index) => index).toSorted((a, b) => score(a) - score(b) || a - b);
}

/** Bounds of the defined values; zero to one without any. */
export function boundsOf(grid: readonly GridCell[]): readonly [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (const { value } of grid) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : [0, 1];
}

/** Strength of a colour, 0–1, and its side: a loss below zero where the values have both signs. */
export function shadeOf(
  value: number,
  [low, high]: readonly [number, number],
  metric: string,
): { readonly isGain: boolean; readonly share: number } {
  if (low < 0 && high > 0 && metric !== "max_drawdown") {
    return { isGain: value >= 0, share: Math.abs(value) / Math.max(-low, high) };
  }
  const share = high === low ? 1 : (value - low) / (high - low);
  if (metric === "max_drawdown") return { isGain: true, share: 1 - share };
  return { isGain: high > 0, share: high > 0 ? share : 1 - share };
}

/** The request of one cell, from that of its sweep. */
export function requestOf(
  sweep: Readonly<Record<string, unknown>>,
  { parameters, options = {} }: GridCell,
): Readonly<Record<string, unknown>> {
  const kept = Object.entries(sweep).filter(([name]) => !SEARCH.has(name));
  return { ...Object.fromEntries(kept), ...options, parameters };
}

/** Fields that a sweep has beside those of a run. */
const SEARCH = new Set([
  "metric",
  "search",
  "option_ranges",
  "constraints",
  "early_stopping",
  "overfitting",
  "cross_validation",
]);

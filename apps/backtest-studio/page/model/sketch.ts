/** The equity of a run as lists draw it. */

import type { ListedJob } from "@bourse/contract/backtest";

/** Equity over the initial capital, minus 1; empty where the server has none: it is unknown, not flat. */
export function sketchOf({ result }: Pick<ListedJob, "result">): readonly number[] {
  const { equity_sketch: values = [] } = (result ?? {}) as {
    readonly equity_sketch?: readonly number[];
  };
  // One value is no line.
  return values.length < 2 ? [] : values;
}

const WIDTH = 100;
const HEIGHT = 16;
const MARGIN = 1.5;

/** The paths of the values and of the start, 0, which is always within the drawing. */
export function sketchPath(values: readonly number[]): {
  readonly line: string;
  readonly start: string;
} {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const y = (value: number): string =>
    (HEIGHT - MARGIN - ((value - low) / (high - low || 1)) * (HEIGHT - 2 * MARGIN)).toFixed(1);
  const x = (at: number): string => ((at / (values.length - 1)) * WIDTH).toFixed(1);
  return {
    line: values.map((value, at) => `${at === 0 ? "M" : "L"}${x(at)} ${y(value)}`).join(""),
    start: `M0 ${y(0)}H${WIDTH}`,
  };
}

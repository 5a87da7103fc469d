// Places stay within the numbers, so `!` only satisfies the type checker.

/** Metrics packed into numbers, so that threads can share them in memory without messages or copies. */

import { eachMetric, type Metrics } from "./metrics.ts";

const NAMES = namesInOrder();

/** Numbers that the metrics of one run take; the last is a bit mask of those that are null. */
export const PACKED_METRICS: number = NAMES.length + 1;

/** Writes the metrics to `numbers` from index `at` on. */
export function packMetrics(metrics: Metrics, numbers: Float64Array, at: number): void {
  let nulls = 0;
  for (let k = 0; k < NAMES.length; k++) {
    const value = metrics[NAMES[k]!];
    if (value === null) nulls |= 1 << k;
    numbers[at + k] = value ?? 0;
  }
  numbers[at + NAMES.length] = nulls;
}

/** The figures that were written from `at` on, to the last bit. */
export function unpackMetrics(numbers: Float64Array, at: number): Metrics {
  const nulls = numbers[at + NAMES.length]!;
  let k = 0;
  const next = (): number | null => {
    const place = k++;
    return nulls & (1 << place) ? null : numbers[at + place]!;
  };
  // The order is that of the names, and what was null is one that may be.
  return eachMetric(next as Parameters<typeof eachMetric>[0]);
}

function namesInOrder(): readonly (keyof Metrics)[] {
  const names: (keyof Metrics)[] = [];
  eachMetric((name) => {
    names.push(name);
    return 0;
  });
  return names;
}

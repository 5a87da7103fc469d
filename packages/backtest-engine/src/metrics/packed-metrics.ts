// Places stay within the numbers, so `!` only tells the checker what the bounds say.

/** Figures as numbers side by side: in memory that threads share they need no message, and no copy. */

import { eachMetric, type Metrics } from "./metrics.ts";

const NAMES = namesInOrder();

/** Numbers that one run's figures take: the last says which of the others stand for null. */
export const PACKED_METRICS: number = NAMES.length + 1;

/** Writes the figures over the numbers from `at` on. */
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

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { eachMetric, type Metrics } from "../../src/metrics/metrics.ts";
import { PACKED_METRICS, packMetrics, unpackMetrics } from "../../src/metrics/packed-metrics.ts";

/** Figures of any kind, not only those that a run could have. */
const metrics = fc
  .array(fc.option(fc.double()), { minLength: PACKED_METRICS - 1, maxLength: PACKED_METRICS - 1 })
  .map((values) => {
    let k = 0;
    return eachMetric((() => values[k++]) as Parameters<typeof eachMetric>[0]);
  });

describe("packed figures", () => {
  test("come out as they went in, side by side, nulls and odd numbers too", () => {
    fc.assert(
      fc.property(fc.array(metrics, { maxLength: 3 }), (runs: readonly Metrics[]) => {
        const numbers = new Float64Array(runs.length * PACKED_METRICS);
        for (const [k, run] of runs.entries()) packMetrics(run, numbers, k * PACKED_METRICS);
        const found = runs.map((_, k) => unpackMetrics(numbers, k * PACKED_METRICS));
        expect(found).toStrictEqual(runs);
      }),
    );
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";

import { equitySketch } from "../../src/results/equity-sketch.ts";
import { countLogits } from "../../src/results/logit-counts.ts";

test("a sketch has all of a short equity, and of a long one 32 values from its start to its end", () => {
  expect(equitySketch(Float64Array.of(), 100)).toEqual([]);
  expect(equitySketch(Float64Array.of(110), 100)).toEqual([0.1]);
  expect(equitySketch(Float64Array.of(100, 90, 0, -10), 100)).toEqual([0, -0.1, -1, -1.1]);
  const long = equitySketch(
    Float64Array.from({ length: 311 }, (_, k) => 100 + k),
    100,
  );
  expect(long).toEqual(Array.from({ length: 32 }, (_, k) => k / 10));
});

test("every logit is counted once, in the step that ends at it or above it", () => {
  const logit = fc.double({ min: -12, max: 12, noNaN: true });
  fc.assert(
    fc.property(fc.array(logit, { minLength: 1, maxLength: 50 }), (logits) => {
      const { from, width, counts } = countLogits(Float64Array.from(logits));
      const inStep = (at: number): number =>
        logits.filter((one) => one > from + at * width && one <= from + (at + 1) * width).length;
      expect(counts).toEqual(counts.map((_, at) => inStep(at)));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(logits.length);
      expect([counts[0], counts.at(-1)]).not.toContain(0);
    }),
  );
});

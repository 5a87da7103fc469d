import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { slidingMean, slidingMeanPair } from "../../src/index.ts";

const prices = fc.float64Array({ min: 1e-6, max: 1e9, noNaN: true, maxLength: 300 });

describe("two sliding means at once", () => {
  test("have the bits of each alone, whatever the values, the warm-up and the periods", () => {
    fc.assert(
      fc.property(
        prices,
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 60 }),
        fc.boolean(),
        (numbers, leading, fast, more, flat) => {
          const values = Float64Array.from([
            ...Array.from({ length: leading }, () => NaN),
            ...(flat ? numbers.map((value, i) => (i % 40 < 25 ? 7.1 : value)) : numbers),
          ]);
          const slow = fast + more;
          const pair = slidingMeanPair(values, fast, slow);
          expect(pair.fast).toEqual(slidingMean(values, fast));
          expect(pair.slow).toEqual(slidingMean(values, slow));
        },
      ),
    );
  });

  test.each([
    [0, 5],
    [1.5, 5],
    [6, 5],
    [5, NaN],
  ])("refuse the periods %s and %s", (fast, slow) => {
    expect(() => slidingMeanPair(new Float64Array(9), fast, slow)).toThrow(
      expect.objectContaining({ code: "OPTIONS_INVALID" }),
    );
  });
});

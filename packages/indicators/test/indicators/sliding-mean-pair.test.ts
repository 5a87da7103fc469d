import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { slidingMean, slidingMeanPair } from "../../src/index.ts";
import { twoWindows } from "./two-windows.ts";

const prices = fc.float64Array({ min: 1e-6, max: 1e9, noNaN: true, maxLength: 300 });

describe("two sliding means at once", () => {
  test("have the bits of each alone, whatever the values, the warm-up and the periods", () => {
    fc.assert(
      fc.property(twoWindows(prices, 60), ({ values, fast, slow }) => {
        const pair = slidingMeanPair(values, fast, slow);
        expect(pair.fast).toEqual(slidingMean(values, fast));
        expect(pair.slow).toEqual(slidingMean(values, slow));
      }),
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

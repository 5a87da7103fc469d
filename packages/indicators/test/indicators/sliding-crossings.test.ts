import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { slidingCrossings } from "../../src/arrays/sliding-crossings.ts";
import { crossings, slidingMean } from "../../src/index.ts";
import { twoWindows } from "./two-windows.ts";

const marks = { up: 1, down: 2 };
const wide = fc.float64Array({ min: 1e-6, max: 1e9, noNaN: true, maxLength: 300 });
/** Few prices, so that averages tie. */
const few = fc
  .array(fc.constantFrom(0.1, 0.2, 0.3, 7.1), { maxLength: 300 })
  .map((values) => Float64Array.from(values));

describe("the crossings of two sliding means", () => {
  test("are those of the averages' arrays, whatever the values, the ties, the warm-up and the periods", () => {
    fc.assert(
      fc.property(twoWindows(fc.oneof(wide, few), 40), ({ values, fast, slow }) => {
        const expected = crossings(slidingMean(values, fast), slidingMean(values, slow));
        const found = slidingCrossings(values, fast, slow, marks);
        expect(Array.from(found)).toEqual(
          Array.from(expected, (side) => (side > 0 ? marks.up : side < 0 ? marks.down : 0)),
        );
      }),
    );
  });

  test.each([
    [0, 5],
    [1.5, 5],
    [6, 5],
    [5, NaN],
  ])("refuse the periods %s and %s", (fast, slow) => {
    expect(() => slidingCrossings(new Float64Array(9), fast, slow, marks)).toThrow(
      expect.objectContaining({ code: "OPTIONS_INVALID" }),
    );
  });
});

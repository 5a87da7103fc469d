import { array, assert, constantFrom, double, integer, oneof, property } from "fast-check";
import { expect, test } from "vitest";

import { quantileIn, selectLowest } from "../../src/metrics/quantile.ts";

/** Values that often tie. */
const value = oneof(double({ noNaN: true, min: -1, max: 1 }), constantFrom(-0.5, 0, 0.25, 1));
const values = array(value, { minLength: 1, maxLength: 300 }).map((all) => Float64Array.from(all));

/** The quantile as its definition has it: of all values in their order. */
function quantileOfSorted(given: Float64Array, share: number): number {
  const sorted = given.toSorted();
  const rank = share * (sorted.length - 1);
  const low = sorted[Math.floor(rank)]!;
  const high = sorted[Math.ceil(rank)]!;
  return low + (high - low) * (rank - Math.floor(rank));
}

test("a quantile by selection is that of the sorted values, and the values stay the same ones", () => {
  assert(
    property(values, double({ min: 0, max: 1, noNaN: true }), (given, share) => {
      const moved = given.slice();
      // `+ 0` makes one zero of two.
      expect(quantileIn(moved, share) + 0).toBe(quantileOfSorted(given, share) + 0);
      expect(moved.sort()).toEqual(given.toSorted());
    }),
  );
});

test("what is lower than a rank stands before it and what is higher behind it, after whatever turn the rest is sorted", () => {
  assert(
    property(
      values,
      integer({ min: 0, max: 299 }),
      integer({ min: 0, max: 6 }),
      (given, at, turns) => {
        const rank = at % given.length;
        const moved = given.slice();
        selectLowest(moved, rank, turns === 6 ? undefined : turns);
        const chosen = moved[rank]!;
        expect(moved.subarray(0, rank).every((one) => one <= chosen)).toBe(true);
        expect(moved.subarray(rank).every((one) => one >= chosen)).toBe(true);
      },
    ),
  );
});

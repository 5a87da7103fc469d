/** Averages that carry how far they lie behind their input. */

import { seededRandom } from "@bourse/kernel";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { indicatorCatalogue } from "../../src/catalogue/index.ts";
import { betweenLooks, settled } from "../../src/steps/rests.ts";

/** Prices that move for 500 rows, then stay where they are for 5,000. */
function comeToRest(price: number): Float64Array {
  const random = seededRandom(5);
  return Float64Array.from({ length: 5500 }, (_, i) =>
    i < 500 ? price * (1 + random.next()) : price,
  );
}

describe.each(["t3", "kama"])("%s", (name) => {
  const indicator = indicatorCatalogue.get(name)!;
  const of = (values: Float64Array): Float64Array => indicator(values, {}) as Float64Array;

  test.each([7, 1 / 3, 27_123.45, 0, -0.1])(
    "of %d alone is that from the first row on",
    (price) => {
      const line = of(new Float64Array(2000).fill(price)).filter((value) => !Number.isNaN(value));
      expect(line.length).toBeGreaterThan(1900);
      expect(new Set(line)).toEqual(new Set([price]));
    },
  );

  test.each([7, 1 / 3, 27_123.45])("becomes %d when prices have come to rest there", (price) => {
    const line = of(comeToRest(price));
    expect(new Set(line.subarray(1000))).toEqual(new Set([price]));
  });
});

test("an oscillator of flows is exactly 0 when the last one is long ago, whatever they add up to", () => {
  const random = seededRandom(6);
  const rows = 5500;
  const low = Float64Array.from({ length: rows }, () => 90 + random.next());
  const high = low.map((value) => value + 1);
  const close = low.map((value) => value + random.next());
  const volume = Float64Array.from({ length: rows }, (_, i) => (i < 500 ? 1e9 * random.next() : 0));
  const line = indicatorCatalogue.get("adOsc")!({ high, low, close, volume }, {}) as Float64Array;
  expect(line[400]).not.toBe(0);
  expect(new Set(line.subarray(5000))).toEqual(new Set([0]));
});

test("rests are looked at after the same rows of a series, however it is cut", () => {
  const pieces = fc.array(fc.nat({ max: 700 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(pieces, fc.nat({ max: 50 }), (lengths, place) => {
      const looks: number[] = [];
      let seen = 0;
      for (const length of lengths) {
        let at = place;
        const go = (from: number, to: number): void => {
          expect([from, to > from]).toEqual([at, true]);
          at = to;
        };
        betweenLooks(place, place + length, seen, go, () => looks.push(seen + at - place));
        expect(at).toBe(place + length);
        seen += length;
      }
      const expected = Array.from({ length: Math.floor(seen / 256) }, (_, k) => 256 * (k + 1));
      expect(looks).toEqual(expected);
    }),
  );
});

test("a rest becomes 0 before it has fewer bits, and no other does", () => {
  expect([1e-291, -1e-291, 5e-324].map(settled)).toEqual([0, 0, 0]);
  expect([1e-289, -1e-289, -3, 0].map(settled)).toEqual([1e-289, -1e-289, -3, 0]);
  expect(settled(NaN)).toBeNaN();
});

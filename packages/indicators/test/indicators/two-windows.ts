import * as fc from "fast-check";

/**
 * `numbers` after some NaN of a warm-up, flat in stretches or not, and two periods of at most `longest` and twice that.
 */
export function twoWindows(
  numbers: fc.Arbitrary<Float64Array>,
  longest: number,
): fc.Arbitrary<{ readonly values: Float64Array; readonly fast: number; readonly slow: number }> {
  return fc
    .record({
      numbers,
      leading: fc.integer({ min: 0, max: 5 }),
      fast: fc.integer({ min: 1, max: longest }),
      more: fc.integer({ min: 0, max: longest }),
      flat: fc.boolean(),
    })
    .map(({ numbers: given, leading, fast, more, flat }) => ({
      values: Float64Array.from([
        ...Array.from({ length: leading }, () => NaN),
        ...(flat ? given.map((value, i) => (i % 40 < 25 ? 7.1 : value)) : given),
      ]),
      fast,
      slow: fast + more,
    }));
}

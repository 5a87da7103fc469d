import * as fc from "fast-check";
import { expect, test } from "vitest";

import { putNumbers, type NumberKind } from "../src/number-columns.ts";

const EDGES = [
  -(2n ** 63n),
  2n ** 63n - 1n,
  2n ** 53n,
  2n ** 53n - 1n,
  -(2n ** 53n),
  -1n,
  0n,
  1n,
  9n * 10n ** 15n - 1n,
];
const integers = fc.oneof(
  fc.constantFrom(...EDGES),
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  fc.bigInt(-(2n ** 54n), 2n ** 54n),
  // Just below a whole number of milliseconds.
  fc.bigInt(0n, 2n ** 53n / 1_000_000n).map((milliseconds) => milliseconds * 1_000_000n - 1n),
);

function put(chunk: BigInt64Array, kind: NumberKind): number[] {
  const target = new Float64Array(chunk.length + 2).fill(7);
  putNumbers(target, 1, chunk, kind);
  expect([target[0], target.at(-1)]).toEqual([7, 7]);
  return [...target.subarray(1, -1)];
}

test.each([1, 1000, 1_000_000])(
  "64-bit integers of %i parts of a millisecond are cut to whole ones exactly, and rounded once",
  (per) => {
    const parts = BigInt(per);
    fc.assert(
      fc.property(fc.array(integers, { maxLength: 20 }), (values) => {
        const expected = values.map((value) =>
          Number((value - (((value % parts) + parts) % parts)) / parts),
        );
        const chunk = BigInt64Array.from(values);
        expect(put(chunk, { kind: "time", times: 1, per })).toEqual(expected);
        if (per === 1) expect(put(chunk, { kind: "number" })).toEqual(expected);
      }),
    );
  },
);

test("64-bit integers of seconds are milliseconds", () => {
  const seconds = fc.bigInt(-(2n ** 43n), 2n ** 43n);
  fc.assert(
    fc.property(fc.array(seconds), (values) => {
      const expected = values.map((value) => Number(value) * 1000);
      expect(put(BigInt64Array.from(values), { kind: "time", times: 1000, per: 1 })).toEqual(
        expected,
      );
    }),
  );
});

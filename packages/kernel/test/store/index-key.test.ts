import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { AFTER, encodeValue, encodeValues } from "../../src/store/index-key.ts";
import type { IndexValue } from "../../src/store/port.ts";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(fc.constantFrom("\0", "\u0001", "\u0006", "\ud800", "\udfff", "\uffff", "a", "😀"))
    .map((parts) => parts.join("")),
);
const value: fc.Arbitrary<IndexValue> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  text,
);

describe("a key of index values", () => {
  test("sorts like the values, the first field weighing most", () => {
    const fields = fc.array(value, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fields, fields, (a, b) => {
        fc.pre(a.length === b.length);
        const expected = a.map((one, i) => compare(one, b[i]!)).find((order) => order !== 0) ?? 0;
        const [left, right] = [encodeValues(a), encodeValues(b)];
        expect(left === right ? 0 : left < right ? -1 : 1).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test("stands between its prefix and everything after it", () => {
    fc.assert(
      fc.property(value, value, (first, second) => {
        const prefix = encodeValue(first);
        const whole = prefix + encodeValue(second);
        expect(prefix < whole && whole < prefix + AFTER).toBe(true);
        expect(encodeValue(second) < AFTER).toBe(true);
      }),
    );
  });
});

/** The port's order, said a second time and plainly. */
function compare(a: IndexValue, b: IndexValue): number {
  const kinds = [rank(a), rank(b)] as const;
  if (kinds[0] !== kinds[1]) return kinds[0] < kinds[1] ? -1 : 1;
  if (a === b || (a === 0 && b === 0)) return 0;
  return (a as number) < (b as number) ? -1 : 1;
}

function rank(value: IndexValue): number {
  if (value === null) return 0;
  if (typeof value === "boolean") return value ? 2 : 1;
  return typeof value === "number" ? 3 : 4;
}

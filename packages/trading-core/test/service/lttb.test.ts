import { array, assert, double, integer, property } from "fast-check";
import { expect, test } from "vitest";

import { lttb } from "../../src/results/lttb.ts";

const line = array(double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 300 });
const axis = (values: readonly number[]): Float64Array => Float64Array.from(values, (_, i) => i);

test("as many points as asked for, rising, the ends among them", () => {
  assert(
    property(line, integer({ min: 2, max: 310 }), (values, count) => {
      const chosen = [...lttb(axis(values), Float64Array.from(values), count)];
      expect(chosen).toHaveLength(Math.min(count, values.length));
      expect(chosen).toEqual([...new Set(chosen)].toSorted((a, b) => a - b));
      expect([chosen[0], chosen.at(-1)]).toEqual([0, values.length - 1]);
    }),
  );
});

test("a spike is never left out", () => {
  assert(
    property(integer({ min: 1, max: 998 }), (at) => {
      const values = new Float64Array(1000);
      values[at] = 1000;
      expect([...lttb(axis([...values]), values, 20)]).toContain(at);
    }),
  );
});

test.each([1, 2.5, NaN])("%d points are refused", (count) => {
  const values = new Float64Array(5);
  expect(() => lttb(values, values, count)).toThrow(/at least 2 points/u);
});
